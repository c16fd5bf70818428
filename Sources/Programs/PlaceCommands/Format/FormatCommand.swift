package import LKCommandLine
import LKGeocoding
import LKThreads

extension CommandDescription {
    /// `locate format`: formats addresses as their countries write them.
    package static let format = CommandDescription(
        path: ["format"],
        summary: "format addresses as their countries write them",
        usage: ["[--input FILE|-] [options]"],
        discussion: [
            "Reads address components as JSON objects, one per line, and prints the lines of each address, with an "
                + "empty line between addresses. The keys are those of Nominatim and OpenCage, in any spelling "
                + "(houseNumber, house-number). An unknown key names a thing, such as a restaurant, and its value heads "
                + "the address.",
            "Whole answers of geocoders are read too, one per line: Nominatim's in any of its JSON formats, "
                + "Photon's, OpenCage's, and what locate reverse --json prints. If a line has several answers, the "
                + "first counts.",
            "A line that cannot be used is named on standard error, and the exit status is 1; an empty line, or an "
                + "object with error, takes its place in the output.",
        ],
        options: FormatOptions.all,
        appendices: [
            Appendix(
                title: "Keys",
                entries: [
                    (
                        "house_number, road",
                        "number and street; also housenumber, street_number, street, pedestrian, ..."
                    ),
                    ("house", "the name of a house; also building"),
                    ("suburb, city_district, borough, quarter, neighbourhood", "parts of a town"),
                    ("city, town, village, hamlet, municipality", "the place"),
                    ("postal_city", "the town of the postal address, if it is another one"),
                    ("county, state_district, state, region, island", "the divisions that contain the place"),
                    ("county_code, state_code", "their short forms, such as TO and CA"),
                    ("postcode", "also postal_code, zip"),
                    ("sorting_code", "such as CEDEX"),
                    ("country, country_code", "name, and ISO 3166-1 code, which determines the form"),
                    ("attention", "the person or company that heads the address"),
                ])
        ],
        examples: [
            .init(
                "write an address as its country does",
                "echo '{\"road\":\"Markt 1\",\"city\":\"Delft\",\"country_code\":\"nl\"}' | locate format"),
            .init("write addresses for letters", "locate format --input addresses.ndjson --style postal"),
            .init("write the address of a point", "locate reverse 47.14,9.52 --json | locate format --no-country"),
        ],
        action: CommandAction(FormatOptions.init, run: FormatCommand.run)
    )
}

/// `locate format`: formats addresses as their countries write them, in constant memory, on all processors.
///
/// The calling thread reads and writes; worker threads format.
final class FormatCommand {
    private let options: FormatOptions
    private let output: Output
    private let name: String
    private let note: (String) -> Void
    private let workers: OrderedWorkers<LineBlocks.Block, FormatWorker.Outcome>
    private var total = 0
    private var failed = 0
    /// Whether the first line is not an object, as in pretty-printed JSON.
    private var seemsSpread = false
    private var keysSpokenOf: Set<String> = []

    private init(
        _ options: FormatOptions, name: String, output: Output, threads: Int, note: @escaping (String) -> Void
    ) {
        self.options = options
        self.name = name
        self.output = output
        self.note = note
        let worker = FormatWorker(formatter: options.formatter, isJSON: options.isJSON)
        workers = OrderedWorkers(count: threads, name: "locate-format") { { worker.run($0) } }
    }

    /// Formats every address of the input.
    ///
    /// - Returns: ``ExitCode/partialFailure`` if lines could not be used; each is reported on standard error.
    /// - Throws: An error in the rest of the input, a signal's status, a failed write.
    static func run(_ options: FormatOptions, output: Output) throws(ToolError) -> ExitCode {
        // If no thread can be created to watch for them, signals end the process as usual.
        let stop = try? StopRequest()
        let file = try InputFile(path: options.input, stop: stop)
        let command = FormatCommand(
            options, name: file.name, output: output, threads: SystemThread.processors,
            note: { Messages.note($0, command: "format") })
        // Print all results before waiting for more input.
        file.onWait = { [unowned command] () throws(ToolError) in
            try command.finish()
            try output.flush()
        }
        defer { file.onWait = nil }
        let raw = ByteStream { () throws(ToolError) in try file.read() }
        return try command.run(InputText.stream(raw, name: file.name, note: nil))
    }

    /// Formats every address of a stream.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - stream: The input.
    ///   - name: Its name in messages.
    ///   - output: The destination.
    ///   - threads: The number of worker threads; with 0 the calling thread formats.
    ///   - note: Called with hints and with a sentence for each line that cannot be used.
    /// - Returns: ``ExitCode/partialFailure`` if lines could not be used.
    /// - Throws: An error in the rest of the input, a failed write.
    static func run(
        _ options: FormatOptions, _ stream: ByteStream, name: String, output: Output, threads: Int = 0,
        note: @escaping (String) -> Void = { Messages.note($0, command: "format") }
    ) throws(ToolError) -> ExitCode {
        try FormatCommand(options, name: name, output: output, threads: threads, note: note).run(stream)
    }

    private func run(_ stream: ByteStream) throws(ToolError) -> ExitCode {
        defer { workers.close() }
        var blocks = LineBlocks(stream, .plain, name: name)
        var isWhole = true
        while isWhole {
            do throws(ToolError) {
                guard let block = try blocks.next() else { break }
                workers.submit(block)
            } catch {
                isWhole = false
                // Print the results so far, except after a signal.
                if error.code == .dataError || error.code == .ioError { try finish() }
                throw error
            }
            while workers.underWay > workers.count + 1 { try writeNext() }
        }
        try finish()
        guard failed > 0 else { return .success }
        if !options.isQuiet, seemsSpread { note("an address is one object on one line; jq -c . brings it there") }
        if !options.isQuiet { note("\(failed) of \(total) addresses could not be used") }
        return .partialFailure
    }

    /// Writes all results so far.
    private func finish() throws(ToolError) {
        while workers.underWay > 0 { try writeNext() }
    }

    /// Writes the result of the oldest block.
    private func writeNext() throws(ToolError) {
        guard let outcome = workers.next() else { return }
        for one in outcome.notes {
            if let key = one.key {
                // Hints about many keys would drown the rest.
                guard !options.isQuiet, keysSpokenOf.count < 20, keysSpokenOf.insert(key).inserted else { continue }
            }
            note("\(name):\(one.line): \(one.text)")
            if one.line == 1, one.text == AddressObject.noObject { seemsSpread = true }
        }
        let isFirst = total == 0 && !options.isJSON
        total += outcome.total
        failed += outcome.failed
        // The empty line separates addresses; none precedes the first.
        if isFirst, outcome.total > 0 {
            try output.write(outcome.output.dropFirst())
        } else {
            try output.write(outcome.output)
        }
        if output.flushesLines { try output.flush() }
    }
}

/// The options of `locate format`, decoded.
struct FormatOptions {
    /// The path of the input, `-` for standard input.
    var input: String
    var formatter = AddressFormatter()
    var isJSON: Bool
    /// Whether to omit hints and the summary.
    var isQuiet: Bool

    static let input = Option(
        "input", .path(), "read FILE, or standard input for - (default: standard input)")
    static let style = Option(
        "style", .choice(), default: AddressFormatter().style, "form for display, or for a letter"
    ).settable()
    package static let language = Option(
        "language", .languages("TAG"), "language of the form, if a country has several (default: that of the names)")
    static let abbreviate = Flag("abbreviate", "abbreviate words in street names: Ave, Str., Bd").settable()
    static let noCountry = Flag("no-country", "omit the country").settable()
    static let json = Flag("json", "print {\"lines\":[...],\"string\":\"...\"}, one object per line")
    static let quiet = Flag.quiet("hints and the summary")

    static let all: [any OptionDeclaration] = [input, style, language, abbreviate, noCountry, json, quiet]

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        if arguments.positionals != ["-"] || arguments.isGiven(Self.input) {
            try arguments.rejectPositionals(of: .format)
        }
        input = try arguments[Self.input] ?? "-"
        formatter.style = try arguments[Self.style]
        formatter.language = try arguments[Self.language]?.first
        formatter.abbreviates = arguments[Self.abbreviate]
        formatter.includesCountry = !arguments[Self.noCountry]
        isJSON = arguments[Self.json]
        isQuiet = arguments[Self.quiet]
    }
}
