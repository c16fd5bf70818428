import Geo

/// Writes points with their places in one of the forms of ``ReverseOptions/Format``, in constant memory.
struct PlaceWriter {
    /// The form of the output.
    enum Form: Equatable {
        case text
        case template(OutputTemplate)
        case ndjson
        case csv
        case geojson
    }

    private let form: Form
    private let output: Output
    private var count = 0

    init(form: Form, output: Output) {
        self.form = form
        self.output = output
    }

    /// Begins a file of points.
    ///
    /// - Parameters:
    ///   - header: The header row of a CSV input.
    ///   - isBareCSV: Whether the input is CSV without a header, so that the output has none either.
    /// - Throws: ``ExitCode/ioError`` when it cannot be written.
    func begin(header: InputPoint.Row?, isBareCSV: Bool) throws(ToolError) {
        switch form {
        case .csv:
            if let header {
                try write(header, PlaceReport.csvColumns)
            } else if !isBareCSV {
                try output.writeLine(CSVWriter.row(["latitude", "longitude"] + PlaceReport.csvColumns))
            }
        case .geojson: try output.write("{\"type\":\"FeatureCollection\",\"features\":[")
        case .text, .template, .ndjson: break
        }
    }

    /// Writes one point; without a report it keeps its place, with empty columns or what is wrong with it.
    mutating func write(_ point: InputPoint, _ report: PlaceReport?) throws(ToolError) {
        defer { count += 1 }
        switch form {
        case .text: try output.writeLine(report?.address.string ?? "")
        case .template(let template):
            try output.writeLine(report.map { template.render($0.value(ofKeyword:)) } ?? "")
        case .ndjson: try output.writeLine(JSONWriter.object { Self.writeMembers(point, report, to: &$0) })
        case .csv:
            let fields = report?.csvFields ?? PlaceReport.csvColumns.map { _ in "" }
            if let row = point.row { return try write(row, fields) }
            let coordinate = try? point.position.get()
            let numbers = [coordinate?.latitude, coordinate?.longitude].map { number in
                number.map { NumberText.shortest($0, decimals: 9) } ?? ""
            }
            try output.writeLine(CSVWriter.row(numbers + fields))
        case .geojson:
            if count > 0 { try output.write(",") }
            try output.write(Self.feature(point, report))
        }
    }

    /// Ends a file of points.
    func end() throws(ToolError) { if form == .geojson { try output.writeLine("]}") } }

    /// Writes a row as it was written, and more columns behind it.
    private func write(_ row: InputPoint.Row, _ fields: [String]) throws(ToolError) {
        try output.write(row.raw)
        let padding = String(repeating: ",", count: row.missingColumns + 1)
        try output.write(padding + CSVWriter.row(fields) + (row.endsWithCRLF ? "\r" : ""))
        try output.endLine()
    }

    /// What a point brought along, then what was found, which wins where names are the same.
    private static func writeMembers(_ point: InputPoint, _ report: PlaceReport?, to writer: inout JSONWriter) {
        let taken = report == nil ? ["error"] : PlaceReport.memberNames
        for attribute in point.attributes where !taken.contains(attribute.key) {
            writer.key(attribute.key)
            writer.raw(attribute.json)
        }
        if let report {
            report.writeMembers(to: &writer)
        } else if case .failure(let problem) = point.position {
            writer.member("error", problem.text)
        }
    }

    /// A feature: its own geometry and members where it had them.
    static func feature(_ point: InputPoint, _ report: PlaceReport?) -> String {
        JSONWriter.object { writer in
            writer.member("type", "Feature")
            for member in point.feature {
                writer.key(member.key)
                writer.raw(member.json)
            }
            if !point.feature.contains(where: { $0.key == "geometry" }) {
                writer.key("geometry")
                if let coordinate = try? point.position.get() {
                    GeoJSONText.writePoint(coordinate, to: &writer)
                } else {
                    writer.raw("null")
                }
            }
            writer.key("properties")
            writer.object { writeMembers(point, report, to: &$0) }
        }
    }
}
