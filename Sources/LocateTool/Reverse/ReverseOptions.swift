import Geo
import Geocoding
import Glibc

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
