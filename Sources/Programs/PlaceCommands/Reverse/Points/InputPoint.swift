import LKCommandLine
import LKGeo

/// One point of an input file: its position or error, and its other columns or members.
struct InputPoint: Sendable {
    /// The line on which the point begins, from 1.
    var line: Int
    /// What is printed around the answer: the position, and the point's own columns or members.
    var entry: OutputEntry
    /// What is needed for error messages alone; `nil` for nearly all points.
    private var flaw: Flaw?

    /// What error messages say of a point.
    private final class Flaw: Sendable {
        let problem: CoordinateText.Problem?
        let part: String?

        init(_ problem: CoordinateText.Problem?, part: String?) { (self.problem, self.part) = (problem, part) }
    }

    @inline(__always) init(
        line: Int, position: Result<Coordinate, CoordinateText.Problem>, members: [InputMember] = [],
        feature: [InputMember] = [], row: InputRow? = nil
    ) {
        self.line = line
        switch position {
        case .success(let coordinate):
            entry = OutputEntry(coordinate: coordinate, members: members, feature: feature, row: row)
        case .failure(let failure):
            entry = OutputEntry(members: members, feature: feature, row: row)
            flaw = Flaw(failure, part: nil)
        }
    }

    /// The part of the line, for error messages: `element 3`; `nil` if each line has one point.
    var part: String? {
        get { flaw?.part }
        set { flaw = Flaw(flaw?.problem, part: newValue) }
    }

    /// The position, or why it cannot be read.
    var position: Result<Coordinate, CoordinateText.Problem> {
        get {
            if let coordinate = entry.coordinate { return .success(coordinate) }
            return .failure(flaw?.problem ?? CoordinateText.Problem(text: "it has no position"))
        }
        set {
            switch newValue {
            case .success(let coordinate):
                entry.coordinate = coordinate
                if let part { flaw = Flaw(nil, part: part) } else { flaw = nil }
            case .failure(let failure):
                entry.coordinate = nil
                flaw = Flaw(failure, part: part)
            }
        }
    }

    /// Returns the message about the point, after the line number.
    func sentence(_ problem: String) -> String { part.map { "\($0): \(problem)" } ?? problem }

    /// The name of the member that keeps the text of a point that cannot be parsed.
    static let rawName = "input"

    /// Returns a point that cannot be parsed, keeping its text so that the user can find it.
    static func unreadable(_ text: ArraySlice<UInt8>, _ line: Int, _ problem: String) -> InputPoint {
        InputPoint(line: line, position: .failure(.init(text: problem)), members: [.init(raw: text)])
    }
}

extension InputMember {
    /// Creates a member with the text of a point that cannot be parsed.
    init(raw text: ArraySlice<UInt8>, key: String = InputPoint.rawName) {
        self.init(key: key, text: String(CSVColumns.trimmed(String(decoding: text, as: UTF8.self))))
    }

    /// Creates a member in its original text; line ends, which JSON allows only between values, become spaces.
    init(_ member: JSONSlices.Member) {
        var json = member.value
        if json.contains(where: { $0 == 10 || $0 == 13 }) { json = json.map { $0 == 10 || $0 == 13 ? 0x20 : $0 }[...] }
        self.init(key: member.key, json: json)
    }
}

/// Reads the points of a file in batches, in order, on one thread; other threads parse and answer them.
protocol PointSource {
    /// The CSV header after the first batch was read; `nil` if there is none.
    var header: InputRow? { get }

    /// The members of a GeoJSON collection read so far; empty in other formats.
    var collection: GeoJSONFeatureReader.Collection { get }

    /// The number of points or values skipped so far, each already reported on standard error.
    var omitted: Int { get }

    /// Returns the points of the next chunk, or `nil` at the end.
    ///
    /// - Throws: ``ExitCode/dataError`` if the rest of the file cannot be parsed.
    mutating func next() throws(ToolError) -> (any PointBatch)?
}

extension PointSource {
    /// No header.
    var header: InputRow? { nil }

    /// A sentence with the number of skipped points or values; `nil` if none was.
    var omissions: String? {
        guard omitted > 0 else { return nil }
        return "\(omitted) value\(omitted == 1 ? "" : "s") of the file could not be used"
    }

    /// No collection.
    var collection: GeoJSONFeatureReader.Collection { .init() }

    /// Nothing is skipped.
    var omitted: Int { 0 }
}

/// Consecutive points of a file, not yet parsed.
protocol PointBatch: Sendable {
    /// Memory in bytes, including points that are kept.
    var weight: Int { get }

    /// Whether parsing the points again costs less than keeping them.
    var isCheap: Bool { get }

    /// Parses the points and calls `body` with each.
    func forEach(_ body: (InputPoint) -> Void)

    /// Appends the coordinate of each point, `nil` for those that cannot be used.
    func appendCoordinates(to coordinates: inout [Coordinate?])
}

extension PointBatch {
    func appendCoordinates(to coordinates: inout [Coordinate?]) { forEach { coordinates.append($0.entry.coordinate) } }
}

/// Output names for the members and columns of the input.
enum InputColumns {
    /// The most columns in a table; each takes space in every row.
    private static let maximumColumns = 1000
    private static let maximumBytes = 1 << 16

    /// Returns the message about a name that occurs twice.
    static func repeated(_ name: String, _ what: String) -> String { "two of its \(what) are called \"\(name)\"" }

    /// Returns the names with a number appended to repeated ones: `name`, `name.2`.
    static func distinct(_ names: [String]) -> [String] {
        distinct(names) { known, name in known.insert(name).inserted }
    }

    /// Returns distinct names, using a closure that adds a name to those that are taken and returns whether it is new.
    static func distinct(_ names: [String], insert: (inout Set<String>, String) -> Bool) -> [String] {
        var known = Set(names)
        // The number to try next for each name: all below are taken.
        var numbers: [String: Int] = [:]
        return names.map { name in
            guard var number = numbers[name] else {
                numbers[name] = 2
                return name
            }
            while !insert(&known, "\(name).\(number)") { number += 1 }
            numbers[name] = number + 1
            return "\(name).\(number)"
        }
    }

    /// Returns the names of all members of a file's points, in order of appearance.
    ///
    /// Reads the file to its end or to the first damage, since a member may occur in the last point only.
    ///
    /// - Parameters:
    ///   - source: The file, at its beginning.
    ///   - name: Its name in errors.
    /// - Returns: The names except latitude and longitude.
    /// - Throws: ``ExitCode/dataError`` for more names than a table may have; a signal's exit status.
    static func find(in source: inout some PointSource, name: String) throws(ToolError) -> [String] {
        var columns: [String] = []
        var known = Set(OutputLayout.positionColumns)
        var bytes = 0
        do throws(ToolError) {
            while let batch = try source.next(), columns.count <= maximumColumns, bytes <= maximumBytes {
                batch.forEach { point in
                    for attribute in point.entry.members where known.insert(attribute.key).inserted {
                        columns.append(attribute.key)
                        bytes += attribute.key.utf8.count
                    }
                }
            }
        } catch {
            // The points before the damage are still answered.
            guard error.code == .dataError else { throw error }
        }
        guard columns.count <= maximumColumns, bytes <= maximumBytes else {
            throw ToolError(
                .dataError, "\(name): its points have too many different members for columns; use --format ndjson")
        }
        return columns
    }
}
