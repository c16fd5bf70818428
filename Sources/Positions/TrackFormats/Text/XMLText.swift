import LKFormats

/// Writes text and attributes of XML 1.0.
package enum XMLText {
    /// Appends text; drops characters that XML does not allow even in escaped form.
    package static func append(_ text: some StringProtocol, to bytes: inout [UInt8]) {
        append(utf8: text.utf8, isAttribute: false, to: &bytes)
    }

    /// Appends the value of an attribute, without surrounding quotes.
    package static func appendAttribute(_ text: some StringProtocol, to bytes: inout [UInt8]) {
        append(utf8: text.utf8, isAttribute: true, to: &bytes)
    }

    /// Appends UTF-8 bytes.
    static func append(utf8: some Sequence<UInt8>, isAttribute: Bool, to bytes: inout [UInt8]) {
        let isContiguous: Void? = utf8.withContiguousStorageIfAvailable {
            append(utf8: $0, isAttribute: isAttribute, to: &bytes)
        }
        guard isContiguous == nil else { return }
        Array(utf8).withUnsafeBufferPointer { append(utf8: $0, isAttribute: isAttribute, to: &bytes) }
    }

    private static func append(utf8: UnsafeBufferPointer<UInt8>, isAttribute: Bool, to bytes: inout [UInt8]) {
        DisplayHazard.forEachPart(of: utf8) { part, hazard in
            if let hazard { return append(hazard, isAttribute: isAttribute, to: &bytes) }
            for byte in part {
                switch byte {
                case UInt8(ascii: "&"): bytes += "&amp;".utf8
                case UInt8(ascii: "<"): bytes += "&lt;".utf8
                case UInt8(ascii: ">"): bytes += "&gt;".utf8
                case UInt8(ascii: "\""): bytes += isAttribute ? "&quot;".utf8 : "\"".utf8
                default: bytes.append(byte)
                }
            }
        }
    }

    /// Appends a hazard as a reference, so that neither a terminal obeys it nor a parser normalizes it.
    private static func append(_ hazard: Unicode.Scalar, isAttribute: Bool, to bytes: inout [UInt8]) {
        switch hazard {
        case "\t" where !isAttribute, "\n" where !isAttribute: bytes += String(hazard).utf8
        case "\t", "\n", "\r", "\u{20}"..."\u{FFFD}", "\u{10000}"...: bytes += "&#\(hazard.value);".utf8
        // XML has no way to write these.
        default: break
        }
    }
}

// Converts the parser's errors to those of track files.
extension XMLStream {
    /// Creates a parser for a file; the handler must live as long as it.
    ///
    /// UTF-16 is decoded before it: half a character, which is damage, makes the parser miss the next letter, which may
    /// begin a tag.
    static func of(_ chunks: FileChunks, handler: any XMLHandler) throws(TrackFormatError) -> XMLStream {
        _ = try chunks.beginning(of: 2)
        let isDecoded = chunks.decodeUTF16()
        do throws(XMLFailure) { return try XMLStream(handler: handler, isUTF8: isDecoded) } catch {
            throw TrackFormatError(error, chunks.name)
        }
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
        case .noMemory: self.init(code: .unreadable, message: "\(name): \(failure.reason)", underlying: failure)
        case .malformed: self.init(code: .malformed, message: located, underlying: failure)
        case .tooLarge: self.init(code: .tooLarge, message: "\(located): no track file needs this", underlying: failure)
        case .entities:
            self.init(
                code: .refused,
                message: "\(located), which files of tracks have no use for", advice: "remove the DOCTYPE to read it",
                underlying: failure)
        }
    }
}
