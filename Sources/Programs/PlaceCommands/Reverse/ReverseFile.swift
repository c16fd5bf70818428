import Glibc
import LKCommandLine
import LKGeocoding
import LKSharedOptions
import LKThreads

/// `locate reverse --input FILE`: answers for every point of a file.
enum ReverseFile {
    /// Answers every point of a file, in the form of the input unless the options name one.
    ///
    /// - Returns: ``ExitCode/partialFailure`` when some points could not be answered for.
    /// - Throws: What is wrong with the file or the data, a signal's status, a failed write.
    static func answer(
        _ path: String, _ format: ReverseOptions.InputFormat?, _ options: ReverseOptions,
        _ corrections: PlaceCorrections?, _ output: Output
    ) throws(ToolError) -> ExitCode {
        // Where the system has no thread to watch with, signals end the process as they end others.
        let stop = try? StopRequest()
        let input = try PointInput(path, format, stop: stop) { options.format ?? $0.outputFormat }
        let (file, source, formatter) = (input.file, input.source, input.formatter)
        let progress = PointProgress(of: file, isWanted: !options.quiet)
        let badRows = BadRowHandling(
            countAsFailure: options.badRows == .fail, areNamed: options.badRows == .fail || !options.quiet)
        let answerer: any PointFileAnswering
        if let web = options.web {
            let places = try ToolGeocoder(web, languages: options.languages)
            answerer = WebAnswerer(
                source, name: file.name, places: places, corrections: corrections, formatter: formatter, output: output,
                stop: stop, progress: progress, badRows: badRows)
        } else {
            let geocoder = try options.geocoder()
            let places: any PlaceAnswering = corrections.map { CorrectedPlaces(geocoder, by: $0) } ?? geocoder
            answerer = FileAnswerer(
                source, name: file.name, places: places, formatter: formatter, output: output, stop: stop,
                progress: progress, badRows: badRows, threads: SystemThread.processors)
        }
        file.onWait = { [unowned answerer] () throws(ToolError) in try answerer.catchUp() }
        defer { file.onWait = nil }
        let code = try answerer.run(isCSV: input.format == .csv)
        if !options.quiet, let credit = (answerer as? WebAnswerer)?.credit { Messages.note(credit, command: "reverse") }
        if !options.quiet, let summary = answerer.summary { Messages.note(summary, command: "reverse") }
        return code
    }
}

extension ReverseOptions.InputFormat {
    /// The form of the output for such a file, where none is given.
    fileprivate var outputFormat: OutputFormat {
        switch self {
        case .json, .ndjson: .ndjson
        case .geojson: .geojson
        case .csv, .gpx: .csv
        }
    }
}

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
        form: (ReverseOptions.InputFormat) -> OutputFormat
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
            formatter.layout.separator = csv.separator
            if let columns = csv.columns?.names { try Self.check(formatter, columns, of: file) }
            source = csv
        case .json, .ndjson, .geojson:
            if formatter.form.isTabular {
                // A member of the last point needs a column in the first row.
                file = try file.rewound(beginning: try raw.beginning())
                raw = ByteStream { [file] () throws(ToolError) in try file.read() }
                var first = try Self.json(Self.text(raw, of: file, isLast: false), format, file, formatter.form)
                formatter.layout.inputColumns = try InputColumns.find(in: &first, name: file.name)
                file = try file.rewound(beginning: [])
                raw = ByteStream { [file] () throws(ToolError) in try file.read() }
            }
            source = try Self.json(Self.text(raw, of: file), format, file, formatter.form)
        case .gpx:
            // The reader of GPX reads for itself, from the beginning.
            if wanted == nil { file = try file.rewound(beginning: try raw.beginning()) }
            formatter.layout.inputColumns = GPXPointSource.columns
            try Self.check(formatter, GPXPointSource.columns, of: file)
            source = try GPXPointSource(file, wantsAttributes: formatter.wantsAttributes)
        }
        self.file = file
        self.formatter = formatter
    }

    /// Returns the text of a file; problems in it are reported only the last time that it is read.
    private static func text(_ raw: ByteStream, of file: InputFile, isLast: Bool = true) -> ByteStream {
        InputText.stream(raw, name: file.name) { sentence in
            if isLast { Messages.note(sentence, command: "reverse", as: .warning) }
        }
    }

    /// Returns the points of a JSON format.
    private static func json(
        _ stream: ByteStream, _ format: ReverseOptions.InputFormat, _ file: InputFile, _ form: any OutputForm
    ) throws(ToolError) -> any PointSource {
        var stream = stream
        if format == .geojson {
            return GeoJSONPointSource(stream, name: file.name, wantsIdentifier: !form.isGeographic)
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

    /// Checks that every column which the template names exists.
    private static func check(_ formatter: PlaceFormatter, _ columns: [String], of file: InputFile) throws(ToolError) {
        guard let name = formatter.templateColumns.first(where: { !columns.contains($0) }) else { return }
        let hint = Suggestion.nearest(to: name, in: columns).map { "did you mean %input.\($0)?" }
        throw .usage(
            "--template names %input.\(name), and \(file.name) has no such column; "
                + (hint ?? "it has \(columns.prefix(40).joined(separator: ", "))"))
    }
}

/// An input file of points: finds out what it is.
enum PointFile {
    /// Returns the format by a file's name or, failing that, its first bytes.
    static func format(path: String, stream: inout ByteStream) throws(ToolError) -> ReverseOptions.InputFormat {
        let name = path.lowercased()
        let endings: [(String, ReverseOptions.InputFormat)] = [
            (".csv", .csv), (".ndjson", .ndjson), (".jsonl", .ndjson), (".geojson", .geojson), (".geojsonl", .geojson),
            (".gpx", .gpx),
        ]
        if let ending = endings.first(where: { name.hasSuffix($0.0) }) { return ending.1 }
        return format(beginning: try stream.beginning())
    }

    /// Returns the format by the first bytes.
    static func format(beginning: ArraySlice<UInt8>) -> ReverseOptions.InputFormat {
        var rest = InputText.preview(beginning)
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        rest = rest.drop { $0 <= 0x20 }
        if rest.first == UInt8(ascii: "<") { return .gpx }
        if rest.first == UInt8(ascii: "[") {
            // Pairs of numbers one a line begin with a number, an array of points with an object or a pair.
            let inner = rest.dropFirst().first { $0 > 0x20 }
            return inner.map { "{[]".utf8.contains($0) } ?? true ? .json : .ndjson
        }
        guard rest.first == UInt8(ascii: "{") else { return .csv }
        // Points in lines have no geometry; the line may be longer than what is seen of it.
        let start = String(decoding: rest.prefix(4096), as: UTF8.self)
        let marks = ["\"FeatureCollection\"", "\"Feature\"", "\"geometry\"", "\"coordinates\""]
        return marks.contains { start.contains($0) } ? .geojson : .ndjson
    }
}

/// How far a file of points is, by the bytes that were read.
///
/// It is shown where standard error is a terminal and standard output, which would run into it, is not.
struct PointProgress {
    private let file: InputFile
    private let progress: Progress

    /// Creates the progress of an input.
    ///
    /// - Parameters:
    ///   - file: The input, whose length determines the progress.
    ///   - isWanted: Whether the user wants it.
    init(of file: InputFile, isWanted: Bool) {
        self.file = file
        progress = Progress(isWanted: isWanted && isatty(STDOUT_FILENO) != 1)
        progress.update(0, "rows", share: share)
    }

    private var share: Double? { file.size.map { $0 > 0 ? min(1, Double(file.position) / Double($0)) : 1 } }

    /// Shows how many points are done.
    func show(points: Int) {
        guard progress.isShown else { return }
        progress.update(points, "rows", share: share)
    }

    /// Removes the line until the next points are done.
    func clear() { progress.clear() }

    /// Removes the line for good.
    func finish() { progress.finish() }
}
