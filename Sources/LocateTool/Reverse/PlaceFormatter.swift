import Geo
import Geocoding

/// Prints points with their places in one of the forms of ``ReverseOptions/Format``.
struct PlaceFormatter: Sendable {
    /// The form of the output.
    enum Form: Equatable, Sendable {
        case text
        case template(OutputTemplate)
        case ndjson
        case csv
        case geojson
    }

    let form: Form

    /// What separates the columns of CSV: what does in an input of CSV.
    var separator = UInt8(ascii: ",")

    /// Which members of points have columns in CSV, where the input is none.
    var inputColumns: [String] = []

    /// Whether the form shows the nearest border, which takes time to find.
    let showsBorder: Bool

    init(form: Form) {
        self.form = form
        if case .template(let template) = form {
            templateColumns = template.inputNames
        } else {
            templateColumns = []
        }
        showsBorder =
            switch form {
            case .text, .csv: false
            case .ndjson, .geojson: true
            case .template(let template): template.keywords.contains { $0.hasPrefix("border") }
            }
    }

    /// Whether points of CSV must bring their columns along; its rows are kept as they were written.
    var wantsColumns: Bool { form == .ndjson || form == .geojson || !templateColumns.isEmpty }

    /// The columns or members of the input that the template names; a gap in a pattern has the number of one.
    let templateColumns: [String]

    /// Whether points of other formats must bring their members along.
    var wantsAttributes: Bool { wantsColumns || form == .csv }

    /// What stands in front of all points.
    ///
    /// - Parameters:
    ///   - header: The header row of a CSV input.
    ///   - isBareCSV: Whether the input is CSV without a header, so that the output has none either.
    ///   - members: Members of the collection in front of its features.
    /// - Returns: A header or the beginning of a collection; often nothing.
    func beginning(
        header: InputPoint.Row?, isBareCSV: Bool, members: [InputPoint.Attribute] = []
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        switch form {
        case .csv:
            let columns = CSVWriter.row(PlaceColumns.names, separator: separator)
            if let header {
                append(Self.renamed(header, separator), to: &bytes) { $0 += columns.utf8 }
            } else if !isBareCSV {
                let own = InputColumns.renamed(inputColumns, besides: PlaceColumns.names)
                bytes += CSVWriter.row(Self.positionColumns + own + PlaceColumns.names).utf8
                bytes.append(10)
            }
        case .geojson:
            bytes += "{\"type\":\"FeatureCollection\",".utf8
            bytes += Self.json(members)
            bytes += "\"features\":[".utf8
        case .text, .template, .ndjson: break
        }
        return bytes
    }

    /// What stands behind all points.
    ///
    /// - Parameter members: Members of the collection behind its features.
    /// - Returns: The end of a collection; often nothing.
    func ending(members: [InputPoint.Attribute] = []) -> [UInt8] {
        guard form == .geojson else { return [] }
        // The commas are behind the members, and one belongs in front here.
        let list = Self.json(members)
        return Array("]".utf8) + list.suffix(1) + list.dropLast() + Array("}\n".utf8)
    }

    /// Members, each with a comma behind it.
    private static func json(_ members: [InputPoint.Attribute]) -> [UInt8] {
        guard !members.isEmpty else { return [] }
        var writer = JSONWriter()
        write(members, to: &writer)
        return writer.bytes + [UInt8(ascii: ",")]
    }

    /// What separates points; it stands in front of every point but the first.
    var pointSeparator: [UInt8] { form == .geojson ? [UInt8(ascii: ",")] : [] }

    /// The part of the output that points with the same names have in common.
    func pattern(of placemark: Placemark) -> [UInt8] {
        var bytes: [UInt8] = []
        switch form {
        case .text: bytes += ForeignText.clean(placemark.addressString).utf8
        case .template(let template): render(template, to: &bytes, report(placemark).appendValue)
        case .csv: PlaceColumns.append(placemark, to: &bytes, separator: separator)
        case .ndjson, .geojson:
            var writer = JSONWriter()
            report(placemark).writeMembers(to: &writer)
            bytes = writer.bytes
        }
        return bytes
    }

    /// Fills a template, with gaps for what points bring along.
    private func render(
        _ template: OutputTemplate, to bytes: inout [UInt8], _ append: (String, inout [UInt8]) -> Void
    ) {
        template.render(to: &bytes) { key, bytes in
            guard let name = OutputTemplate.inputName(key), let number = templateColumns.firstIndex(of: name) else {
                return append(key, &bytes)
            }
            PlacePattern.appendGap(column: number, to: &bytes)
        }
    }

    /// Appends a pattern, its gaps filled with the figures and the columns of a point.
    func fill(_ pattern: Span<UInt8>, _ figures: PointFigures?, of point: InputPoint, to bytes: inout [UInt8]) {
        PlacePattern.append(pattern, figures, to: &bytes) { number, bytes in
            guard number < templateColumns.count,
                let attribute = point.attributes.last(where: { $0.key == templateColumns[number] })
            else { return }
            let start = bytes.count
            bytes += attribute.field.utf8
            ForeignText.clean(&bytes, from: start)
        }
    }

    private func report(_ placemark: Placemark) -> PlaceReport {
        var report = PlaceReport(placemark)
        report.leavesGaps = true
        return report
    }

    /// Appends a point with its place.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - bytes: The output.
    ///   - fill: Appends the place's pattern with its gaps filled.
    func append(_ point: InputPoint, to bytes: inout [UInt8], fill: (inout [UInt8]) -> Void) {
        switch form {
        case .text, .template:
            fill(&bytes)
            bytes.append(10)
        case .csv: appendRow(point, to: &bytes, fill)
        case .ndjson, .geojson:
            appendObject(point, to: &bytes) { writer in
                write(point, besides: PlaceReport.memberNames, to: &writer)
                writer.raw(fill)
            }
        }
    }

    /// Appends a point that nobody can answer for: it keeps its line, with empty columns or the sentence that says why.
    func append(_ point: InputPoint, problem: String, to bytes: inout [UInt8]) {
        switch form {
        case .text: bytes.append(10)
        case .template(let template):
            // What was read is all that is known.
            if !templateColumns.isEmpty {
                var pattern: [UInt8] = []
                render(template, to: &pattern) { _, _ in }
                fill(pattern.span, nil, of: point, to: &bytes)
            }
            bytes.append(10)
        case .csv:
            appendRow(point, to: &bytes) { bytes in
                for _ in 1..<PlaceColumns.names.count { bytes.append(separator) }
            }
        case .ndjson, .geojson:
            appendObject(point, to: &bytes) { writer in
                write(point, besides: ["error"], to: &writer)
                writer.member("error", problem)
            }
        }
    }

    private func appendRow(_ point: InputPoint, to bytes: inout [UInt8], _ fill: (inout [UInt8]) -> Void) {
        if let row = point.row { return append(row, to: &bytes, fill) }
        if case .success(let coordinate) = point.position {
            NumberText.append(coordinate.latitude, decimals: 9, to: &bytes)
            bytes.append(UInt8(ascii: ","))
            NumberText.append(coordinate.longitude, decimals: 9, to: &bytes)
        } else {
            // What is no position is kept as it was written.
            let written = Self.positionColumns.map { name in point.attributes.last { $0.key == name }?.field ?? "" }
            bytes += CSVWriter.row(written).utf8
        }
        bytes.append(UInt8(ascii: ","))
        appendInputColumns(point, to: &bytes)
        fill(&bytes)
        bytes.append(10)
    }

    /// The columns of a position that was not written in CSV; members of the input with these names need no others.
    static let positionColumns = ["latitude", "longitude"]

    /// Appends the fields for what a point brought along, each with a comma behind it.
    private func appendInputColumns(_ point: InputPoint, to bytes: inout [UInt8]) {
        for (index, column) in inputColumns.enumerated() {
            // Most points have the same members in the same order.
            let attribute =
                index < point.attributes.count && point.attributes[index].key == column
                ? point.attributes[index] : point.attributes.last { $0.key == column }
            if let attribute { CSVWriter.append(attribute.field, to: &bytes) }
            bytes.append(UInt8(ascii: ","))
        }
    }

    /// A header in which no column has the name of one of ours; as it was written where none has.
    private static func renamed(_ header: InputPoint.Row, _ separator: UInt8) -> InputPoint.Row {
        let names = CSVRow.texts(of: header.raw, separator: separator)
        let renamed = InputColumns.renamed(names, besides: PlaceColumns.names)
        guard renamed != names else { return header }
        var header = header
        header.raw = Array(CSVWriter.row(renamed, separator: separator).utf8)[...]
        return header
    }

    /// Appends a row as it was written, and more columns behind it.
    private func append(_ row: InputPoint.Row, to bytes: inout [UInt8], _ fill: (inout [UInt8]) -> Void) {
        bytes += row.raw
        for _ in 0...row.missingColumns { bytes.append(separator) }
        fill(&bytes)
        if row.endsWithCRLF { bytes.append(13) }
        bytes.append(10)
    }

    /// Appends a line of JSON, or a feature with its own geometry and members where it had them.
    private func appendObject(
        _ point: InputPoint, to bytes: inout [UInt8], _ members: (inout JSONWriter) -> Void
    ) {
        guard form == .geojson else {
            JSONWriter.append(to: &bytes, members)
            return bytes.append(10)
        }
        JSONWriter.append(to: &bytes) { writer in
            writer.member("type", "Feature")
            Self.write(point.feature, to: &writer)
            if !point.feature.contains(where: { $0.key == "geometry" }) {
                writer.key("geometry")
                if case .success(let coordinate) = point.position {
                    GeoJSONText.writePoint(coordinate, to: &writer)
                } else {
                    writer.raw("null")
                }
            }
            writer.key("properties")
            writer.object(members)
        }
    }

    /// Writes what a point brought along, but for a position that is written anyway.
    private func write(_ point: InputPoint, besides taken: [String], to writer: inout JSONWriter) {
        let own = point.attributes.filter { !(taken.contains($0.key) && Self.positionColumns.contains($0.key)) }
        guard own.contains(where: { taken.contains($0.key) }) else { return Self.write(own, to: &writer) }
        let keys = InputColumns.renamed(own.map(\.key), besides: taken)
        Self.write(zip(own, keys).map { InputPoint.Attribute(key: $1, json: $0.json) }, to: &writer)
    }

    private static func write(_ attributes: [InputPoint.Attribute], to writer: inout JSONWriter) {
        for attribute in attributes {
            writer.key(attribute.key)
            writer.raw { ForeignText.appendJSON(attribute.json, to: &$0) }
        }
    }
}

/// The columns of CSV that a place fills.
///
/// They are taken from the placemark and not from a ``PlaceReport``, which knows much that has no column: making it takes longer
/// than finding the place.
enum PlaceColumns {
    /// The columns appended to a row.
    static let names = [
        "country_code", "country", "state", "city", "sub_locality", "address", "precision", "provider", "distance_m",
    ]

    /// Appends the values of a place, separators between them, with a gap for the distance.
    static func append(
        _ placemark: Placemark, to bytes: inout [UInt8], separator: UInt8 = UInt8(ascii: ",")
    ) {
        let parts = [
            placemark.isoCountryCode, placemark.country, placemark.administrativeArea, placemark.locality,
            placemark.subLocality, placemark.addressString, placemark.precision.rawValue, placemark.provider,
        ]
        for part in parts {
            if let part { CSVWriter.append(part, to: &bytes, separator: separator) }
            bytes.append(separator)
        }
        if placemark.place != nil { PlaceFigure.distance.appendGap(to: &bytes) }
    }
}
