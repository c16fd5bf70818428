internal import FoundationEssentials

/// The `Retry-After` of an answer (RFC 9110, 10.2.3): a number of seconds, or a date.
enum RetryAfter {
    /// How long to wait.
    ///
    /// - Parameters:
    ///   - text: The header's value.
    ///   - date: The answer's own `Date`: where it is there, a clock of ours that is wrong does not matter.
    ///   - now: The time by our clock.
    /// - Returns: At most a year; `nil` for what is neither.
    static func duration(_ text: String, date: String?, now: Date) -> Duration? {
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return .seconds(min(Int(text) ?? .max, 31_536_000))
        }
        guard let end = seconds(of: text) else { return nil }
        let start = date.flatMap(seconds) ?? Int(now.timeIntervalSince1970)
        return .seconds(min(max(end - start, 0), 31_536_000))
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Seconds since 1970 of an HTTP date in any of its three forms.
    static func seconds(of text: String) -> Int? {
        // Sun, 06 Nov 1994 08:49:37 GMT; Sunday, 06-Nov-94 08:49:37 GMT; Sun Nov  6 08:49:37 1994
        var numbers: [Int] = []
        var time: [Int] = []
        var month: Int?
        for part in text.lowercased().split(whereSeparator: { " ,-".contains($0) }).prefix(8) {
            if part.contains(":") {
                time = part.split(separator: ":").compactMap { Int($0) }
            } else if let index = months.firstIndex(of: String(part)) {
                month = index + 1
            } else if part.utf8.count <= 4, let number = Int(part) {
                numbers.append(number)
            }
        }
        guard let month, numbers.count == 2, time.count == 3, (1...31).contains(numbers[0]) else { return nil }
        guard (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]) else { return nil }
        let year = numbers[1] < 70 ? 2000 + numbers[1] : numbers[1] < 100 ? 1900 + numbers[1] : numbers[1]
        guard (1970...9999).contains(year) else { return nil }
        return days(year, month, numbers[0]) * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
    }

    /// Days since 1970 in the Gregorian calendar; years are counted from March, so that leap days come last.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
}
