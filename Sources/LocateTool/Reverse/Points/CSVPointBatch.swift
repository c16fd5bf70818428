import Formats
import Geo

/// Rows of CSV, with a point in each.
struct CSVPointBatch: PointBatch {
    let block: LineBlocks.Block
    let columns: CSVColumns
    let wantsAttributes: Bool

    var weight: Int { wantsAttributes ? 8 * block.bytes.count : block.bytes.count }

    var isCheap: Bool { !wantsAttributes }

    func forEach(_ body: (InputPoint) -> Void) {
        var (start, line) = (0, block.line)
        while start < block.bytes.count {
            let row = CSVRow(
                at: start, in: block.bytes.span, wanted: (columns.latitude, columns.longitude),
                separator: columns.separator)
            if !row.bytes.isEmpty { body(point(row, line: line)) }
            start = row.next
            line += row.lines
        }
    }

    private func point(_ row: CSVRow, line: Int) -> InputPoint {
        var point = InputPoint(line: line, position: position(row))
        let raw = block.bytes[row.bytes]
        point.row = InputPoint.Row(
            raw: raw, missingColumns: max(0, columns.width - row.fieldCount), endsWithCRLF: row.endsWithCRLF)
        guard wantsAttributes else { return point }
        point.attributes = zip(columns.names, CSVRow.texts(of: raw, separator: columns.separator)).map(
            InputPoint.Attribute.init(key:text:))
        // What no column has room for is kept with the row.
        if case .failure = point.position, !columns.hasHeader || row.fieldCount > columns.width {
            point.attributes.append(InputPoint.Attribute(raw: raw, key: columns.rawName))
        }
        return point
    }

    private func position(_ row: CSVRow) -> Result<Coordinate, CoordinateText.Problem> {
        guard row.fieldCount == columns.width else {
            return .failure(.init(text: "it has \(row.fieldCount) columns and should have \(columns.width)"))
        }
        if let letters = columns.letters { return position(row, letters) }
        if let latitude = DecimalText.plain(block.bytes.span, row.fields.0, point: columns.decimalMark),
            let longitude = DecimalText.plain(block.bytes.span, row.fields.1, point: columns.decimalMark)
        {
            // One number is not two.
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

    /// The position of a row that names its hemispheres in columns of their own.
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
