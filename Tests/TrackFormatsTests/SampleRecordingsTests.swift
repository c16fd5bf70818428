import Foundation
import LKGeo
import LKTrackFormats
import TestSupport
import Testing

@Suite("The sample recordings") struct SampleRecordingsTests {
    private static let folder = Fixtures.package.appending(path: "Data/samples")

    private func fixes(_ name: String) throws -> [Location] {
        let reader = try NMEAReader(path: Self.folder.appending(path: name).path)
        var fixes: [Location] = []
        while let record = try reader.next() {
            for case .fix(let location) in record.reports { fixes.append(location) }
        }
        #expect(reader.statistics.wrongChecksums == 0)
        return fixes
    }

    @Test(
        "The committed files are what the code makes; LOCATIONKIT_WRITE_SAMPLES writes them",
        arguments: [
            ("tokyo-station.nmea", SampleRecordings.tokyoStation), ("sumida-walk.nmea", SampleRecordings.sumidaWalk),
            ("nihonbashi-stop.nmea", SampleRecordings.nihonbashiStop),
        ]
            as [(String, @Sendable () -> String)])
    func unchanged(name: String, make: @Sendable () -> String) throws {
        let url = Self.folder.appending(path: name)
        if ProcessInfo.processInfo.environment["LOCATIONKIT_WRITE_SAMPLES"] != nil {
            try Data(make().utf8).write(to: url)
        }
        #expect(try String(decoding: Data(contentsOf: url), as: UTF8.self) == make())
    }

    @Test("The receiver at Tokyo Station converges from two dimensions to a few metres")
    func tokyoStation() throws {
        let fixes = try fixes("tokyo-station.nmea")
        #expect(fixes.first?.fix == .twoDimensional)
        let last = try #require(fixes.last)
        #expect(last.fix == .threeDimensional)
        #expect(abs(last.coordinate.latitude - 35.681236) < 0.00001)
        #expect(abs(last.coordinate.longitude - 139.767125) < 0.00001)
        #expect(abs((last.altitude ?? 0) - 40) < 2)
        #expect(last.satellites == Location.SatelliteCount(used: 9, visible: 14))
        #expect(last.timestamp == Date(timeIntervalSince1970: 1_795_242_614))
        #expect(last.horizontalAccuracy == Accuracy.eph(0.8 * 19))
    }

    @Test("The walk has 120 times and moves at 1.3 metres a second")
    func sumidaWalk() throws {
        let fixes = try fixes("sumida-walk.nmea")
        #expect(Set(fixes.compactMap(\.timestamp)).count == 120)
        #expect(fixes.compactMap(\.speed).count >= 120)
        #expect(fixes.compactMap(\.speed).allSatisfy { abs($0 - 1.3) < 0.001 })
        let first = try #require(fixes.first).coordinate
        let last = try #require(fixes.last).coordinate
        #expect((first.latitude - last.latitude) * 110_950 > 140)
    }

    @Test("The walk to Nihonbashi rests for four minutes within a few metres, and moves before and after")
    func nihonbashiStop() throws {
        let fixes = try fixes("nihonbashi-stop.nmea")
        let start = Date(timeIntervalSince1970: 1_795_248_000)
        #expect(Set(fixes.compactMap(\.timestamp)).count == 136)
        let rest = fixes.filter { fix in
            fix.timestamp.map { (start + 320..<start + 560).contains($0) } ?? false
        }
        let bridge = try #require(rest.first).coordinate
        #expect(rest.count >= 48 && rest.allSatisfy { $0.coordinate.distance(to: bridge) < 10 })
        #expect(bridge.distance(to: try #require(fixes.first).coordinate) > 400)
        #expect(bridge.distance(to: try #require(fixes.last).coordinate) > 100)
    }
}
