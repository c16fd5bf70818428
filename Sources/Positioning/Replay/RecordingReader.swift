import TrackFormats

/// Reads a recording step by step.
protocol RecordingReader: AnyObject {
    /// The next line or point, or `nil` at the end.
    func next() throws(PositioningError) -> RecordedStep?

    /// What of the recording could not be read so far.
    var warnings: TrackWarnings { get }
}

/// One line or point of a recording, and what it tells.
struct RecordedStep: Sendable {
    /// The line as it stands in the file, or, of a format without lines, the NMEA sentences that say the same.
    var lines: [[UInt8]]
    /// What it tells; a fix without a device belongs to the nameless receiver.
    var events: [SourceEvent]
}

extension RecordingFormat {
    /// Opens a recording of this format.
    ///
    /// - Throws: `PositioningError` with the code `malformed` when nothing here reads it.
    func reader(_ file: RecordingFile) throws(PositioningError) -> any RecordingReader {
        switch self {
        case .gpsdJSON: return try GPSDRecording(file)
        case .nmea: return try NMEARecording(file)
        case .gpx: return try GPXRecording(file)
        case .unknown:
            throw PositioningError(
                .malformed,
                "\(file.name) is neither gpsd JSON nor NMEA 0183 nor GPX; a receiver's binary log can be simulated, not replayed"
            )
        }
    }
}
