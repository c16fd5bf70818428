/// Passes on the elements of a file, and sees whether there are positions among them.
package final class PositionCounter: TrackReading {
    private let reader: any TrackReading
    private let name: String?
    /// Whether no element had a position so far.
    package private(set) var isEmpty = true

    /// Creates a reader of the same elements.
    ///
    /// - Parameters:
    ///   - reader: A reader at the beginning of its file.
    ///   - name: The name of a file that must have positions: without any its end is an error; `nil` for one that may be empty.
    package init(_ reader: any TrackReading, requiredIn name: String? = nil) {
        (self.reader, self.name) = (reader, name)
    }

    /// Returns the next element; `nil` at the end of the file.
    ///
    /// - Throws: `TrackFormatError`, as the reader, and ``TrackFormatError/Code/empty``.
    package func next() throws(TrackFormatError) -> TrackElement? {
        let element = try reader.next()
        switch element {
        case .point?, .waypoint?: isEmpty = false
        case nil: if isEmpty, let name { throw TrackFormatError(withoutPositions: name, TrackWarnings(reader)) }
        default: break
        }
        return element
    }

    package var hasBufferedElements: Bool { reader.hasBufferedElements }
    package var warnings: [TrackWarnings.Warning] { reader.warnings }
    package var warningCount: Int { reader.warningCount }
    package var notes: [TrackWarnings.Note] { reader.notes }
    package var lateMetadata: [Int: TrackMetadata] { reader.lateMetadata }
}

extension TrackFormatError {
    /// Creates the error for a file without a position that can be used.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - warnings: What could not be used of it.
    package init(withoutPositions name: String, _ warnings: TrackWarnings) {
        var message = "\(name) has no positions: no track, route or waypoint"
        if let first = warnings.lines(path: name).first {
            let more = warnings.count > 1 ? ", and \(warnings.count - 1) more" : ""
            message = "\(name) has no position that can be used (\(first)\(more))"
        }
        self.init(code: .empty, message: message)
    }
}
