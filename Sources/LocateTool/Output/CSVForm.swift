import Geo

extension OutputFormat {
    /// Comma-separated values with a header.
    static let csv = OutputFormat("csv", CSVForm(), for: [.fixes, .places, .records, .tables])
}

/// Comma-separated values (RFC 4180): rows of a CSV input as they were written with columns appended, others below a header.
struct CSVForm: OutputForm {
    var isTabular: Bool { true }
    var keepsMembers: Bool { true }

    func beginning(
        _ layout: OutputLayout, header: InputPoint.Row?, isBareCSV: Bool, members: [InputPoint.Attribute]
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        if let header {
            append(Self.renamed(header, layout), layout, to: &bytes) {
                $0 += CSVWriter.row(layout.columns, separator: layout.separator).utf8
            }
        } else if !isBareCSV {
            let position = layout.hasPosition ? OutputLayout.positionColumns : []
            let own = InputColumns.renamed(layout.inputColumns, besides: layout.columns)
            bytes += CSVWriter.row(position + own + layout.columns).utf8
            bytes.append(10)
        }
        return bytes
    }

    func appendContent(of record: some OutputRecord, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        record.appendCells(separator: layout.separator, to: &bytes)
    }

    func appendEntry(
        _ point: InputPoint, _ layout: OutputLayout, to bytes: inout [UInt8], content: (inout [UInt8]) -> Void
    ) {
        if let row = point.row { return append(row, layout, to: &bytes, content) }
        if layout.hasPosition { appendPosition(of: point, to: &bytes) }
        appendInputColumns(of: point, layout, to: &bytes)
        content(&bytes)
        bytes.append(10)
    }

    func appendProblem(_ problem: String, of point: InputPoint, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        appendEntry(point, layout, to: &bytes) { bytes in
            for _ in 1..<layout.columns.count { bytes.append(layout.separator) }
        }
    }

    private func appendPosition(of point: InputPoint, to bytes: inout [UInt8]) {
        if case .success(let coordinate) = point.position {
            NumberText.append(coordinate.latitude, decimals: 9, to: &bytes)
            bytes.append(UInt8(ascii: ","))
            NumberText.append(coordinate.longitude, decimals: 9, to: &bytes)
        } else {
            // What is not a position is kept as it was written.
            let written = OutputLayout.positionColumns.map { name in
                point.attributes.last { $0.key == name }?.field ?? ""
            }
            bytes += CSVWriter.row(written).utf8
        }
        bytes.append(UInt8(ascii: ","))
    }

    /// Appends the fields for what a point brought along, each with a comma after it.
    private func appendInputColumns(of point: InputPoint, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        for (index, column) in layout.inputColumns.enumerated() {
            // Most points have the same members in the same order.
            let attribute =
                index < point.attributes.count && point.attributes[index].key == column
                ? point.attributes[index] : point.attributes.last { $0.key == column }
            if let attribute { CSVWriter.append(attribute.field, to: &bytes) }
            bytes.append(UInt8(ascii: ","))
        }
    }

    /// A header in which no column has the name of one of ours; as it was written where none has.
    private static func renamed(_ header: InputPoint.Row, _ layout: OutputLayout) -> InputPoint.Row {
        let names = CSVRow.texts(of: header.raw, separator: layout.separator)
        let renamed = InputColumns.renamed(names, besides: layout.columns)
        guard renamed != names else { return header }
        var header = header
        header.raw = Array(CSVWriter.row(renamed, separator: layout.separator).utf8)[...]
        return header
    }

    /// Appends a row as it was written, and more columns after it.
    private func append(
        _ row: InputPoint.Row, _ layout: OutputLayout, to bytes: inout [UInt8], _ content: (inout [UInt8]) -> Void
    ) {
        bytes += row.raw
        for _ in 0...row.missingColumns { bytes.append(layout.separator) }
        content(&bytes)
        if row.endsWithCRLF { bytes.append(13) }
        bytes.append(10)
    }
}
