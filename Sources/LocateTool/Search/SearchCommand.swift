import Geocoding

/// `locate search`: where is the place of that name.
enum SearchCommand {
    static func run(_ options: SearchOptions, output: Output) throws(ToolError) -> ExitCode {
        let matches = try search(options)
        for match in matches { try output.writeLine(options.json ? match.json : match.text) }
        guard matches.isEmpty else {
            if !options.json, let web = options.web, let match = matches.first {
                web.credit(match.placemark, in: "search")
            }
            return .success
        }
        if options.web != nil {
            Messages.note("the service knows no place called \"\(options.text)\"", command: "search")
            return .partialFailure
        }
        let advice = options.text.contains(where: { ",，、".contains($0) }) ? "; leave out what follows the comma" : ""
        Messages.note("no place is called \"\(options.text)\" or begins like that\(advice)", command: "search")
        return .partialFailure
    }

    private static func search(_ options: SearchOptions) throws(ToolError) -> [SearchReport] {
        guard let web = options.web else {
            return try PlaceLookup(languages: options.languages).search(options.text, limit: options.limit)
        }
        let (text, limit) = (options.text, options.limit)
        let places = try WebPlaces(web, languages: options.languages)
        let found = try places.wait { places throws(GeocodingError) in try await places.search(text, limit: limit) }
        return found.map { SearchReport(placemark: $0) }
    }
}
