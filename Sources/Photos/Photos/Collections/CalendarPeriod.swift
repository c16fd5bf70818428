import LKFormats

extension CalendarGrouping {
    /// A year, month, week, day, hour or second of the Gregorian calendar in local time, without a time zone.
    ///
    /// Integer arithmetic that is valid for any year, without `Calendar`.
    public struct Period: Sendable, Hashable {
        /// The length of a period.
        public enum Unit: String, Sendable, Hashable, CaseIterable {
            /// 1 January to 31 December.
            case year
            /// The first to the last day of a month.
            case month
            /// Monday to Sunday (ISO 8601); it belongs to the year of its Thursday.
            case week
            /// Midnight to midnight.
            case day
            /// One full hour to the next.
            case hour
            /// One second; used for the start of moments.
            case second
        }

        /// Its length.
        public var unit: Unit

        /// Periods of this unit since the one that contains 1970-01-01 00:00; negative before it.
        var number: Int

        init(_ unit: Unit, number: Int) {
            self.unit = unit
            self.number = number
        }

        /// The period that contains an instant.
        ///
        /// - Parameters:
        ///   - unit: Its length.
        ///   - wallSeconds: Local time, in seconds since 1970 as if it were UTC.
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

        /// The start in local time, in seconds since 1970.
        public var begin: Int { Self.begin(unit, number) }

        /// The start of the next period in local time, in seconds since 1970.
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

        /// Floor division, which also works before 1970.
        static func floor(_ number: Int, _ divisor: Int) -> Int {
            let quotient = number / divisor
            return number % divisor < 0 ? quotient - 1 : quotient
        }
    }
}

extension CalendarGrouping.Period: Comparable {
    /// Orders periods by start, then the shorter first.
    public static func < (left: Self, right: Self) -> Bool {
        if left.unit == right.unit { return left.number < right.number }
        return (left.begin, left.end) < (right.begin, right.end)
    }
}

extension CalendarGrouping.Period: CustomStringConvertible {
    /// In ISO 8601: `2014`, `2014-05`, `2014-W22`, `2014-05-26`, `2014-05-26T10`, `2014-05-26T10:15:00`.
    public var description: String {
        func padded(_ number: Int, _ width: Int = 2) -> String {
            let digits = String(abs(number))
            return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let begin = begin
        let day = Self.floor(begin, 86_400)
        let second = begin - day * 86_400
        if unit == .week {
            // The week's Thursday determines year and number.
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
