/// Offsets from UTC as text.
package enum UTCOffset {
    /// The largest number of hours that cameras' clocks are set to; time zones have up to 14, and some cameras add summer time.
    package static let maximumHoursOfClocks = 15

    /// What ``parse(_:at:hourDigits:maximumHours:)`` found.
    package struct Parsed {
        /// Seconds east of UTC.
        package var seconds: Int
        /// Whether minutes were given, not only hours.
        package var hasMinutes: Bool
    }

    /// Returns an offset as text, `+09:00` or `-03:30`; the seconds of old local times are left out.
    ///
    /// - Parameters:
    ///   - seconds: Seconds east of UTC.
    ///   - minus: The sign of offsets west of UTC.
    /// - Returns: The text.
    package static func text(_ seconds: Int, minus: String = "-") -> String {
        let minutes = Int(seconds.magnitude) / 60
        return (seconds < 0 ? minus : "+") + (minutes / 60).padded(to: 2) + ":" + (minutes % 60).padded(to: 2)
    }

    /// Parses `+09:00`, `+0900` or `+09`; each format of files has its own words for UTC, and its own rule about missing minutes.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - index: Where the sign is; afterwards the end of the offset. Unchanged if there is none.
    ///   - hourDigits: The number of digits that hours may have.
    ///   - maximumHours: The largest number of hours.
    /// - Returns: `nil` if there is no offset, or an impossible one.
    package static func parse(
        _ text: Span<UInt8>, at index: inout Int, hourDigits: ClosedRange<Int> = 2...2, maximumHours: Int
    ) -> Parsed? {
        var end = index
        func number(_ digits: ClosedRange<Int>, _ position: inout Int, _ text: Span<UInt8>) -> Int? {
            let start = position
            var value = 0
            while position < text.count, position - start < digits.upperBound, case let digit = text[position] &- 0x30,
                digit < 10
            {
                value = value * 10 + Int(digit)
                position += 1
            }
            if position - start >= digits.lowerBound { return value }
            position = start
            return nil
        }
        guard end < text.count, text[end] == UInt8(ascii: "-") || text[end] == UInt8(ascii: "+") else { return nil }
        let isWest = text[end] == UInt8(ascii: "-")
        end += 1
        guard let hours = number(hourDigits, &end, text), hours <= maximumHours else { return nil }
        if end < text.count, text[end] == UInt8(ascii: ":") { end += 1 }
        let minutes = number(2...2, &end, text)
        guard minutes ?? 0 < 60 else { return nil }
        index = end
        let seconds = hours * 3600 + (minutes ?? 0) * 60
        return Parsed(seconds: isWest ? -seconds : seconds, hasMinutes: minutes != nil)
    }
}
