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

    /// A row of CSV as it was written.
    struct Row: Equatable, Sendable {
        var raw: ArraySlice<UInt8>
        /// How many columns it lacks against the header.
        var missingColumns = 0
        var endsWithCRLF = false
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

    /// A member as it was written; ends of lines can only stand between values and become spaces.
    init(_ member: JSONSlices.Member) {
        key = member.key
        json = member.value
        if json.contains(where: { $0 == 10 || $0 == 13 }) { json = json.map { $0 == 10 || $0 == 13 ? 0x20 : $0 }[...] }
    }
}
