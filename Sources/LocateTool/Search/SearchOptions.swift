import Geocoding

/// The options of `locate search`, decoded.
struct SearchOptions {
    /// What is looked for.
    var text: String
    /// `nil`: the environment decides.
    var languages: [LanguageTag]?
    /// At most how many matches.
    var limit = 10
    /// Whether matches are printed as JSON.
    var json = false

    /// The service on the web that is asked; `nil`: none.
    var web: WebOptions?

    /// Decodes a command line; several words are one text.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        text = String(CSVColumns.trimmed(arguments.positionals.joined(separator: " ")))
        guard !text.isEmpty else {
            throw .usage("needs the name of a place: locate search TEXT, such as locate search Paris, Texas")
        }
        let provider: ReverseOptions.Provider? = try arguments.choice("provider")
        web = try WebOptions(WebOptions.Service(rawValue: provider?.rawValue ?? ""), arguments)
        languages = try arguments.languages("language")
        limit = try arguments.count("limit", minimum: 1, expected: "a number of matches, 1 or more") ?? limit
        json = arguments.flag("json")
    }
}
