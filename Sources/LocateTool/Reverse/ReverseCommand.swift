import Geo
import Geocoding
import Threads

/// `locate reverse`: what is this place called.
enum ReverseCommand {
    static func run(_ options: ReverseOptions, output: Output) throws(ToolError) -> ExitCode {
        let corrections = try options.corrections.read(for: "reverse", quiet: options.quiet)
        switch options.question {
        case .point(let coordinate):
            let placemark: Placemark
            if let web = options.web {
                let places = try WebPlaces(web, languages: options.languages, corrections: corrections)
                placemark = try places.wait { places throws(GeocodingError) in try await places.place(at: coordinate) }
            } else {
                let found = try PlaceLookup(languages: options.languages).place(at: coordinate)
                placemark = corrections?.corrected(found) ?? found
            }
            try show(placemark, at: coordinate, options, output: output)
            return .success
        case .file(let path, let format): return try answer(path, format, options, corrections, output: output)
        }
    }

    /// Answers for every point of a file.
    private static func answer(
        _ path: String, _ format: ReverseOptions.InputFormat?, _ options: ReverseOptions,
        _ corrections: PlaceCorrections?, output: Output
    ) throws(ToolError) -> ExitCode {
        // Where the system has no thread to watch with, signals end the process as they end others.
        let stop = try? StopRequest()
        let input = try PointInput(path, format, stop: stop) { form(options, input: $0) }
        let (file, source, formatter) = (input.file, input.source, input.formatter)
        let progress = PointProgress(of: file, isWanted: !options.quiet)
        let answerer: any PointFileAnswering
        if let web = options.web {
            let places = try WebPlaces(web, languages: options.languages, corrections: corrections)
            answerer = WebAnswerer(
                source, name: file.name, places: places, formatter: formatter, output: output, stop: stop,
                progress: progress)
        } else {
            let lookup = try PlaceLookup(languages: options.languages)
            let places: any PlaceAnswering = corrections.map { CorrectedPlaces(lookup, by: $0) } ?? lookup
            answerer = FileAnswerer(
                source, name: file.name, places: places, formatter: formatter, output: output, stop: stop,
                progress: progress, threads: SystemThread.processors)
        }
        file.onWait = { [unowned answerer] () throws(ToolError) in try answerer.catchUp() }
        defer { file.onWait = nil }
        let code = try answerer.run(isCSV: input.format == .csv)
        if !options.quiet, let credit = (answerer as? WebAnswerer)?.credit { Messages.note(credit, command: "reverse") }
        if !options.quiet, let summary = answerer.summary { Messages.note(summary, command: "reverse") }
        return code
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
        let point = InputPoint(line: 1, position: .success(coordinate))
        formatter.append(point, to: &bytes) { bytes in
            formatter.fill(pattern.span, PointFigures(placemark), of: point, to: &bytes)
        }
        if form == .csv { output.beginCSV() }
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
