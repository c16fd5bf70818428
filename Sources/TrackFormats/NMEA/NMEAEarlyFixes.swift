import FoundationEssentials
package import Geo

/// The fixes of a recording in front of its first date, with their times: sentences such as GGA have the time of day alone, and the
/// date comes some sentences later.
package struct NMEAEarlyFixes: Sendable {
    /// A receiver says the date every few seconds; so many sentences are searched for it.
    private static let most = 10_000
    private static let day = 86_400.0

    /// Those that were not asked for yet.
    private var fixes: [Location] = []

    /// No fixes, for what is not NMEA.
    package init() {}

    /// Looks at the beginning of a recording.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - name: What errors call it.
    /// - Throws: ``TrackFormatError/Code/unreadable`` when reading fails.
    package init(path: String, name: String) throws(TrackFormatError) {
        try self.init(try NMEAReader(path: path, name: name, dateRule: .gpsd))
    }

    /// Looks at the beginning of a recording that is in memory.
    init(beginning: ArraySlice<UInt8>, name: String) {
        // Nothing is read that could fail.
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

    /// The fixes of sentences, read once more with the date of the first fix behind them.
    private static func dated(_ sentences: [[UInt8]], by time: Date) -> [Location] {
        let days = Int((time.timeIntervalSince1970 / day).rounded(.down))
        // Where midnight is among them, they begin on the day before.
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

    /// Gives a fix without a time the one that it has by the first date; others stay as they are.
    package mutating func date(_ location: inout Location) {
        guard !fixes.isEmpty else { return }
        guard location.timestamp == nil else {
            // The date is known from here on.
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
