import Geo

/// Points in the rows of CSV: a header names their columns, or there are just two.
struct CSVPointReader: PointReader {
    private(set) var header: InputPoint.Row?

    private var reader: CSVReader
    private let name: String
    private var columns: Columns?

    private struct Columns {
        var names: [String]
        var latitude: Int
        var longitude: Int
    }

    init(_ stream: ByteStream, name: String) {
        reader = CSVReader(stream, name: name)
        self.name = name
    }

    mutating func next() throws(ToolError) -> InputPoint? {
        guard let row = try reader.next() else { return nil }
        if let columns { return point(row, columns) }
        if let columns = Self.columns(in: row) {
            self.columns = columns
            header = InputPoint.Row(raw: row.raw, endsWithCRLF: row.endsWithCRLF)
            return try next()
        }
        guard row.fields.count == 2, row.fields.allSatisfy({ ParsedArguments.number(Self.trimmed($0)) != nil }) else {
            throw ToolError(
                .dataError,
                "\(name):\(row.line): expected a header that names lat or latitude and lon, lng or longitude, "
                    + "or two columns of numbers")
        }
        let columns = Columns(names: [], latitude: 0, longitude: 1)
        self.columns = columns
        return point(row, columns)
    }

    private static func columns(in row: CSVReader.Row) -> Columns? {
        let names = row.fields.map { trimmed($0).lowercased() }
        // The plainest name wins where several columns would do.
        guard let latitude = ["lat", "latitude"].lazy.compactMap(names.firstIndex).first,
            let longitude = ["lon", "lng", "longitude"].lazy.compactMap(names.firstIndex).first
        else { return nil }
        return Columns(names: row.fields, latitude: latitude, longitude: longitude)
    }

    private func point(_ row: CSVReader.Row, _ columns: Columns) -> InputPoint {
        var point = InputPoint(line: row.line, position: position(row, columns))
        let width = columns.names.isEmpty ? 2 : columns.names.count
        point.row = InputPoint.Row(
            raw: row.raw, missingColumns: max(0, width - row.fields.count), endsWithCRLF: row.endsWithCRLF)
        point.attributes = zip(columns.names, row.fields).map { name, field in
            var writer = JSONWriter()
            writer.value(field)
            return InputPoint.Attribute(key: name, json: writer.text)
        }
        return point
    }

    private func position(
        _ row: CSVReader.Row, _ columns: Columns
    ) -> Result<Coordinate, CoordinateText.Problem> {
        let width = columns.names.isEmpty ? 2 : columns.names.count
        guard row.fields.count == width else {
            return .failure(.init(text: "it has \(row.fields.count) columns and should have \(width)"))
        }
        return Result { () throws(CoordinateText.Problem) in
            try CoordinateText.coordinate(
                latitude: Self.trimmed(row.fields[columns.latitude]),
                longitude: Self.trimmed(row.fields[columns.longitude]))
        }
    }

    private static func trimmed(_ field: String) -> Substring {
        var rest = field[...]
        while let first = rest.first, first.isWhitespace { rest.removeFirst() }
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return rest
    }
}
