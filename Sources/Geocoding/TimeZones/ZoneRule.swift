import Geo

/// The rule of a time zone for the time after its table: `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX `TZ`, with RFC 9636's
/// hours beyond 24).
struct ZoneRule {
    /// A day of the year and the seconds after its midnight.
    private struct Turn {
        enum Day {
            /// Month, week 1...5 (5: the last), weekday from Sunday.
            case weekday(month: Int, week: Int, weekday: Int)
            /// 1...365, the 29th of February never counted.
            case julian(Int)
            /// 0...365, the 29th of February counted.
            case ordinal(Int)
        }

        var day: Day
        var seconds: Int
    }

    private var standard: Int
    private var summer: (offset: Int, from: Turn, to: Turn)?

    /// Reads a rule; `nil` when it is none.
    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        guard Self.skipName(&rest), let west = Self.time(&rest) else { return nil }
        standard = -west
        guard !rest.isEmpty else { return }
        guard Self.skipName(&rest) else { return nil }
        var offset = standard + 3600
        if let first = rest.first, first != UInt8(ascii: ",") {
            guard let west = Self.time(&rest) else { return nil }
            offset = -west
        }
        guard let from = Self.turn(&rest), let to = Self.turn(&rest), rest.isEmpty else { return nil }
        summer = (offset, from, to)
    }

    /// Seconds east of UTC at a moment in seconds since 1970.
    func offset(at moment: Int) -> Int {
        // Within the years for which numbers of days are safe.
        guard let summer, (-1 << 40..<1 << 40).contains(moment) else { return standard }
        let year = CivilDate(dayNumber: moment >= 0 ? moment / 86_400 : (moment - 86_399) / 86_400).year
        let from = Self.moment(of: summer.from, year: year) - standard
        let to = Self.moment(of: summer.to, year: year) - summer.offset
        let isSummer = from < to ? (from..<to).contains(moment) : !(to..<from).contains(moment)
        return isSummer ? summer.offset : standard
    }

    private static func moment(of turn: Turn, year: Int) -> Int {
        let newYear = CivilDate(year: year, month: 1, day: 1).dayNumber
        let isLeap = CivilDate(year: year + 1, month: 1, day: 1).dayNumber - newYear == 366
        let day: Int
        switch turn.day {
        case .julian(let number): day = newYear + number - 1 + (isLeap && number >= 60 ? 1 : 0)
        case .ordinal(let number): day = newYear + number
        case .weekday(let month, let week, let weekday):
            let first = CivilDate(year: year, month: month, day: 1).dayNumber
            let next = CivilDate(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1).dayNumber
            // 1970-01-01 was a Thursday.
            let firstWeekday = ((first + 4) % 7 + 7) % 7
            var date = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            while date >= next { date -= 7 }
            day = date
        }
        return day * 86_400 + turn.seconds
    }

    /// Skips `CET` or `<+03>`.
    private static func skipName(_ rest: inout ArraySlice<UInt8>) -> Bool {
        if rest.first == UInt8(ascii: "<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
            rest = rest[(end + 1)...]
            return true
        }
        let name = rest.prefix { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
        rest = rest.dropFirst(name.count)
        return name.count >= 3
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard (1...3).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func consume(_ character: Character, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let first = rest.first, first == character.asciiValue else { return false }
        rest.removeFirst()
        return true
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    private static func time(_ rest: inout ArraySlice<UInt8>) -> Int? {
        let isNegative = consume("-", &rest)
        if !isNegative { _ = consume("+", &rest) }
        guard var seconds = number(&rest).map({ $0 * 3600 }), seconds <= 167 * 3600 else { return nil }
        for unit in [60, 1] where consume(":", &rest) {
            guard let part = number(&rest), part < 60 else { return nil }
            seconds += part * unit
        }
        return isNegative ? -seconds : seconds
    }

    /// `,M3.5.0/2`, `,J60` or `,59`.
    private static func turn(_ rest: inout ArraySlice<UInt8>) -> Turn? {
        guard consume(",", &rest) else { return nil }
        let day: Turn.Day
        if consume("M", &rest) {
            guard let month = number(&rest), (1...12).contains(month), consume(".", &rest), let week = number(&rest),
                (1...5).contains(week), consume(".", &rest), let weekday = number(&rest), (0...6).contains(weekday)
            else { return nil }
            day = .weekday(month: month, week: week, weekday: weekday)
        } else {
            let isJulian = consume("J", &rest)
            guard let number = number(&rest), (isJulian ? 1...365 : 0...365).contains(number) else { return nil }
            day = isJulian ? .julian(number) : .ordinal(number)
        }
        var seconds = 7200
        if consume("/", &rest) {
            guard let given = time(&rest) else { return nil }
            seconds = given
        }
        return Turn(day: day, seconds: seconds)
    }
}
