import LKFormats
import LKGeo

extension OutputFormat {
    /// One object a line.
    package static let json = OutputFormat("json", JSONForm(), for: [.fixes, .places, .records, .tables])
    /// The same under the name that files of lines have.
    package static let ndjson = OutputFormat("ndjson", JSONForm(), for: [.places])
    /// Features of GeoJSON, longitude first (RFC 7946).
    package static let geojson = OutputFormat("geojson", GeoJSONForm(), for: [.fixes, .places, .records])
}

/// One JSON object a line.
struct JSONForm: OutputForm {
    package var isStructured: Bool { true }
    package var keepsMembers: Bool { true }
    package func includes(keysBeginningWith prefix: String) -> Bool { true }

    package func appendContent(of record: some OutputRecord, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        JSONWriter.appendMembers(to: &bytes) { record.writeMembers(to: &$0) }
    }

    package func appendEntry(
        _ entry: OutputEntry, _ layout: OutputLayout, to bytes: inout [UInt8], content: (inout [UInt8]) -> Void
    ) {
        JSONWriter.append(to: &bytes) { writer in
            entry.writeMembers(besides: layout.memberNames, to: &writer)
            writer.raw(content)
        }
        bytes.append(10)
    }

    package func appendProblem(
        _ problem: String, of entry: OutputEntry, _ layout: OutputLayout, to bytes: inout [UInt8]
    ) {
        JSONWriter.append(to: &bytes) { writer in
            entry.writeMembers(besides: ["error"], to: &writer)
            writer.member("error", problem)
        }
        bytes.append(10)
    }
}

/// A collection of GeoJSON, or with nothing around the entries a feature a line.
struct GeoJSONForm: OutputForm {
    package var isStructured: Bool { true }
    package var isGeographic: Bool { true }
    package var keepsMembers: Bool { true }
    package func includes(keysBeginningWith prefix: String) -> Bool { true }

    package func beginning(
        _ layout: OutputLayout, header: InputRow?, isBareCSV: Bool, members: [InputMember]
    ) -> [UInt8] {
        Array("{\"type\":\"FeatureCollection\",".utf8) + Self.json(members) + Array("\"features\":[".utf8)
    }

    package func ending(members: [InputMember]) -> [UInt8] {
        // The commas are after the members, and one belongs in front here.
        let list = Self.json(members)
        return Array("]".utf8) + list.suffix(1) + list.dropLast() + Array("}\n".utf8)
    }

    package var separator: [UInt8] { [UInt8(ascii: ",")] }

    package func appendContent(of record: some OutputRecord, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        JSONWriter.appendMembers(to: &bytes) { record.writeProperties(to: &$0) }
    }

    package func appendEntry(
        _ entry: OutputEntry, _ layout: OutputLayout, to bytes: inout [UInt8], content: (inout [UInt8]) -> Void
    ) {
        appendFeature(entry, to: &bytes) { writer in
            entry.writeMembers(besides: layout.memberNames, to: &writer)
            writer.raw(content)
        }
    }

    package func appendProblem(
        _ problem: String, of entry: OutputEntry, _ layout: OutputLayout, to bytes: inout [UInt8]
    ) {
        appendFeature(entry, to: &bytes) { writer in
            entry.writeMembers(besides: ["error"], to: &writer)
            writer.member("error", problem)
        }
    }

    /// Appends a feature with its own geometry and members where it had them.
    private func appendFeature(
        _ entry: OutputEntry, to bytes: inout [UInt8], _ properties: (inout JSONWriter) -> Void
    ) {
        JSONWriter.append(to: &bytes) { writer in
            writer.member("type", "Feature")
            InputMember.write(entry.feature, to: &writer)
            if !entry.feature.contains(where: { $0.key == "geometry" }) {
                writer.key("geometry")
                if let coordinate = entry.coordinate {
                    GeoJSONText.writePoint(coordinate, altitude: entry.ellipsoidalAltitude, to: &writer)
                } else {
                    writer.raw("null")
                }
            }
            writer.key("properties")
            writer.object(properties)
        }
    }

    /// Returns members, each followed by a comma.
    private static func json(_ members: [InputMember]) -> [UInt8] {
        guard !members.isEmpty else { return [] }
        var writer = JSONWriter()
        InputMember.write(members, to: &writer)
        return writer.bytes + [UInt8(ascii: ",")]
    }
}

extension OutputEntry {
    /// Writes the members of the input, but for a position that is written anyway.
    fileprivate func writeMembers(besides reserved: [String], to writer: inout JSONWriter) {
        let own = members.filter {
            !(reserved.contains($0.key) && OutputLayout.positionColumns.contains($0.key))
        }
        guard own.contains(where: { reserved.contains($0.key) }) else { return InputMember.write(own, to: &writer) }
        let keys = InputMember.renamed(own.map(\.key), besides: reserved)
        InputMember.write(zip(own, keys).map { InputMember(key: $1, json: $0.json) }, to: &writer)
    }
}

extension InputMember {
    fileprivate static func write(_ members: [InputMember], to writer: inout JSONWriter) {
        for member in members {
            writer.key(member.key)
            writer.raw { bytes in
                member.json.withUnsafeBufferPointer { JSONString.append(json: $0, to: &bytes) }
            }
        }
    }
}
