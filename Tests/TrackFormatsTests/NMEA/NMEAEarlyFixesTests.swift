import Foundation
import LKGeo
import Testing

@testable import LKTrackFormats

@Suite("Fixes in front of the first date of a recording") struct NMEAEarlyFixesTests {
    private func position(_ time: String, _ minutes: Int) -> String {
        "GPGGA,\(time),48\(minutes).0000,N,01131.0000,E,1,08,0.9,545.4,M,46.9,M,,"
    }

    private func dated(_ time: String, _ minutes: Int, _ date: String) -> String {
        "GPRMC,\(time),A,48\(minutes).0000,N,01131.0000,E,0.5,54.7,\(date),,,A"
    }

    private func fixes(_ bodies: [String]) -> [Location] {
        Sentences.reports(bodies).compactMap { if case .fix(let location) = $0 { location } else { nil } }
    }

    /// The times of all fixes of a recording.
    private func times(_ bodies: [String]) throws -> [Date?] {
        let file = try TemporaryFile(bodies.map { Sentences.sentence($0) + "\r\n" }.joined().utf8)
        var early = try NMEAEarlyFixes(path: file.path, name: "in")
        return fixes(bodies).map { fix in
            var location = fix
            early.date(&location)
            return location.timestamp
        }
    }

    @Test("Have the time that the first date gives them, also where midnight lies between")
    func beginning() throws {
        let first = try Date("2026-11-21T23:59:58Z", strategy: .iso8601)
        let evening = try times([
            position("235958.00", 11), position("235959.00", 12), position("000000.00", 13),
            dated("000000.00", 13, "221126"), position("000001.00", 14), dated("000001.00", 14, "221126"),
        ])
        let expected: [Date?] = (0..<4).map { first + Double($0) }
        #expect(Set(evening) == Set(expected))
        let day = try times([
            position("120000.00", 11), position("120001.00", 12), dated("120001.00", 12, "221126"),
            position("120002.00", 13), dated("120002.00", 13, "221126"),
        ])
        #expect(day.first == first + 43_202 && !day.contains(nil))
    }

    @Test("Have it in tracks as well, whose format is found by content")
    func tracks() throws {
        let bodies =
            [position("120000.00", 11), position("120001.00", 12)]
            + (12...14).flatMap { [dated("1200\($0).00", $0, "221126"), position("1200\($0).00", $0)] }
        let text = bodies.map { Sentences.sentence($0) + "\r\n" }.joined()
        let reader = try TrackFormat.reader(detecting: FileChunks(bytes: Array(text.utf8), name: "in"))
        var times: [Date?] = []
        while let element = try reader.next() {
            if case .point(let point) = element { times.append(point.location.timestamp) }
        }
        #expect(times.count == 5 && !times.contains(nil))
        #expect(times.first == (try Date("2026-11-22T12:00:00Z", strategy: .iso8601)))
    }

    @Test("Stay without where no date comes, and a recording with dates from the start is left alone")
    func others() throws {
        #expect(try times([position("120000.00", 11), position("120001.00", 12)]) == [nil, nil])
        let bodies = [dated("120000.00", 11, "221126"), position("120000.00", 11), dated("120001.00", 12, "221126")]
        #expect(try times(bodies) == fixes(bodies).map(\.timestamp))
    }
}
