import Foundation

/// One line of the result: a figure of ours beside a peer's from the same run, and what it should be.
struct Measurement: Encodable {
    var name: String
    var unit: String
    var ours: Double
    /// `nil` where the goal is a number of its own.
    var peer: Double?
    /// Who the peer is.
    var peerName: String?
    /// Ours divided by the peer's.
    var ratio: Double?
    /// The goal in words.
    var goal: String?
    var isMet: Bool?
    /// How many values stand behind the figures, and how noisy they were.
    var note: String

    init(_ name: String, unit: String, ours: Double, note: String) {
        self.name = name
        self.unit = unit
        self.ours = ours
        self.note = note
    }

    /// The same beside a peer's figure.
    func against(_ peerName: String, _ peer: Double) -> Measurement {
        var copy = self
        copy.peerName = peerName
        copy.peer = peer
        copy.ratio = ours / peer
        return copy
    }

    /// The same with a goal.
    func goal(_ goal: String, isMet: Bool) -> Measurement {
        var copy = self
        copy.goal = goal
        copy.isMet = isMet
        return copy
    }
}

/// Shows measurements as a table for people or as JSON for programs.
enum ResultTable {
    private static let titles = ["measure", "ours", "peer", "ratio", "goal", "", "note"]

    /// One line per measurement under a line of titles, in columns.
    static func text(_ measurements: [Measurement]) -> String {
        let rows = [titles] + measurements.map(row)
        let widths = titles.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }

    /// An array of objects, one per measurement.
    static func json(_ measurements: [Measurement]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(measurements), as: UTF8.self) + "\n"
    }

    private static func row(_ measurement: Measurement) -> [String] {
        let peer = measurement.peer.map { "\(number($0)) \(measurement.unit) (\(measurement.peerName ?? "?"))" }
        return [
            measurement.name, "\(number(measurement.ours)) \(measurement.unit)", peer ?? "-",
            measurement.ratio.map { String(format: "%.3f", $0) } ?? "-", measurement.goal ?? "-",
            measurement.isMet.map { $0 ? "met" : "NOT MET" } ?? "-", measurement.note,
        ]
    }

    /// Three digits that count.
    static func number(_ value: Double) -> String {
        let decimals = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : abs(value) >= 1 ? 2 : 3
        return String(format: "%.\(decimals)f", value)
    }
}
