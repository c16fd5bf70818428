import Geo

/// Which columns of CSV hold latitude and longitude, and what separates them.
struct CSVColumns: Sendable {
    /// The names in the header, each once; none when the file has no header.
    private(set) var names: [String] = []
    /// The names that columns have a number behind, since others were called so before.
    private(set) var repeatedNames: [String] = []
    /// The member of JSON that has the text of a row that has more columns; no column is called so.
    private(set) var rawName = InputPoint.rawName
    /// The number of the latitude's column, from 0.
    private(set) var latitude = 0
    /// The number of the longitude's column, from 0; that of the latitude where one column has both.
    private(set) var longitude = 1
    /// The numbers of the columns with N or S and with E or W, where hemispheres have columns of their own.
    private(set) var letters: (latitude: Int?, longitude: Int?)?
    /// What separates the columns: a comma, a semicolon or a tab.
    let separator: UInt8

    /// How many columns every row should have.
    var width: Int { hasHeader ? names.count : longitude + 1 }

    /// Whether the first row is a header.
    var hasHeader: Bool { !names.isEmpty }

    /// Whether one column has both latitude and longitude, as in `48.86 2.35`.
    var isOneColumn: Bool { latitude == longitude }

    /// What numbers may have in place of the decimal point: a comma where none separates the columns.
    var decimalMark: UInt8 { UInt8(ascii: separator == UInt8(ascii: ",") ? "." : ",") }

    /// Whether numbers may have a decimal comma.
    var allowsDecimalComma: Bool { separator != UInt8(ascii: ",") }

    /// Finds the columns.
    ///
    /// - Parameters:
    ///   - row: The bytes of the first row.
    ///   - separator: What separates its fields.
    ///   - place: File and line, for the error.
    /// - Throws: ``ExitCode/dataError`` when it is neither a header with the names nor a position.
    init(
        firstRow row: ArraySlice<UInt8>, separator: UInt8 = UInt8(ascii: ","), place: String
    ) throws(ToolError) {
        self.separator = separator
        let fields = CSVRow.texts(of: row, separator: separator)
        if let columns = Self.find(fields) {
            (latitude, longitude) = columns
            for name in [fields[latitude], fields[longitude]].map({ Self.folded($0) })
            where fields.count(where: { Self.folded($0) == name }) > 1 {
                throw ToolError(
                    .dataError, "\(place): \(InputColumns.repeated(name, "columns")); rename the one that is not meant")
            }
            let found = HemisphereLetter.columns(of: fields)
            if found.contains(where: { $0 != nil }) {
                letters = (found.firstIndex(of: true), found.firstIndex(of: false))
            }
            names = InputColumns.distinct(fields)
            repeatedNames = zip(fields, names).filter { $0 != $1 }.map(\.0)
            rawName = InputColumns.distinct(names + [rawName]).last ?? rawName
            return
        }
        if fields.count == 1, Self.isPosition(fields[0]) {
            longitude = 0
            return
        }
        guard fields.count == 2, fields.allSatisfy({ Self.isAngle($0, separator: separator) }) else {
            throw ToolError(
                .dataError,
                "\(place): expected a header that names lat or latitude and lon, lng or longitude, "
                    + "or latitude and longitude alone" + Self.hint(fields))
        }
    }

    /// What separates the fields of a file that begins with a line: where two would do, a comma.
    static func separator(of line: ArraySlice<UInt8>) -> UInt8 {
        let others = [UInt8(ascii: ";"), UInt8(ascii: "\t")].filter(line.contains)
        if others.isEmpty || find(CSVRow.texts(of: line)) != nil { return UInt8(ascii: ",") }
        for separator in others {
            let fields = CSVRow.texts(of: line, separator: separator)
            if find(fields) != nil || fields.count == 2 && fields.allSatisfy({ isAngle($0, separator: separator) }) {
                return separator
            }
        }
        return UInt8(ascii: ",")
    }

    private static func isAngle(_ field: String, separator: UInt8) -> Bool {
        CoordinateText.isAngle(trimmed(field), decimalComma: separator != UInt8(ascii: ","))
    }

    private static func isPosition(_ field: String) -> Bool {
        if CoordinateText.isTime(field) { return false }
        do throws(CoordinateText.Problem) {
            return try CoordinateText.coordinate(in: [field]) != nil
        } catch {
            // It is one, if a wrong one.
            return true
        }
    }

    private static func find(_ fields: [String]) -> (Int, Int)? {
        let names = fields.map(folded)
        // The plainest name wins where several columns would do.
        guard let latitude = ["lat", "latitude"].lazy.compactMap(names.firstIndex).first,
            let longitude = ["lon", "lng", "longitude"].lazy.compactMap(names.firstIndex).first
        else { return nil }
        return (latitude, longitude)
    }

    private static func folded(_ name: String) -> String { trimmed(name).lowercased() }

    /// What decimal commas do to a file whose columns they separate.
    private static func hint(_ fields: [String]) -> String {
        guard fields.count == 4, fields.allSatisfy({ ParsedArguments.number(trimmed($0)) != nil }) else { return "" }
        return "; if those are decimal commas, separate the columns by semicolons or save numbers with a decimal point"
    }

    /// The text without white space around it.
    static func trimmed(_ field: some StringProtocol) -> Substring {
        var rest = Substring(field)
        while let first = rest.first, first.isWhitespace { rest.removeFirst() }
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return rest
    }
}
