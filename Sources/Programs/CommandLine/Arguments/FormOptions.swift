/// `--format`, `--json`, `--template` and `--csv-safe` of a command that prints records.
package struct FormOptions: Sendable {
    /// `--format`; optional, since some commands choose the form themselves if none is given.
    package let format: Option<OutputFormat?>

    package static let json = Flag("json", "the same as --format json")
    package static let template = Option(
        "template", .text("STRING"), "print STRING, each %keyword replaced by its value; %% is a percent sign")
    package static let csvSafe = Flag(
        "csv-safe",
        "in CSV and TSV, put ' before texts that a spreadsheet would treat as formulas, and replace control characters")

    /// All of them, in the order of help.
    package var all: [any OptionDeclaration] { [format, Self.json, Self.template, Self.csvSafe] }

    /// Those of lists of things that may have a position.
    package static let records = FormOptions(listing: .records)

    /// Those of other lists.
    package static let tables = FormOptions(listing: .tables)

    /// Creates the options of a command with a `--format` of its own.
    package init(format: Option<OutputFormat?>) { self.format = format }

    private init(listing use: OutputUse) {
        format = Option(
            "format", .form(for: use), default: .text, "output format; json prints one object per line")
    }
}

extension ValueKind where Value == OutputFormat {
    /// Returns the kind of values that are words of an output form.
    package static func form(for use: OutputUse) -> ValueKind {
        ValueKind(
            words: { OutputFormat.words(for: use) }, encode: \.word,
            decode: { word in OutputFormat.all.first { $0.word == word } })
    }
}

extension ValueKind where Value == OutputFormat? {
    /// Returns the kind of values that are words of an output form, one of which is the default.
    package static func form(for use: OutputUse) -> ValueKind {
        ValueKind(
            words: { OutputFormat.words(for: use) }, encode: { $0?.word ?? "" },
            decode: { word in OutputFormat.all.first { $0.word == word } })
    }
}

extension ParsedArguments {
    /// Decodes `--format`, `--json` and `--template`.
    ///
    /// - Parameters:
    ///   - options: The command's declarations.
    ///   - keys: The keys of a template.
    ///   - command: The command.
    ///   - takesInput: Whether a template may name columns of the input.
    /// - Returns: The form; `nil` when none is given and there is no default.
    /// - Throws: A usage error that names the option, its value and what is expected.
    package func givenOutputFormat(
        for options: FormOptions, keys: @autoclosure () -> [OutputKey],
        of command: @autoclosure () -> CommandDescription, takesInput: Bool = false
    ) throws(ToolError) -> OutputFormat? {
        var format = try self[options.format]
        if self[FormOptions.json] {
            if isGiven(options.format), let format, format != .json {
                throw .usage("--json and --format \(format.word) cannot be combined; give one of them")
            }
            format = .json
        }
        guard let text = try self[FormOptions.template] else { return format }
        try reject(FormOptions.template, with: options.format)
        try reject(FormOptions.template, with: FormOptions.json)
        return .template(try OutputTemplate(text, keys: keys(), of: command().fullName, takesInput: takesInput))
    }

    /// Returns the output form that the options choose, or text if they choose none.
    package func outputFormat(
        for options: FormOptions, keys: @autoclosure () -> [OutputKey],
        of command: @autoclosure () -> CommandDescription
    ) throws(ToolError) -> OutputFormat {
        try givenOutputFormat(for: options, keys: keys(), of: command()) ?? .text
    }
}
