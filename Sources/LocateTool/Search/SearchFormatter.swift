import Geo
import Geocoding

/// Prints matches in the forms of `locate reverse`.
struct SearchFormatter {
    /// The form of the output.
    let form: PlaceFormatter.Form
    /// Whether names come from a file, so that each match says which it is for.
    let isBatch: Bool
    /// The width of the terminal that text is for; `nil` where it is none.
    var columns: Int?
    /// How text looks.
    var style = TextStyle.plain
    private var isFirst = true

    init(form: PlaceFormatter.Form, isBatch: Bool) {
        self.form = form
        self.isBatch = isBatch
    }

    /// The columns of CSV in front of those that `locate reverse` appends.
    private var ownColumns: [String] {
        (isBatch ? ["query"] : []) + ["latitude", "longitude", "name", "kind", "population"]
    }

    /// What stands in front of all matches.
    var beginning: [UInt8] {
        switch form {
        case .csv: Array((CSVWriter.row(ownColumns + PlaceColumns.names) + "\n").utf8)
        case .geojson: Array(#"{"type":"FeatureCollection","features":["#.utf8)
        case .text, .template, .ndjson: []
        }
    }

    /// What stands behind all matches.
    var ending: [UInt8] { form == .geojson ? Array("]}\n".utf8) : [] }

    /// Appends a match.
    mutating func append(_ report: SearchReport, to bytes: inout [UInt8]) {
        switch form {
        case .text: bytes += report.text(columns: columns, style: style).utf8
        case .template(let template): template.render(to: &bytes, report.appendValue)
        case .ndjson: JSONWriter.append(to: &bytes, report.writeMembers)
        case .csv: appendRow(report, to: &bytes)
        case .geojson:
            appendFeature(to: &bytes) { writer in
                GeoJSONText.writePoint(report.placemark.coordinate, to: &writer)
            } properties: {
                report.writeMembers(to: &$0)
            }
        }
        if form != .geojson { bytes.append(10) }
    }

    /// Appends the line of a name that no place has: an empty one, or what was looked for and why nothing was found.
    mutating func append(nothingFor query: String, problem: String, to bytes: inout [UInt8]) {
        func members(_ writer: inout JSONWriter) {
            writer.member("query", query)
            writer.member("error", problem)
        }
        switch form {
        case .text, .template: break
        case .ndjson: JSONWriter.append(to: &bytes, members)
        case .csv:
            CSVWriter.append(query, to: &bytes)
            for _ in 1..<(ownColumns + PlaceColumns.names).count { bytes.append(UInt8(ascii: ",")) }
        case .geojson:
            appendFeature(to: &bytes) {
                $0.raw("null")
            } properties: {
                members(&$0)
            }
        }
        if form != .geojson { bytes.append(10) }
    }

    private func appendRow(_ report: SearchReport, to bytes: inout [UInt8]) {
        let placemark = report.placemark
        let own = [
            isBatch ? report.query ?? "" : nil, NumberText.shortest(placemark.coordinate.latitude, decimals: 9),
            NumberText.shortest(placemark.coordinate.longitude, decimals: 9), placemark.name ?? "",
            report.kind?.rawValue ?? "", placemark.place?.population.map(String.init) ?? "",
        ].compactMap(\.self)
        for field in own {
            CSVWriter.append(field, to: &bytes)
            bytes.append(UInt8(ascii: ","))
        }
        var pattern: [UInt8] = []
        var columns = placemark
        // The column of the distance comes last, and is that from the point of --near.
        columns.place = nil
        PlaceColumns.append(columns, to: &pattern)
        bytes += pattern
        if let distance = report.distance { NumberText.append(distance, decimals: 1, to: &bytes) }
    }

    private mutating func appendFeature(
        to bytes: inout [UInt8], geometry: (inout JSONWriter) -> Void, properties: (inout JSONWriter) -> Void
    ) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        JSONWriter.append(to: &bytes) { writer in
            writer.member("type", "Feature")
            writer.key("geometry")
            geometry(&writer)
            writer.key("properties")
            writer.object(properties)
        }
    }
}
