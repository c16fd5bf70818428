/// The line that shows how far a long command is, as plain text.
struct ProgressText: Equatable, Sendable {
    /// What is being done or counted: `photos`, `reading names`.
    var label: String
    /// How many are done; `nil` where nothing is counted.
    var done: Int?
    /// How many there are; `nil` where that is unknown.
    var total: Int?
    /// Which share is done, 0 to 1; `nil` where that is unknown.
    var share: Double?

    /// A bar where the whole is known, how many are done, how many a second, and the time left; what does not fit is left out.
    ///
    /// - Parameters:
    ///   - elapsed: The seconds since the start.
    ///   - left: The seconds that are left; `nil` where nobody knows.
    ///   - columns: The width of the terminal.
    /// - Returns: The line, narrower than `columns`.
    func line(elapsed: Double, left: Int?, columns: Int) -> String {
        var parts = [count]
        // In the first second, and for what takes seconds each, a rate says nothing.
        if let done, elapsed >= 1, Double(done) >= elapsed {
            parts.append("\(Self.grouped(Int(min(Double(done) / elapsed, 1e15)))) \(label)/s")
        }
        if let left {
            parts.append(Self.time(left) + " left")
        } else if share == nil, elapsed >= 1 {
            parts.append(Self.time(Int(min(elapsed, 359_999))))
        }
        // The rate is missed least, then the time.
        while parts.count > 1, width(parts) >= columns { parts.remove(at: parts.count > 2 ? 1 : parts.count - 1) }
        let text = parts.joined(separator: "  ")
        guard let share else { return TextWidth.prefix(text, columns: max(0, columns - 1)) }
        let room = min(columns - 1 - width(parts) - 3, 40)
        let front = room >= 8 ? Self.bar(share, width: room) + " " : ""
        return TextWidth.prefix(front + Self.percent(share) + "  " + text, columns: max(0, columns - 1))
    }

    private var count: String {
        guard let done else { return label }
        if (total ?? done) == 1, label.hasSuffix("s") {
            return (total == nil ? "1 " : "\(min(done, 1)) of 1 ") + label.dropLast()
        }
        return total.map { "\(Self.grouped(min(done, $0))) of \(Self.grouped($0)) \(label)" }
            ?? "\(Self.grouped(done)) \(label)"
    }

    private func width(_ parts: [String]) -> Int {
        parts.reduce(2 * (parts.count - 1)) { $0 + TextWidth.columns($1) } + (share == nil ? 0 : 6)
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

    private static func time(_ seconds: Int) -> String {
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return "\(seconds / 60):\(Timestamp.padded(seconds % 60, 2)) min" }
        return "\(seconds / 3600):\(Timestamp.padded(seconds / 60 % 60, 2)) h"
    }
}
