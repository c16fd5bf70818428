import Geo

/// A moment as a date and time of day of the Gregorian calendar, extended backwards.
struct CivilTime: Equatable {
    var date: CivilDate
    var hour: Int
    var minute: Int
    var second: Int

    /// The calendar's reading of seconds since 1970 without leap seconds; `nil` outside the years 0 to 9999.
    init?(secondsSince1970 seconds: Int) {
        guard (-62_167_219_200..<253_402_300_800).contains(seconds) else { return nil }
        let days = seconds.quotientRoundedDown(by: 86_400)
        date = CivilDate(dayNumber: days)
        let rest = seconds - days * 86_400
        (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    }

    /// `2026-11-21T06:30:00`, with another letter between date and time if wanted.
    func text(separator: String) -> String {
        let day = [Timestamp.padded(date.year, 4), Timestamp.padded(date.month, 2), Timestamp.padded(date.day, 2)]
        let time = [hour, minute, second].map { Timestamp.padded($0, 2) }.joined(separator: ":")
        return day.joined(separator: "-") + separator + time
    }
}
