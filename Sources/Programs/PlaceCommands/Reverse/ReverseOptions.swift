import Glibc
import LKCommandLine
import LKGeo
import LKGeocoding
import LKOfflineGeocoding
import LKSharedOptions

/// The options of `locate reverse`, decoded and checked against each other.
struct ReverseOptions {
    /// The form of an input file.
    enum InputFormat: String, CaseIterable { case csv, json, ndjson, geojson, gpx }

    /// Whether rows that cannot be used change the exit status; they keep their line in the output either way.
    enum BadRows: String, CaseIterable { case fail, keep }

    /// The request.
    enum Question: Equatable {
        case point(Coordinate)
        /// The path of a file, `-` for standard input; its format, or `nil` to find out.
        case file(String, InputFormat?)
    }

    var question: Question
    /// `nil`: the environment decides.
    var languages: [LanguageTag]?
    /// `nil`: text for a point, the form of the input for a file.
    var format: OutputFormat?
    /// The service on the web that is asked; `nil`: none.
    var web: WebOptions?
    /// The user's own names of places; `nil`: none.
    var corrections: CorrectionOptions?
    /// The files with streets and houses.
    var streets: StreetFiles
    /// Whether a corner takes the place of a street.
    var corners: Bool
    /// Whether the command line asks for that, and not a setting.
    private var needsCorners: Bool
    /// Whether rows that cannot be used change the exit status.
    var badRows: BadRows
    /// Whether hints, progress and summary are kept back.
    var quiet: Bool

    /// Farthest corner, in metres: half of a short block.
    static let cornerReach = 50.0

    static let input = Option("input", .path(), "read points from FILE, or from standard input for -")
    static let inputFormat = Option(
        "input-format", .choice(InputFormat.self),
        """
        format of the input (default: by its name, else by its beginning); json is an array, ndjson one object per line
        """)
    static let badRows = Option(
        "bad-rows", .choice(), default: BadRows.fail,
        """
        exit status where rows of the input cannot be used: fail is 1, keep is 0 (default: \(.default)); both print the \
        row without a place
        """)
    static let quiet = Flag.quiet(
        "hints, progress and the summary", exception: "with --bad-rows keep, bad rows are not errors")
    static let corners = Flag(
        "corners",
        """
        where no house number is near, name the nearest corner of two streets within \(Int(cornerReach)) m: Main Street \
        & 5th Avenue
        """
    ).settable()

    static let all: [any OptionDeclaration] =
        [input, inputFormat, badRows, WebOptions.provider, ToolGeocoder.language] + FormOptions.points.all
        + [quiet, StreetFiles.streets, corners] + CorrectionOptions.all + WebOptions.all + [WebOptions.privacy]

    /// Decodes a command line.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - readsStandardInput: Whether points come from standard input where none is given.
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments, readsStandardInput: @autoclosure () -> Bool = false) throws(ToolError) {
        question = try Self.question(arguments, readsStandardInput: readsStandardInput())
        web = try WebOptions(arguments)
        languages = try arguments[ToolGeocoder.language]
        corrections = try CorrectionOptions(arguments)
        streets = try StreetFiles(arguments)
        corners = arguments[Self.corners]
        needsCorners = corners && arguments.isGiven(Self.corners)
        if web != nil, needsCorners {
            throw .usage("--corners needs a street index and --provider asks the web; give either one")
        }
        quiet = arguments[Self.quiet]
        badRows = try arguments[Self.badRows]
        if case .point = question, arguments.isGiven(Self.badRows) {
            throw .usage("--bad-rows is for --input FILE; give that too")
        }
        format = try arguments.givenOutputFormat(
            for: .points, keys: PlaceReport.table.templateKeys, of: .reverse, takesInput: true)
        let names = format?.form.inputNames ?? []
        if case .point = question, let name = names.first {
            throw .usage("--template has %input.\(name), which is a column or member of a file; give --input FILE")
        }
        guard names.isEmpty || names.count <= OutputPattern.maximumColumns else {
            throw .usage("--template names more than \(OutputPattern.maximumColumns) columns of the input")
        }
    }

    /// Returns what names points on this machine, with corners if they are wanted.
    ///
    /// - Throws: What is wrong with a file.
    func geocoder() throws(ToolError) -> ToolGeocoder {
        let geocoder = try ToolGeocoder(
            languages: languages, streets, for: "reverse", cornerReach: corners ? Self.cornerReach : nil)
        if corners, geocoder.offline.streets == nil, needsCorners, !quiet {
            Messages.note(
                "--corners has no effect without a street index; give --streets FILE or install a region: locate data "
                    + "import-osm --help", command: "reverse", as: .warning)
        }
        return geocoder
    }

    private static func question(
        _ arguments: ParsedArguments, readsStandardInput: @autoclosure () -> Bool
    ) throws(ToolError) -> Question {
        let inputFormat = try arguments[Self.inputFormat]
        if let path = try arguments[Self.input] {
            guard arguments.positionals.isEmpty else {
                throw .usage("give either a point or --input, not both")
            }
            return .file(path, inputFormat)
        }
        if arguments.positionals == ["-"] || arguments.positionals.isEmpty && readsStandardInput() {
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

extension FormOptions {
    /// Those of `locate reverse`.
    static let points = FormOptions(
        format: Option(
            "format", .form(for: .places),
            "output format (default: text for one point; for a file the format of the input, csv for gpx)"
        ).settable())
}
