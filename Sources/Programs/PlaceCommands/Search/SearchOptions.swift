import LKCommandLine
import LKGeo
import LKGeocoding
import LKSharedOptions

/// The options of `locate search`, decoded.
struct SearchOptions {
    /// The text to search for; empty if the names come from a file.
    var text: String
    /// The path of a file with a name on each line, `-` for standard input.
    var input: String?
    /// `nil`: the environment decides.
    var languages: [LanguageTag]?
    /// Maximum number of matches for a name.
    var limit: Int
    /// The point for ranking by distance; `nil` ranks by population.
    var near: Coordinate?
    /// The output format.
    var form = OutputFormat.text
    /// The web service to ask; `nil`: none.
    var web: WebOptions?
    /// The street indexes to search beside the built-in world.
    var streets = StreetFiles()
    /// Whether to suppress hints and the summary.
    var isQuiet = false

    /// The default limit: for a single name, and for each name of a file.
    private static let usualLimit = (one: 10, file: 1)

    static let limit = Option(
        "limit", .count(from: 1, expected: "a number of matches, 1 or more"),
        "print at most N matches (default: \(usualLimit.one); for each line of --input: \(usualLimit.file))")
    static let near = Option(
        "near", ValueKind("LAT,LON", decode: point),
        "print the matches nearest to this point first, with their distances")
    static let input = Option(
        "input", .path(), "read names from FILE, one a line, or from standard input for -")
    static let quiet = Flag.quiet("hints and the summary")

    static let all: [any OptionDeclaration] =
        [ToolGeocoder.language, limit, near, input] + FormOptions.places.all + [
            StreetFiles.streets, WebOptions.provider, quiet,
        ]
        + WebOptions.all

    /// Decodes a command line; several words are one text.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - readsStandardInput: Whether names come from standard input where there are no words.
    init(_ arguments: ParsedArguments, readsStandardInput: Bool = false) throws(ToolError) {
        text = String(CSVColumns.trimmed(arguments.positionals.joined(separator: " ")))
        input = try arguments[Self.input]
        if input == nil, text == "-" || text.isEmpty && arguments.positionals.isEmpty && readsStandardInput {
            (input, text) = ("-", "")
        }
        if input != nil {
            guard text.isEmpty else { throw .usage("give either a name or --input, not both") }
        } else if text.isEmpty {
            throw .usage("needs the name of a place: locate search TEXT, such as locate search Paris, Texas")
        }
        web = try WebOptions(arguments, privacy: nil)
        streets = try StreetFiles(arguments)
        languages = try arguments[ToolGeocoder.language]
        isQuiet = arguments[Self.quiet]
        limit =
            try arguments[Self.limit]
            ?? (input == nil ? Self.usualLimit.one : Self.usualLimit.file)
        near = try arguments[Self.near]
        form = try arguments.outputFormat(for: .places, keys: SearchReport.table.templateKeys, of: .search)
    }

    /// Parses a point: `35.68,139.76`.
    private static func point(_ text: String) throws(ValueProblem) -> Coordinate {
        do throws(CoordinateText.Problem) {
            if let coordinate = try CoordinateText.coordinate(in: [text]) { return coordinate }
        } catch {
            throw ValueProblem(text: error.text)
        }
        throw .expected("latitude and longitude in degrees, such as 35.681236,139.767125")
    }
}

extension FormOptions {
    /// Those of `locate search`.
    static let places = FormOptions(
        format: Option(
            "format", .form(for: .places), default: .text,
            "output format; json and ndjson print one object per line"
        ).settable())
}
