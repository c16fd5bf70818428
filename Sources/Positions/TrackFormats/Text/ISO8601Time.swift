import FoundationEssentials
import LKFormats

/// Parses and formats times in track files: `2026-11-21T06:29:50.25Z`, with an offset instead of `Z`, or with neither
/// (UTC).
enum ISO8601Time {
    /// Parses a time; returns `nil` when it is invalid.
    ///
    /// A leap second is treated as the first second of the next minute. Years have four digits or more.
    static func parse(_ text: Span<UInt8>) -> Date? {
        var rest = Scanner()
        let isBeforeEra = rest.skip(text, 0x2D)
        guard let digits = rest.number(text, 4, 9), rest.skip(text, 0x2D, 0x2F), let month = rest.number(text),
            rest.skip(text, 0x2D, 0x2F), let day = rest.number(text), rest.skip(text, 0x54, 0x74, 0x20),
            let hour = rest.number(text), rest.skip(text, 0x3A), let minute = rest.number(text), rest.skip(text, 0x3A),
            let second = rest.number(text)
        else { return nil }
        let date = CivilDate(year: isBeforeEra ? -digits : digits, month: month, day: day)
        guard date.isValid, hour <= 24, minute < 60, second <= 60, hour < 24 || minute + second == 0 else { return nil }
        var fraction = 0.0
        if rest.skip(text, 0x2E, 0x2C) {
            guard let found = rest.fraction(text) else { return nil }
            fraction = found
        }
        guard let offset = offset(text, &rest), rest.isAtEnd(text) else { return nil }
        let seconds = date.dayNumber * 86_400 + hour * 3600 + minute * 60 + second - offset
        return Date(timeIntervalSinceReferenceDate: Double(seconds - 978_307_200) + fraction)
    }

    /// Appends a time in UTC, with milliseconds unless they are zero; returns `false` and appends nothing if the date
    /// is out of range.
    static func append(_ instant: Date?, to bytes: inout [UInt8]) -> Bool {
        guard let interval = instant?.timeIntervalSinceReferenceDate, abs(interval) < 1e13 else { return false }
        let milliseconds = Int((interval * 1000).rounded()) + 978_307_200_000
        let seconds = (milliseconds >= 0 ? milliseconds : milliseconds - 999) / 1000
        let fraction = milliseconds - seconds * 1000
        let time = CivilTime(secondsSince1970: seconds)
        let date = time.date
        if date.year < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes.append(date.year.magnitude, width: 4)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(UInt(date.month), width: 2)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(UInt(date.day), width: 2)
        bytes.append(UInt8(ascii: "T"))
        bytes.append(UInt(time.hour), width: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(UInt(time.minute), width: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(UInt(time.second), width: 2)
        // Either none or three digits, since some devices require three.
        if fraction != 0 {
            bytes.append(UInt8(ascii: "."))
            bytes.append(UInt(fraction), width: 3)
        }
        bytes.append(UInt8(ascii: "Z"))
        return true
    }

    /// Returns whether ``append(_:to:)`` writes something.
    static func hasText(_ time: Date?) -> Bool { time.map { abs($0.timeIntervalSinceReferenceDate) < 1e13 } ?? false }

    /// Parses an offset as seconds east of UTC: `Z`, `+09:00`, `+0900`, `+09` or nothing.
    private static func offset(_ text: Span<UInt8>, _ rest: inout Scanner) -> Int? {
        if rest.isAtEnd(text) || rest.skip(text, 0x5A, 0x7A) { return 0 }
        return rest.offset(text)
    }

    /// Scans a text byte by byte.
    private struct Scanner {
        private var index = 0

        func isAtEnd(_ text: Span<UInt8>) -> Bool { index == text.count }

        mutating func number(_ text: Span<UInt8>, _ minimum: Int = 2, _ maximum: Int = 2) -> Int? {
            var value = 0
            let start = index
            while index < text.count, index - start < maximum, case let digit = text[index] &- 0x30, digit < 10 {
                value = value * 10 + Int(digit)
                index += 1
            }
            return index - start >= minimum ? value : nil
        }

        /// Parses `+09:00`, `+0900` or `+09`.
        mutating func offset(_ text: Span<UInt8>) -> Int? {
            UTCOffset.parse(text, at: &index, maximumHours: 24)?.seconds
        }

        /// Parses the digits after a point.
        mutating func fraction(_ text: Span<UInt8>) -> Double? {
            var (value, scale) = (0.0, 1.0)
            let start = index
            while index < text.count, case let digit = text[index] &- 0x30, digit < 10 {
                // Ignore digits beyond a double's precision.
                if index - start < 15 {
                    value = value * 10 + Double(digit)
                    scale *= 10
                }
                index += 1
            }
            return index > start ? value / scale : nil
        }

        mutating func skip(_ text: Span<UInt8>, _ one: UInt8, _ other: UInt8 = 0, _ third: UInt8 = 0) -> Bool {
            guard index < text.count, case let byte = text[index], byte == one || byte == other || byte == third else {
                return false
            }
            index += 1
            return true
        }
    }
}
