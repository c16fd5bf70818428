import LKGeo
import LKTrackFormats

/// Writes and decodes sentences for tests.
enum Sentences {
    /// A body such as `GPRMC,...` as a sentence with its checksum.
    static func sentence(_ body: String) -> String {
        let sum = body.utf8.reduce(0, ^)
        let digits = String(sum, radix: 16, uppercase: true)
        return "$\(body)*\(digits.count < 2 ? "0" : "")\(digits)"
    }

    /// All reports for sentences given without `$` and checksum.
    static func reports(_ bodies: [String], dateRule: NMEADecoder.DateRule = .asWritten) -> [PositionReport] {
        var decoder = NMEADecoder(dateRule: dateRule)
        return bodies.flatMap { decoder.decode(sentence($0).utf8) }
    }

    /// The fixes among the reports.
    static func fixes(_ bodies: String..., dateRule: NMEADecoder.DateRule = .asWritten) -> [Location] {
        reports(bodies, dateRule: dateRule).compactMap {
            guard case .fix(let location) = $0 else { return nil }
            return location
        }
    }
}
