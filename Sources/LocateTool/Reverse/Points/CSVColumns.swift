/// Which columns of CSV hold latitude and longitude.
struct CSVColumns: Sendable {
    /// The names in the header; none when the file has no header.
    private(set) var names: [String] = []
    /// The number of the latitude's column, from 0.
    private(set) var latitude = 0
    /// The number of the longitude's column, from 0.
    private(set) var longitude = 1

    /// How many columns every row should have.
    var width: Int { hasHeader ? names.count : 2 }

    /// Whether the first row is a header.
    var hasHeader: Bool { !names.isEmpty }

    /// Finds the columns.
    ///
    /// - Parameters:
    ///   - row: The bytes of the first row.
    ///   - place: File and line, for the error.
    /// - Throws: ``ExitCode/dataError`` when it is neither a header with the names nor two numbers.
    init(firstRow row: ArraySlice<UInt8>, place: String) throws(ToolError) {
        let fields = CSVRow.texts(of: row)
        if let columns = Self.find(fields) {
            (latitude, longitude) = columns
            names = fields
            return
        }
        guard fields.count == 2, fields.allSatisfy({ ParsedArguments.number(Self.trimmed($0)) != nil }) else {
            throw ToolError(
                .dataError,
                "\(place): expected a header that names lat or latitude and lon, lng or longitude, "
                    + "or two columns of numbers" + Self.hint(row, fields: fields))
        }
    }

    private static func find(_ fields: [String]) -> (Int, Int)? {
        let names = fields.map { trimmed($0).lowercased() }
        // The plainest name wins where several columns would do.
        guard let latitude = ["lat", "latitude"].lazy.compactMap(names.firstIndex).first,
            let longitude = ["lon", "lng", "longitude"].lazy.compactMap(names.firstIndex).first
        else { return nil }
        return (latitude, longitude)
    }

    /// What a spreadsheet of a country with decimal commas did to the file.
    private static func hint(_ row: ArraySlice<UInt8>, fields: [String]) -> String {
        for (separator, name) in [(Character(";"), "semicolons"), ("\t", "tabs")] {
            let parts = String(decoding: row, as: UTF8.self).split(
                separator: separator, omittingEmptySubsequences: false)
            let areNumbers = parts.allSatisfy { part in
                ParsedArguments.number(trimmed(CoordinateText.pointed(part))) != nil
            }
            guard parts.count > 1, find(parts.map(unquoted)) != nil || parts.count == 2 && areNumbers else { continue }
            return "; its columns are separated by \(name): save it with commas, and numbers with a decimal point"
        }
        if fields.count == 4, fields.allSatisfy({ ParsedArguments.number(trimmed($0)) != nil }) {
            return "; if those are decimal commas, save numbers with a decimal point"
        }
        return ""
    }

    private static func unquoted(_ part: Substring) -> String { CSVRow.text(of: Array(trimmed(part).utf8)[...]) }

    /// The text without white space around it.
    static func trimmed(_ field: some StringProtocol) -> Substring {
        var rest = Substring(field)
        while let first = rest.first, first.isWhitespace { rest.removeFirst() }
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return rest
    }
}
