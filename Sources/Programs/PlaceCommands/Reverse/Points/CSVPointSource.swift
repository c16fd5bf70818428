import LKCommandLine
import LKFormats
import LKGeo

/// Points from CSV rows: a header names the columns, or there are two columns, or one that holds both numbers.
///
/// The separator may be a comma, a semicolon or a tab; the first row decides.
struct CSVPointSource: PointSource {
    private(set) var header: InputRow?
    /// The separator; known after the first read.
    var separator: UInt8 { blocks.separator }

    private var blocks: LineBlocks
    private let name: String
    private let wantsAttributes: Bool
    private let note: (String) -> Void
    private(set) var columns: CSVColumns?
    /// The batch that ``begin()`` read ahead.
    private var ahead: (any PointBatch)?

    /// Creates a source of the points of a CSV file.
    ///
    /// - Parameters:
    ///   - stream: The file.
    ///   - name: The file's name in messages.
    ///   - wantsAttributes: Whether points carry their columns, for JSON forms and templates that name columns.
    ///   - note: Called with a sentence if columns share a name.
    init(
        _ stream: ByteStream, name: String, wantsAttributes: Bool,
        note: @escaping (String) -> Void = { Messages.note($0, command: "reverse", as: .warning) }
    ) {
        self.note = note
        blocks = LineBlocks(stream, .csv, name: name, findSeparator: CSVColumns.separator)
        self.name = name
        self.wantsAttributes = wantsAttributes
    }

    /// Reads until the header and the separator are known.
    mutating func begin() throws(ToolError) { ahead = try next() }

    mutating func next() throws(ToolError) -> (any PointBatch)? {
        if let batch = ahead {
            ahead = nil
            return batch
        }
        guard var block = try blocks.next() else { return nil }
        guard let columns else { return try first(&block) }
        return CSVPointBatch(block: block, columns: columns, wantsAttributes: wantsAttributes)
    }

    /// Finds the columns in the first row that is not empty.
    private mutating func first(_ block: inout LineBlocks.Block) throws(ToolError) -> (any PointBatch)? {
        while true {
            var start = 0
            while start < block.bytes.count {
                let row = CSVRow(at: start, in: block.bytes.span, separator: separator)
                guard !row.bytes.isEmpty else {
                    start = row.next
                    block.line += row.lines
                    continue
                }
                let raw = block.bytes[row.bytes]
                let columns = try CSVColumns(
                    firstRow: raw, separator: separator, place: "\(name):\(block.line)")
                self.columns = columns
                if columns.hasHeader {
                    header = InputRow(raw: raw, endsWithCRLF: row.endsWithCRLF)
                    if !columns.repeatedNames.isEmpty { rename(columns, line: block.line) }
                    start = row.next
                    block.line += row.lines
                }
                block.bytes.removeFirst(start)
                return CSVPointBatch(block: block, columns: columns, wantsAttributes: wantsAttributes)
            }
            guard let next = try blocks.next() else { return nil }
            block = next
        }
    }
    /// Makes the names of the header's columns unique and reports it.
    private mutating func rename(_ columns: CSVColumns, line: Int) {
        let row = TableSyntax.csv(separator: separator).row(columns.names)
        header?.raw = Array(row.utf8)[...]
        let names = Set(columns.repeatedNames).sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        note("\(name):\(line): several columns are called \(names); those after the first get a number in the output")
    }
}

/// CSV rows with one point each.
struct CSVPointBatch: PointBatch {
    let block: LineBlocks.Block
    let columns: CSVColumns
    let wantsAttributes: Bool

    var weight: Int { wantsAttributes ? 8 * block.bytes.count : block.bytes.count }

    var isCheap: Bool { !wantsAttributes }

    func forEach(_ body: (InputPoint) -> Void) {
        let bytes = block.bytes
        let span = bytes.span
        var (start, line) = (0, block.line)
        while start < span.count {
            let row = row(at: start, in: span)
            if !row.bytes.isEmpty { body(point(row, in: span, line: line)) }
            start = row.next
            line += row.lines
        }
    }

    func appendCoordinates(to coordinates: inout [Coordinate?]) {
        let bytes = block.bytes
        let span = bytes.span
        var start = 0
        while start < span.count {
            let row = row(at: start, in: span)
            start = row.next
            guard !row.bytes.isEmpty else { continue }
            if case .success(let coordinate) = position(row, in: span) {
                coordinates.append(coordinate)
            } else {
                coordinates.append(nil)
            }
        }
    }

    private func row(at start: Int, in span: Span<UInt8>) -> CSVRow {
        CSVRow(at: start, in: span, wanted: (columns.latitude, columns.longitude), separator: columns.separator)
    }

    private func point(_ row: CSVRow, in span: Span<UInt8>, line: Int) -> InputPoint {
        let raw = block.bytes[row.bytes]
        var point = InputPoint(
            line: line, position: position(row, in: span),
            row: InputRow(
                raw: raw, missingColumns: max(0, columns.width - row.fieldCount), endsWithCRLF: row.endsWithCRLF))
        guard wantsAttributes else { return point }
        point.entry.members = zip(columns.names, CSVRow.texts(of: raw, separator: columns.separator)).map(
            InputMember.init(key:text:))
        // Fields beyond the last column are kept with the row.
        if case .failure = point.position, !columns.hasHeader || row.fieldCount > columns.width {
            point.entry.members.append(InputMember(raw: raw, key: columns.rawName))
        }
        return point
    }

    private func position(_ row: CSVRow, in span: Span<UInt8>) -> Result<Coordinate, CoordinateText.Problem> {
        guard row.fieldCount == columns.width else {
            return .failure(.init(text: "it has \(row.fieldCount) columns and should have \(columns.width)"))
        }
        if let letters = columns.letters { return position(row, letters) }
        if let latitude = DecimalText.plain(span, row.fields.0, point: columns.decimalMark),
            let longitude = DecimalText.plain(span, row.fields.1, point: columns.decimalMark)
        {
            // A single number is not a position.
            if columns.isOneColumn {
                return .failure(.init(text: "it has latitude or longitude, and should have both"))
            }
            return Result { () throws(CoordinateText.Problem) in
                try CoordinateText.coordinate(latitude: latitude, longitude: longitude)
            }
        }
        let texts = [row.fields.0, row.fields.1].map { CSVColumns.trimmed(CSVRow.text(of: block.bytes[$0])) }
        return Result { () throws(CoordinateText.Problem) in
            if columns.isOneColumn {
                if let coordinate = try CoordinateText.coordinate(in: [String(texts[0])]) { return coordinate }
                throw CoordinateText.Problem(text: "\"\(texts[0])\" is not a latitude and longitude")
            }
            return try CoordinateText.coordinate(
                latitude: texts[0], longitude: texts[1], decimalComma: columns.allowsDecimalComma)
        }
    }

    /// Returns the position in a row with separate columns for the hemispheres.
    private func position(
        _ row: CSVRow, _ letters: (latitude: Int?, longitude: Int?)
    ) -> Result<Coordinate, CoordinateText.Problem> {
        let texts = CSVRow.texts(of: block.bytes[row.bytes], separator: columns.separator).map(CSVColumns.trimmed)
        func angle(_ column: Int, _ letter: Int?, isLatitude: Bool) throws(CoordinateText.Problem) -> Double {
            let angle = try CoordinateText.angle(
                texts[column], isLatitude: isLatitude, decimalComma: columns.allowsDecimalComma)
            guard let letter else { return angle }
            return try CoordinateText.angle(angle, of: texts[column], letter: texts[letter], isLatitude: isLatitude)
        }
        return Result { () throws(CoordinateText.Problem) in
            try CoordinateText.coordinate(
                latitude: angle(columns.latitude, letters.latitude, isLatitude: true),
                longitude: angle(columns.longitude, letters.longitude, isLatitude: false))
        }
    }
}

/// The CSV columns of latitude and longitude, and the separator.
struct CSVColumns: Sendable {
    /// The unique names in the header; empty if the file has no header.
    private(set) var names: [String] = []
    /// The names that received a number because an earlier column had the same name.
    private(set) var repeatedNames: [String] = []
    /// The JSON member for the text of a row with too many columns; differs from all column names.
    private(set) var rawName = InputPoint.rawName
    /// The index of the latitude column.
    private(set) var latitude = 0
    /// The index of the longitude column; equals that of the latitude where one column holds both.
    private(set) var longitude = 1
    /// The indices of the columns with N or S and with E or W, where hemispheres have separate columns.
    private(set) var letters: (latitude: Int?, longitude: Int?)?
    /// The separator: a comma, a semicolon or a tab.
    let separator: UInt8

    /// The number of columns that each row should have.
    var width: Int { hasHeader ? names.count : longitude + 1 }

    /// Whether the first row is a header.
    var hasHeader: Bool { !names.isEmpty }

    /// Whether one column has both latitude and longitude, as in `48.86 2.35`.
    var isOneColumn: Bool { latitude == longitude }

    /// The decimal mark: a comma unless commas separate the columns.
    var decimalMark: UInt8 { UInt8(ascii: separator == UInt8(ascii: ",") ? "." : ",") }

    /// Whether numbers may use a decimal comma.
    var allowsDecimalComma: Bool { separator != UInt8(ascii: ",") }

    /// Creates the columns that the first row of a file names.
    ///
    /// - Parameters:
    ///   - row: The bytes of the first row.
    ///   - separator: The separator of its fields.
    ///   - place: The file and line, for the error.
    /// - Throws: ``ExitCode/dataError`` if the row is neither a header with the names nor a position.
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

    /// Returns the separator of a file, judged by its first line; if two are possible, a comma.
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
            // Out of range, but still a position rather than a header.
            return true
        }
    }

    private static func find(_ fields: [String]) -> (Int, Int)? {
        let names = fields.map(folded)
        // If several columns qualify, the plainest name wins.
        guard let latitude = ["lat", "latitude"].lazy.compactMap(names.firstIndex).first,
            let longitude = ["lon", "lng", "longitude"].lazy.compactMap(names.firstIndex).first
        else { return nil }
        return (latitude, longitude)
    }

    private static func folded(_ name: String) -> String { trimmed(name).lowercased() }

    /// Returns the hint for a file with decimal commas and comma separators.
    private static func hint(_ fields: [String]) -> String {
        guard fields.count == 4, fields.allSatisfy({ ParsedArguments.number(trimmed($0)) != nil }) else { return "" }
        return "; if those are decimal commas, separate the columns by semicolons or save numbers with a decimal point"
    }

    /// Returns the text without surrounding white space.
    static func trimmed(_ field: some StringProtocol) -> Substring {
        var rest = Substring(field)
        while let first = rest.first, first.isWhitespace { rest.removeFirst() }
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return rest
    }
}
