/// Prints things one after the other as JSON, CSV, GeoJSON or by a template, all from the members of their objects.
///
/// The one place that makes the other forms of JSON, so that a key has the same value in each.
final class RecordPrinter {
    let form: RecordForm
    /// Where it prints; lines for a person go there directly.
    let output: Output
    private let keys: [OutputKey]
    private var hasBegun = false
    private var isFirst = true

    /// - Parameters:
    ///   - form: The form; of ``RecordForm/text`` it prints nothing.
    ///   - keys: The keys of what is printed, which are the columns of CSV.
    ///   - output: Where it prints.
    init(_ form: RecordForm, keys: [OutputKey], output: Output) {
        self.form = form
        self.keys = keys
        self.output = output
    }

    /// Prints one thing.
    ///
    /// - Parameter writeMembers: Writes the members of its object.
    /// - Throws: What keeps from printing.
    func print(_ writeMembers: (inout JSONWriter) -> Void) throws(ToolError) {
        try begin()
        var line: [UInt8] = []
        JSONWriter.append(to: &line, writeMembers)
        switch form {
        case .text: return
        case .json: break
        case .csv:
            let values = Self.values(line[...])
            line = Array(CSVWriter.row(keys.map { key in values[key.name].flatMap(Self.text) ?? "" }).utf8)
        case .template(let template):
            let values = Self.values(line[...])
            line = []
            template.render(to: &line) { name, bytes in
                if let value = values[name] { Self.append(value, of: name, to: &bytes) }
            }
        case .geojson:
            try output.write(Self.feature(line, isFirst: isFirst))
            isFirst = false
            return
        }
        try output.write(line)
        try output.endLine()
    }

    /// Prints what ends the form; also of no things at all it is whole.
    ///
    /// - Throws: What keeps from printing.
    func finish() throws(ToolError) {
        try begin()
        if form == .geojson { try output.writeLine("]}") }
    }

    private func begin() throws(ToolError) {
        guard !hasBegun else { return }
        hasBegun = true
        switch form {
        case .csv:
            output.beginCSV()
            try output.writeLine(CSVWriter.row(keys.map(\.column)))
        case .geojson: try output.write(#"{"type":"FeatureCollection","features":["#)
        case .text, .json, .template: break
        }
    }

    /// The values of an object by the paths to them, still as JSON.
    private static func values(_ object: ArraySlice<UInt8>) -> [String: ArraySlice<UInt8>] {
        var values: [String: ArraySlice<UInt8>] = [:]
        // What the tool prints is nested no deeper than this.
        func take(_ object: ArraySlice<UInt8>, prefix: String, depth: Int) {
            for member in JSONSlices.members(of: object) ?? [] {
                let name = prefix + member.key
                if member.value.first == UInt8(ascii: "{"), depth < 4 {
                    take(member.value, prefix: name + ".", depth: depth + 1)
                } else {
                    values[name] = member.value
                }
            }
        }
        take(object, prefix: "", depth: 0)
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

    /// Appends a value for a template: positions have six decimals there, as in all text.
    private static func append(_ value: ArraySlice<UInt8>, of name: String, to bytes: inout [UInt8]) {
        guard let text = text(value) else { return }
        if name == "latitude" || name == "longitude", let degrees = Double(text) {
            NumberText.appendFixed(degrees, decimals: 6, to: &bytes)
        } else {
            bytes += text.utf8
        }
    }

    private static func feature(_ object: [UInt8], isFirst: Bool) -> [UInt8] {
        let members = JSONSlices.members(of: object[...]) ?? []
        var bytes: [UInt8] = isFirst ? [] : [UInt8(ascii: ",")]
        func number(_ key: String) -> ArraySlice<UInt8>? { members.first { $0.key == key }?.value }
        JSONWriter.append(to: &bytes) { writer in
            writer.member("type", "Feature")
            writer.key("geometry")
            if let latitude = number("latitude"), let longitude = number("longitude") {
                writer.object { writer in
                    writer.member("type", "Point")
                    writer.key("coordinates")
                    writer.array { writer in
                        writer.raw(longitude)
                        writer.raw(latitude)
                        if let altitude = number("ellipsoidalAltitude") { writer.raw(altitude) }
                    }
                }
            } else {
                writer.raw("null")
            }
            writer.key("properties")
            writer.object { writer in
                for member in members where member.key != "latitude" && member.key != "longitude" {
                    writer.key(member.key)
                    writer.raw(member.value)
                }
            }
        }
        return bytes
    }
}

/// The forms of lists of things that may have a position.
enum RecordFormat: String, CaseIterable { case text, json, csv, geojson }

/// The forms of other lists.
enum TableFormat: String, CaseIterable { case text, json, csv }

/// The form in which a list is printed, as the command line says.
enum RecordForm: Equatable, Sendable {
    /// Lines for a person.
    case text
    /// One object a line.
    case json
    case csv
    /// A feature for each, longitude first (RFC 7946).
    case geojson
    case template(OutputTemplate)
}

extension ParsedArguments {
    /// Decodes `--format`, `--json` and `--template` of a command that prints a list.
    ///
    /// - Parameters:
    ///   - formats: The words of `--format`.
    ///   - keys: The keys of what is printed.
    ///   - command: The command.
    /// - Returns: The form.
    /// - Throws: A usage error that names the option, its value and what is expected.
    func recordForm<Format: RawRepresentable & CaseIterable & Equatable>(
        _ formats: Format.Type, keys: [OutputKey], of command: CommandDescription
    ) throws(ToolError) -> RecordForm where Format.RawValue == String {
        let format: Format? = try format()
        if let text = string("template") {
            try reject("template", with: "format")
            try reject("template", with: "json")
            return .template(try OutputTemplate(text, keys: keys, of: command.fullName))
        }
        switch format?.rawValue {
        case "json": return .json
        case "csv": return .csv
        case "geojson": return .geojson
        default: return .text
        }
    }
}

extension OptionDescription {
    /// `--format`, `--json`, `--template` and `--csv-safe` of a command that prints a list.
    static func forms(_ formats: [String]) -> [OptionDescription] {
        [
            .choice("format", formats, "form of the output; json prints one object a line (default: text)"),
            .flag("json", "the same as --format json"), .template, .csvSafe,
        ]
    }

    /// `--template`.
    static let template = OptionDescription.option(
        "template", "STRING", "print STRING, each %keyword replaced by its value; %% is a percent sign")
}
