package import LKCommandLine
import LKFormats
import LKGeocoding
import LKSharedOptions
import LKStorage
import LKStreets
import LocationKitStreetImport

extension CommandDescription {
    /// `locate data import-osm`: a file of streets and houses from OpenStreetMap extracts.
    package static let dataImportStreets = CommandDescription(
        path: ["data", "import-osm"],
        summary: "make a file of streets and house numbers from OpenStreetMap extracts",
        usage: ["FILE... [-o FILE.streets] [options]"],
        discussion: [
            "Several extracts become one file, and what they have in common counts once. An existing file is "
                + "replaced in one step when the new one is complete, and without --force only if it is a file of streets; "
                + "until then, and if the import fails, the old one stays. The file is not a symbolic link.",
            "Standard error says what was read and kept, and what was left out and why. A boundary of which an extract "
                + "has only a part, a node that is missing and the like do not stop an import; a damaged extract does, "
                + "with exit status 65.",
            "Without --output the file is installed as a region under the name of the extract: monaco-latest.osm.pbf becomes "
                + "monaco.streets in locationkit/regions below $XDG_DATA_HOME (default: ~/.local/share), a folder which is made "
                + "if it is missing. All commands that name places use installed regions; locate data list shows them.",
            "Extracts of countries and cities can be downloaded from download.geofabrik.de, for example. The data is "
                + "that of OpenStreetMap's contributors, under the Open Database License.",
        ],
        arguments: [
            ArgumentDescription(
                name: "FILE",
                help: "an extract: PBF, o5m or XML, the latter also compressed with gzip or bzip2", completion: .files)
        ],
        options: ImportStreetsOptions.all,
        examples: [
            .init("install a country", "locate data import-osm monaco-latest.osm.pbf"),
            .init("make a file of a country", "locate data import-osm monaco.osm.pbf -o monaco.streets"),
            .init(
                "join two extracts and count the houses",
                "locate data import-osm east.pbf west.pbf -o all.streets --json | jq .houses"),
        ],
        action: CommandAction(
            sample: ["extract.osm.pbf", "-o", "extract.streets"],
            { arguments throws(ToolError) in try ImportStreetsOptions(arguments) },
            run: { options, output throws(ToolError) in try ImportStreetsCommand.run(options, output: output) })
    )
}

/// The options of `locate data import-osm`.
struct ImportStreetsOptions {
    var files: [String]
    var output: String
    var isForced: Bool
    var isJSON: Bool
    var isQuiet: Bool

    static let output = Option("output", .path(), "the file to write instead of an installed region")
    static let json = Flag("json", "print one JSON object with the counts on standard output")
    static let quiet = Flag.quiet("progress and the summary")
    static let all: [any OptionDeclaration] = [output, OutputKind.force, json, quiet]

    init(_ arguments: ParsedArguments) throws(ToolError) {
        files = arguments.positionals
        guard !files.isEmpty else {
            throw .usage("needs the extracts to read: locate data import-osm FILE...")
        }
        guard !files.contains("-") else {
            throw .usage("an extract is read three times, which standard input cannot be; name a file")
        }
        let given = try arguments[Self.output]
        guard given != "-" else {
            throw .usage("a region cannot be written to standard output; name a file: -o FILE.streets")
        }
        if let given {
            output = given
        } else {
            let names = Set(files.map(RegionStore.name(ofExtract:)))
            guard names.count == 1, let name = names.first, !name.isEmpty else {
                throw .usage("the extracts do not give the region one name; name its file: -o FILE.streets")
            }
            output = try Self.path(ofRegion: name)
        }
        isForced = arguments[OutputKind.force]
        isJSON = arguments[Self.json]
        isQuiet = arguments[Self.quiet]
        if isRegion, !output.hasSuffix(RegionStore.ending) {
            throw .usage("\(output): an installed region has a name that ends with \(RegionStore.ending)")
        }
        for file in files where OutputFile.isSame(file, output) {
            throw .usage("\(output) is an extract to be read; name another file to write")
        }
    }

    private static func path(ofRegion name: String) throws(ToolError) -> String {
        do throws(GeocodingError) { return try RegionStore.standard.path(of: name) } catch {
            throw .usage(error.message + ": -o FILE\(RegionStore.ending)")
        }
    }

    /// Whether the file is directly in the folder of the user's own regions.
    var isRegion: Bool {
        guard let own = RegionStore.standard.ownPath else { return false }
        return PathText.absolute(output).split(separator: "/").dropLast() == own.split(separator: "/")[...]
    }
}

/// `locate data import-osm`: makes a street index.
enum ImportStreetsCommand {
    private static let name = "data import-osm"

    static func run(_ options: ImportStreetsOptions, output: Output) throws(ToolError) -> ExitCode {
        // Before an import that may take minutes.
        if options.isRegion {
            do throws(GeocodingError) { try RegionStore.standard.makeOwnFolder() } catch { throw ToolError(error) }
        }
        let file = try OutputFile(options.output, .streets, isForced: options.isForced, inputs: options.files)
        let stop = try StopRequest()
        let progress = Progress(isWanted: !options.isQuiet)
        defer { progress.finish() }
        let summary: StreetImport.Summary
        do throws(GeocodingError) {
            summary = try StreetImport.run(files: options.files, to: file) { state throws(GeocodingError) in
                do throws(ToolError) {
                    try stop.check()
                } catch {
                    throw GeocodingError(.canceled, "stopped")
                }
                progress.update(text(state))
            }
        } catch {
            progress.finish()
            if error.code == .canceled { try stop.check() }
            throw ToolError(error)
        }
        progress.finish()
        if !options.isQuiet { for line in lines(summary, options) { Messages.note(line, command: name) } }
        if options.isJSON { try output.writeLine(json(summary, options)) }
        return .success
    }

    private static func text(_ state: StreetImport.Progress) -> ProgressText {
        switch state.step {
        case .reading: ProgressText(label: "objects", done: state.objects, share: state.share)
        case .joining: ProgressText(label: "joining houses and streets", share: state.share)
        case .writing: ProgressText(label: "writing", share: state.share)
        }
    }

    /// Returns what was done, as sentences.
    private static func lines(_ summary: StreetImport.Summary, _ options: ImportStreetsOptions) -> [String] {
        func count(_ number: Int, _ one: String, _ several: String) -> String {
            "\(number) \(number == 1 ? one : several)"
        }
        let interpolated = summary.interpolated == 0 ? "" : " (\(summary.interpolated) of them interpolated)"
        let first =
            "\(options.output): \(count(summary.streets, "street", "streets")), "
            + count(summary.houses, "house number", "house numbers") + interpolated + ", "
            + count(summary.pointsOfInterest, "place of interest", "places of interest") + ", "
            + count(summary.areas, "area", "areas") + ", "
            + count(summary.settlements, "settlement", "settlements") + "; \(size(summary.size))"
        return [first]
            + summary.skipped.all.map { reason, number in
                switch reason {
                case .duplicate: "\(count(number, "object", "objects")) came twice and counted once"
                case .missingNode: "\(count(number, "node", "nodes")) of ways missing from the extract"
                case .impossiblePosition: "\(count(number, "node", "nodes")) without a position on the globe skipped"
                case .emptyWay: "\(count(number, "way", "ways")) with too few known nodes skipped"
                case .brokenArea: "\(count(number, "area", "areas")) skipped: the lines cross or do not close"
                case .acrossDateLine:
                    "\(count(number, "way or area", "ways and areas")) skipped: they are not split at the date line"
                case .cutArea: "\(count(number, "area", "areas")) skipped: the extract has only a part of them"
                case .brokenInterpolation:
                    "\(count(number, "row", "rows")) of houses skipped: the numbers at the ends are missing or do not fit"
                }
            }
    }

    private static func size(_ bytes: Int) -> String {
        bytes < 100_000 ? "\(bytes) bytes" : NumberText.fixed(Double(bytes) / 1e6, decimals: 1) + " MB"
    }

    private static func json(_ summary: StreetImport.Summary, _ options: ImportStreetsOptions) -> String {
        JSONWriter.object { writer in
            writer.member("file", options.output)
            writer.member("size", summary.size)
            writer.member("nodes", summary.nodes)
            writer.member("ways", summary.ways)
            writer.member("relations", summary.relations)
            writer.member("streets", summary.streets)
            writer.member("houses", summary.houses)
            writer.member("interpolated", summary.interpolated)
            writer.member("pointsOfInterest", summary.pointsOfInterest)
            writer.member("areas", summary.areas)
            writer.member("settlements", summary.settlements)
            writer.key("skipped")
            writer.object { writer in
                for reason in StreetImport.SkipReason.allCases {
                    writer.member(reason.rawValue, summary.skipped[reason])
                }
            }
            writer.member("attribution", StreetImport.attribution)
            writer.member("licence", StreetImport.licence)
        }
    }
}

extension OutputKind {
    /// An index of streets.
    static var streets: OutputKind { OutputKind(isMarked: StreetFormat.kind.isBeginning) }
}
