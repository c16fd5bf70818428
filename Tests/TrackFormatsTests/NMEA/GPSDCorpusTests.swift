import Foundation
import Geo
import TestSupport
import Testing
import TrackFormats

@Suite("NMEADecoder beside gpsd 3.22") struct GPSDCorpusTests {
    static let logs = Fixtures.folder("gpsd").map { GPSDLog.all(in: $0).filter(\.isNMEA) } ?? []

    static func fixes(of log: GPSDLog) throws -> [Location] {
        let reader = try NMEAReader(path: log.log.path, dateRule: .gpsd)
        var fixes: [Location] = []
        while let record = try reader.next() {
            for case .fix(let location) in record.reports { fixes.append(location) }
        }
        return fixes
    }

    @Test(
        "The last position has gpsd's latitude, longitude, mode and time",
        .enabled(if: Fixtures.folder("gpsd") != nil, "gpsd's logs are not at hand"), arguments: logs)
    func lastPosition(log: GPSDLog) throws {
        let fix = try Self.fixes(of: log).last
        let expected = try log.positions().last
        guard let expected else {
            #expect(fix == nil)
            return
        }
        let location = try #require(fix)
        #expect(abs(location.coordinate.latitude - (expected.lat ?? .nan)) <= 1e-9)
        #expect(abs(location.coordinate.longitude - (expected.lon ?? .nan)) <= 1e-9)
        #expect(location.fix == (expected.mode == 3 ? .threeDimensional : .twoDimensional))
        #expect(location.timestamp.map(Self.iso) == expected.time)
    }

    private static func iso(_ date: Date) -> String {
        date.formatted(.iso8601.year().month().day().timeZone(separator: .omitted).time(includingFractionalSeconds: true))
    }
}
