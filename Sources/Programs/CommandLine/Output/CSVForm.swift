import LKGeo

extension OutputFormat {
    /// Comma-separated values with a header.
    package static let csv = OutputFormat("csv", CSVForm(), for: [.fixes, .places, .records, .tables])

    /// Tab-separated values with a header, without quotes.
    package static let tsv = OutputFormat("tsv", CSVForm(isTSV: true), for: [.fixes, .places, .records, .tables])
}

/// Comma-separated values (RFC 4180), or values separated by tabs without quotes: rows of a CSV input as they were written with
/// columns appended, others below a header.
struct CSVForm: OutputForm {
    /// Whether tabs separate values whatever the input has, and there are no quotes.
    var isTSV = false

    package var keepsMembers: Bool { true }

    package func table(_ layout: OutputLayout) -> TableSyntax? { syntax(layout) }

    private func syntax(_ layout: OutputLayout) -> TableSyntax {
        isTSV ? .tsv : .csv(separator: layout.separator)
    }

    package func beginning(
        _ layout: OutputLayout, header: InputRow?, isBareCSV: Bool, members: [InputMember]
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        if let header {
            append(renamed(header, layout), layout, to: &bytes) {
                $0 += syntax(layout).row(layout.columns).utf8
            }
        } else if !isBareCSV {
            let position = layout.hasPosition ? OutputLayout.positionColumns : []
            let own = InputMember.renamed(layout.inputColumns, besides: layout.columns)
            bytes += (isTSV ? TableSyntax.tsv : .csv).row(position + own + layout.columns).utf8
            bytes.append(10)
        }
        return bytes
    }

    package func appendContent(of record: some OutputRecord, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        record.appendCells(of: syntax(layout), to: &bytes)
    }

    package func appendEntry(
        _ entry: OutputEntry, _ layout: OutputLayout, to bytes: inout [UInt8], content: (inout [UInt8]) -> Void
    ) {
        if let row = entry.row { return append(row, layout, to: &bytes, content) }
        if layout.hasPosition { appendPosition(of: entry, layout, to: &bytes) }
        appendInputColumns(of: entry, layout, to: &bytes)
        content(&bytes)
        bytes.append(10)
    }

    package func appendProblem(
        _ problem: String, of entry: OutputEntry, _ layout: OutputLayout, to bytes: inout [UInt8]
    ) {
        appendEntry(entry, layout, to: &bytes) { bytes in
            for _ in 1..<layout.columns.count { bytes.append(syntax(layout).separator) }
        }
    }

    private func appendPosition(of entry: OutputEntry, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        let table = syntax(layout)
        if let coordinate = entry.coordinate {
            NumberText.append(coordinate.latitude, decimals: 9, to: &bytes)
            bytes.append(table.separator)
            NumberText.append(coordinate.longitude, decimals: 9, to: &bytes)
        } else {
            // What is not a position is kept as it was written.
            let written = OutputLayout.positionColumns.map { name in
                entry.members.last { $0.key == name }?.field ?? ""
            }
            bytes += table.row(written).utf8
        }
        bytes.append(table.separator)
    }

    /// Appends the fields for what a point brought along, each with a separator after it.
    private func appendInputColumns(of entry: OutputEntry, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        let table = syntax(layout)
        for (index, column) in layout.inputColumns.enumerated() {
            // Most points have the same members in the same order.
            let member =
                index < entry.members.count && entry.members[index].key == column
                ? entry.members[index] : entry.members.last { $0.key == column }
            if let member { table.append(member.field, to: &bytes) }
            bytes.append(table.separator)
        }
    }

    /// Returns a header in which no column has the name of an output column; unchanged where none had.
    private func renamed(_ header: InputRow, _ layout: OutputLayout) -> InputRow {
        let names = CSVRow.texts(of: header.raw, separator: layout.separator)
        let renamed = InputMember.renamed(names, besides: layout.columns)
        guard renamed != names else { return header }
        var header = header
        header.raw = Array(TableSyntax.csv(separator: layout.separator).row(renamed).utf8)[...]
        return header
    }

    /// Appends a row as it was written, and more columns after it.
    private func append(
        _ row: InputRow, _ layout: OutputLayout, to bytes: inout [UInt8], _ content: (inout [UInt8]) -> Void
    ) {
        let table = syntax(layout)
        if isTSV, !Self.isTSV(row.raw, separator: layout.separator) {
            bytes += table.row(CSVRow.texts(of: row.raw, separator: layout.separator)).utf8
        } else {
            bytes += row.raw
        }
        for _ in 0...row.missingColumns { bytes.append(table.separator) }
        content(&bytes)
        // A carriage return would belong to the last value.
        if row.endsWithCRLF, !isTSV { bytes.append(13) }
        bytes.append(10)
    }

    /// Returns whether a row of the input can be copied unchanged as TSV: without a quote, backslashes may be escapes.
    private static func isTSV(_ row: ArraySlice<UInt8>, separator: UInt8) -> Bool {
        separator == TableSyntax.tsv.separator && !row.contains(UInt8(ascii: "\"")) && !row.contains(13)
    }
}
