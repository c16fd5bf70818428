import FoundationEssentials
import LKGeo
import LKTrackFormats
import TestSupport
import Testing

@testable import LKCommandLine

@Suite struct TimestampTests {
    @Test("Moments are written in UTC with milliseconds")
    func utc() {
        #expect(Timestamp.utc(Date(timeIntervalSince1970: 0)) == "1970-01-01T00:00:00.000Z")
        #expect(Timestamp.utc(Date(timeIntervalSince1970: 1_795_242_600)) == "2026-11-21T06:30:00.000Z")
        #expect(Timestamp.utc(Date(timeIntervalSince1970: -0.001)) == "1969-12-31T23:59:59.999Z")
        #expect(Timestamp.utc(Date(timeIntervalSince1970: 951_782_399.9996)) == "2000-02-29T00:00:00.000Z")
        #expect(Timestamp.utc(Date(timeIntervalSince1970: 1e18)) == nil)
        #expect(Timestamp.utc(Date(timeIntervalSince1970: .nan)) == nil)
    }

    @Test("Dates agree with the calendar of Foundation")
    func calendar() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            let seconds = Int.random(in: -62_135_596_800..<253_402_300_800, using: &generator)
            let expected = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
            let text = try #require(Timestamp.text(seconds, separator: "T"))
            // Foundation changes to the Julian calendar before 1582.
            guard text > "1584" else { continue }
            #expect(text + "Z" == expected)
        }
    }

    @Test("Local time carries its offset")
    func local() {
        let date = Date(timeIntervalSince1970: 1_795_242_600)
        #expect(Timestamp.local(date, offset: 32_400) == "2026-11-21 15:30:00 +09:00")
        #expect(Timestamp.local(date, offset: -12_600) == "2026-11-21 03:00:00 -03:30")
    }
}
