import LKGeo

/// Reads a recording of NMEA sentences as one track: a point for each epoch, a segment for each period with a fix.
///
/// A recording without any fix has no elements. Satellites in view are ignored.
package final class NMEATrackReader: TrackReading {
    private let reader: NMEAEpochReader?
    /// Why the recording cannot be read.
    private let failure: TrackFormatError?
    private let name: String
    private var ready: [TrackElement] = []
    private var position = 0
    private var hasTrack = false
    private var wantsSegment = true

    /// Reads a recording in chunks.
    package init(_ chunks: FileChunks) {
        name = chunks.name
        do throws(TrackFormatError) { (reader, failure) = (try NMEAEpochReader(chunks), nil) } catch {
            (reader, failure) = (nil, error)
        }
    }

    /// The first 100 sentences dropped because they are damaged.
    package var warnings: [TrackWarnings.Warning] { reader?.warnings.first ?? [] }

    /// The number of sentences dropped because they are damaged.
    package var warningCount: Int { reader?.warnings.count ?? 0 }

    /// Remarks: a missing date, dates that may be 1024 weeks early, a second receiver.
    package var notes: [TrackWarnings.Note] { reader?.notes ?? [] }

    /// Whether ``next()`` returns an element without reading more input, which may block.
    package var hasBufferedElements: Bool { position < ready.count }

    /// Returns the next element; `nil` at the end of the file.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable`` when reading fails, and ``TrackFormatError/Code/malformed`` when
    ///   the file ends within a sentence.
    package func next() throws(TrackFormatError) -> TrackElement? {
        while position == ready.count {
            ready.removeAll(keepingCapacity: true)
            position = 0
            guard let reader else {
                if let failure { throw failure }
                return nil
            }
            guard let step = try reader.next() else {
                if let line = reader.tornLine {
                    throw TrackFormatError(
                        code: .malformed, message: "\(name):\(line): the file ends within a sentence: it is cut off")
                }
                return nil
            }
            for (report, line) in step.reports { handle(report, line) }
        }
        defer { position += 1 }
        return ready[position]
    }

    private func handle(_ report: PositionReport, _ line: Int) {
        switch report {
        case .fix(var location):
            location.source = .track
            location.isSimulated = location.correction == .simulated
            // A note tells it once.
            location.timestampDoubt = nil
            var point = TrackPoint(location)
            point.line = line
            if !hasTrack { ready.append(.trackStart(TrackMetadata())) }
            hasTrack = true
            if wantsSegment { ready.append(.segmentStart) }
            wantsSegment = false
            ready.append(.point(point))
        case .noFix: wantsSegment = true
        case .sky: break
        }
    }
}
