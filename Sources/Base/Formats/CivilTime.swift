/// A day of the Gregorian calendar and its day number, without the cost of a `Calendar`.
///
/// Source: the shifted-year method of E. G. Richards, Explanatory Supplement to the Astronomical Almanac (2013),
/// 15.11.3: counting years from March puts the leap day at the end, and the months then follow a linear formula.
package struct CivilDate: Hashable, Sendable {
    /// The year of the proleptic Gregorian calendar; 0 is 1 BC.
    package var year: Int
    /// 1...12.
    package var month: Int
    /// Day of the month; ``dayNumber`` carries values past the month's end over into the next one.
    package var day: Int

    /// Days since 1970-01-01.
    package var dayNumber: Int {
        let shifted = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Creates a date, which need not be ``isValid``.
    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the date `dayNumber` days after 1970-01-01.
    package init(dayNumber: Int) {
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The date in ISO 8601, `2026-11-21`.
    package var text: String { "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" }

    /// Whether the month has this day.
    package var isValid: Bool {
        guard (1...12).contains(month), day >= 1 else { return false }
        guard day > 28 else { return true }
        guard month == 2 else { return day <= (month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31) }
        return day == 29 && year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }
}

/// A date and a time of day as a clock shows them, without time zone and leap seconds.
package struct CivilTime: Hashable, Sendable {
    /// The day.
    package var date: CivilDate
    /// 0...23.
    package var hour: Int
    /// 0...59.
    package var minute: Int
    /// 0...59.
    package var second: Int

    /// Creates the UTC time a number of seconds after (or before) 1970-01-01.
    package init(secondsSince1970 seconds: Int) {
        let day = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
        let rest = seconds - day * 86_400
        date = CivilDate(dayNumber: day)
        (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    }

    /// The time of day, `06:30:00`.
    package var clockText: String { "\(hour.padded(to: 2)):\(minute.padded(to: 2)):\(second.padded(to: 2))" }
}
