import FoundationEssentials
import LKFormats

extension PhotoDate {
    /// A civil date and time of day without a time zone, as cameras write it.
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
        /// 0...59; a leap second is represented as 59.
        public var second: Int
        /// 0..<1,000,000,000.
        public var nanosecond: Int
        /// Whether only the date is known; the time of day is then midnight.
        public var isDayOnly: Bool

        /// Creates a time; returns `nil` when the date or time of day does not exist.
        ///
        /// - Parameters:
        ///   - year: 1...9999; cameras whose clock is not set write zero, which is not a year.
        ///   - month: 1...12.
        ///   - day: 1...31, as the month allows.
        ///   - hour: 0...23.
        ///   - minute: 0...59.
        ///   - second: 0...60; 60, a leap second, becomes 59.
        ///   - nanosecond: 0..<1,000,000,000.
        ///   - isDayOnly: Whether the time of day is unknown.
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

        /// Creates the UTC time a number of seconds after 1970-01-01; returns `nil` outside the years 1...9999.
        ///
        /// - Parameters:
        ///   - seconds: Whole seconds, without leap seconds.
        ///   - nanosecond: 0..<1,000,000,000.
        public init?(secondsSince1970 seconds: Int, nanosecond: Int = 0) {
            guard (-62_135_596_800..<253_402_300_800).contains(seconds) else { return nil }
            let time = CivilTime(secondsSince1970: seconds)
            self.init(
                year: time.date.year, month: time.date.month, day: time.date.day, hour: time.hour, minute: time.minute,
                second: time.second, nanosecond: nanosecond)
        }

        /// Creates a time in which 24:00:00, the end of a day, is the next day's midnight (ISO 8601).
        ///
        /// - Returns: `nil` when the date or time of day does not exist; other times after 24:00 have no common meaning.
        init?(endOfDayOf day: PhotoDate.WallTime, hour: Int, minute: Int, second: Int, nanosecond: Int = 0) {
            if hour == 24, minute == 0, second == 0, nanosecond == 0 {
                self.init(secondsSince1970: day.secondsSince1970 + 86_400)
            } else {
                self.init(
                    year: day.year, month: day.month, day: day.day, hour: hour, minute: minute, second: second,
                    nanosecond: nanosecond)
            }
        }

        /// Returns the hour of a twelve-hour clock as one of 24.
        ///
        /// - Parameters:
        ///   - hour: 1...12.
        ///   - isAfternoon: Whether it is marked PM.
        /// - Returns: 0...23; `nil` if there is no such hour.
        static func hour(_ hour: Int, isAfternoon: Bool) -> Int? {
            (1...12).contains(hour) ? hour % 12 + (isAfternoon ? 12 : 0) : nil
        }

        /// The whole seconds since 1970, treating this time as UTC.
        public var secondsSince1970: Int {
            CivilDate(year: year, month: month, day: day).dayNumber * 86_400 + hour * 3600 + minute * 60 + second
        }
    }
}

extension PhotoDate.WallTime: CustomStringConvertible {
    /// Date and time as in `2026-11-21T06:30:00`, with the necessary digits of a fraction.
    public var description: String {
        let date = CivilDate(year: year, month: month, day: day).text
        if isDayOnly { return date }
        var fraction = ""
        if nanosecond != 0 {
            fraction = "." + nanosecond.padded(to: 9)
            while fraction.last == "0" { fraction.removeLast() }
        }
        return "\(date)T\(hour.padded(to: 2)):\(minute.padded(to: 2)):\(second.padded(to: 2))\(fraction)"
    }
}

extension PhotoDate.WallTime {
    /// Creates the UTC time of an instant, to the millisecond; returns `nil` outside the years 1...9999.
    init?(ofUTC instant: Date) {
        let milliseconds = (instant.timeIntervalSince1970 * 1000).rounded()
        guard abs(milliseconds) < 1e15 else { return nil }
        let seconds = Int((milliseconds / 1000).rounded(.down))
        self.init(secondsSince1970: seconds, nanosecond: (Int(milliseconds) - seconds * 1000) * 1_000_000)
    }
}

extension PhotoDate.WallTime: Comparable {
    /// Returns whether the left time is earlier.
    public static func < (left: PhotoDate.WallTime, right: PhotoDate.WallTime) -> Bool {
        (left.secondsSince1970, left.nanosecond) < (right.secondsSince1970, right.nanosecond)
    }
}

/// A time as in a text, with the UTC offset if the text has one.
package struct ZonedTime: Sendable, Hashable {
    /// The local time.
    package var wallTime: PhotoDate.WallTime

    /// Seconds east of UTC; 0 for `Z`.
    package var offset: Int?

    package init(wallTime: PhotoDate.WallTime, offset: Int? = nil) {
        self.wallTime = wallTime
        self.offset = offset
    }
}

extension ZonedTime {
    /// Parses a time in the notations of XMP, QuickTime and Matroska: `2019-07-24T11:25:40.5+0300`, also only a date,
    /// and also with EXIF's colons.
    ///
    /// - Parameter text: The text; the result is `nil` if it contains no date.
    init?(text: some Sequence<UInt8>) {
        var rest = TextScanner(text)
        // Sony cameras write `UTC 2021-09-10 10:11:12`.
        let isMarkedUTC = rest.next == UInt8(ascii: "U")
        if isMarkedUTC { rest.skipAny("UTC ") }
        guard let year = rest.digits(4, 4), let month = Self.dayPart(&rest), let day = Self.dayPart(&rest),
            let date = PhotoDate.WallTime(year: year, month: month, day: day, isDayOnly: true)
        else { return nil }
        let hasTime = rest.skip("T t")
        if hasTime { rest.skipAny(" ") }
        guard hasTime, let hour = rest.digits(1, 2) else {
            // A blank time of day is unknown.
            rest.skipAny(" :")
            guard rest.isAtEnd || Self.offset(&rest) != nil else { return nil }
            self.init(wallTime: date)
            return
        }
        // An hour alone may have an offset.
        guard rest.next.map({ $0 <= 0x3A || $0 == UInt8(ascii: "Z") }) ?? true,
            let minute = Self.timePart(&rest), let second = Self.timePart(&rest)
        else { return nil }
        let nanosecond = rest.skip(".,") ? rest.billionths() : 0
        rest.skipAny(" ")
        var clockHour: Int? = hour
        if let isAfternoon = Self.isAfternoon(&rest) {
            clockHour = PhotoDate.WallTime.hour(hour, isAfternoon: isAfternoon)
        }
        guard let clockHour,
            let time = PhotoDate.WallTime(
                endOfDayOf: date, hour: clockHour, minute: minute, second: second, nanosecond: nanosecond)
        else { return nil }
        self.init(wallTime: time, offset: Self.offset(&rest) ?? (isMarkedUTC ? 0 : nil))
    }

    /// Parses a month or a day: two digits, or after a separator also one, which may be padded with a blank.
    private static func dayPart(_ rest: inout TextScanner) -> Int? {
        guard rest.skip("-:/.") else { return rest.digits(2, 2) }
        rest.skipAny(" ")
        return rest.digits(1, 2)
    }

    /// Parses minutes or seconds, which may be missing.
    private static func timePart(_ rest: inout TextScanner) -> Int? {
        guard rest.skip(":") else { return rest.digits(2, 2) ?? 0 }
        rest.skipAny(" ")
        return rest.digits(1, 2)
    }

    /// Parses the mark of a twelve-hour clock; `nil` if there is none.
    private static func isAfternoon(_ rest: inout TextScanner) -> Bool? {
        guard let letter = rest.next, [0x61, 0x70].contains(letter | 0x20) else { return nil }
        _ = rest.skip("AaPp")
        rest.skipAny(".")
        guard rest.skip("Mm") else { return nil }
        rest.skipAny(". ")
        return letter | 0x20 == UInt8(ascii: "p")
    }

    /// Parses an offset as seconds east of UTC: `Z`, `+09:00`, `+0900`, `+9`.
    private static func offset(_ rest: inout TextScanner) -> Int? {
        rest.skipAny(" ")
        if rest.skip("Zz") { return 0 }
        return rest.offset()
    }
}
