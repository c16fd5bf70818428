import Glibc
import LKCommandLine
import LKPhotos
import LKTrackFormats

/// Suggests a command for a word that is not one.
enum CommandHint {
    /// Returns the end of the sentence that a word is not a command: `; did you mean: locate search Paris`.
    ///
    /// - Parameters:
    ///   - words: What was given after the command, from the unknown word on.
    ///   - command: `locate`, or a command with others below it.
    /// - Returns: The hint, with `; ` in front.
    static func text(for words: some Collection<String>, in command: CommandDescription) -> String {
        let words = Array(words)
        guard let first = words.first else { return "" }
        if command.path.isEmpty, isPosition(words) { return meant(["reverse"] + words) }
        if let words = synonym(of: first, words.dropFirst(), in: command) { return words }
        let names = command.visibleSubcommands.map(\.name)
        if let name = Suggestion.nearest(to: first, in: names) {
            return meant(command.path + [name] + words.dropFirst())
        }
        if let path = file(first, in: command) { return meant(path + words) }
        guard command.path.isEmpty else { return "; see \(command.fullName) --help" }
        let below = command.subcommands.flatMap(\.subcommands).filter { !$0.isHidden }
        let found = below.filter { $0.name == first }
        if !found.isEmpty { return meant(found.map { $0.path + words.dropFirst() }) }
        if let near = Suggestion.nearest(to: first, in: below.map(\.name)), first.utf8.count > 3,
            let path = below.first(where: { $0.name == near })?.path
        {
            return meant(path + words.dropFirst())
        }
        if ParsedArguments.number(first) != nil { return "; for the name of a place: locate reverse LAT LON" }
        guard first.contains(where: \.isLetter) else { return "; see locate --help" }
        let search = ["search"] + words
        return isFolder(first) ? meant([["photos", "list"] + words, search]) : meant(search)
    }

    /// What other programs call the subcommands of a command.
    static let synonyms: [[String]: [String: String]] = [
        ["photos"]: [
            "clean": "strip", "clear": "strip", "anonymize": "strip", "remove": "strip", "revert": "undo",
            "restore": "undo",
            "organize": "sort", "rename": "sort", "move": "sort", "copy": "sort", "ls": "list", "info": "list",
            "name": "tag", "names": "tag", "correlate": "geotag", "import": "sort", "set": "place",
            "thumb": "thumbnail",
        ],
        ["track"]: [
            "convert": "export", "save": "export", "stats": "info", "statistics": "info", "show": "info",
            "log": "record",
            "start": "record", "fix": "repair", "draw": "plot", "profile": "plot",
        ],
        ["data"]: ["import": "import-osm", "ls": "list", "delete": "remove", "rm": "remove", "install": "import-osm"],
        ["settings"]: ["show": "list", "ls": "list", "unset": "reset", "delete": "reset"],
    ]
    /// What other programs do with tracks, and this one does not.
    private static let trackEdits: Set<String> = [
        "cut", "split", "trim", "crop", "join", "merge", "concat", "simplify", "shift", "reverse", "filter",
    ]

    private static func synonym(
        of word: String, _ rest: ArraySlice<String>, in command: CommandDescription
    ) -> String? {
        if command.path.isEmpty, word == "version" { return meant(["--version"]) }
        if let name = synonyms[command.path]?[word] { return meant(command.path + [name] + rest) }
        guard command.path == ["track"], trackEdits.contains(word) else { return nil }
        let file = rest.first { ParsedArguments.isPositional($0) } ?? "FILE"
        return "; tracks are not edited here: write GPX for another program, such as gpsbabel or GPXSee, with "
            + ShellText.line(["locate", "track", "export", file, "--format", "gpx"])
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns whether the words before any option look like a position, valid or not.
    private static func isPosition(_ words: [String]) -> Bool {
        let words = words.prefix { ParsedArguments.isPositional($0) }
        do throws(CoordinateText.Problem) {
            return try CoordinateText.coordinate(in: Array(words)) != nil
        } catch {
            return true
        }
    }

    /// Returns the command for an existing file.
    private static func file(_ word: String, in command: CommandDescription) -> [String]? {
        var status = stat()
        guard word.contains(where: { $0 == "." || $0 == "/" }) || !command.path.isEmpty, stat(word, &status) == 0 else {
            return nil
        }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        let name = word.split(separator: "/").last ?? ""
        let suffix = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
        let isTable = ["csv", "tsv", "ndjson", "geojson"].contains(suffix.lowercased())
        let isTrack = suffix.lowercased() == "track" || !isTable && TrackFormat(unsharedExtension: suffix) != nil
        switch command.path {
        case ["photos"]: return isFolder || PhotoFileName.promisesPhoto(word) ? ["photos", "list"] : nil
        case ["track"]: return isFolder ? nil : ["track", "info"]
        case []:
            if isFolder || PhotoFileName.promisesPhoto(word) { return ["photos", "list"] }
            if isTrack { return ["track", "info"] }
            return isTable ? ["reverse", "--input"] : nil
        default: return nil
        }
    }

    private static func meant(_ words: [String]) -> String { meant([words]) }

    private static func meant(_ lines: [[String]]) -> String {
        "; did you mean: " + lines.map { ShellText.line(["locate"] + $0) }.joined(separator: ", or ")
    }
}
