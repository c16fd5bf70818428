import FoundationEssentials

/// The dates of property lists: `2026-11-21T06:30:00Z`.
enum PropertyListDate {
    private static let secondsPerDay = 86_400.0
    /// From year 1 on, in days before 1970-01-01.
    private static let referenceDay = 11_323

    /// The text of a date; `nil` where a fraction of a second or a year outside 1...9999 would be lost.
    static func text(_ date: Date) -> String? {
        let seconds = date.timeIntervalSinceReferenceDate
        guard abs(seconds) < 1e12, seconds == seconds.rounded() else { return nil }
        let day = (seconds / secondsPerDay).rounded(.down)
        let (year, month, dayOfMonth) = civil(Int(day) + referenceDay)
        guard (1...9999).contains(year) else { return nil }
        let second = Int(seconds - day * secondsPerDay)
        return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(dayOfMonth, 2) + "T" + padded(second / 3600, 2)
            + ":" + padded(second / 60 % 60, 2) + ":" + padded(second % 60, 2) + "Z"
    }

    /// The date of a text; `nil` for any other form.
    static func date(_ text: some Collection<UInt8>) -> Date? {
        let bytes = Array(text)
        let pattern = Array("0000-00-00T00:00:00Z".utf8)
        guard bytes.count == pattern.count else { return nil }
        var numbers: [Int] = []
        var isInNumber = false
        for (byte, expected) in zip(bytes, pattern) {
            guard expected == UInt8(ascii: "0") else {
                guard byte == expected else { return nil }
                isInNumber = false
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            let digit = Int(byte - UInt8(ascii: "0"))
            if isInNumber {
                numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + digit
            } else {
                numbers.append(digit)
            }
            isInNumber = true
        }
        guard (1...12).contains(numbers[1]), (1...31).contains(numbers[2]), numbers[3] < 24, numbers[4] < 60,
            numbers[5] <= 60
        else { return nil }
        let day = days(numbers[0], numbers[1], numbers[2])
        guard civil(day) == (numbers[0], numbers[1], numbers[2]) else { return nil }
        let second = numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
        return Date(timeIntervalSinceReferenceDate: Double(day - referenceDay) * secondsPerDay + Double(second))
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: width - digits.count) + digits
    }

    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": days since 1970-01-01 and back.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
