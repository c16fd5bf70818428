/// Times as EXIF writes them.
enum EXIFTime {
    /// `2026:11:21 06:30:00`; `nil` for zeros, blanks and what no calendar has.
    ///
    /// Some programs separate with `-`, `/`, `.` or `T`, and some write the day alone.
    static func wallTime(_ bytes: UnsafeRawBufferPointer) -> WallTime? {
        var rest = DigitScanner(bytes)
        guard let year = rest.number(digits: 4...4), rest.skip(dateSeparator), let month = rest.number(digits: 1...2),
            rest.skip(dateSeparator), let day = rest.number(digits: 1...2)
        else { return nil }
        if rest.isAtEnd { return WallTime(year: year, month: month, day: day, isDayOnly: true) }
        guard rest.skip({ $0 == 0x20 || $0 == 0x54 || $0 == 0x3A }), let hour = rest.number(digits: 1...2),
            rest.skip({ $0 == 0x3A }), let minute = rest.number(digits: 1...2)
        else { return nil }
        let second = rest.skip({ $0 == 0x3A }) ? rest.number(digits: 1...2) : 0
        guard let second else { return nil }
        return WallTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }

    /// `+09:00` in seconds; `nil` for blanks and what no zone has.
    static func offset(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var rest = DigitScanner(bytes)
        if rest.skip({ $0 == 0x5A }) { return 0 }
        let isNegative = rest.skip({ $0 == 0x2D })
        guard isNegative || rest.skip({ $0 == 0x2B }), let hours = rest.number(digits: 1...2) else { return nil }
        _ = rest.skip({ $0 == 0x3A })
        let minutes = rest.isAtEnd ? 0 : rest.number(digits: 2...2)
        return minutes.flatMap { ZonedTime.offset(hours: hours, minutes: $0, isWest: isNegative) }
    }

    /// The digits of a fraction of a second, in nanoseconds; `nil` when there are none.
    static func fraction(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var nanoseconds = 0
        var digits = 0
        for byte in bytes {
            guard (0x30...0x39).contains(byte) else { break }
            if digits < 9 {
                nanoseconds = nanoseconds * 10 + Int(byte & 15)
                digits += 1
            }
        }
        guard digits > 0 else { return nil }
        for _ in digits..<9 { nanoseconds *= 10 }
        return nanoseconds
    }

    private static func dateSeparator(_ byte: UInt8) -> Bool {
        byte == 0x3A || byte == 0x2D || byte == 0x2F || byte == 0x2E
    }
}
