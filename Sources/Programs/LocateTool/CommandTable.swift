import LKCommandLine
import LKDataCommands
import LKPhotoCommands
import LKPlaceCommands
import LKPositionCommands
import LKSharedOptions

/// Every command, in the order of help: a new one is a file with its description, options and run, and a line here.
enum CommandTable {
    /// The words that call a command, and its description, which is made when it is first needed.
    struct Entry: Sendable {
        let path: [String]
        let description: @Sendable () -> CommandDescription

        init(_ path: [String], _ description: @autoclosure @escaping @Sendable () -> CommandDescription) {
            self.path = path
            self.description = description
        }
    }

    static let entries: [Entry] = [
        Entry([], .locate),
        Entry(["reverse"], .reverse),
        Entry(["search"], .search),
        Entry(["format"], .format),
        Entry(["photos"], .photos),
        Entry(["photos", "list"], .photosList),
        Entry(["photos", "map"], .photosMap),
        Entry(["photos", "geotag"], .photosGeotag),
        Entry(["photos", "place"], .photosPlace),
        Entry(["photos", "tag"], .photosTag),
        Entry(["photos", "takeout"], .photosTakeout),
        Entry(["photos", "strip"], .photosStrip),
        Entry(["photos", "sort"], .photosSort),
        Entry(["photos", "undo"], .photosUndo),
        Entry(["photos", "watch"], .photosWatch),
        Entry(["photos", "thumbnail"], .photosThumbnail),
        Entry(["track"], .track),
        Entry(["track", "record"], .trackRecord),
        Entry(["track", "export"], .trackExport),
        Entry(["track", "info"], .trackInfo),
        Entry(["track", "map"], .trackMap),
        Entry(["track", "plot"], .trackPlot),
        Entry(["track", "repair"], .trackRepair),
        Entry(["data"], .data),
        Entry(["data", "info"], .dataInfo),
        Entry(["data", "build-world"], .dataBuildWorld),
        Entry(["data", "import-osm"], .dataImportStreets),
        Entry(["data", "list"], .dataList),
        Entry(["data", "remove"], .dataRemove),
        Entry(["settings"], .settings),
        Entry(["settings", "list"], .settingsList),
        Entry(["settings", "get"], .settingsGet),
        Entry(["settings", "set"], .settingsSet),
        Entry(["settings", "reset"], .settingsReset),
        Entry(["help"], .help),
        Entry(["completions"], .completions),
        Entry(["manual"], .manual),
    ]

    /// The descriptions of all commands.
    static var commands: [CommandDescription] { entries.map { $0.description() } }

    /// Returns the command that a path names, such as `["data", "info"]`.
    static func command(_ path: [String]) -> CommandDescription? {
        entries.first { $0.path == path }?.description()
    }

    /// Returns the entries of the commands directly below a path.
    static func entries(below path: [String]) -> [Entry] {
        entries.filter { $0.path.count == path.count + 1 && $0.path.starts(with: path) }
    }
}

extension CommandDescription {
    /// The commands directly below it.
    var subcommands: [CommandDescription] { CommandTable.entries(below: path).map { $0.description() } }

    /// The commands below it that lists show.
    var visibleSubcommands: [CommandDescription] { subcommands.filter { !$0.isHidden } }

    /// Every command with those below it, this one first.
    var withSubcommands: [CommandDescription] { [self] + subcommands.flatMap(\.withSubcommands) }
}
