import XML

// What the parser says, as errors of files of tracks.
extension XMLStream {
    /// Makes a parser for the file called `name`; the handler must live as long as it.
    static func of(_ name: String, handler: any XMLHandler) throws(TrackFormatError) -> XMLStream {
        do throws(XMLFailure) { return try XMLStream(handler: handler) } catch { throw TrackFormatError(error, name) }
    }

    /// Parses the next bytes of the file called `name`; none mean its end.
    func feed(_ bytes: ArraySlice<UInt8>, of name: String) throws(TrackFormatError) {
        do throws(XMLFailure) { try feed(bytes) } catch { throw TrackFormatError(error, name) }
    }
}

extension TrackFormatError {
    fileprivate init(_ failure: XMLFailure, _ name: String) {
        let located = "\(name):\(failure.line): \(failure.reason)"
        switch failure.kind {
        case .noMemory: self.init(code: .unreadable, message: "\(name): \(failure.reason)")
        case .malformed: self.init(code: .malformed, message: located)
        case .tooLarge: self.init(code: .tooLarge, message: "\(located): no track file needs this")
        case .entities:
            self.init(
                code: .refused,
                message: "\(located), which files of tracks have no use for; remove the DOCTYPE to read it")
        }
    }
}
