/// Writes the points of tracks as the NMEA 0183 sentences of a receiver; see ``NMEAWriter``.
///
/// Between segments stands an epoch without fix. Waypoints and routes, names and descriptions have no place in a recording and are
/// left out.
public final class NMEATrackWriter: TrackWriting {
    private let sink: TrackSink
    private let writer = NMEAWriter()
    private var hasPoints = false
    private var breaks = false
    private var isRoute = false

    /// Makes a writer.
    ///
    /// - Parameter sink: Where the bytes go.
    public init(to sink: TrackSink) { self.sink = sink }

    /// Writes an element; see ``TrackWriting/write(_:)``.
    ///
    /// - Throws: ``TrackFormatError/Code/unwritable``.
    public func write(_ element: TrackElement) throws(TrackFormatError) {
        switch element {
        case .routeStart: isRoute = true
        case .trackStart, .segmentStart:
            isRoute = false
            breaks = hasPoints
        case .point(let point) where !isRoute:
            if breaks { append(writer.sentencesWithoutFix(at: nil)) }
            (hasPoints, breaks) = (true, false)
            append(writer.sentences(for: point.location))
        default: break
        }
        try sink.flushIfFull()
    }

    /// Hands all bytes over.
    ///
    /// - Throws: ``TrackFormatError/Code/unwritable``.
    public func finish() throws(TrackFormatError) { try sink.flush() }

    private func append(_ sentences: [String]) { for sentence in sentences { sink.bytes += sentence.utf8 } }
}
