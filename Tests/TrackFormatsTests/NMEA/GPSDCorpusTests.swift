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

    @Test(
        "Every position on the way is gpsd's, too",
        .enabled(if: Fixtures.folder("gpsd") != nil, "gpsd's logs are not at hand"), arguments: logs)
    func everyPosition(log: GPSDLog) throws {
        let fixes = try Self.fixes(of: log)
        let expected = try log.positions()
        print("COUNT", log.name, fixes.count, expected.count)
        for (index, (fix, position)) in zip(fixes, expected).enumerated() {
            let same =
                abs(fix.coordinate.latitude - (position.lat ?? .nan)) <= 1e-9
                && abs(fix.coordinate.longitude - (position.lon ?? .nan)) <= 1e-9
                && fix.fix == (position.mode == 3 ? .threeDimensional : .twoDimensional)
                && fix.timestamp.map(Self.iso) == position.time
            if !same { print("DIFF", log.name, index, fix, position); break }
            for (name, a, b, tol) in [
                ("alt", fix.altitude, position.altMSL, 0.0001), ("speed", fix.speed, position.speed, 0.00051),
                ("course", fix.course, position.track, 0.00006),
                ("hae", fix.ellipsoidalAltitude, position.altHAE, 0.0001),
            ] {
                if let a, let b {
                    if abs(a - b) > tol { print("VALUE", log.name, index, name, a, b); break }
                } else if (a == nil) != (b == nil) {
                    print("NIL", log.name, index, name, a as Any, b as Any); break
                }
            }
            let st: [Int: Location.Correction] = [
                2: .dgps, 3: .rtkFixed, 4: .rtkFloat, 5: .deadReckoning, 6: .combined, 7: .surveyed, 8: .simulated,
                9: .precise,
            ]
            if fix.correction != st[position.status ?? 0] {
                print("STATUS", log.name, index, fix.correction as Any, position.status as Any); break
            }
        }
    }

    private static func iso(_ date: Date) -> String {
        date.formatted(
            .iso8601.year().month().day().timeZone(separator: .omitted).time(includingFractionalSeconds: true))
    }
}
