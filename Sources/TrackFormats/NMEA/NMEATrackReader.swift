import Formats
import FoundationEssentials
package import Geo

/// Reads a recording of NMEA sentences as one track: a point for each epoch, a segment for each period with a fix.
///
/// A recording without any fix has no elements. Satellites in view are ignored.
public final class NMEATrackReader: TrackReading {
    private let reader: NMEAReader
    private var earlyFixes: NMEAEarlyFixes
    private let name: String
    /// The newest fix and its line; later sentences of its epoch may improve it.
    private var held: TrackPoint?
    private var ready: [TrackElement] = []
    private var position = 0
    private var hasTrack = false
    private var wantsSegment = true

    /// Reads a recording in chunks.
    public init(_ chunks: FileChunks) {
        // Uses the bytes read for format detection: a pipe does not allow reading more.
        earlyFixes = NMEAEarlyFixes(beginning: chunks.bytesAhead.prefix(1 << 16), name: chunks.name)
        reader = NMEAReader(chunks)
        name = chunks.name
    }

    /// The first 100 sentences dropped because they are damaged.
    public var warnings: [TrackWarning] { reader.warnings }

    /// The number of sentences dropped because they are damaged.
    public var warningCount: Int { reader.warningCount }

    /// Whether ``next()`` returns an element without reading more input, which may block.
    public var hasBufferedElements: Bool { position < ready.count }

    /// Returns the next element; `nil` at the end of the file.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable`` when reading fails, and ``TrackFormatError/Code/malformed`` when
    ///   the file ends within a sentence.
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
            for report in record.reports { handle(report, record.line) }
        }
        defer { position += 1 }
        return ready[position]
    }

    private func handle(_ report: PositionReport, _ line: Int) {
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

    /// Returns whether a fix is of the same epoch as the previous one: of several the last is the best.
    private func improves(_ location: Location) -> Bool {
        guard let before = held?.location else { return false }
        // Before the first sentence with a date, the time is unknown.
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

/// The fixes of a recording before its first date, with their times: sentences such as GGA have only the time of day,
/// and the date follows some sentences later.
package struct NMEAEarlyFixes: Sendable {
    /// Receivers send the date every few seconds; the maximum number of sentences searched for it.
    private static let most = 10_000
    private static let day = 86_400.0

    /// The fixes that have not been requested yet.
    private var fixes: [Location] = []

    /// Makes an empty value, for files that are not NMEA.
    package init() {}

    /// Reads the beginning of a recording.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - name: Its name in messages.
    /// - Throws: ``TrackFormatError/Code/unreadable`` when reading fails.
    package init(path: String, name: String) throws(TrackFormatError) {
        try self.init(try NMEAReader(path: path, name: name, dateRule: .gpsd))
    }

    /// Reads the beginning of a recording in memory.
    init(beginning: ArraySlice<UInt8>, name: String) {
        // Reading from memory cannot fail.
        self = (try? Self(NMEAReader(FileChunks(bytes: Array(beginning), name: name)))) ?? Self()
    }

    private init(_ reader: NMEAReader) throws(TrackFormatError) {
        var sentences: [[UInt8]] = []
        var isLate = false
        while sentences.count < Self.most, let record = try reader.next() {
            for case .fix(let location) in record.reports {
                guard let time = location.timestamp else {
                    isLate = true
                    continue
                }
                if isLate { fixes = Self.dated(sentences, by: time) }
                return
            }
            sentences.append(record.sentence)
        }
    }

    /// Returns the fixes of sentences, decoded again with the date of the first fix after them.
    private static func dated(_ sentences: [[UInt8]], by time: Date) -> [Location] {
        let days = Int((time.timeIntervalSince1970 / day).rounded(.down))
        // If midnight is among them, they begin on the previous day.
        for first in [days, days - 1] {
            var decoder = NMEADecoder()
            decoder.clock.set(CivilDate(dayNumber: first))
            var fixes: [Location] = []
            for sentence in sentences {
                for case .fix(let location) in decoder.decode(sentence) { fixes.append(location) }
            }
            if let last = fixes.last?.timestamp, abs(last.timeIntervalSince(time)) < day / 2 { return fixes }
        }
        return []
    }

    /// Sets the time of a fix without one according to the first date; others stay unchanged.
    package mutating func date(_ location: inout Location) {
        guard !fixes.isEmpty else { return }
        guard location.timestamp == nil else {
            // From here on the date is known.
            fixes = []
            return
        }
        // gpsd writes nine decimals.
        guard let index = fixes.firstIndex(where: { Self.isSame($0.coordinate, location.coordinate) }) else { return }
        location.timestamp = fixes[index].timestamp
        fixes.removeSubrange(...index)
    }

    private static func isSame(_ one: Coordinate, _ other: Coordinate) -> Bool {
        abs(one.latitude - other.latitude) < 2e-9 && abs(one.longitude - other.longitude) < 2e-9
    }
}
