import Geocoding

/// The options of `locate format`, decoded.
struct FormatOptions {
    /// The path of the input, `-` for standard input.
    var input = "-"
    var formatter = AddressFormatter()
    var isJSON = false
    /// Whether hints and the summary are kept back.
    var isQuiet = false

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        if arguments.positionals != ["-"] || arguments.isGiven("input") {
            try arguments.rejectPositionals(of: .format)
        }
        input = try arguments.path("input") ?? input
        formatter.style = try arguments.choice("style") ?? formatter.style
        formatter.language = try arguments.languages("language")?.first
        formatter.abbreviates = arguments.flag("abbreviate")
        formatter.includesCountry = !arguments.flag("no-country")
        isJSON = arguments.flag("json")
        isQuiet = arguments.flag("quiet")
    }
}
