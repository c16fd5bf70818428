import Foundation

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
