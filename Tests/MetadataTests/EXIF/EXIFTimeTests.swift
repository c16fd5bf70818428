import TestSupport
import Testing

@testable import LKMetadata

@Suite struct EXIFTimeTests {
    private func wallTime(_ text: String) -> PhotoDate.WallTime? {
        Array(text.utf8).withUnsafeBytes { EXIFTime.wallTime($0) }
    }

    private func offset(_ text: String) -> Int? { Array(text.utf8).withUnsafeBytes { EXIFTime.offset($0) } }

    private func fraction(_ text: String) -> Int? { Array(text.utf8).withUnsafeBytes { EXIFTime.fraction($0) } }

    @Test(
        "EXIF dates are read in all forms that programs write",
        arguments: [
            "2008:10:22 16:28:39", "2008:10:22 16:28:39\0", "2008-10-22 16:28:39", "2008.10.22 16:28:39",
            "2008:10:22:16:28:39", "2008-10-22T16:28:39", "2008:10:22 16:28:39+02:00", " 2008:10:22 16:28:39 ",
        ])
    func timesAreReadInTheFormsThatProgramsWrite(text: String) {
        #expect(wallTime(text)?.description == "2008-10-22T16:28:39")
    }

    @Test(
        "A date that no calendar has is not read",
        arguments: [
            "0000:00:00 00:00:00", "    :  :     :  :  ", "", "\0", "2008:13:01 00:00:00", "2008:02:30 00:00:00",
            "2008:10:22 25:00:00", "2008:10:22 16:61:00", "2014:09:259", "20081022", "2008", "abcd:ef:gh",
            "2008:10:22 16",
        ])
    func whatNoCalendarHasIsNoTime(text: String) {
        #expect(wallTime(text) == nil)
    }

    @Test(
        "EXIF dates with blanks, AM and PM or 24 hours are read or rejected",
        arguments: [
            ("2024: 5: 1  8: 5: 9", "2024-05-01T08:05:09"), ("2024:05:01  8:15:00", "2024-05-01T08:15:00"),
            ("2024:05:01 08:15:00 PM", "2024-05-01T20:15:00"), ("2024:05:01 12:15:00 am", "2024-05-01T00:15:00"),
            ("2024:12:31 24:00:00", "2025-01-01T00:00:00"), ("2024:05:01   :  :  ", "2024-05-01"),
            ("2024:05:01 24:00:01", nil), ("2024:05:01 13:15:00 PM", nil), ("2024:  :   8:15:00", nil),
        ] as [(String, String?)])
    func blanksNoonAndTheEndOfADayAreReadOrRejected(text: String, time: String?) {
        #expect(wallTime(text)?.description == time)
    }

    @Test("An unreadable date gives a warning that quotes it, and the next date is used")
    func aDateThatCannotBeReadIsNamed() throws {
        let found = try PhotoFixture.metadata(
            PhotoFixture.jpeg(exif: [(0x9003, .ascii("2024:05:01 24:15:00")), (0x9004, .ascii("2024:05:02 10:00:00"))]))
        #expect(found.date?.rule == .digitized)
        #expect(found.warnings.map(\.subject) == [.date])
        #expect(found.warnings.first?.message == "the date '2024:05:01 24:15:00' cannot be read")
    }

    @Test("A date without a time is marked as a day only")
    func aDayAloneSaysSo() throws {
        let time = try #require(wallTime("2014:09:25"))
        #expect(time.isDayOnly)
        #expect(time.description == "2014-09-25")
    }

    @Test("A leap second becomes the last second of its minute")
    func aLeapSecondIsTheLastOfItsMinute() {
        #expect(wallTime("2016:12:31 23:59:60")?.second == 59)
    }

    @Test("UTC offsets of EXIF are read, and blank or malformed ones ignored")
    func offsetsAreReadAndBlanksAreNone() {
        #expect(offset("+09:00") == 32_400)
        #expect(offset("-05:30\0") == -19_800)
        #expect(offset("+0545") == 20_700)
        #expect(offset("Z") == 0)
        for text in ["   :  ", "", "+", "09:00", "+16:00", "+09:60", "+9:5"] { #expect(offset(text) == nil, "\(text)") }
    }

    @Test("Fractions of a second are decimal digits")
    func fractionsAreDigitsBehindThePoint() {
        #expect(fraction("25") == 250_000_000)
        #expect(fraction("007 ") == 7_000_000)
        #expect(fraction("12345678901") == 123_456_789)
        #expect(fraction("  ") == nil)
    }
}
