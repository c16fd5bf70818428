package import LKCommandLine
import LKFormats
import LKGazetteer
import LKGazetteerBuilder
import LKGeocoding
import LKSharedOptions
import LKStorage

extension CommandDescription {
    /// `locate data build-world`: a file of places from public dumps.
    package static let dataBuildWorld = CommandDescription(
        path: ["data", "build-world"],
        summary: "build a world file from the settlements and names of GeoNames",
        usage: ["--geonames DIR -o FILE", "--geonames DIR --hold-out SEED,SHARE", "--geonames DIR --check-names"],
        discussion: [
            "Scripts/build-world-data in the sources fetches the input packages and calls this. "
                + "LOCATIONKIT_DATA=FILE makes every command use the file. An existing file is replaced only once the new "
                + "one is complete, and without --force only if it is a world; no symbolic link and no input is replaced."
        ],
        options: BuildWorldOptions.all,
        examples: [
            .init("build a world file", "locate data build-world --geonames Dumps -o my.world"),
            .init(
                "use your own country borders",
                "locate data build-world --geonames Dumps --boundaries areas.gpkg -o my.world"),
            .init(
                "measure how often the country is wrong", "locate data build-world --geonames Dumps --hold-out 1,20%"),
        ],
        action: CommandAction(
            sample: ["--geonames=x", "--output=x.world"], BuildWorldOptions.init, run: BuildWorldCommand.run)
    )
}

/// `locate data build-world`: makes a file of places from public dumps.
enum BuildWorldCommand {
    static func run(_ options: BuildWorldOptions, output: Output) throws(ToolError) -> ExitCode {
        let lines: [String]
        do {
            switch options.task {
            case .checkNames: lines = try checkNames(geonames: options.geonames)
            case .measure(let holdOut):
                lines = try measureWorld(
                    geonames: options.geonames, holdOut: holdOut, boundaries: options.boundaries)
            case .build(let path):
                let file = try OutputFile(
                    path, .world, isForced: options.isForced,
                    protecting: WorldBuilder.inputs(folder: options.geonames, boundaries: options.boundaries))
                try buildWorld(geonames: options.geonames, output: file, boundaries: options.boundaries)
                lines = []
            }
        } catch let error as GeocodingError {
            throw ToolError(error)
        } catch let error as ToolError {
            throw error
        } catch {
            throw .usage("\(error)")
        }
        for line in lines { try output.writeLine(line) }
        return .success
    }
}

/// The options of `locate data build-world`, decoded.
struct BuildWorldOptions {
    /// What is done with the names.
    enum Task {
        /// The rules for the languages of names are measured.
        case checkNames
        /// A share of the settlements is left out, and mistakes are counted.
        case measure(HoldOut)
        /// A file is written.
        case build(String)
    }

    /// The folder that Scripts/build-world-data fills.
    var geonames: String
    /// Files with country areas that go before those of the folder.
    var boundaries: [String]
    var task: Task
    /// Whether to replace a file that is not a world.
    var isForced: Bool

    static let geonames = Option(
        "geonames", .path("DIR", completion: .folders), "folder with cities500.json, countries.json and locale")
    static let output = Option("output", .path(), "the file to write")
    static let boundaries = Option(
        repeatable: "boundaries", .text("FILE", completion: .files),
        """
        your own country areas, GeoPackage or GeoJSON, such as OpenStreetMap's with admin_level=2; they override the \
        other borders (may be repeated)
        """)
    static let holdOut = Option(
        "hold-out", ValueKind("SEED,SHARE", decode: share),
        """
        write nothing; leave out a share of the settlements, such as 1,20%, and print how many of them get a wrong \
        country or division
        """)
    static let checkNames = Flag(
        "check-names", "write nothing; print a table of how often the rules find the language of a name")

    static let all: [any OptionDeclaration] = [geonames, output, OutputKind.force, boundaries, holdOut, checkNames]

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        try arguments.rejectPositionals(of: .dataBuildWorld)
        guard let folder = try arguments[Self.geonames] else {
            throw .usage("needs the folder of the names: --geonames DIR; Scripts/build-world-data fills one")
        }
        geonames = folder
        let holdOut = try arguments[Self.holdOut]
        boundaries = try arguments[Self.boundaries]
        isForced = arguments[OutputKind.force]
        if arguments[Self.checkNames] {
            task = .checkNames
        } else if let holdOut {
            task = .measure(holdOut)
        } else {
            guard let file = try arguments[Self.output] else { throw .usage("needs the file to write: -o FILE") }
            task = .build(file)
        }
    }

    /// Parses a seed and a share: `1,20%`.
    private static func share(_ text: String) throws(ValueProblem) -> HoldOut {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let seed = UInt64(parts[0]), parts[1].hasSuffix("%"),
            let percent = ParsedArguments.number(parts[1].dropLast()), percent > 0, percent < 100
        else { throw .expected("a seed and a share, such as 1,20%") }
        return HoldOut(seed: seed, share: percent / 100)
    }
}

/// Builds a gazetteer from the folder that Scripts/build-world-data fills, for
/// `locate data build-world --geonames DIR -o FILE`.
///
/// - Parameters:
///   - geonames: The folder.
///   - output: The file to write.
///   - boundaries: Files with country areas that go before those of the folder.
/// - Throws: `GeocodingError` with `dataUnreadable`, `inputInvalid` or `outputFailed`.
func buildWorld(geonames: String, output: OutputFile, boundaries: [String]) throws(GeocodingError) {
    let progress = BuildProgress()
    defer { progress.finish() }
    try WorldBuilder.build(folder: geonames, output: output, boundaries: boundaries) { progress.show($0) }
}

/// Measures where a gazetteer places settlements that were left out of it, for
/// `locate data build-world --geonames DIR --hold-out SEED,SHARE`.
///
/// - Parameters:
///   - geonames: The folder that Scripts/build-world-data fills.
///   - holdOut: Which settlements are left out.
///   - boundaries: Files with country areas that go before those of the folder.
/// - Returns: Lines of a table: all settlements, then the ten countries with most mistakes.
/// - Throws: `GeocodingError` with `dataUnreadable` or `inputInvalid`.
func measureWorld(geonames: String, holdOut: HoldOut, boundaries: [String]) throws(GeocodingError) -> [String] {
    let progress = BuildProgress()
    defer { progress.finish() }
    let result = try WorldBuilder.measure(folder: geonames, holdOut: holdOut, boundaries: boundaries) {
        progress.show($0)
    }
    func percent(_ part: Int, of whole: Int) -> String {
        whole == 0 ? "" : NumberText.fixed(100 * Double(part) / Double(whole), decimals: 2)
    }
    func row(_ name: String, _ tally: HoldOutResult.Tally) -> [String] {
        [
            name, "\(tally.asked)", "\(tally.wrongCountry)", percent(tally.wrongCountry, of: tally.asked),
            "\(tally.withDivision)", "\(tally.wrongDivision)", percent(tally.wrongDivision, of: tally.withDivision),
        ]
    }
    let header = ["where", "asked", "country", "wrong %", "asked", "division", "wrong %"]
    let rows = result.worst(10).map { row($0, result[$0]) }
    return table([header, row("all", result.total)] + rows)
}

/// Returns the lines of a table with columns of ten letters.
private func table(_ rows: [[String]]) -> [String] {
    rows.map { cells in cells.map { $0 + String(repeating: " ", count: max(0, 10 - $0.count)) }.joined() }
}

/// Measures how well the rule for untagged names works in each language, for
/// `locate data build-world --geonames DIR --check-names`.
///
/// - Parameter geonames: The folder that Scripts/build-world-data fills.
/// - Returns: Lines of a table: language, tagged names, names found, of those right, precision and recall in percent, names gained.
/// - Throws: `GeocodingError` with `dataUnreadable` or `inputInvalid`.
func checkNames(geonames: String) throws(GeocodingError) -> [String] {
    func percent(_ share: Double) -> String { NumberText.fixed(100 * share, decimals: 1) }
    let header = ["language", "tagged", "given", "alike", "precision", "recall", "gained"]
    let rows = try NameCheck.rows(folder: geonames).map { row in
        [
            row.language, "\(row.tagged)", "\(row.given)", "\(row.alike)", percent(row.precision), percent(row.recall),
            "\(row.gained)",
        ]
    }
    return table([header] + rows)
}

/// Shows what the builder does: sentences that stay, and on a terminal a line below them that is written over.
struct BuildProgress {
    private let progress = Progress(isWanted: true)

    /// Shows a report.
    func show(_ report: BuildReport) {
        switch report {
        case .note(let sentence):
            progress.clear()
            Messages.note(sentence, command: "data build-world")
        case .progress(let what, let share): progress.update(ProgressText(label: what, share: share))
        }
    }

    /// Removes the line for good.
    func finish() { progress.finish() }
}

extension OutputKind {
    /// A file of places.
    static var world: OutputKind { OutputKind(isMarked: GazetteerFormat.kind.isBeginning) }
}
