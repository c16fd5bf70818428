import LKFormats
import LKGeo

extension OutputFormat {
    /// One object a line.
    static let json = OutputFormat("json", JSONForm(), for: [.fixes, .places, .records, .tables])
    /// The same under the name that files of lines have.
    static let ndjson = OutputFormat("ndjson", JSONForm(), for: [.places])
    /// Features of GeoJSON, longitude first (RFC 7946).
    static let geojson = OutputFormat("geojson", GeoJSONForm(), for: [.fixes, .places, .records])
}

/// One JSON object a line.
struct JSONForm: OutputForm {
    var isStructured: Bool { true }
    var keepsMembers: Bool { true }
    func includes(keysBeginningWith prefix: String) -> Bool { true }

    func appendContent(of record: some OutputRecord, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        JSONWriter.appendMembers(to: &bytes) { record.writeMembers(to: &$0) }
    }

    func appendEntry(
        _ point: InputPoint, _ layout: OutputLayout, to bytes: inout [UInt8], content: (inout [UInt8]) -> Void
    ) {
        JSONWriter.append(to: &bytes) { writer in
            point.writeMembers(besides: layout.memberNames, to: &writer)
            writer.raw(content)
        }
        bytes.append(10)
    }

    func appendProblem(_ problem: String, of point: InputPoint, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        JSONWriter.append(to: &bytes) { writer in
            point.writeMembers(besides: ["error"], to: &writer)
            writer.member("error", problem)
        }
        bytes.append(10)
    }
}

/// A collection of GeoJSON, or with nothing around the entries a feature a line.
struct GeoJSONForm: OutputForm {
    var isStructured: Bool { true }
    var isGeographic: Bool { true }
    var keepsMembers: Bool { true }
    func includes(keysBeginningWith prefix: String) -> Bool { true }

    func beginning(
        _ layout: OutputLayout, header: InputPoint.Row?, isBareCSV: Bool, members: [InputPoint.Attribute]
    ) -> [UInt8] {
        Array("{\"type\":\"FeatureCollection\",".utf8) + Self.json(members) + Array("\"features\":[".utf8)
    }

    func ending(members: [InputPoint.Attribute]) -> [UInt8] {
        // The commas are after the members, and one belongs in front here.
        let list = Self.json(members)
        return Array("]".utf8) + list.suffix(1) + list.dropLast() + Array("}\n".utf8)
    }

    var separator: [UInt8] { [UInt8(ascii: ",")] }

    func appendContent(of record: some OutputRecord, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        JSONWriter.appendMembers(to: &bytes) { record.writeProperties(to: &$0) }
    }

    func appendEntry(
        _ point: InputPoint, _ layout: OutputLayout, to bytes: inout [UInt8], content: (inout [UInt8]) -> Void
    ) {
        appendFeature(point, to: &bytes) { writer in
            point.writeMembers(besides: layout.memberNames, to: &writer)
            writer.raw(content)
        }
    }

    func appendProblem(_ problem: String, of point: InputPoint, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        appendFeature(point, to: &bytes) { writer in
            point.writeMembers(besides: ["error"], to: &writer)
            writer.member("error", problem)
        }
    }

    /// Appends a feature with its own geometry and members where it had them.
    private func appendFeature(
        _ point: InputPoint, to bytes: inout [UInt8], _ properties: (inout JSONWriter) -> Void
    ) {
        JSONWriter.append(to: &bytes) { writer in
            writer.member("type", "Feature")
            InputPoint.write(point.feature, to: &writer)
            if !point.feature.contains(where: { $0.key == "geometry" }) {
                writer.key("geometry")
                if case .success(let coordinate) = point.position {
                    GeoJSONText.writePoint(coordinate, to: &writer)
                } else {
                    writer.raw("null")
                }
            }
            writer.key("properties")
            writer.object(properties)
        }
    }

    /// Members, each with a comma after it.
    private static func json(_ members: [InputPoint.Attribute]) -> [UInt8] {
        guard !members.isEmpty else { return [] }
        var writer = JSONWriter()
        InputPoint.write(members, to: &writer)
        return writer.bytes + [UInt8(ascii: ",")]
    }
}

extension InputPoint {
    /// Writes the members of the input point, except for a position that is written anyway.
    fileprivate func writeMembers(besides reserved: [String], to writer: inout JSONWriter) {
        let own = attributes.filter {
            !(reserved.contains($0.key) && OutputLayout.positionColumns.contains($0.key))
        }
        guard own.contains(where: { reserved.contains($0.key) }) else { return Self.write(own, to: &writer) }
        let keys = InputColumns.renamed(own.map(\.key), besides: reserved)
        Self.write(zip(own, keys).map { Attribute(key: $1, json: $0.json) }, to: &writer)
    }

    fileprivate static func write(_ attributes: [Attribute], to writer: inout JSONWriter) {
        for attribute in attributes {
            writer.key(attribute.key)
            writer.raw { bytes in
                attribute.json.withUnsafeBufferPointer { JSONString.append(json: $0, to: &bytes) }
            }
        }
    }
}
