import FoundationEssentials
import Geo

/// A date and time of day as a clock on the wall shows it, without a zone: what cameras write.
public struct WallTime: Sendable, Hashable, Codable {
    /// The year of the Gregorian calendar.
    public var year: Int
    /// 1...12.
    public var month: Int
    /// 1...31.
    public var day: Int
    /// 0...23.
    public var hour: Int
    /// 0...59.
    public var minute: Int
    /// 0...59; a leap second counts as the 59th.
    public var second: Int
    /// 0..<1,000,000,000.
    public var nanosecond: Int
    /// Whether only the day is known, and the time of day is midnight for want of a better one.
    public var isDayOnly: Bool

    /// Makes a time, or `nil` when the calendar has no such day or the day no such time.
    ///
    /// - Parameters:
    ///   - year: 1...9999; cameras without a set clock write zero, which is no year.
    ///   - month: 1...12.
    ///   - day: 1...31, as the month allows.
    ///   - hour: 0...23.
    ///   - minute: 0...59.
    ///   - second: 0...60; 60, a leap second, becomes 59.
    ///   - nanosecond: 0..<1,000,000,000.
    ///   - isDayOnly: Whether the time of day is not known.
    public init?(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, nanosecond: Int = 0,
        isDayOnly: Bool = false
    ) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second), (0..<1_000_000_000).contains(nanosecond),
            day <= 28 || CivilDate(year: year, month: month, day: day).isValid
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = min(second, 59)
        self.nanosecond = nanosecond
        self.isDayOnly = isDayOnly
    }

    /// The time that a clock of UTC shows some seconds after 1970 began, or `nil` outside of the years 1...9999.
    ///
    /// - Parameters:
    ///   - seconds: Whole seconds, without leap seconds.
    ///   - nanosecond: 0..<1,000,000,000.
    public init?(secondsSince1970 seconds: Int, nanosecond: Int = 0) {
        guard (-62_135_596_800..<253_402_300_800).contains(seconds) else { return nil }
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let date = CivilDate(dayNumber: days)
        let rest = seconds - days * 86_400
        self.init(
            year: date.year, month: date.month, day: date.day, hour: rest / 3600, minute: rest / 60 % 60,
            second: rest % 60, nanosecond: nanosecond)
    }

    /// The seconds between 1970 and this time, if it is read as UTC; without the fraction.
    public var secondsSince1970: Int {
        CivilDate(year: year, month: month, day: day).dayNumber * 86_400 + hour * 3600 + minute * 60 + second
    }
}

extension WallTime: CustomStringConvertible {
    /// Date and time as in `2026-11-21T06:30:00`, with as many digits of a fraction as there are.
    public var description: String {
        let padded = Self.padded
        let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        if isDayOnly { return date }
        var fraction = ""
        if nanosecond != 0 {
            fraction = "." + padded(nanosecond, 9)
            while fraction.last == "0" { fraction.removeLast() }
        }
        return "\(date)T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))\(fraction)"
    }
}

extension WallTime {
    /// The time that a clock of UTC shows at an instant, to the millisecond; `nil` outside of the years 1...9999.
    init?(ofUTC instant: Date) {
        let milliseconds = (instant.timeIntervalSince1970 * 1000).rounded()
        guard abs(milliseconds) < 1e15 else { return nil }
        let seconds = Int((milliseconds / 1000).rounded(.down))
        self.init(secondsSince1970: seconds, nanosecond: (Int(milliseconds) - seconds * 1000) * 1_000_000)
    }

    /// A number with zeros before it, of as many digits as wanted or more.
    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension WallTime: Comparable {
    /// Whether the left clock shows an earlier time.
    public static func < (left: WallTime, right: WallTime) -> Bool {
        (left.secondsSince1970, left.nanosecond) < (right.secondsSince1970, right.nanosecond)
    }
}

/// A time as a text states it, with the zone's offset where the text has one.
package struct ZonedTime: Sendable, Hashable {
    /// What the clock shows.
    package var wallTime: WallTime

    /// Seconds east of UTC; 0 for `Z`.
    package var offset: Int?

    /// Makes a time of its parts.
    package init(wallTime: WallTime, offset: Int? = nil) {
        self.wallTime = wallTime
        self.offset = offset
    }
}

extension ZonedTime {
    /// Reads a time as XMP, QuickTime and Matroska write it: `2019-07-24T11:25:40.5+0300`, also a day alone, also with the
    /// colons of EXIF.
    ///
    /// - Parameter text: The text; `nil` comes of what names no day.
    init?(text: some Sequence<UInt8>) {
        var rest = TextScanner(text)
        // `UTC 2021-09-10 10:11:12`, as cameras of Sony write.
        let isMarkedUTC = rest.next == UInt8(ascii: "U")
        if isMarkedUTC { rest.skipAny("UTC ") }
        guard let year = rest.digits(4, 4) else { return nil }
        _ = rest.skip("-:/")
        guard let month = rest.digits(2, 2) else { return nil }
        _ = rest.skip("-:/")
        guard let day = rest.digits(2, 2) else { return nil }
        guard rest.skip("T t"), let hour = rest.digits(2, 2) else {
            guard let time = WallTime(year: year, month: month, day: day, isDayOnly: true) else { return nil }
            self.init(wallTime: time)
            return
        }
        _ = rest.skip(":")
        let minute = rest.digits(2, 2) ?? 0
        var (second, nanosecond) = (0, 0)
        if rest.skip(":") || rest.next.map({ (0x30...0x39).contains($0) }) == true {
            second = rest.digits(2, 2) ?? 0
            if rest.skip(".,") { nanosecond = rest.billionths() }
        }
        guard
            let time = WallTime(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second, nanosecond: nanosecond)
        else { return nil }
        self.init(wallTime: time, offset: Self.offset(&rest) ?? (isMarkedUTC ? 0 : nil))
    }

    /// Seconds east of UTC: `Z`, `+09:00`, `+0900`, `+9`.
    private static func offset(_ rest: inout TextScanner) -> Int? {
        rest.skipAny(" ")
        if rest.skip("Zz") { return 0 }
        let isWest = rest.next == UInt8(ascii: "-")
        guard rest.skip("+-"), let hours = rest.digits(1, 2) else { return nil }
        _ = rest.skip(":")
        let minutes = rest.digits(2, 2) ?? 0
        return offset(hours: hours, minutes: minutes, isWest: isWest)
    }

    /// Seconds east of UTC; `nil` for what no zone has.
    static func offset(hours: Int, minutes: Int, isWest: Bool) -> Int? {
        guard hours <= 15, minutes < 60 else { return nil }
        return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }

    /// An offset as EXIF and XMP write it: `+09:00`.
    static func text(ofOffset offset: Int) -> String {
        let minutes = abs(offset) / 60
        return (offset < 0 ? "-" : "+") + WallTime.padded(minutes / 60, 2) + ":" + WallTime.padded(minutes % 60, 2)
    }
}
