package import LKCommandLine
import LKGeocoding
import LKStreets

extension CommandDescription {
    /// `locate data list`: the installed regions.
    package static let dataList = CommandDescription(
        path: ["data", "list"],
        summary: "list the installed regions with streets and house numbers",
        usage: ["[options]"],
        discussion: [
            "A region is a file that locate data import-osm has made, in locationkit/regions below $XDG_DATA_HOME "
                + "(default: ~/.local/share), or below one of $XDG_DATA_DIRS (default: /usr/local/share and /usr/share) "
                + "for all users. All commands that name places use them without being told. Of two files of one name the "
                + "user's own counts.",
            "All of each file is compared with its checksums. One that cannot be used is listed with the reason, and the "
                + "exit status is 65.",
        ],
        options: [RegionCommands.json],
        examples: [
            .init("show what is installed", "locate data list"),
            .init("show where the files are", "locate data list --json | jq -r .file"),
        ],
        action: CommandAction(RegionCommands.isJSON, run: RegionCommands.list)
    )

    /// `locate data remove`: removes installed regions.
    package static let dataRemove = CommandDescription(
        path: ["data", "remove"],
        summary: "remove installed regions with streets and house numbers",
        usage: ["NAME..."],
        discussion: [
            "Files of the user's own folder are removed. Those for all users are an administrator's: the message says where "
                + "they are."
        ],
        arguments: [ArgumentDescription(name: "NAME", help: "a region as locate data list names it")],
        examples: [
            .init("remove a region", "locate data remove monaco"),
            .init("remove two", "locate data remove liechtenstein monaco"),
        ],
        action: CommandAction(
            sample: ["monaco"],
            { arguments throws(ToolError) in
                guard !arguments.positionals.isEmpty else {
                    throw .usage("needs the name of a region: locate data remove NAME")
                }
                return arguments.positionals
            }, run: { names, _ throws(ToolError) in try RegionCommands.remove(names) })
    )
}

/// `locate data list` and `locate data remove`.
enum RegionCommands {
    static let json = Flag("json", "print one JSON object per line")

    /// Decodes the command line of `list`: whether JSON is wanted.
    static func isJSON(_ arguments: ParsedArguments) throws(ToolError) -> Bool {
        try arguments.rejectPositionals(of: .dataList)
        return arguments[json]
    }

    static func list(asJSON isJSON: Bool, output: Output) throws(ToolError) -> ExitCode {
        let (regions, problems) = RegionStore.standard.listing()
        for problem in problems { Messages.note(problem.message, command: "data list", as: .warning) }
        var code = ExitCode.success
        for region in regions {
            let opened: Result<StreetIndex.Information, GeocodingError>
            do throws(GeocodingError) {
                let index = try StreetIndex(path: region.path)
                try index.verify()
                opened = .success(index.information)
            } catch {
                opened = .failure(error)
            }
            switch opened {
            case .success(let information):
                try output.writeLine(isJSON ? json(region, information) : text(region, information))
            case .failure(let error):
                code = .dataError
                Messages.note(error.message, command: "data list", as: .warning)
                guard isJSON else { continue }
                try output.writeLine(
                    JSONWriter.object { writer in
                        writer.member("name", region.name)
                        writer.member("file", region.path)
                        writer.member("error", error.message)
                    })
            }
        }
        if regions.isEmpty, !isJSON {
            Messages.note(
                "no region is installed; make one: locate data import-osm FILE.osm.pbf -o "
                    + (RegionStore.standard.folders.first ?? "") + "/NAME.streets", command: "data list")
        }
        return code
    }

    private static func text(_ region: RegionStore.Region, _ information: StreetIndex.Information) -> String {
        let size = NumberText.fixed(Double(information.size) / 1e6, decimals: 1)
        let streets = information.streets == 1 ? "1 street" : "\(information.streets) streets"
        return
            "\(ForeignText.clean(region.name))  \(streets), \(size) MB  \(ForeignText.clean(region.path))"
    }

    private static func json(_ region: RegionStore.Region, _ information: StreetIndex.Information) -> String {
        JSONWriter.object { writer in
            writer.member("name", region.name)
            writer.member("file", region.path)
            writer.member("size", information.size)
            writer.member("formatVersion", information.formatVersion)
            writer.member("streets", information.streets)
            writer.member("areas", information.areas)
            writer.member("settlements", information.settlements)
            writer.member("attribution", information.attribution)
            writer.member("licence", information.licence)
        }
    }

    static func remove(_ names: [String]) throws(ToolError) -> ExitCode {
        let store = RegionStore.standard
        let regions = store.listing().regions
        for name in names {
            guard let region = regions.first(where: { $0.name == name }) else {
                let hint = Suggestion.nearest(to: name, in: regions.map(\.name)).map { "did you mean \($0)?" }
                throw ToolError(
                    .noInput, "no region \(name) is installed; " + (hint ?? "locate data list shows which are"))
            }
            guard region.isOwn else {
                throw ToolError(
                    .cannotCreate,
                    "\(region.path) is for all users; an administrator can remove it: sudo rm "
                        + ShellText.quoted(region.path))
            }
        }
        for name in names {
            do throws(GeocodingError) {
                guard let shared = try store.remove(name) else { continue }
                Messages.note("\(shared.path), which is for all users, answers from now on", command: "data remove")
            } catch {
                throw ToolError(error)
            }
        }
        return .success
    }
}
