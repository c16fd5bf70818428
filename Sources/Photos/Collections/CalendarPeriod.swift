import Geo

/// A year, month, week, day, hour or second of the Gregorian calendar, as clocks on the wall show it, at no place in
/// particular.
///
/// All of it is arithmetic of whole numbers, right for any year, without `Calendar` and time zones.
public struct CalendarPeriod: Sendable, Hashable {
    /// How long a period is.
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        /// From 1 January to 31 December.
        case year
        /// From the first to the last of the month.
        case month
        /// From Monday to Sunday (ISO 8601); it belongs to the year of its Thursday.
        case week
        /// From midnight to midnight.
        case day
        /// From one full hour to the next.
        case hour
        /// A second: for moments, which begin at any time.
        case second
    }

    /// How long it is.
    public var unit: Unit

    /// How many periods of its kind lie between the one that holds 1970-01-01 00:00 and this one; negative before.
    var number: Int

    init(_ unit: Unit, number: Int) {
        self.unit = unit
        self.number = number
    }

    /// The period that a moment lies in.
    ///
    /// - Parameters:
    ///   - unit: How long it is.
    ///   - wallSeconds: What the clock on the wall shows, as seconds since 1970 as if it were UTC.
    public init(_ unit: Unit, wallSeconds: Int) {
        self.unit = unit
        number = Self.number(unit, wallSeconds)
    }

    static func number(_ unit: Unit, _ wallSeconds: Int) -> Int {
        switch unit {
        case .second: return wallSeconds
        case .hour: return floor(wallSeconds, 3600)
        case .day: return floor(wallSeconds, 86_400)
        // 1970-01-01 was a Thursday, three days after its Monday.
        case .week: return floor(floor(wallSeconds, 86_400) + 3, 7)
        case .month:
            let date = CivilDate(dayNumber: floor(wallSeconds, 86_400))
            return (date.year - 1970) * 12 + date.month - 1
        case .year: return CivilDate(dayNumber: floor(wallSeconds, 86_400)).year - 1970
        }
    }

    /// When it begins, as seconds since 1970 of a clock on the wall.
    public var begin: Int { Self.begin(unit, number) }

    /// When the next one begins, as seconds since 1970 of a clock on the wall.
    public var end: Int { Self.begin(unit, number + 1) }

    private static func begin(_ unit: Unit, _ number: Int) -> Int {
        switch unit {
        case .second: number
        case .hour: number * 3600
        case .day: number * 86_400
        case .week: (number * 7 - 3) * 86_400
        case .month:
            CivilDate(year: 1970 + floor(number, 12), month: number - floor(number, 12) * 12 + 1, day: 1).dayNumber
                * 86_400
        case .year: CivilDate(year: 1970 + number, month: 1, day: 1).dayNumber * 86_400
        }
    }

    /// Division that rounds down, also before 1970.
    static func floor(_ number: Int, _ divisor: Int) -> Int {
        let quotient = number / divisor
        return number % divisor < 0 ? quotient - 1 : quotient
    }
}

extension CalendarPeriod: Comparable {
    /// Whether the left period begins earlier or, if they begin together, is shorter.
    public static func < (left: Self, right: Self) -> Bool {
        if left.unit == right.unit { return left.number < right.number }
        return (left.begin, left.end) < (right.begin, right.end)
    }
}

extension CalendarPeriod: CustomStringConvertible {
    /// As ISO 8601 writes it: `2014`, `2014-05`, `2014-W22`, `2014-05-26`, `2014-05-26T10`, `2014-05-26T10:15:00`.
    public var description: String {
        func padded(_ number: Int, _ width: Int = 2) -> String {
            let digits = String(abs(number))
            return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let begin = begin
        let day = Self.floor(begin, 86_400)
        let second = begin - day * 86_400
        if unit == .week {
            // The week's Thursday tells year and number.
            let year = CivilDate(dayNumber: day + 3).year
            let first = CivilDate(year: year, month: 1, day: 1).dayNumber
            return "\(padded(year, 4))-W\(padded((day + 3 - first) / 7 + 1))"
        }
        let date = CivilDate(dayNumber: day)
        var text = padded(date.year, 4)
        if unit == .year { return text }
        text += "-\(padded(date.month))"
        if unit == .month { return text }
        text += "-\(padded(date.day))"
        if unit == .day { return text }
        text += "T\(padded(second / 3600))"
        return unit == .hour ? text : text + ":\(padded(second / 60 % 60)):\(padded(second % 60))"
    }
}
