import FoundationEssentials
import LKFormats

/// Times as loggers write them in CSV, beyond ISO 8601.
enum TrackCSVTime {
    /// Returns a date and a time of day in the form of ISO 8601.
    ///
    /// `11.05.2024` and `240511` become `2024-05-11`, `081500` becomes `08:15:00`. Everything else stays as it is.
    ///
    /// - Parameters:
    ///   - text: A date, a `T` or blank, a time of day.
    ///   - beginsWithYear: Whether a date of six digits begins with its year.
    /// - Returns: The text, joined by `T`.
    static func iso(_ text: String, beginsWithYear: Bool) -> String {
        guard let separator = text.firstIndex(where: { "Tt ".contains($0) }) else { return text }
        let (date, clock) = (text[..<separator], text[text.index(after: separator)...])
        return Self.date(date, beginsWithYear) + "T" + Self.clock(clock)
    }

    private static func date(_ text: Substring, _ beginsWithYear: Bool) -> String {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isNumber = parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }
        guard isNumber else { return String(text) }
        // With dots, the day comes first.
        if parts.count == 3, parts[2].count == 4, parts[0].count <= 2, parts[1].count <= 2 {
            return "\(parts[2])-\(padded(parts[1]))-\(padded(parts[0]))"
        }
        guard parts.count == 1, text.count == 8 || text.count == 6 && beginsWithYear else { return String(text) }
        let year = text.count == 6 ? "20" + text.prefix(2) : text.prefix(4)
        return "\(year)-\(text.dropLast(2).suffix(2))-\(text.suffix(2))"
    }

    private static func clock(_ text: Substring) -> String {
        let digits = text.prefix { $0.isASCIIDigit }
        guard digits.count == 6 else { return String(text) }
        return "\(digits.prefix(2)):\(digits.dropFirst(2).prefix(2)):\(digits.suffix(2))" + text.dropFirst(6)
    }

    private static func padded(_ text: Substring) -> String { text.count < 2 ? "0\(text)" : String(text) }
}

extension Character {
    /// Whether it is a digit from 0 to 9.
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
