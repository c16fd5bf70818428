import Geo
import Geocoding
import Threads

/// `locate reverse`: what is this place called.
enum ReverseCommand {
    static func run(_ options: ReverseOptions, output: Output) throws(ToolError) -> ExitCode {
        let places = try PlaceLookup(languages: options.languages)
        switch options.question {
        case .point(let coordinate):
            try answer(coordinate, options, places: places, output: output)
            return .success
        case .file(let path, let format): return try answer(path, format, options, places: places, output: output)
        }
    }

    /// Answers for every point of a file.
    private static func answer(
        _ path: String, _ format: ReverseOptions.InputFormat?, _ options: ReverseOptions, places: PlaceLookup,
        output: Output
    ) throws(ToolError) -> ExitCode {
        // Where the system has no thread to watch with, signals end the process as they end others.
        let stop = try? StopRequest()
        var file = try InputFile(path: path, stop: stop)
        var stream = ByteStream { [file] () throws(ToolError) in try file.read() }
        let input = if let format { format } else { try PointFile.format(path: path, stream: &stream) }
        let formatter = PlaceFormatter(form: form(options, input: input))
        let source: any PointSource
        switch input {
        case .csv: source = CSVPointSource(stream, name: file.name, wantsAttributes: formatter.wantsAttributes)
        case .ndjson: source = JSONPointSource(stream, name: file.name)
        case .geojson: source = GeoJSONPointSource(stream, name: file.name)
        case .gpx:
            // The reader of GPX reads for itself, from the beginning.
            if format == nil { file = try file.rewound(beginning: try stream.beginning()) }
            source = try GPXPointSource(file, wantsAttributes: formatter.wantsAttributes)
        }
        let answerer = FileAnswerer(
            source, name: file.name, places: places, formatter: formatter, output: output, stop: stop,
            progress: ReverseProgress(of: file, isWanted: !options.quiet), threads: SystemThread.processors)
        file.onWait = { [unowned answerer] () throws(ToolError) in try answerer.catchUp() }
        defer { file.onWait = nil }
        let code = try answerer.run(isCSV: input == .csv)
        if !options.quiet, let summary = answerer.summary { Messages.note(summary, command: "reverse") }
        return code
    }

    /// Answers for one point.
    private static func answer(
        _ coordinate: Coordinate, _ options: ReverseOptions, places: PlaceLookup, output: Output
    ) throws(ToolError) {
        let placemark = try places.place(at: coordinate)
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
        case (.json, _), (.ndjson, _), (nil, .ndjson): return .ndjson
        case (.geojson, _), (nil, .geojson): return .geojson
        case (.csv, _), (nil, .csv), (nil, .gpx): return .csv
        }
    }
}
