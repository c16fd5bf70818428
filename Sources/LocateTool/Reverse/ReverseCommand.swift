import Geo
import Geocoding
import Threads

/// `locate reverse`: what is this place called.
enum ReverseCommand {
    static func run(_ options: ReverseOptions, output: Output) throws(ToolError) -> ExitCode {
        switch options.question {
        case .point(let coordinate):
            let placemark: Placemark
            if let web = options.web {
                let places = try WebPlaces(web, languages: options.languages)
                placemark = try places.wait { places throws(GeocodingError) in try await places.place(at: coordinate) }
            } else {
                placemark = try PlaceLookup(languages: options.languages).place(at: coordinate)
            }
            try show(placemark, at: coordinate, options, output: output)
            return .success
        case .file(let path, let format): return try answer(path, format, options, output: output)
        }
    }

    /// Answers for every point of a file.
    private static func answer(
        _ path: String, _ format: ReverseOptions.InputFormat?, _ options: ReverseOptions, output: Output
    ) throws(ToolError) -> ExitCode {
        // Where the system has no thread to watch with, signals end the process as they end others.
        let stop = try? StopRequest()
        var file = try InputFile(path: path, stop: stop)
        var stream = ByteStream { [file] () throws(ToolError) in try file.read() }
        let input = if let format { format } else { try PointFile.format(path: path, stream: &stream) }
        var formatter = PlaceFormatter(form: form(options, input: input))
        let source: any PointSource
        switch input {
        case .csv:
            var csv = CSVPointSource(stream, name: file.name, wantsAttributes: formatter.wantsColumns)
            try csv.begin()
            formatter.separator = csv.separator
            source = csv
        case .json, .ndjson, .geojson:
            if formatter.form == .csv {
                // A member of the last point needs a column in the first row.
                file = try file.rewound(beginning: try stream.beginning())
                stream = ByteStream { [file] () throws(ToolError) in try file.read() }
                var first = try jsonSource(stream, input, name: file.name, form: formatter.form)
                formatter.inputColumns = try InputColumns.find(in: &first, name: file.name)
                file = try file.rewound(beginning: [])
                stream = ByteStream { [file] () throws(ToolError) in try file.read() }
            }
            source = try jsonSource(stream, input, name: file.name, form: formatter.form)
        case .gpx:
            // The reader of GPX reads for itself, from the beginning.
            if format == nil { file = try file.rewound(beginning: try stream.beginning()) }
            formatter.inputColumns = GPXPointSource.columns
            source = try GPXPointSource(file, wantsAttributes: formatter.wantsAttributes)
        }
        let progress = PointProgress(of: file, isWanted: !options.quiet)
        let answerer: any PointFileAnswering
        if let web = options.web {
            answerer = WebAnswerer(
                source, name: file.name, places: try WebPlaces(web, languages: options.languages), formatter: formatter,
                output: output, stop: stop, progress: progress)
        } else {
            answerer = FileAnswerer(
                source, name: file.name, places: try PlaceLookup(languages: options.languages), formatter: formatter,
                output: output, stop: stop, progress: progress, threads: SystemThread.processors)
        }
        file.onWait = { [unowned answerer] () throws(ToolError) in try answerer.catchUp() }
        defer { file.onWait = nil }
        let code = try answerer.run(isCSV: input == .csv)
        if !options.quiet, let credit = (answerer as? WebAnswerer)?.credit { Messages.note(credit, command: "reverse") }
        if !options.quiet, let summary = answerer.summary { Messages.note(summary, command: "reverse") }
        return code
    }

    /// The points of one of the forms of JSON.
    private static func jsonSource(
        _ stream: ByteStream, _ input: ReverseOptions.InputFormat, name: String, form: PlaceFormatter.Form
    ) throws(ToolError) -> any PointSource {
        var stream = stream
        switch input {
        case .geojson: return GeoJSONPointSource(stream, name: name, wantsIdentifier: form != .geojson)
        case .json where PointFile.format(beginning: try stream.beginning()) != .ndjson:
            return JSONArrayPointSource(stream, name: name)
        default: return JSONPointSource(stream, name: name)
        }
    }

    /// Shows what a single point is called.
    private static func show(
        _ placemark: Placemark, at coordinate: Coordinate, _ options: ReverseOptions, output: Output
    ) throws(ToolError) {
        let hasAttribution = options.template == nil && [.json, .ndjson, .geojson].contains(options.format ?? .text)
        if !options.quiet, !hasAttribution { options.web?.credit(placemark, in: "reverse") }
        let form: PlaceFormatter.Form
        switch (options.template, options.format ?? .text) {
        case (let template?, _): form = .template(template)
        case (nil, .text):
            if !options.quiet, let hint = PlaceHint.text(for: placemark) { Messages.note(hint, command: "reverse") }
            form = .text
        case (nil, .json), (nil, .ndjson): return try output.writeLine(PlaceReport(placemark).json)
        case (nil, .geojson): form = .geojson
        case (nil, .csv): form = .csv
        }
        let formatter = PlaceFormatter(form: form)
        var bytes = form == .csv ? formatter.beginning(header: nil, isBareCSV: false) : []
        let pattern = formatter.pattern(of: placemark)
        formatter.append(InputPoint(line: 1, position: .success(coordinate)), to: &bytes) { bytes in
            PlacePattern.append(pattern.span, PointFigures(placemark), to: &bytes)
        }
        try output.write(bytes)
        // A feature alone is not part of a collection.
        if form == .geojson { try output.endLine() }
    }

    private static func form(_ options: ReverseOptions, input: ReverseOptions.InputFormat) -> PlaceFormatter.Form {
        if let template = options.template { return .template(template) }
        switch (options.format, input) {
        case (.text, _): return .text
        case (.json, _), (.ndjson, _), (nil, .json), (nil, .ndjson): return .ndjson
        case (.geojson, _), (nil, .geojson): return .geojson
        case (.csv, _), (nil, .csv), (nil, .gpx): return .csv
        }
    }
}
