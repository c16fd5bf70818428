package import LKCommandLine
import LKGeo
import LKGeocoding
import LKOfflineGeocoding
import LKSharedOptions

extension CommandDescription {
    /// `locate search`: where is the place of that name or address.
    package static let search = CommandDescription(
        path: ["search"],
        summary: "find places by name or address",
        usage: ["TEXT [options]", "--input FILE|- [options]", "[options] < FILE"],
        discussion: [
            "Prints the countries, states, cities, towns, villages and quarters whose name begins with TEXT in any "
                + "language, one per line: whole names first, then first words, then first letters, the most populous "
                + "first among those; a state counts with a tenth of its population, so that New York is the city. With "
                + "--near, the nearest come first. A country or state, by name or code, may follow a comma: Paris, "
                + "Texas or Paris, FR. Several words need no quotes.",
            "Where street indexes are installed (locate data list), streets, house numbers, places of interest and "
                + "postcodes are found too, with their words in any order and the usual abbreviations: Bahnhofstr. 3, "
                + "9490 Vaduz. If a street does not have the number, the street itself is printed, and the line says so.",
            "The position of a country or state is the centre of its land.",
            "With --input, every line of a file is a name; without TEXT, every line of what is piped or redirected "
                + "to standard input. The best match for each is printed (--limit prints more); in JSON, CSV and "
                + "GeoJSON, query is the line. Empty lines are skipped. A name that is not found gives an empty line or "
                + "an object with error and is named on standard error, and the exit status is 1.",
            "Capitals, accents, hyphens and apostrophes do not matter: sao paulo finds São Paulo, munchen finds "
                + "München. If nothing has that name, ae, oe and ue also match ä, ö and ü: muenchen.",
            "With --provider \(WebService.alternatives), a web service answers, which also knows streets and houses.",
            "If nothing is found, the exit status is 1.",
        ],
        arguments: [
            ArgumentDescription(
                name: "TEXT",
                help: "the beginning of a name; a state or country may follow "
                    + "a comma")
        ],
        options: SearchOptions.all,
        appendices: [.keywords(SearchReport.table.listedKeys)],
        examples: [
            .init("find a place", "locate search Paris, Texas"),
            .init(
                "find the nearest of several places with one name",
                "locate search Springfield --near 39.8,-89.6 --limit 3"),
            .init(
                "find a house in a street index", "locate search Städtle 43, Vaduz --streets liechtenstein.streets"),
            .init("find the best match for each line of a file", "locate search --input names.txt --format csv"),
        ],
        action: CommandAction(
            sample: ["x"],
            { arguments throws(ToolError) in
                try SearchOptions(arguments, readsStandardInput: StandardInput.isGiven)
            }, run: SearchCommand.run)
    )
}

/// `locate search`: where is the place of that name or address.
struct SearchCommand {
    private let options: SearchOptions
    private let output: Output
    private let find: (String) throws(ToolError) -> [PlaceMatch]
    private var formatter: SearchFormatter
    private var credited: Placemark?
    /// Whether addresses were looked for.
    private let hasStreets: Bool

    static func run(_ options: SearchOptions, output: Output) throws(ToolError) -> ExitCode {
        var command = SearchCommand(options, output: output, try finder(options))
        output.beginTable(options.form.form.table(.places))
        defer { command.credit() }
        guard let path = options.input else { return try command.answer(options.text) }
        // Where the system has no thread to watch with, signals end the process as they end others.
        let stop = try? StopRequest()
        let file = try InputFile(path: path, stop: stop)
        // Before a wait for more, all that has come is shown.
        file.onWait = { () throws(ToolError) in try output.flush() }
        defer { file.onWait = nil }
        let raw = ByteStream { () throws(ToolError) in try file.read() }
        return try command.answer(InputText.stream(raw, name: file.name, note: nil), name: file.name)
    }

    /// Answers every line of a stream.
    ///
    /// - Parameters:
    ///   - options: How.
    ///   - stream: The names, one a line.
    ///   - name: Its name in messages.
    ///   - output: Where the matches go.
    /// - Returns: ``ExitCode/partialFailure`` when a name was not found.
    /// - Throws: What is wrong with the rest of the input, a failed write.
    static func run(
        _ options: SearchOptions, _ stream: ByteStream, name: String, output: Output
    ) throws(ToolError) -> ExitCode {
        var command = SearchCommand(options, output: output, try finder(options))
        return try command.answer(stream, name: name)
    }

    private init(
        _ options: SearchOptions, output: Output,
        _ finder: (find: (String) throws(ToolError) -> [PlaceMatch], hasStreets: Bool)
    ) {
        self.options = options
        self.output = output
        (find, hasStreets) = finder
        formatter = SearchFormatter(form: options.form, isBatch: options.input != nil)
        (formatter.columns, formatter.style) = (output.columns, output.style)
    }

    /// Returns the function that finds the places of a name: with the built-in world and street indexes, or a web
    /// service.
    private static func finder(
        _ options: SearchOptions
    ) throws(ToolError) -> (find: (String) throws(ToolError) -> [PlaceMatch], hasStreets: Bool) {
        let (limit, near) = (options.limit, options.near)
        let geocoder =
            if let web = options.web { try ToolGeocoder(web, languages: options.languages) } else {
                try ToolGeocoder(languages: options.languages, options.streets, for: "search")
            }
        let find = { text throws(ToolError) in try geocoder.search(text, limit: limit, near: near) }
        return (find, options.web != nil || geocoder.offline.streets != nil)
    }

    /// Answers one name.
    private mutating func answer(_ text: String) throws(ToolError) -> ExitCode {
        let matches = try find(text)
        var bytes = formatter.beginning
        for match in matches { formatter.append(SearchReport(match), to: &bytes) }
        try output.write(bytes + formatter.ending)
        credited = matches.first?.placemark
        guard matches.isEmpty else { return .success }
        Messages.note(problem(text), command: "search", as: .warning)
        return .partialFailure
    }

    /// Answers each line of a stream; lines of only blanks are skipped.
    private mutating func answer(_ stream: ByteStream, name: String) throws(ToolError) -> ExitCode {
        var blocks = LineBlocks(stream, .plain, name: name)
        var (total, failed) = (0, 0)
        try output.write(formatter.beginning)
        while let block = try blocks.next() {
            var number = block.line
            for line in block.bytes.split(separator: 10, omittingEmptySubsequences: false) {
                defer { number += 1 }
                guard line.contains(where: { $0 > 0x20 }) else { continue }
                total += 1
                var bytes: [UInt8] = []
                if let problem = try answer(line, to: &bytes) {
                    failed += 1
                    Messages.note("\(name):\(number): \(problem)", command: "search", as: .warning)
                }
                try output.write(bytes)
            }
            if output.flushesLines { try output.flush() }
        }
        try output.write(formatter.ending)
        guard failed > 0 else { return .success }
        if !options.isQuiet { Messages.note("\(failed) of \(total) names were not found", command: "search") }
        return .partialFailure
    }

    /// Appends the matches of a line.
    ///
    /// - Returns: Why there is none.
    private mutating func answer(_ line: ArraySlice<UInt8>, to bytes: inout [UInt8]) throws(ToolError) -> String? {
        guard let text = String(validating: line, as: UTF8.self) else {
            let repaired = String(CSVColumns.trimmed(String(decoding: line, as: UTF8.self)))
            let problem = "the line is not valid UTF-8"
            formatter.append(nothingFor: repaired, problem: problem, to: &bytes)
            return problem
        }
        let query = String(CSVColumns.trimmed(text))
        let matches = try find(query)
        for match in matches { formatter.append(SearchReport(match, query: query), to: &bytes) }
        if credited == nil { credited = matches.first?.placemark }
        guard matches.isEmpty else { return nil }
        let problem = problem(query)
        formatter.append(nothingFor: query, problem: problem, to: &bytes)
        return problem
    }

    private func problem(_ text: String) -> String {
        if options.web != nil { return "the service knows no place called \"\(text)\"" }
        let advice = text.contains(where: { ",，、".contains($0) }) ? "; leave out what follows the comma" : ""
        guard hasStreets || !text.contains(where: \.isNumber) else {
            return
                "no place is named \"\(text)\"; for addresses import OpenStreetMap data: locate data import-osm --help"
        }
        return "no place is named \"\(text)\", and no name begins with it\(advice)"
    }

    /// Names the service's data on standard error, where the output does not.
    private func credit() {
        guard !options.isQuiet, let web = options.web, let credited, !options.form.form.isStructured else {
            return
        }
        web.credit(credited, in: "search")
    }
}
