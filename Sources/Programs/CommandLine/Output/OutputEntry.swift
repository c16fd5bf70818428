package import LKGeo

/// What surrounds a record in the output: where it is, and what the input had beside the question, which is kept.
package struct OutputEntry: Sendable {
    /// The position; `nil` without one.
    package var coordinate: Coordinate?
    /// The height above the ellipsoid in metres, for a geometry (RFC 7946, section 3.1.1); `nil` if it is unknown.
    ///
    /// Where only the height above sea level is known, it is a property alone.
    package var ellipsoidalAltitude: Double?
    /// The row of a CSV input; `nil` if the input is something else.
    package var row: InputRow?
    /// What else came from the input, behind one reference: the entries of a large file are copied often, and rows have none of it.
    private var input: InputMembers?

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - coordinate: The position; `nil` without one.
    ///   - ellipsoidalAltitude: The height above the ellipsoid in metres; `nil` if it is unknown.
    ///   - members: Columns or members of the input.
    ///   - feature: The members of a GeoJSON feature that stay beside its properties.
    ///   - row: The row of a CSV input.
    package init(
        coordinate: Coordinate? = nil, ellipsoidalAltitude: Double? = nil, members: [InputMember] = [],
        feature: [InputMember] = [], row: InputRow? = nil
    ) {
        self.coordinate = coordinate
        self.ellipsoidalAltitude = ellipsoidalAltitude
        self.row = row
        input = members.isEmpty && feature.isEmpty ? nil : InputMembers(members, feature: feature)
    }

    /// Columns or members of the input.
    package var members: [InputMember] {
        get { input?.members ?? [] }
        set { input = InputMembers(newValue, feature: feature) }
    }

    /// The members of a GeoJSON feature that stay beside its properties.
    package var feature: [InputMember] { input?.feature ?? [] }

    /// Appends the text of a column or member without hazards; nothing if the name is unknown.
    package func appendField(_ name: String, to bytes: inout [UInt8]) {
        guard let member = members.last(where: { $0.key == name }) else { return }
        let start = bytes.count
        bytes += member.field.utf8
        ForeignText.clean(&bytes, from: start)
    }
}

/// The members of one point of the input.
private final class InputMembers: Sendable {
    let members: [InputMember]
    let feature: [InputMember]

    init(_ members: [InputMember], feature: [InputMember]) { (self.members, self.feature) = (members, feature) }
}

/// A member of a JSON object of the input, or a field of its CSV with the name of the column.
package struct InputMember: Equatable, Sendable {
    package var key: String
    /// The value as JSON text.
    package var json: ArraySlice<UInt8>

    package init(key: String, json: ArraySlice<UInt8>) { (self.key, self.json) = (key, json) }

    /// Creates a text.
    package init(key: String, text: String) {
        var writer = JSONWriter()
        writer.value(text)
        self.init(key: key, json: writer.bytes[...])
    }

    /// The value as a field of CSV: a text without its quotes, nothing for `null`, other values as JSON.
    package var field: String {
        if json.first == UInt8(ascii: "\""), let text = JSONSlices.string(json) { return text }
        let text = String(decoding: json, as: UTF8.self)
        return text == "null" ? "" : text
    }

    /// Returns names for members of the input that differ from the names of the output.
    ///
    /// - Parameters:
    ///   - names: Their names in the input.
    ///   - taken: The names of the output.
    /// - Returns: The names; `input.address` where `address` is taken.
    package static func renamed(_ names: [String], besides taken: [String]) -> [String] {
        var known = Set(names)
        return names.map { name in
            guard taken.contains(name) else { return name }
            var renamed = "input.\(name)"
            while !known.insert(renamed).inserted { renamed = "input.\(renamed)" }
            return renamed
        }
    }
}

/// A row of CSV as it was written.
package struct InputRow: Equatable, Sendable {
    package var raw: ArraySlice<UInt8>
    /// The number of columns missing compared with the header.
    package var missingColumns = 0
    package var endsWithCRLF = false

    package init(raw: ArraySlice<UInt8>, missingColumns: Int = 0, endsWithCRLF: Bool = false) {
        self.raw = raw
        self.missingColumns = missingColumns
        self.endsWithCRLF = endsWithCRLF
    }
}
