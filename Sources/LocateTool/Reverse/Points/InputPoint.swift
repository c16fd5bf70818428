import Geo

/// One point of an input file: where it is, or what is wrong with it, and what it brought along.
struct InputPoint: Sendable {
    /// A member of a JSON object, its value as JSON text.
    struct Attribute: Equatable, Sendable {
        var key: String
        var json: ArraySlice<UInt8>
    }

    /// The line it begins on, from 1.
    var line: Int
    /// Where it is, or what is wrong with it.
    var position: Result<Coordinate, CoordinateText.Problem>
    /// Its own columns or members, for the forms of JSON.
    var attributes: [Attribute] = []
    /// Its row as it was written, for CSV; `nil` when it did not come from CSV.
    var row: Row?
    /// The parts of its feature that stay as they are, for GeoJSON.
    var feature: [Attribute] = []
    /// Where in its line it is, for what is wrong with it: `element 3`; `nil` where lines have one point each.
    var part: String?

    /// What is said of it, behind the number of its line.
    func sentence(_ problem: String) -> String { part.map { "\($0): \(problem)" } ?? problem }

    /// A row of CSV as it was written.
    struct Row: Equatable, Sendable {
        var raw: ArraySlice<UInt8>
        /// How many columns it lacks against the header.
        var missingColumns = 0
        var endsWithCRLF = false
    }

    /// The name of the member that has a point's text where that cannot be taken apart.
    static let rawName = "input"

    /// A point that cannot be taken apart; its text is kept, so that it can be found.
    static func unreadable(_ text: ArraySlice<UInt8>, _ line: Int, _ problem: String) -> InputPoint {
        InputPoint(line: line, position: .failure(.init(text: problem)), attributes: [.init(raw: text)])
    }
}

extension InputPoint.Attribute {
    /// The value as a field of CSV: a text without its quotes, nothing for `null`, other values as JSON.
    var field: String {
        if json.first == UInt8(ascii: "\""), let text = JSONSlices.string(json) { return text }
        let text = String(decoding: json, as: UTF8.self)
        return text == "null" ? "" : text
    }

    /// A text as JSON.
    init(key: String, text: String) {
        var writer = JSONWriter()
        writer.value(text)
        self.init(key: key, json: writer.bytes[...])
    }

    /// The text of a point that cannot be taken apart.
    init(raw text: ArraySlice<UInt8>, key: String = InputPoint.rawName) {
        self.init(key: key, text: String(CSVColumns.trimmed(String(decoding: text, as: UTF8.self))))
    }

    /// A member as it was written; ends of lines can only stand between values and become spaces.
    init(_ member: JSONSlices.Member) {
        key = member.key
        json = member.value
        if json.contains(where: { $0 == 10 || $0 == 13 }) { json = json.map { $0 == 10 || $0 == 13 ? 0x20 : $0 }[...] }
    }
}
