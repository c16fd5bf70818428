import Geo

/// One point of an input file: where it is, or what is wrong with it, and what it brought along.
struct InputPoint {
    /// A member of a JSON object, its value as JSON text.
    struct Attribute: Equatable {
        var key: String
        var json: String
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
    struct Row: Equatable {
        var raw: [UInt8]
        /// How many columns it lacks against the header.
        var missingColumns = 0
        var endsWithCRLF = false
    }
}

/// Points of a file, one by one and in order.
protocol PointReader {
    /// The header row of CSV, once the first point was read; `nil` where there is none.
    var header: InputPoint.Row? { get }

    /// How many points or values were left out so far, each already named on standard error.
    var omitted: Int { get }

    /// The next point; `nil` at the end.
    ///
    /// - Throws: ``ExitCode/dataError`` where the rest of the file cannot be made sense of.
    mutating func next() throws(ToolError) -> InputPoint?
}

extension PointReader {
    /// A reader that leaves nothing out.
    var omitted: Int { 0 }
}
