/// `locate search`: where is the place of that name.
enum SearchCommand {
    static func run(_ options: SearchOptions, output: Output) throws(ToolError) -> ExitCode {
        let places = try PlaceLookup(languages: options.languages)
        let matches = try places.search(options.text, limit: options.limit)
        for match in matches { try output.writeLine(options.json ? match.json : match.text) }
        guard matches.isEmpty else { return .success }
        let advice = options.text.contains(where: { ",，、".contains($0) }) ? "; leave out what follows the comma" : ""
        Messages.note("no place is called \"\(options.text)\" or begins like that\(advice)", command: "search")
        return .partialFailure
    }
}
