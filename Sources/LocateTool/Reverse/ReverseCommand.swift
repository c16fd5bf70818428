import Geo
import Geocoding
import Glibc
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

/// The options of `locate reverse`, decoded and checked against each other.
struct ReverseOptions {
    /// The form of an input file.
    enum InputFormat: String, CaseIterable { case csv, json, ndjson, geojson, gpx }

    /// Who is asked for names.
    enum Provider: String, CaseIterable { case auto, world, nominatim, photon }

    /// The form of the output.
    enum Format: String, CaseIterable { case text, json, csv, ndjson, geojson }

    /// What is asked.
    enum Question: Equatable {
        case point(Coordinate)
        /// The path of a file, `-` for standard input; its format, or `nil` to find out.
        case file(String, InputFormat?)
    }

    var question: Question
    var provider = Provider.auto
    /// `nil`: the environment decides.
    var languages: [LanguageTag]?
    /// `nil`: text for a point, the form of the input for a file.
    var format: Format?
    var template: OutputTemplate?
    /// The service on the web that is asked; `nil`: none.
    var web: WebOptions?
    /// The user's own names of places; `nil`: none.
    var corrections: CorrectionOptions?
    /// Whether hints, progress and summary are kept back.
    var quiet = false

    /// Decodes a command line.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - readsStandardInput: Whether points come from standard input where none is given.
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments, readsStandardInput: Bool = false) throws(ToolError) {
        question = try Self.question(arguments, readsStandardInput: readsStandardInput)
        provider = try arguments.choice("provider") ?? provider
        web = try WebOptions(WebOptions.Service(rawValue: provider.rawValue), arguments)
        languages = try arguments.languages("language")
        format = try arguments.format()
        corrections = try CorrectionOptions(arguments)
        quiet = arguments.flag("quiet")
        guard let text = arguments.string("template") else { return }
        try arguments.reject("template", with: "format")
        try arguments.reject("template", with: "json")
        let template = try OutputTemplate(text, keys: PlaceReport.keys, of: "locate reverse", takesInput: true)
        if case .point = question, let name = template.inputNames.first {
            throw .usage("--template has %input.\(name), which is a column or member of a file; give --input FILE")
        }
        guard template.inputNames.count <= PlacePattern.mostColumns else {
            throw .usage("--template names more than \(PlacePattern.mostColumns) columns of the input")
        }
        self.template = template
    }

    private static func question(
        _ arguments: ParsedArguments, readsStandardInput: Bool
    ) throws(ToolError) -> Question {
        let inputFormat: InputFormat? = try arguments.choice("input-format")
        if let path = try arguments.path("input") {
            guard arguments.positionals.isEmpty else {
                throw .usage("give either a point or --input, not both")
            }
            return .file(path, inputFormat)
        }
        if arguments.positionals == ["-"] || arguments.positionals.isEmpty && readsStandardInput {
            return .file("-", inputFormat)
        }
        guard inputFormat == nil else { throw .usage("--input-format is for --input FILE; give that too") }
        guard !arguments.positionals.isEmpty else {
            throw .usage("needs a point: locate reverse LAT LON; or a file of points: --input FILE")
        }
        do throws(CoordinateText.Problem) {
            if let coordinate = try CoordinateText.coordinate(in: arguments.positionals) { return .point(coordinate) }
        } catch {
            throw .usage(error.text)
        }
        let given = arguments.positionals.joined(separator: " ")
        if arguments.positionals.count == 1, access(given, R_OK) == 0 {
            throw .usage("\"\(given)\" is a file; did you mean: locate reverse --input \(ShellText.quoted(given))")
        }
        throw .usage("\"\(given)\" is not a point; expected LAT LON in degrees, such as 35.681236 139.767125")
    }
}

/// What a reader should know of an answer that the address does not say.
enum PlaceHint {
    /// A sentence about a place that has no name or whose country is in doubt; `nil` when there is nothing to say.
    static func text(for placemark: Placemark) -> String? {
        if placemark.addressString.isEmpty { return "no place is known there: open sea or nobody's land" }
        if let code = placemark.conflictingCountryCode {
            return
                "the service has the place in \(placemark.isoCountryCode ?? "no country"), but by the built-in borders it is "
                + "in \(code), far from any other"
        }
        if !placemark.claims.isEmpty {
            let others = placemark.claims.map { $0 == "XX" ? "an authority without a country code" : $0 }
            let verbs = others.count == 1 ? "claims or holds" : "claim or hold"
            return "the country is disputed: " + others.joined(separator: " and ") + " \(verbs) the place too"
        }
        guard let border = placemark.border, !border.isCertain else { return nil }
        let distance = NumberText.shortest(border.distance, decimals: border.distance < 10 ? 1 : 0)
        return "the country is not certain: it is \(distance) m to the border with "
            + (border.country ?? border.isoCountryCode ?? "nobody's land") + ", which may be drawn that far off"
    }
}
