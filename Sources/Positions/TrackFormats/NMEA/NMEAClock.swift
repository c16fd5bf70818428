import FoundationEssentials
import LKFormats

/// Combines the time from several sentences: most have only the time of day, `RMC` and `ZDA` also the date.
struct NMEAClock {
    /// Seconds and nanoseconds since 1970, with the sentence's precision.
    struct Instant: Equatable {
        var seconds: Int
        var nanoseconds: Int

        /// The time as a `Date`, never slightly before it: a `Date` resolves 0.1 microseconds, and formatters truncate
        /// decimals, so 0.408 s would be shown as 0.407.
        var date: Date {
            let whole = Double(seconds - 978_307_200)
            var interval = whole + Double(nanoseconds) / 1e9
            if (interval - whole) * 1e9 < Double(nanoseconds) { interval = interval.nextUp }
            return Date(timeIntervalSinceReferenceDate: interval)
        }
        /// Returns the seconds from `other` to this instant.
        func since(_ other: Instant) -> Double {
            Double(seconds - other.seconds) + Double(nanoseconds - other.nanoseconds) / 1e9
        }
    }

    let rule: NMEADecoder.DateRule
    /// The date; `nil` until a sentence has provided one.
    private var date: CivilDate?
    /// How many days later the dates of sentences are than they state.
    var dayShift = 0
    /// The date that holds until a sentence provides one: a recording may state it later.
    var presumedDate: CivilDate?
    private(set) var hour = 0
    private(set) var minute = 0
    private(set) var second = 0
    private var nanoseconds = 0
    /// Whether midnight has passed; as in gpsd, this has no effect before a date is known.
    private(set) var isShifted = false
    /// GPS minus UTC in seconds.
    ///
    /// The default is that of gpsd 3.22, and causes it to doubt dates before 2017.
    var leapSeconds = 18

    init(rule: NMEADecoder.DateRule) { self.rule = rule }

    var hasDate: Bool { date != nil || presumedDate != nil }

    /// The date that a sentence has stated, advanced at each midnight.
    var statedDate: CivilDate? { date }

    /// Parses a time of day `hhmmss.sss`; returns `false` when it is invalid.
    mutating func mergeTime(_ field: ArraySlice<UInt8>) -> Bool {
        guard let parts = Self.pairs(field) else { return false }
        if parts.0 < hour {
            date?.day += 1
            presumedDate?.day += 1
        }
        (hour, minute, second) = parts
        nanoseconds = 0
        let fraction = field.dropFirst(6)
        if fraction.first == UInt8(ascii: ".") {
            var scale = 100_000_000
            for byte in fraction.dropFirst() {
                guard case let digit = byte &- 0x30, digit < 10, scale > 0 else { break }
                nanoseconds += Int(digit) * scale
                scale /= 10
            }
        }
        return true
    }

    /// Parses a date `ddmmyy`; returns `false` when it is invalid.
    ///
    /// Years 80 to 99 mean 1980 to 1999, as in gpsd: GPS began in 1980.
    mutating func mergeDate(_ field: ArraySlice<UInt8>) -> Bool {
        guard field.count == 6, let (day, month, year) = Self.pairs(field) else { return false }
        guard (1...12).contains(month), (1...31).contains(day) else { return false }
        set(CivilDate(year: year >= 80 ? 1900 + year : 2000 + year, month: month, day: day))
        return true
    }

    mutating func set(_ date: CivilDate) {
        self.date = dayShift == 0 ? date : CivilDate(dayNumber: date.dayNumber + dayShift)
        presumedDate = nil
        isShifted = false
    }

    /// Forgets date and time, since the receiver reports that it has neither.
    mutating func clear() {
        let (leapSeconds, presumedDate, dayShift) = (leapSeconds, presumedDate, dayShift)
        self = NMEAClock(rule: rule)
        self.dayShift = dayShift
        self.leapSeconds = leapSeconds
        self.presumedDate = presumedDate
    }

    /// Returns the combined time; `nil` before the date is known.
    mutating func resolve() -> Instant? {
        guard let date = date ?? presumedDate else { return nil }
        var seconds = date.dayNumber * 86_400 + hour * 3600 + minute * 60 + second
        // gpsd 3.22, `gpsd_utc_resolve`: with 18 leap seconds known, a date before 2017-01-01 must come from a receiver
        // with a wrapped week counter, so 1024 weeks are added. This also shifts old recordings.
        if rule == .gpsd, leapSeconds > 17, seconds < 1_483_228_800 {
            seconds += 619_315_200
            let time = CivilTime(secondsSince1970: seconds)
            self.date = time.date
            (hour, minute, second) = (time.hour, time.minute, time.second)
            isShifted = true
        }
        guard seconds > 0 else { return nil }
        return Instant(seconds: seconds, nanoseconds: nanoseconds)
    }

    /// Parses three two-digit numbers at the start of a field.
    static func pairs(_ field: ArraySlice<UInt8>) -> (Int, Int, Int)? {
        guard field.count >= 6 else { return nil }
        var numbers = [0, 0, 0]
        for (offset, byte) in field.prefix(6).enumerated() {
            guard case let digit = byte &- 0x30, digit < 10 else { return nil }
            numbers[offset / 2] = numbers[offset / 2] * 10 + Int(digit)
        }
        return (numbers[0], numbers[1], numbers[2])
    }
}
