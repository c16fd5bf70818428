import FoundationEssentials
import LKFormats
package import LKGeo

/// The fixes of a recording before its first date, with their times, to complete what gpsd reports of it.
///
/// Sentences such as GGA have only the time of day, and the date follows some sentences later. ``NMEAEpochReader`` does the
/// same for recordings that are read without gpsd.
package struct NMEAEarlyFixes: Sendable {
    /// The maximum number of sentences searched for a date, which receivers send every few seconds.
    private static let maximumSentences = 10_000
    private static let day = 86_400.0

    /// The fixes that have not been requested yet.
    private var fixes: [Location] = []

    /// Creates an empty value, for files that are not NMEA.
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

    private init(_ reader: NMEAReader) throws(TrackFormatError) {
        var sentences: [[UInt8]] = []
        var isLate = false
        while sentences.count < Self.maximumSentences, let record = try reader.next() {
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
