import FoundationEssentials
import TestSupport
import Testing

@testable import LKMetadata

@Suite struct DateRulesTests {
    private func date(
        _ exif: PhotoFixture.Entries, gps: PhotoFixture.Entries = [], first: PhotoFixture.Entries = []
    ) throws -> PhotoDate? {
        try PhotoFixture.metadata(PhotoFixture.jpeg(exif: exif, gps: gps, first: first)).date
    }

    private func receiver(_ day: String, _ hour: Int, _ minute: Int, _ status: String = "A") -> PhotoFixture.Entries {
        [(7, .rational([(hour, 1), (minute, 1), (30, 1)])), (9, .ascii(status)), (0x1D, .ascii(day))]
    }

    private static let shot: PhotoFixture.Entries = [(0x9003, .ascii("2008:10:22 16:28:39"))]

    @Test("The offset of the last change does not apply to the original date")
    func theOffsetOfTheLastChangeIsNotThatOfTheShot() throws {
        let date = try #require(
            try date(
                Self.shot + [(0x9010, .ascii("+09:00"))], first: [(0x0132, .ascii("2020:01:01 00:00:00"))]))
        #expect(date.rule == .original)
        #expect(date.offset == nil)
        #expect(date.offsetRule == nil)
    }

    @Test("The original date precedes the digitized and the modified one, each with its own offset")
    func theShotCountsBeforeTheFileAndTheChange() throws {
        let changed: PhotoFixture.Entries = [(0x0132, .ascii("2020:01:01 00:00:00"))]
        let digitized: PhotoFixture.Entries = [(0x9004, .ascii("2010:01:01 00:00:00")), (0x9012, .ascii("-03:00"))]
        #expect(try date(Self.shot + digitized, first: changed)?.rule == .original)
        let scan = try #require(try date(digitized, first: changed))
        #expect(scan.rule == .digitized)
        #expect(scan.offset == -10_800)
        let change = try #require(try date([(0x9010, .ascii("+09:00"))], first: changed))
        #expect(change.rule == .modified)
        #expect(change.offset == 32_400)
        #expect(try date([]) == nil)
        // A clock that was never set is not a valid time.
        #expect(try date([(0x9003, .ascii("0000:00:00 00:00:00"))] + digitized)?.rule == .digitized)
    }

    @Test(
        "The UTC offset follows from the GPS time, and is rounded to a quarter of an hour",
        arguments: [
            // The fix is a minute old; the day differs between the zones; a zone of three quarters of an hour.
            ("2008:10:22", 14, 27, 7200), ("2008:10:22", 3, 28, 46_800), ("2008:10:22", 10, 43, 20_700),
            ("2008:10:23", 1, 28, -32_400), ("2008:10:22", 16, 30, 0),
        ])
    func theReceiversTimeTellsTheOffset(day: String, hour: Int, minute: Int, offset: Int) throws {
        let date = try #require(try date(Self.shot, gps: receiver(day, hour, minute)))
        #expect(date.offset == offset)
        #expect(date.offsetRule == .gps)
        #expect(date.wallTime.description == "2008-10-22T16:28:39")
    }

    @Test(
        "A stale, impossible or void GPS time gives no UTC offset",
        arguments: [
            // A day late, as one camera writes it; stale by twenty minutes; a quarter that no country has; without a fix.
            ("2008:10:23", 14, 27, "A"), ("2008:10:22", 14, 8, "A"), ("2008:10:22", 14, 13, "A"),
            ("2008:10:22", 14, 27, "V"),
            ("2014:09:259", 14, 27, "A"), ("0000:00:00", 14, 27, "A"),
        ])
    func aReceiversTimeThatCannotBeIsNotBelieved(day: String, hour: Int, minute: Int, status: String) throws {
        let date = try #require(try date(Self.shot, gps: receiver(day, hour, minute, status)))
        #expect(date.offset == nil)
    }

    @Test("A stated UTC offset takes precedence over one derived from GPS time")
    func aStatedOffsetCountsBeforeADerivedOne() throws {
        let date = try #require(
            try date(Self.shot + [(0x9011, .ascii("+05:00"))], gps: receiver("2008:10:22", 14, 27)))
        #expect(date.offset == 18_000)
        #expect(date.offsetRule == .offsetField)
    }

    @Test("GPS time is the last-resort date")
    func theReceiversTimeIsTheDateOfLastResort() throws {
        let date = try #require(try date([], gps: receiver("2008:10:22", 14, 27)))
        #expect(date.rule == .gps)
        #expect(date.offset == 0)
        #expect(date.wallTime.description == "2008-10-22T14:27:30")
    }

    @Test("XMP supplies the UTC offset if its time equals that of EXIF, and the date if EXIF has none")
    func aTimeInXMPWithAnOffsetTellsTheOffsetOfTheSameTime() throws {
        let packet = Bytes.xmp("exif:DateTimeOriginal='2008-10-22T16:28:39+02:00'")
        func date(_ original: String) throws -> PhotoDate? {
            let exif = TIFFFixture.bytes([(0x8769, .directory([(0x9003, .ascii(original))]))])
            return try PhotoFixture.metadata(PhotoFixture.jpeg(PhotoFixture.app1(exif), PhotoFixture.appXMP(packet)))
                .date
        }
        #expect(try date("2008:10:22 16:28:39")?.offset == 7200)
        #expect(try date("2008:10:22 16:28:39")?.rule == .original)
        #expect(try date("2008:10:22 16:28:40")?.offset == nil)
        let other = try #require(try date("    :  :     :  :  "))
        #expect(other.rule == .xmp)
        #expect(other.offsetRule == .text)
    }

    @Test("A date has an instant only with a UTC offset, stated or assumed")
    func theMomentNeedsAnOffset() throws {
        let time = try #require(PhotoDate.WallTime(year: 1970, month: 1, day: 2, hour: 1))
        #expect(PhotoDate(wallTime: time, rule: .original).instant == nil)
        #expect(
            PhotoDate(wallTime: time, rule: .original).instant(assumingOffset: 3600).timeIntervalSince1970 == 86_400)
        #expect(PhotoDate(wallTime: time, offset: -3600, rule: .original).instant?.timeIntervalSince1970 == 93_600)
    }
}
