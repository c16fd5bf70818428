/// The time zone that a camera's clock was set to.
///
/// ```swift
/// let zone = ClockZone("Asia/Tokyo") ?? ClockZone("+09:00")
/// ```
public enum ClockZone: Sendable, Hashable {
    /// A zone of the tz database, with its summer time.
    case named(String)
    /// Always so many seconds east of UTC.
    case offset(Int)

    /// Reads a zone; `nil` for what is none.
    ///
    /// - Parameter text: A name that the system knows, `Z`, or an offset: `+09:00`, `-0330`, `+9`.
    public init?(_ text: String) {
        if text == "Z" {
            self = .offset(0)
        } else if let offset = Self.offset(of: text) {
            self = .offset(offset)
        } else if TimeZones.exists(text) {
            self = .named(text)
        } else {
            return nil
        }
    }

    private static func offset(of text: String) -> Int? {
        guard let sign = text.utf8.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        var digits = Array(text.utf8.dropFirst())
        if digits.count == 5 || digits.count == 4, let colon = digits.firstIndex(of: UInt8(ascii: ":")),
            colon == digits.count - 3
        {
            digits.remove(at: colon)
        }
        let numbers = digits.map { Int($0) - 48 }
        guard numbers.allSatisfy({ (0...9).contains($0) }) else { return nil }
        let number = numbers.reduce(0) { $0 * 10 + $1 }
        let minutes: Int
        switch numbers.count {
        case 1, 2: minutes = number * 60
        case 3, 4: minutes = number / 100 * 60 + number % 100
        default: return nil
        }
        guard minutes <= 15 * 60, numbers.count < 3 || number % 100 < 60 else { return nil }
        return (sign == UInt8(ascii: "-") ? -minutes : minutes) * 60
    }
}

extension ClockZone: CustomStringConvertible {
    /// `Asia/Tokyo` or `+09:00`.
    public var description: String {
        switch self {
        case .named(let name): return name
        case .offset(let seconds):
            let minutes = abs(seconds) / 60
            let text = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
            return (seconds < 0 ? "-" : "+") + text
        }
    }
}
