/// A moment as a date and time of day of the Gregorian calendar, extended backwards.
struct CivilTime: Equatable {
    var year: Int
    var month: Int
    var day: Int
    var hour: Int
    var minute: Int
    var second: Int

    /// The calendar's reading of seconds since 1970 without leap seconds; `nil` outside the years 0 to 9999.
    ///
    /// The days are taken apart in eras of 400 years that begin in March (Hinnant, "chrono-Compatible Low-Level Date
    /// Algorithms", civil_from_days).
    init?(secondsSince1970 seconds: Int) {
        guard (-62_167_219_200..<253_402_300_800).contains(seconds) else { return nil }
        let days = seconds.quotientRoundedDown(by: 86_400)
        let shifted = days + 719_468
        let era = shifted.quotientRoundedDown(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let rest = seconds - days * 86_400
        (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    }

    /// Days from 1970-01-01 to a date (Hinnant, days_from_civil).
    static func days(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.quotientRoundedDown(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// `2026-11-21T06:30:00`, with another letter between date and time if wanted.
    func text(separator: String) -> String {
        let date = Timestamp.padded(year, 4) + "-" + Timestamp.padded(month, 2) + "-" + Timestamp.padded(day, 2)
        let time = [hour, minute, second].map { Timestamp.padded($0, 2) }.joined(separator: ":")
        return date + separator + time
    }
}
