import Glibc
import LKTracks
import LocationKitMaps

/// The heights of a track over its distance, drawn with characters.
///
/// ```
/// 3,083 m      ⣀⣤⣶⣿⣶⣄
///         ⢀⣠⣴⣾⣿⣿⣿⣿⣿⣿⣷⣤⣀
/// 1,572 m ⣾⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣆⣀
///         0 ───▲───────▼─ 21.9 km
/// ```
struct TrackProfileText {
    /// Rows of characters that the heights take.
    static let rows = 7

    /// Whether the terminal understands more than ASCII.
    let isUnicode: Bool

    /// Returns the lines; none without heights or without any distance.
    ///
    /// - Parameters:
    ///   - sketch: The track.
    ///   - units: Those of lengths and heights.
    ///   - width: Columns.
    /// - Returns: The heights, an axis, and a line each for the highest and the lowest point.
    func lines(_ sketch: TrackSketch, units: MeasurementSystem = .metric, width: Int) -> [String] {
        let length = sketch.statistics.distance
        guard length > 0, let highest = sketch.highest, let lowest = sketch.lowest else { return [] }
        // Braille and signs only where they can be shown.
        let (top, bottom) = (text(units.heightText(highest.altitude)), text(units.heightText(lowest.altitude)))
        let margin = max(top.count, bottom.count) + 1
        let columns = max(min(width, 160) - margin, 16)
        let heights = sketch.heights(bins: isUnicode ? 2 * columns : columns)
        let span = max(highest.altitude - lowest.altitude, 1)
        // The lowest is still seen: a row of dots, or one sign.
        let levels = Double(isUnicode ? 4 * Self.rows : Self.rows) - 1
        let filled = heights.map { $0.isNaN ? 0 : 1 + Int(((($0 - lowest.altitude) / span) * levels).rounded()) }
        var lines: [String] = []
        for row in (0..<Self.rows).reversed() {
            let label = row == Self.rows - 1 ? top : row == 0 ? bottom : ""
            let cells = (0..<columns).map { isUnicode ? braille(filled, $0, row) : filled[$0] > row ? "#" : " " }
            lines.append(padded(label, margin) + trimmed(cells.joined()))
        }
        let end = text(units.lengthText(length))
        var axis = [String](repeating: isUnicode ? "─" : "-", count: max(columns - end.count - 3, 4))
        func mark(_ distance: Double, _ sign: String) {
            axis[min(max(Int(distance / length * Double(columns)) - 2, 0), axis.count - 1)] = sign
        }
        mark(lowest.distance, isUnicode ? "▼" : "v")
        mark(highest.distance, isUnicode ? "▲" : "^")
        lines.append(padded("", margin) + "0 " + axis.joined() + " " + end)
        let names = [(isUnicode ? "▲" : "^", "highest", highest), (isUnicode ? "▼" : "v", "lowest", lowest)]
        for (sign, word, point) in names {
            let words = "\(sign) \(word): \(units.heightText(point.altitude)) at \(units.lengthText(point.distance))"
            lines.append(padded("", margin) + text(words))
        }
        return lines
    }

    /// Returns the character of a cell of two columns and four rows of dots: U+2800, with a bit for each dot.
    private func braille(_ filled: [Int], _ column: Int, _ row: Int) -> String {
        // From the bottom, of the left and the right column.
        let dots: [[UInt32]] = [[0x40, 0x04, 0x02, 0x01], [0x80, 0x20, 0x10, 0x08]]
        var bits: UInt32 = 0
        for side in 0..<2 {
            for dot in 0..<4 where filled[2 * column + side] > 4 * row + dot { bits |= dots[side][dot] }
        }
        return bits == 0 ? " " : Unicode.Scalar(0x2800 + bits).map { String(Character($0)) } ?? " "
    }

    private func text(_ text: String) -> String { isUnicode ? text : text.replacing("−", with: "-") }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }

    private func trimmed(_ text: String) -> String {
        String(text.reversed().drop { $0 == " " }.reversed())
    }

    /// Returns whether the locale's characters are UTF-8.
    static func isUTF8(_ variable: (String) -> String?) -> Bool {
        let value = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { variable($0) }.first { !$0.isEmpty } ?? ""
        let encoding = value.lowercased().split(separator: ".").dropFirst().first?.split(separator: "@").first ?? ""
        return encoding == "utf-8" || encoding == "utf8"
    }

    /// For this process.
    static var current: Self { Self(isUnicode: isUTF8 { name in getenv(name).map { String(cString: $0) } }) }
}
