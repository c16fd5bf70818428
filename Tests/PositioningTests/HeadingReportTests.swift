import Foundation
import LKGeo
import Synchronization
import TestSupport
import Testing

@testable import LKPositioning

/// ATT reports as gpsd 3.22 writes them for compasses: with its own test logs of a TNT Revolution and a Hemisphere receiver, and
/// with the example of gpsd_json(5).
@Suite("Headings from ATT reports") struct HeadingReportTests {
    private let parser: GPSDReportParser

    init() throws { parser = try GPSDReportParser() }

    private func parse(_ text: String) -> GPSDMessage {
        var line = Array(text.utf8) + [0]
        return line.withUnsafeMutableBufferPointer { parser.parse($0) }
    }

    private func heading(_ text: String) -> LocationManager.Heading? {
        if case .heading(let heading) = parse(text) { heading } else { nil }
    }

    @Test("A report has degrees, device and time; what it leaves out is not kept from the report before")
    func report() {
        let whole = heading(
            #"{"class":"ATT","device":"/dev/ttyS0","time":"2026-05-01T10:00:00.500Z","heading":274.070,"mag_st":"N","#
                + #""pitch":1.69,"pitch_st":"N","roll":-4.3,"roll_st":"N","dip":13.641,"mag_x":2454.000}"#)
        #expect(whole?.degrees == 274.07 && whole?.device == "/dev/ttyS0")
        #expect(whole?.timestamp == Date(timeIntervalSince1970: 1_777_629_600.5))
        _ = parse(#"{"class":"GST","device":"/dev/ttyS0","time":"2026-05-01T10:00:01.000Z","lat":1.5,"lon":2.5}"#)
        let plain = heading(#"{"class":"ATT","heading":274.040}"#)
        #expect(plain == LocationManager.Heading(degrees: 274.04))
        #expect(heading(#"{"class":"ATT","pitch":1.5}"#) == nil)
        #expect(heading(#"{ "class" : "ATT", "heading" : 12.5 }"#)?.degrees == 12.5)
    }

    @Test(
        "Values that are not a direction, and damaged reports, are no headings",
        arguments: [
            #"{"class":"ATT","time":1270938096.843,"heading":14223.00,"mag_st":"N","pitch":169.00}"#,
            #"{"class":"ATT","heading":-1}"#, #"{"class":"ATT","heading":1e400}"#, #"{"class":"ATT","heading":null}"#,
            #"{"class":"ATT","heading":"#, #"{"class":"ATT"}"#, #"{"class":"ATT","heading":[1]}"#,
            #"{"class":"ATTITUDE","heading":1}"#,
        ])
    func noHeading(text: String) { #expect(heading(text) == nil) }

    @Test("Each beginning and each damaged byte of a report gives a heading in range or nothing")
    func damage() {
        let report = Array(
            #"{"class":"ATT","device":"/dev/ttyS0","time":"2026-05-01T10:00:00.500Z","heading":274.070}"#.utf8)
        var random = SeededGenerator(seed: 44)
        var count = 0
        for length in report.indices { #expect(heading(String(decoding: report[..<length], as: UTF8.self)) == nil) }
        for _ in 0..<2000 {
            var line = report
            line[Int.random(in: line.indices, using: &random)] = UInt8.random(in: 32..<127, using: &random)
            guard let found = heading(String(decoding: line, as: UTF8.self)) else { continue }
            count += 1
            #expect((0..<360).contains(found.degrees))
        }
        #expect(count > 100)
    }

    @Test("A replay hands headings on, in order with the fixes around them")
    func replay() async throws {
        let folder = TemporaryFolder()
        try folder.write(
            "compass.json",
            Data(
                """
                {"class":"ATT","heading":274.070}
                {"class":"TPV","mode":2,"time":"2026-01-02T03:04:05.000Z","lat":1,"lon":2}
                {"class":"ATT","heading":274.120}
                {"class":"TPV","mode":2,"time":"2026-01-02T03:04:06.000Z","lat":1.5,"lon":2}

                """.utf8))
        let manager = LocationManager(source: ReplaySource(path: folder.file("compass.json"), speed: 0))
        var headings: [Double] = []
        var fixes: [Double] = []
        for try await event in manager.events {
            if case .heading(let heading) = event { headings.append(heading.degrees) }
            if case .location(let location) = event { fixes.append(location.coordinate.latitude) }
        }
        #expect(headings == [274.07, 274.12] && fixes == [1, 1.5])
    }

    private static let logs = Fixtures.folder("gpsd")

    @Test(
        "Gpsd's own logs of compasses give all headings that are directions, and none of a compass that is not calibrated",
        .enabled(if: logs != nil, "gpsd's logs are absent"))
    func corpus() throws {
        let folder = try #require(Self.logs)
        var directions = 0
        var others = 0
        for name in ["tnt-revolution", "hemi", "rst39"] {
            let text = try String(contentsOf: folder.appending(path: "\(name).log.chk"), encoding: .utf8)
            for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix(#"{"class":"ATT""#) {
                guard let start = line.range(of: #""heading":"#)?.upperBound,
                    let degrees = Double(line[start...].prefix { !",}".contains($0) })
                else { continue }
                let isDirection = (0..<360).contains(degrees)
                if isDirection { directions += 1 } else { others += 1 }
                #expect(heading(String(line))?.degrees == (isDirection ? degrees : nil), "\(line)")
            }
        }
        #expect(directions >= 8 && others >= 40)
    }
}
