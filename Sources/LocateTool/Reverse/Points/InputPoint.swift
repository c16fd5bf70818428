import Geo

/// One point of an input file: its position or error, and its other columns or members.
struct InputPoint: Sendable {
    /// A member of a JSON object, its value as JSON text.
    struct Attribute: Equatable, Sendable {
        var key: String
        var json: ArraySlice<UInt8>
    }

    /// The line it begins on, from 1.
    var line: Int
    /// The position, or the error.
    var position: Result<Coordinate, CoordinateText.Problem>
    /// Its own columns or members, for JSON output.
    var attributes: [Attribute] = []
    /// Its row as it was written, for CSV; `nil` when it did not come from CSV.
    var row: Row?
    /// The parts of its feature that stay as they are, for GeoJSON.
    var feature: [Attribute] = []
    /// Its part of the line, for error messages: `element 3`; `nil` if each line has one point.
    var part: String?

    /// Appends the text of one of its columns or members, without control characters; nothing if it has none of that name.
    func appendField(_ name: String, to bytes: inout [UInt8]) {
        guard let attribute = attributes.last(where: { $0.key == name }) else { return }
        let start = bytes.count
        bytes += attribute.field.utf8
        ForeignText.clean(&bytes, from: start)
    }

    /// The message about it, after the line number.
    func sentence(_ problem: String) -> String { part.map { "\($0): \(problem)" } ?? problem }

    /// A row of CSV as it was written.
    struct Row: Equatable, Sendable {
        var raw: ArraySlice<UInt8>
        /// The number of columns missing compared with the header.
        var missingColumns = 0
        var endsWithCRLF = false
    }

    /// The name of the member with a point's text if it cannot be parsed.
    static let rawName = "input"

    /// A point that cannot be parsed; its text is kept so that it can be found.
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

    /// The text of a point that cannot be parsed.
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

/// Reads the points of a file in batches, in order, on one thread; other threads parse and answer them.
protocol PointSource {
    /// The header row of CSV, once the first batch was read; `nil` if there is none.
    var header: InputPoint.Row? { get }

    /// The members of a collection of GeoJSON, as far as they were read; none in other formats.
    var collection: GeoJSONFeatureReader.Collection { get }

    /// How many points or values were left out so far, each already named on standard error.
    var omitted: Int { get }

    /// The points of the next chunk; `nil` at the end.
    ///
    /// - Throws: ``ExitCode/dataError`` if the rest of the file cannot be parsed.
    mutating func next() throws(ToolError) -> (any PointBatch)?
}

extension PointSource {
    /// No header.
    var header: InputPoint.Row? { nil }

    /// How many points or values were left out, as a sentence; `nil` when none was.
    var omissions: String? {
        guard omitted > 0 else { return nil }
        return "\(omitted) value\(omitted == 1 ? "" : "s") of the file could not be used"
    }

    /// No collection.
    var collection: GeoJSONFeatureReader.Collection { .init() }

    /// Nothing is left out.
    var omitted: Int { 0 }
}

/// Consecutive points of a file, not yet parsed.
protocol PointBatch: Sendable {
    /// How many bytes of memory it needs, points that are kept included.
    var weight: Int { get }

    /// Whether parsing the points again costs less than keeping them.
    var isCheap: Bool { get }

    /// Parses the points and calls `body` with each.
    func forEach(_ body: (InputPoint) -> Void)
}

/// The names of the points' members and columns in the output.
enum InputColumns {
    /// The most columns of a table; each takes space in every row.
    private static let most = 1000
    private static let mostBytes = 1 << 16

    /// The names of columns or members of the input in the output.
    ///
    /// - Parameters:
    ///   - names: Their names in the input.
    ///   - taken: The names of the output.
    /// - Returns: The names, `input.address` where `address` is taken.
    static func renamed(_ names: [String], besides taken: [String]) -> [String] {
        var known = Set(names)
        return names.map { name in
            guard taken.contains(name) else { return name }
            var renamed = "input.\(name)"
            while !known.insert(renamed).inserted { renamed = "input.\(renamed)" }
            return renamed
        }
    }

    /// The message about a name that occurs twice.
    static func repeated(_ name: String, _ what: String) -> String { "two of its \(what) are called \"\(name)\"" }

    /// The names with a number after those that were there before: `name`, `name.2`.
    static func distinct(_ names: [String]) -> [String] {
        var known = Set(names)
        var seen: Set<String> = []
        return names.map { name in
            guard !seen.insert(name).inserted else { return name }
            var number = 2
            while !known.insert("\(name).\(number)").inserted { number += 1 }
            return "\(name).\(number)"
        }
    }

    /// The names of all members of the points of a file, in the order in which they appear.
    ///
    /// The file is read to its end or to where it is damaged, since a member may be in its last point alone.
    ///
    /// - Parameters:
    ///   - source: The file, at its beginning.
    ///   - name: Its name in errors.
    /// - Returns: The names but for latitude and longitude.
    /// - Throws: ``ExitCode/dataError`` for more names than a table may have, and a signal's exit status.
    static func find(in source: inout some PointSource, name: String) throws(ToolError) -> [String] {
        var columns: [String] = []
        var known = Set(OutputLayout.positionColumns)
        var bytes = 0
        do throws(ToolError) {
            while let batch = try source.next(), columns.count <= most, bytes <= mostBytes {
                batch.forEach { point in
                    for attribute in point.attributes where known.insert(attribute.key).inserted {
                        columns.append(attribute.key)
                        bytes += attribute.key.utf8.count
                    }
                }
            }
        } catch {
            // What is before the damage is answered for.
            guard error.code == .dataError else { throw error }
        }
        guard columns.count <= most, bytes <= mostBytes else {
            throw ToolError(
                .dataError, "\(name): its points have too many different members for columns; use --format ndjson")
        }
        return columns
    }
}
