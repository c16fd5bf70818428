import FoundationEssentials
import LKFormats

/// Decides whether and when to retry a failed request: a value without its own clock and random numbers.
struct RetrySchedule: Sendable {
    /// The kind of failure.
    enum Kind: Hashable, Sendable {
        /// 429 and 503: the service is overloaded, and may say when to retry.
        case overloaded(retryAfter: Duration?)
        /// 500, 502 and 504: an internal failure, which a retry may avoid.
        case broken
        /// Any other failure: a retry would have the same result.
        case final
    }

    /// What to do after a failure.
    enum Decision: Hashable, Sendable {
        case wait(Duration)
        case giveUp
        /// The service named a time later than any caller waits.
        case comeBack(after: Duration)
    }

    private let policy: UsagePolicy
    private var sent = 1

    init(_ policy: UsagePolicy) { self.policy = policy }

    /// Decides what to do after a failure.
    ///
    /// - Parameters:
    ///   - kind: The failure.
    ///   - elapsed: The time since the first attempt.
    ///   - chance: A random number in 0..<1, so that clients that failed together do not retry together.
    /// - Returns: The decision.
    mutating func decide(after kind: Kind, elapsed: Duration, chance: Double) -> Decision {
        let left = policy.timeout - elapsed
        let tries: Int
        var wait: Duration?
        switch kind {
        case .final: return .giveUp
        case .broken: tries = min(policy.tries, 2)
        case .overloaded(let retryAfter):
            if let retryAfter, retryAfter >= left { return .comeBack(after: retryAfter) }
            tries = policy.tries
            wait = retryAfter
        }
        guard sent < tries else { return wait.map { .comeBack(after: $0) } ?? .giveUp }
        let doubled = policy.backoff * (1 << min(sent - 1, 20))
        let backoff = doubled * (1 - 0.5 * min(max(chance, 0), 1))
        let pause = max(wait ?? .zero, backoff)
        guard pause < left else { return wait.map { .comeBack(after: $0) } ?? .giveUp }
        sent += 1
        return .wait(pause)
    }
}

/// Parses the `Retry-After` header (RFC 9110, 10.2.3): a number of seconds, or a date.
enum RetryAfter {
    /// Returns how long to wait.
    ///
    /// - Parameters:
    ///   - text: The header's value.
    ///   - date: The answer's own `Date`; if present, a wrong local clock does not matter.
    ///   - now: The local time.
    /// - Returns: At most a year; `nil` if the header is invalid.
    static func duration(_ text: String, date: String?, now: Date) -> Duration? {
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return .seconds(min(Int(text) ?? .max, 31_536_000))
        }
        guard let end = seconds(of: text) else { return nil }
        let start = date.flatMap(seconds) ?? Int(now.timeIntervalSince1970)
        return .seconds(min(max(end - start, 0), 31_536_000))
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Parses an HTTP date in any of its three forms; returns seconds since 1970.
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
        return CivilDate(year: year, month: month, day: numbers[0]).dayNumber * 86_400 + time[0] * 3_600 + time[1] * 60
            + time[2]
    }
}
