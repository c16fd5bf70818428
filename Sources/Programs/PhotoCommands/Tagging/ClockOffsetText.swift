import LKCommandLine
import LKFormats
import LKMetadata

/// Clock offsets as people write them.
enum ClockOffsetText {
    /// Parses seconds as a number, `H:MM` and `H:MM:SS` with an optional sign and fraction, or numbers with units such
    /// as `1h30m`; returns `nil` for anything else.
    static func seconds(_ text: String) -> Double? {
        if let number = ParsedArguments.number(text) { return number }
        let isNegative = text.hasPrefix("-")
        let rest = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
        guard let seconds = clockTime(rest) ?? units(rest) else { return nil }
        return isNegative ? -seconds : seconds
    }

    /// Returns a clock offset such as `1:00:00` or `-0:30:00`.
    static func text(_ seconds: Double) -> String {
        let whole = Int(min(abs(seconds), 1e9).rounded())
        let parts = [(whole / 60 % 60).padded(to: 2), (whole % 60).padded(to: 2)]
        return "\(seconds < 0 ? "-" : "")\(whole / 3600):" + parts.joined(separator: ":")
    }

    private static func isNumber(_ part: Substring) -> Bool {
        !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Parses hours and minutes, or hours, minutes and seconds.
    private static func clockTime(_ text: Substring) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, isNumber(parts[0]), parts[0].utf8.count <= 6, isNumber(parts[1]),
            parts[1].utf8.count == 2, let hour = Double(parts[0]), let minute = Double(parts[1]), minute < 60
        else { return nil }
        guard parts.count == 3 else { return hour * 3600 + minute * 60 }
        guard isNumber(parts[2].prefix(2)),
            parts[2].utf8.count == 2 || parts[2].dropFirst(2).hasPrefix(".") && isNumber(parts[2].dropFirst(3)),
            let second = ParsedArguments.number(parts[2]), second < 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// Parses numbers with the units `h`, `m` or `min`, and `s`, each at most once and the largest first.
    private static func units(_ text: Substring) -> Double? {
        var rest = text
        var sum = 0.0
        var isAny = false
        for (names, seconds) in [(["h"], 3600.0), (["min", "m"], 60), (["s"], 1)] {
            let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            let unit = rest.dropFirst(number.count)
            guard let name = names.first(where: unit.hasPrefix) else { continue }
            guard isNumber(number.prefix(1)), number.utf8.count <= 12, let value = ParsedArguments.number(number) else {
                return nil
            }
            sum += value * seconds
            rest = unit.dropFirst(name.count)
            isAny = true
        }
        return isAny && rest.isEmpty ? sum : nil
    }
}

/// Distances as people write them.
enum DistanceText {
    /// Parses metres as a number, or a number with the unit `m`, `km`, `ft` or `mi`; `nil` for anything else and below zero.
    static func metres(_ text: String) -> Double? {
        let units = [("km", 1000.0), ("mi", 1609.344), ("ft", 0.3048), ("m", 1), ("", 1)]
        guard let (unit, factor) = units.first(where: { text.hasSuffix($0.0) }),
            let number = ParsedArguments.number(text.dropLast(unit.count)), (0...1e9).contains(number)
        else { return nil }
        return number * factor
    }

    /// Returns a distance such as `5km` or `500m`.
    static func short(_ metres: Double) -> String {
        let isWhole = metres >= 1000 && metres.remainder(dividingBy: 1000) == 0
        return isWhole ? "\(Int(metres / 1000))km" : "\(NumberText.shortest(metres, decimals: 0))m"
    }
}

/// The values of `--video-time`.
enum VideoTimeChoice: String, CaseIterable {
    case auto, utc, local

    /// The clock; `nil` for that of the camera's maker.
    var clock: VideoClock? {
        switch self {
        case .auto: nil
        case .utc: .utc
        case .local: .local
        }
    }
}
