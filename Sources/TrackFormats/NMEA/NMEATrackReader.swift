import Geo

/// Reads a recording of NMEA sentences as one track: a point for each epoch, a segment for each time with a fix.
///
/// A recording without any fix gives nothing. Satellites in view have no place in a track.
public final class NMEATrackReader: TrackReading {
    private let reader: NMEAReader
    private var earlyFixes: NMEAEarlyFixes
    private let name: String
    /// The newest fix and its line, which later sentences of its epoch may improve.
    private var held: TrackPoint?
    private var ready: [TrackElement] = []
    private var position = 0
    private var hasTrack = false
    private var wantsSegment = true

    /// Reads a recording that is given piece by piece.
    public init(_ chunks: FileChunks) {
        // What was read to find out the format: of a pipe no more is there.
        earlyFixes = NMEAEarlyFixes(beginning: chunks.bytesAhead.prefix(1 << 16), name: chunks.name)
        reader = NMEAReader(chunks)
        name = chunks.name
    }

    /// Sentences that were dropped because they are damaged, the first 100.
    public var warnings: [TrackWarning] { reader.warnings }

    /// How many sentences were dropped because they are damaged.
    public var warningCount: Int { reader.warningCount }

    /// Whether ``next()`` has an element to give without reading more, which may mean waiting.
    public var hasElementsAtHand: Bool { position < ready.count }

    /// The next element; `nil` at the end of the file.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable`` when reading fails, and ``TrackFormatError/Code/malformed`` where the file
    ///   ends within a sentence.
    public func next() throws(TrackFormatError) -> TrackElement? {
        while position == ready.count {
            ready.removeAll(keepingCapacity: true)
            position = 0
            guard let record = try reader.next() else {
                flush()
                guard ready.isEmpty else { break }
                if let line = reader.tornLine {
                    throw TrackFormatError(
                        code: .malformed, message: "\(name):\(line): the file ends within a sentence: it is cut off")
                }
                return nil
            }
            for report in record.reports { take(report, record.line) }
        }
        defer { position += 1 }
        return ready[position]
    }

    private func take(_ report: PositionReport, _ line: Int) {
        switch report {
        case .fix(var location):
            earlyFixes.date(&location)
            location.source = .track
            location.isSimulated = location.correction == .simulated
            if improves(location) {
                held?.location = location
                return
            }
            flush()
            held = TrackPoint(location)
            held?.line = line
        case .noFix:
            flush()
            wantsSegment = true
        case .sky: break
        }
    }

    /// Whether a fix is of the same epoch as the one before: of several the last is the best.
    private func improves(_ location: Location) -> Bool {
        guard let before = held?.location else { return false }
        // Until the first sentence with a date the time is not known.
        guard let time = before.timestamp else { return before.coordinate == location.coordinate }
        return time == location.timestamp
    }

    private func flush() {
        guard let point = held else { return }
        held = nil
        if !hasTrack { ready.append(.trackStart(TrackMetadata())) }
        hasTrack = true
        if wantsSegment { ready.append(.segmentStart) }
        wantsSegment = false
        ready.append(.point(point))
    }
}
