/// The line that shows how far a file of points, or a library of photos, is, as plain text.
enum ProgressText {
    /// A bar where the whole is known, points, points a second, and the time left; what does not fit is left out.
    ///
    /// - Parameters:
    ///   - points: How many points are done.
    ///   - unit: What points are called.
    ///   - elapsed: The seconds since the start.
    ///   - share: Which share of the input was read, 0 to 1; `nil` where the length is unknown.
    ///   - columns: The width of the terminal.
    /// - Returns: The line, shorter than `columns`.
    static func text(
        points: Int, unit: String = "rows", elapsed: Double, share: Double?, columns: Int
    ) -> String {
        let rate = elapsed > 0 ? Double(points) / elapsed : 0
        var parts = ["\(grouped(points)) \(unit)", "\(grouped(Int(min(rate, 1e15)))) \(unit)/s"]
        if let share, share > 0, share < 1 {
            parts.append(time(elapsed * (1 - share) / share) + " left")
        } else if share == nil {
            parts.append(time(elapsed))
        }
        // The rate is missed least, then the time.
        while parts.count > 1, width(parts, share: share) >= columns {
            parts.remove(at: parts.count > 2 ? 1 : parts.count - 1)
        }
        let text = parts.joined(separator: "  ")
        guard let share else { return String(text.prefix(max(0, columns - 1))) }
        let room = min(columns - 1 - width(parts, share: share) - 3, 40)
        let front = room >= 8 ? bar(share, width: room) + " " : ""
        return String((front + percent(share) + "  " + text).prefix(max(0, columns - 1)))
    }

    private static func width(_ parts: [String], share: Double?) -> Int {
        parts.reduce(2 * (parts.count - 1)) { $0 + $1.count } + (share == nil ? 0 : 6)
    }

    private static func bar(_ share: Double, width: Int) -> String {
        let done = Int((min(max(share, 0), 1) * Double(width)).rounded(.down))
        return "[" + String(repeating: "#", count: done) + String(repeating: "-", count: width - done) + "]"
    }

    private static func percent(_ share: Double) -> String {
        let text = String(Int(min(max(share, 0), 1) * 100))
        return String(repeating: " ", count: 3 - text.count) + text + "%"
    }

    /// `1 234 567`, with spaces, which are right everywhere.
    private static func grouped(_ number: Int) -> String {
        var digits = String(number)
        var groups: [Substring] = []
        while digits.count > 3 {
            groups.insert(Substring(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return ([Substring(digits)] + groups).joined(separator: " ")
    }

    private static func time(_ seconds: Double) -> String {
        let whole = Int(min(seconds.rounded(.up), 359_999))
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(whole / 60):\(Timestamp.padded(whole % 60, 2)) min" }
        return "\(whole / 3600):\(Timestamp.padded(whole / 60 % 60, 2)) h"
    }
}
