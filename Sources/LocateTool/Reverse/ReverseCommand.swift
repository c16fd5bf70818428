import Geo

/// `locate reverse`: what is this place called.
enum ReverseCommand {
    /// Asks for the place at a point.
    typealias Lookup = (Coordinate) throws(ToolError) -> PlaceReport

    static func run(_ options: ReverseOptions, output: Output) throws(ToolError) -> ExitCode {
        let places = try PlaceLookup(languages: options.languages)
        let lookup: Lookup = { (coordinate) throws(ToolError) in PlaceReport(try places.place(at: coordinate)) }
        switch options.question {
        case .point(let coordinate):
            try answer(coordinate, options, lookup: lookup, output: output)
            return .success
        case .file(let path, let format):
            let stop = try StopRequest()
            let file = try InputFile(path: path, stop: stop)
            var stream = ByteStream { () throws(ToolError) in try file.read() }
            let input = if let format { format } else { try PointFile.format(path: path, stream: &stream) }
            let reader: any PointReader =
                switch input {
                case .csv: CSVPointReader(stream, name: file.name)
                case .ndjson: JSONPointReader(stream, name: file.name)
                case .geojson: GeoJSONPointReader(stream, name: file.name)
                case .gpx: try gpxReader(file, isUntouched: format != nil, &stream)
                }
            return try answer(
                reader, name: file.name, form: form(options, input: input), isCSV: input == .csv, lookup: lookup,
                output: output, stop: stop)
        }
    }

    private static func gpxReader(
        _ file: InputFile, isUntouched: Bool, _ stream: inout ByteStream
    ) throws(ToolError) -> GPXPointReader {
        // The reader of GPX reads for itself, from the beginning.
        try GPXPointReader(isUntouched ? file : file.rewound(beginning: try stream.beginning()))
    }

    /// Answers for one point.
    private static func answer(
        _ coordinate: Coordinate, _ options: ReverseOptions, lookup: Lookup, output: Output
    ) throws(ToolError) {
        let report = try lookup(coordinate)
        if let template = options.template {
            return try output.writeLine(template.render(report.value(ofKeyword:)))
        }
        let point = InputPoint(line: 1, position: .success(coordinate))
        switch options.format ?? .text {
        case .text:
            if report.address.string.isEmpty {
                Messages.note("no place is known there: open sea or nobody's land", command: "reverse")
            }
            try output.writeLine(report.address.string)
        case .json, .ndjson: try output.writeLine(report.json)
        case .geojson: try output.writeLine(PlaceWriter.feature(point, report))
        case .csv:
            var writer = PlaceWriter(form: .csv, output: output)
            try writer.begin(header: nil, isBareCSV: false)
            try writer.write(point, report)
        }
    }

    /// Answers for every point of a file, in order.
    ///
    /// - Returns: ``ExitCode/partialFailure`` when some could not be used; each was named on standard error.
    static func answer(
        _ reader: any PointReader, name: String, form: PlaceWriter.Form, isCSV: Bool, lookup: Lookup, output: Output,
        stop: StopRequest? = nil
    ) throws(ToolError) -> ExitCode {
        var reader = reader
        var writer = PlaceWriter(form: form, output: output)
        var (failed, total) = (0, 0)
        var point = try reader.next()
        try writer.begin(header: reader.header, isBareCSV: isCSV && reader.header == nil)
        do throws(ToolError) {
            while let current = point {
                try stop?.check()
                total += 1
                switch current.position {
                case .success(let coordinate): try writer.write(current, try lookup(coordinate))
                case .failure(let problem):
                    failed += 1
                    Messages.note("\(name):\(current.line): \(problem.text)", command: "reverse")
                    try writer.write(current, nil)
                }
                point = try reader.next()
            }
        } catch {
            // What is printed stays well-formed up to the place where the input went wrong or a signal came.
            if error.code == .dataError || error.code.isSignal { try writer.end() }
            throw error
        }
        try writer.end()
        guard failed + reader.omitted > 0 else { return .success }
        if failed > 0 { Messages.note("\(failed) of \(total) points could not be used", command: "reverse") }
        return .partialFailure
    }

    private static func form(_ options: ReverseOptions, input: ReverseOptions.InputFormat) -> PlaceWriter.Form {
        if let template = options.template { return .template(template) }
        switch (options.format, input) {
        case (.text, _): return .text
        case (.json, _), (.ndjson, _), (nil, .ndjson): return .ndjson
        case (.geojson, _), (nil, .geojson): return .geojson
        case (.csv, _), (nil, .csv), (nil, .gpx): return .csv
        }
    }
}
