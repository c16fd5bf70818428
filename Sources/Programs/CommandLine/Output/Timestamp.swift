package import FoundationEssentials
import LKFormats

/// Moments as ISO 8601 text, by integer arithmetic: formatters of Foundation bring ICU and its start-up time.
package enum Timestamp {
    /// Returns an instant in UTC with milliseconds, `2026-11-21T06:30:00.000Z`, or `nil` outside the years 0 to 9999.
    package static func utc(_ date: Date) -> String? {
        guard let milliseconds = milliseconds(date) else { return nil }
        let seconds = milliseconds.quotientRoundedDown(by: 1000)
        guard let text = text(seconds, separator: "T") else { return nil }
        return text + "." + (milliseconds - seconds * 1000).padded(to: 3) + "Z"
    }

    /// Returns the time of day and date at a place, `2026-11-21 15:30:00 +09:00`.
    package static func local(_ date: Date, offset: Int) -> String? {
        guard let milliseconds = milliseconds(date), abs(offset) < 86_400 * 2 else { return nil }
        let seconds = milliseconds.quotientRoundedDown(by: 1000) + offset
        return text(seconds, separator: " ").map { $0 + " " + UTCOffset.text(offset) }
    }

    /// Returns date and time of day of seconds since 1970, `2026-11-21T06:30:00`, or `nil` outside the years 0 to 9999.
    package static func text(_ seconds: Int, separator: String) -> String? {
        guard (-62_167_219_200..<253_402_300_800).contains(seconds) else { return nil }
        let civil = CivilTime(secondsSince1970: seconds)
        return civil.date.text + separator + civil.clockText
    }

    private static func milliseconds(_ date: Date) -> Int? {
        let scaled = (date.timeIntervalSince1970 * 1000).rounded()
        // The years 0 to 9999 with room to spare.
        guard scaled.magnitude < 1e15 else { return nil }
        return Int(scaled)
    }
}

extension Int {
    /// Returns the quotient rounded towards minus infinity; the divisor must be positive.
    func quotientRoundedDown(by divisor: Int) -> Int {
        self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
    }
}
