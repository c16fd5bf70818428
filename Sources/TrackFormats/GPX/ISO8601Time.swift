import FoundationEssentials

/// Reads the times of GPX: `2026-11-21T06:29:50.25Z`, with an offset instead of `Z`, or with neither (then UTC is meant).
enum ISO8601Time {
    /// The time that a text states; `nil` when it is none.
    ///
    /// A leap second counts as the first of the next minute.
    static func parse(_ text: ArraySlice<UInt8>) -> Date? {
        var rest = text
        guard let year = number(&rest, 4), skip(&rest, "-"), let month = number(&rest, 2), skip(&rest, "-"),
            let day = number(&rest, 2), skip(&rest, "Tt "), let hour = number(&rest, 2), skip(&rest, ":"),
            let minute = number(&rest, 2), skip(&rest, ":"), let second = number(&rest, 2)
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        guard date.isValid, hour <= 24, minute < 60, second <= 60, hour < 24 || minute + second == 0 else { return nil }
        var fraction = 0.0
        if skip(&rest, ".,") {
            var scale = 0.1
            guard rest.first.map(isDigit) == true else { return nil }
            while let byte = rest.first, isDigit(byte) {
                fraction += Double(byte - 0x30) * scale
                scale /= 10
                rest = rest.dropFirst()
            }
        }
        guard let offset = offset(&rest), rest.isEmpty else { return nil }
        let seconds = date.dayNumber * 86_400 + hour * 3600 + minute * 60 + second - offset
        return Date(timeIntervalSinceReferenceDate: Double(seconds - 978_307_200) + fraction)
    }

    /// Seconds east of UTC: `Z`, `+09:00`, `+0900`, `+09` or nothing.
    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
        if rest.isEmpty || skip(&rest, "Zz") { return 0 }
        let isWest = rest.first == UInt8(ascii: "-")
        guard skip(&rest, "+-"), let hours = number(&rest, 2) else { return nil }
        _ = skip(&rest, ":")
        guard let minutes = rest.isEmpty ? 0 : number(&rest, 2), hours <= 24, minutes < 60 else { return nil }
        return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, _ digits: Int) -> Int? {
        var value = 0
        for _ in 0..<digits {
            guard let byte = rest.first, isDigit(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
            rest = rest.dropFirst()
        }
        return value
    }

    private static func skip(_ rest: inout ArraySlice<UInt8>, _ any: String) -> Bool {
        guard let byte = rest.first, any.utf8.contains(byte) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
