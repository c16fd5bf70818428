import Foundation
import TestSupport
import Testing

@testable import LKFormats

@Suite(.enabled(if: ZoneFile(named: "Asia/Tokyo") != nil, "the package tzdata is not installed"))
struct ZoneFileTests {
    @Test("Offsets are those of a few known places and times")
    func known() throws {
        let tokyo = try #require(ZoneFile(named: "Asia/Tokyo"))
        #expect(tokyo.offset(at: 1_795_242_600) == 32_400)
        let newYork = try #require(ZoneFile(named: "America/New_York"))
        // 2026-03-08 at 07:00 UTC the clocks go forward, on 2026-11-01 at 06:00 UTC back.
        #expect(newYork.offset(at: 1_772_953_199) == -18_000)
        #expect(newYork.offset(at: 1_772_953_200) == -14_400)
        #expect(newYork.offset(at: 1_793_512_799) == -14_400)
        #expect(newYork.offset(at: 1_793_512_800) == -18_000)
        // Beyond the table, by the rule: July and January of 2060.
        #expect(newYork.offset(at: 2_856_000_000) == -14_400)
        #expect(newYork.offset(at: 2_840_200_000) == -18_000)
    }

    @Test(
        "Rules of both hemispheres and of unusual kinds",
        arguments: [
            ("CET-1CEST,M3.5.0,M10.5.0/3", 1_784_000_000, 7200), ("CET-1CEST,M3.5.0,M10.5.0/3", 1_768_000_000, 3600),
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_768_000_000, 39_600),
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_784_000_000, 36_000),
            ("<+0545>-5:45", 1_784_000_000, 20_700), ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1_784_000_000, -3600),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_784_000_000, 3600), ("XXX0YYY,J60,J300", 1_784_000_000, 3600),
        ])
    func rules(text: String, moment: Int, offset: Int) throws {
        #expect(try #require(ZoneRule(text)).offset(at: moment) == offset)
    }

    @Test(
        "Names that lead out of the folder or nowhere give nothing",
        arguments: [
            "", "/etc/passwd", "../../etc/passwd", "Asia", "Asia/Nowhere", "Asia\u{0}", "a b",
        ])
    func wrongNames(name: String) { #expect(ZoneFile(named: name) == nil) }

    @Test("A file that is cut off or damaged gives nothing or some offset, and never traps")
    func damaged() throws {
        let whole = [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Asia/Tokyo")))
        for length in whole.indices { _ = ZoneFile(Array(whole.prefix(length)))?.offset(at: 1_795_242_600) }
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<3000 {
            var bytes = whole
            for _ in 0..<3 {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            if let zone = ZoneFile(bytes) { #expect(abs(zone.offset(at: 1_795_242_600)) <= 86_400 * 7) }
        }
        #expect(ZoneFile(Array(whole.prefix(40))) == nil)
    }

    @Test("A clock on the wall shows a time once, twice when it is set back, and never when it is set forward")
    func wallTimes() throws {
        let berlin = try #require(ZoneFile(named: "Europe/Berlin"))
        // 2014-07-01 12:00; 2014-03-30 02:30, which no clock showed; 2014-10-26 02:30, which all showed twice.
        #expect(berlin.offsets(atWallTime: 1_404_216_000) == ZoneFile.WallOffsets(offsets: [7200], isSkipped: false))
        #expect(
            berlin.offsets(atWallTime: 1_396_146_600) == ZoneFile.WallOffsets(offsets: [3600, 7200], isSkipped: true))
        #expect(
            berlin.offsets(atWallTime: 1_414_290_600) == ZoneFile.WallOffsets(offsets: [7200, 3600], isSkipped: false))
        // The last second before the gap and the first one after it are ordinary.
        #expect(berlin.offsets(atWallTime: 1_396_144_799).offsets == [3600])
        #expect(berlin.offsets(atWallTime: 1_396_148_400).offsets == [7200])
        let tokyo = try #require(ZoneFile(named: "Asia/Tokyo"))
        #expect(tokyo.offsets(atWallTime: 1_400_000_000) == ZoneFile.WallOffsets(offsets: [32_400], isSkipped: false))
    }
}
