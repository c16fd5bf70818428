/// A file of points, opened, with the form that its answers are printed in.
struct PointInput {
    /// The file that the points are read from.
    let file: InputFile
    /// What the file is.
    let format: ReverseOptions.InputFormat
    /// Its points.
    let source: any PointSource
    /// What prints them.
    let formatter: PlaceFormatter

    /// Opens a file and finds out what it is.
    ///
    /// - Parameters:
    ///   - path: The file; `-` is standard input.
    ///   - wanted: What it is; `nil` to find out.
    ///   - stop: What ends a wait for more.
    ///   - form: Tells the form of the output for that of the input.
    /// - Throws: What is wrong with the file or its beginning; ``ExitCode/usage`` for a template that names a column it does not have.
    init(
        _ path: String, _ wanted: ReverseOptions.InputFormat?, stop: StopRequest?,
        form: (ReverseOptions.InputFormat) -> PlaceFormatter.Form
    ) throws(ToolError) {
        var file = try InputFile(path: path, stop: stop)
        var raw = ByteStream { [file] () throws(ToolError) in try file.read() }
        format = if let wanted { wanted } else { try PointFile.format(path: path, stream: &raw) }
        var formatter = PlaceFormatter(form: form(format))
        switch format {
        case .csv:
            var csv = CSVPointSource(
                Self.text(raw, of: file), name: file.name, wantsAttributes: formatter.wantsColumns)
            try csv.begin()
            formatter.separator = csv.separator
            if let columns = csv.columns?.names { try Self.check(formatter, columns, of: file) }
            source = csv
        case .json, .ndjson, .geojson:
            if formatter.form == .csv {
                // A member of the last point needs a column in the first row.
                file = try file.rewound(beginning: try raw.beginning())
                raw = ByteStream { [file] () throws(ToolError) in try file.read() }
                var first = try Self.json(Self.text(raw, of: file, isLast: false), format, file, formatter.form)
                formatter.inputColumns = try InputColumns.find(in: &first, name: file.name)
                file = try file.rewound(beginning: [])
                raw = ByteStream { [file] () throws(ToolError) in try file.read() }
            }
            source = try Self.json(Self.text(raw, of: file), format, file, formatter.form)
        case .gpx:
            // The reader of GPX reads for itself, from the beginning.
            if wanted == nil { file = try file.rewound(beginning: try raw.beginning()) }
            formatter.inputColumns = GPXPointSource.columns
            try Self.check(formatter, GPXPointSource.columns, of: file)
            source = try GPXPointSource(file, wantsAttributes: formatter.wantsAttributes)
        }
        self.file = file
        self.formatter = formatter
    }

    /// The text of a file; what is wrong with it is said the last time that it is read.
    private static func text(_ raw: ByteStream, of file: InputFile, isLast: Bool = true) -> ByteStream {
        InputText.stream(raw, name: file.name) { sentence in
            if isLast { Messages.note(sentence, command: "reverse", as: .warning) }
        }
    }

    /// The points of one of the forms of JSON.
    private static func json(
        _ stream: ByteStream, _ format: ReverseOptions.InputFormat, _ file: InputFile, _ form: PlaceFormatter.Form
    ) throws(ToolError) -> any PointSource {
        var stream = stream
        if format == .geojson {
            return GeoJSONPointSource(stream, name: file.name, wantsIdentifier: form != .geojson)
        }
        // What the content says counts more than a name: no line of points begins like an array of them.
        switch PointFile.format(beginning: try stream.beginning()) {
        case .json: return JSONArrayPointSource(stream, name: file.name)
        case .ndjson where format == .json: return JSONPointSource(stream, name: file.name)
        default:
            return format == .json
                ? JSONArrayPointSource(stream, name: file.name) : JSONPointSource(stream, name: file.name)
        }
    }

    /// Sees to it that every column which the template names is there.
    private static func check(_ formatter: PlaceFormatter, _ columns: [String], of file: InputFile) throws(ToolError) {
        guard let name = formatter.templateColumns.first(where: { !columns.contains($0) }) else { return }
        let hint = Suggestion.nearest(to: name, in: columns).map { "did you mean %input.\($0)?" }
        throw .usage(
            "--template names %input.\(name), and \(file.name) has no such column; "
                + (hint ?? "it has \(columns.prefix(40).joined(separator: ", "))"))
    }
}
