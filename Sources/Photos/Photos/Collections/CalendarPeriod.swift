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

        /// Creates the period that contains an instant.
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

        /// The day at its start.
        var date: CivilDate { CivilDate(dayNumber: Self.floor(begin, 86_400)) }

        /// The seconds from midnight to its start.
        var secondOfDay: Int { begin - Self.floor(begin, 86_400) * 86_400 }

        /// The number of a week with its year, by ISO 8601: the week's Thursday determines both.
        var weekOfYear: (year: Int, number: Int) {
            let thursday = Self.floor(begin, 86_400) + 3
            let year = CivilDate(dayNumber: thursday).year
            return (year, (thursday - CivilDate(year: year, month: 1, day: 1).dayNumber) / 7 + 1)
        }

        /// Returns the quotient rounded down, which also works before 1970.
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
        // Without the sign, a year has four digits.
        func year(_ number: Int) -> String { (number < 0 ? "-" : "") + abs(number).padded(to: 4) }
        let (date, second) = (date, secondOfDay)
        if unit == .week {
            let week = weekOfYear
            return "\(year(week.year))-W\(week.number.padded(to: 2))"
        }
        var text = year(date.year)
        if unit == .year { return text }
        text += "-\(date.month.padded(to: 2))"
        if unit == .month { return text }
        text += "-\(date.day.padded(to: 2))"
        if unit == .day { return text }
        text += "T\((second / 3600).padded(to: 2))"
        return unit == .hour ? text : text + ":\((second / 60 % 60).padded(to: 2)):\((second % 60).padded(to: 2))"
    }
}
