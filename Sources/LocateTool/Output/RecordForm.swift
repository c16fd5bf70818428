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
