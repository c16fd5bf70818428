/// Prints the things of a list one after the other, in every form of output from the members of their objects.
///
/// A key so has the same value in each form; only lines for a person are the command's own.
final class RecordPrinter {
    /// The form; as text it prints nothing.
    let form: OutputFormat
    /// Where it prints; lines for a person go there directly.
    let output: Output
    private let keys: [OutputKey]
    private let layout: OutputLayout
    private var hasBegun = false
    private var isFirst = true

    /// - Parameters:
    ///   - form: The form; of ``OutputFormat/text`` it prints nothing.
    ///   - keys: The keys of what is printed, which are the columns of CSV.
    ///   - output: Where it prints.
    init(_ form: OutputFormat, keys: [OutputKey], output: Output) {
        self.form = form
        self.keys = keys
        self.output = output
        layout = OutputLayout(columns: keys.map(\.column), hasPosition: false)
    }

    /// Prints one thing.
    ///
    /// - Parameter writeMembers: Writes the members of its object.
    /// - Throws: Why printing failed.
    func print(_ writeMembers: (inout JSONWriter) -> Void) throws(ToolError) {
        try begin()
        guard form != .text else { return }
        var object: [UInt8] = []
        JSONWriter.append(to: &object, writeMembers)
        let record = MemberRecord(object: object, keys: keys)
        var bytes = isFirst ? [] : form.form.separator
        form.form.append(record, at: form.form.isGeographic ? record.point : MemberRecord.nowhere, layout, to: &bytes)
        try output.write(bytes)
        isFirst = false
        if output.flushesLines, !form.form.isGeographic { try output.flush() }
    }

    /// Prints what ends the form; also of no things at all it is whole.
    ///
    /// - Throws: Why printing failed.
    func finish() throws(ToolError) {
        try begin()
        try output.write(form.form.ending(members: []))
        if output.flushesLines { try output.flush() }
    }

    private func begin() throws(ToolError) {
        guard !hasBegun else { return }
        hasBegun = true
        output.beginTable(form.form.table(layout))
        try output.write(form.form.beginning(layout, header: nil, isBareCSV: false, members: []))
        if output.flushesLines, form.form.isTabular { try output.flush() }
    }
}

/// A thing of a list, known by its JSON object alone.
private struct MemberRecord: OutputRecord {
    /// The object, as it is printed in JSON.
    let object: [UInt8]
    let keys: [OutputKey]

    /// A point for what has none, or needs none.
    static let nowhere = InputPoint(line: 0, position: .failure(.init(text: "")))

    func appendText(to bytes: inout [UInt8]) {}

    func appendCells(of table: TableSyntax, to bytes: inout [UInt8]) {
        let values = values
        let fields = keys.map { key in values[key.name].flatMap(Self.text) ?? "" }
        bytes += table.row(fields).utf8
    }

    func writeMembers(to writer: inout JSONWriter) { if object.count > 2 { writer.raw(object.dropFirst().dropLast()) } }

    func writeProperties(to writer: inout JSONWriter) {
        for member in members where !OutputLayout.positionColumns.contains(member.key) {
            writer.key(member.key)
            writer.raw(member.value)
        }
    }

    /// Positions have six decimals in a template, as in all text.
    var appendValue: (String, inout [UInt8]) -> Void {
        let values = values
        return { name, bytes in
            guard let text = values[name].flatMap(Self.text) else { return }
            if OutputLayout.positionColumns.contains(name), let degrees = Double(text) {
                NumberText.appendFixed(degrees, decimals: 6, to: &bytes)
            } else {
                bytes += text.utf8
            }
        }
    }

    /// A point with the geometry of its members.
    var point: InputPoint {
        let members = members
        func number(_ key: String) -> ArraySlice<UInt8>? { members.first { $0.key == key }?.value }
        guard let latitude = number("latitude"), let longitude = number("longitude") else { return Self.nowhere }
        var geometry: [UInt8] = []
        JSONWriter.append(to: &geometry) { writer in
            writer.member("type", "Point")
            writer.key("coordinates")
            writer.array { writer in
                writer.raw(longitude)
                writer.raw(latitude)
                if let altitude = number("ellipsoidalAltitude") { writer.raw(altitude) }
            }
        }
        var point = Self.nowhere
        point.feature = [InputPoint.Attribute(key: "geometry", json: geometry[...])]
        return point
    }

    private var members: [JSONSlices.Member] { JSONSlices.members(of: object[...]) ?? [] }

    /// The values by the paths to them, still as JSON.
    private var values: [String: ArraySlice<UInt8>] {
        var values: [String: ArraySlice<UInt8>] = [:]
        // What the tool prints is nested no deeper than this.
        func collect(_ object: ArraySlice<UInt8>, prefix: String, depth: Int) {
            for member in JSONSlices.members(of: object) ?? [] {
                let name = prefix + member.key
                if member.value.first == UInt8(ascii: "{"), depth < 4 {
                    collect(member.value, prefix: name + ".", depth: depth + 1)
                } else {
                    values[name] = member.value
                }
            }
        }
        collect(object[...], prefix: "", depth: 0)
        return values
    }

    /// The text of a value: of an array its elements with commas between them.
    private static func text(_ value: ArraySlice<UInt8>) -> String? {
        switch value.first {
        case UInt8(ascii: "\""): JSONSlices.string(value)
        case UInt8(ascii: "["):
            (JSONSlices.elements(of: value) ?? []).map { text($0) ?? "" }.joined(separator: ",")
        case UInt8(ascii: "{"), nil: nil
        default: String(decoding: value, as: UTF8.self)
        }
    }
}
