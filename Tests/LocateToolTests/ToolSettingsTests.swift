import FoundationEssentials
import LKPersistence
import Testing

@testable import LKCommandLine
@testable import LKDataCommands
@testable import LKPhotoCommands
@testable import LKPhotoInput
@testable import LKPlaceCommands
@testable import LKPositionCommands
@testable import LKSharedOptions
@testable import LocateTool

@Suite struct ToolSettingsTests {
    private func defaults(
        _ contents: [String: PropertyListValue], below: [String: PropertyListValue] = [:],
        for command: CommandDescription = .locate
    ) -> (values: [String: String], complaints: Int) {
        var complaints = 0
        let layers = [
            Settings.Layer(origin: .user, contents: contents),
            Settings.Layer(origin: .administrator(file: URL(filePath: "/x")), contents: below),
        ]
        let values = ToolSettings.defaults(from: layers, for: command) { _, _ in complaints += 1 }
        return (values, complaints)
    }

    private func options(_ tokens: [String], _ defaults: [String: String]) throws -> LocateOptions {
        var arguments = try ParsedArguments(tokens, for: .locate)
        arguments.defaults = defaults
        return try LocateOptions(arguments)
    }

    @Test("Built-in defaults of settings are those of the options of each command", arguments: ToolSettings.keys)
    func builtIn(key: String) throws {
        let entry = try #require(ToolSettings.entries.first { $0.key == key })
        for (command, option) in entry.users {
            guard let value = option.setting?.builtIn else { continue }
            try ToolSettings.check(option, value, for: command)
            let (plain, set) = (
                try decoded(command, [:], besides: key), try decoded(command, [option.name: value], besides: key)
            )
            #expect(plain == set, "\(command.fullName) --\(option.name)")
        }
    }

    @Test("Every setting changes what each of its commands does", arguments: ToolSettings.keys)
    func read(key: String) throws {
        let entry = try #require(ToolSettings.entries.first { $0.key == key })
        for (command, option) in entry.users {
            let value = try #require(
                Self.values[key] ?? (option.value == nil ? "true" : nil), "no other value of \(key)")
            // What one command does not take was set for another.
            guard (try? ToolSettings.check(option, value, for: command)) != nil else { continue }
            let (plain, set) = (
                try decoded(command, [:], besides: key), try decoded(command, [option.name: value], besides: key)
            )
            #expect(plain != set, "\(command.fullName) does not read \(key)")
        }
    }

    /// A value of each setting that is another than its default.
    private static let values = [
        "timeout": "7", "no-satellite-timeout": "8", "accuracy": "9", "max-age": "11", "settle": "12", "require": "3d",
        "gpsd": "roof", "device": "/dev/x", "provider": "photon", "language": "ja", "format": "csv",
        "server": "http://127.0.0.1:9", "user-agent": "x/1", "web-timeout": "3", "privacy": "500", "style": "postal",
        "sort": "descending", "time-zone": "Asia/Tokyo", "max-gap": "60", "max-extrapolation": "61",
        "policy": "replace", "video-time": "local", "max-error": "100",
        "corrections": "/x", "jobs": "3", "size": "64", "interval": "5", "distance": "6", "track-accuracy": "7",
        "thumbnails": "17", "precision": "city", "units": "imperial",
    ]

    /// What a command makes of settings, as text.
    private func decoded(
        _ command: CommandDescription, _ defaults: [String: String], besides key: String
    ) throws -> String {
        let service = key == "provider" ? [:] : ["provider": "nominatim"]
        func arguments(_ words: String...) throws -> ParsedArguments {
            var parsed = try ParsedArguments(words, for: command)
            // The web's settings show where the web is asked.
            parsed.defaults = service.merging(defaults) { $1 }
            return parsed
        }
        var text = ""
        switch command.path {
        case []:
            dump(try LocateOptions(try arguments()), to: &text)
        case ["reverse"]: dump(try ReverseOptions(try arguments("0,0")), to: &text)
        case ["search"]: dump(try SearchOptions(try arguments("x")), to: &text)
        case ["format"]: dump(try FormatOptions(try arguments()), to: &text)
        case ["photos", "list"]: dump(try PhotoListOptions(try arguments("/")), to: &text)
        case ["photos", "geotag"]: dump(try GeotagOptions(try arguments("/")), to: &text)
        case ["photos", "place"]: dump(try PlaceOptions(try arguments("/", "--at=1,1")), to: &text)
        case ["photos", "sort"]: dump(try SortOptions(try arguments("/", "--into=/", "--by=%Y")), to: &text)
        case ["photos", "tag"]: dump(try TagOptions(try arguments("/")), to: &text)
        case ["photos", "takeout"]: dump(try TakeoutOptions(try arguments("/")), to: &text)
        case ["photos", "strip"]: dump(try StripOptions(try arguments("/")), to: &text)
        case ["photos", "undo"]: dump(try UndoOptions(try arguments("/")), to: &text)
        case ["photos", "watch"]: dump(try PhotoWatchOptions(try arguments("/", "--tag")), to: &text)
        case ["photos", "thumbnail"]:
            dump(try PhotoThumbnailOptions(try arguments("x.jpg", "--output=x.png")), to: &text)
        case ["photos", "map"]: dump(try PhotoMapOptions(try arguments("/", "--output=x.html")), to: &text)
        case ["track", "info"]: dump(try TrackInfoOptions(try arguments("x.gpx")), to: &text)
        case ["track", "map"]: dump(try TrackMapOptions(try arguments("x.gpx", "--output=x.html")), to: &text)
        case ["track", "plot"]: dump(try TrackPlotOptions(try arguments("x.gpx", "--output=x.svg")), to: &text)
        case ["data", "import-osm"]:
            dump(try ImportStreetsOptions(try arguments("/x.osm", "--output=/x.streets")), to: &text)
        case ["track", "record"]: dump(try TrackRecordOptions(try arguments("x.track")), to: &text)
        default: Issue.record("\(command.fullName) has settings, and this test does not know it")
        }
        return text
    }

    @Test("Settings count where the command line says nothing")
    func order() throws {
        let settings = ["accuracy": "5", "quiet": "true", "format": "csv", "timeout": "7", "device": "/dev/x"]
        let plain = try options([], settings)
        #expect((plain.accuracy, plain.quiet, plain.format, plain.device) == (5, true, .csv, "/dev/x"))
        #expect(plain.timeout == .seconds(7))
        let given = try options(["--accuracy", "9", "--quiet=false", "--json", "--gpsd", "roof"], settings)
        #expect((given.accuracy, given.quiet, given.format, given.device) == (9, false, .json, nil))
        #expect(try options(["--watch"], settings).timeout == nil)
        #expect(try options(["--replay", "x"], settings).source == .replay("x"))
    }

    @Test("What no command takes is complained of, what another takes is passed over")
    func invalid() {
        #expect(defaults(["accuracy": "near", "settle": "2"]) == (["settle": "2"], 1))
        #expect(defaults(["accuracy": 50, "quiet": true, "timeout": 2.5]).values.count == 3)
        #expect(defaults(["format": "nmea"], for: .reverse) == ([:], 0))
        #expect(defaults(["format": "nmea"]) == (["format": "nmea"], 0))
        #expect(defaults(["format": []]) == ([:], 1))
        #expect(defaults(["unknown": "x", "watch": "true"]) == ([:], 0))
        #expect(defaults(["track-accuracy": 5], for: .trackRecord) == (["accuracy": "5"], 0))
        #expect(defaults(["accuracy": 5, "web-timeout": 9], for: .trackRecord) == ([:], 0))
        #expect(defaults(["timeout": 5, "web-timeout": 9], for: .reverse) == (["timeout": "9"], 0))
    }

    @Test("An administrator's value counts where the user has none, or one that is of no use there")
    func administrators() {
        #expect(
            defaults(["accuracy": 5], below: ["accuracy": 6, "settle": 2]).values == ["accuracy": "5", "settle": "2"])
        #expect(defaults(["accuracy": "near"], below: ["accuracy": 6]) == (["accuracy": "6"], 1))
        #expect(defaults([:], below: ["accuracy": "near"]) == ([:], 1))
        #expect(defaults(["format": "nmea"], below: ["format": "json"], for: .reverse) == (["format": "json"], 0))
    }

    /// Options without a setting, and why.
    ///
    /// A new option belongs here, or is made a setting with `.settable()`.
    private static let withoutSetting: [String: String] = {
        let file = "it names what one run reads or writes"
        let run = "it is what one run is about"
        let failure = "scripts that look at the status say what is a failure"
        let form = "a form that scripts ask for where they read it; format is the setting"
        let list = "a person reads a list as text, and whatever else reads it asks for its own form"
        let danger = "what it does to photos must be said each time"
        let sense = "its meaning changes from one command to the next, or with what is asked"
        return [
            "replay": file, "simulate": file, "record": file, "input": file, "input-format": file,
            "output": file,
            "track": file, "from-photos": file, "into": file, "files-from": file, "null": file, "name": file,
            "geonames": file, "boundaries": file, "streets": file,
            "hold-out": file, "at": file, "like": file,
            "strict": failure, "bad-rows": failure, "watch": run, "count": run, "speed": run,
            "by": run, "copy": run, "square": run, "near": run, "limit": run, "group": run, "filter": run, "place": run,
            "salvage": run, "column": file, "date": file, "offset": run, "map": file, "photos": file, "plot": run,
            "title": run, "links": danger,
            "hide": "it tells where somebody lives, and whoever shares a page has to think of it",
            "tiles": "it tells others which places are looked at, and must be asked for each time",
            "track plot --size": run, "dark": run,
            "camera": run, "dates-from-names": run, "duration": run, "explain": run, "tag": run, "all": run,
            "check-names": run,
            "csv-safe": "programs that read CSV elsewhere in the same script would get other texts than there are",
            "color": "NO_COLOR says it, and to all programs", "json": form, "template": form, "forget": danger,
            "dry-run": danger, "force": "it replaces a file, which must be asked for each time",
            // In these commands alone:
            "format --language": "the form follows the names of each address, whatever language the user reads",
            "photos list --format": list, "photos watch --format": list, "photos geotag --format": list,
            "photos place --format": list, "photos tag --format": list, "photos strip --format": list,
            "photos takeout --format": list, "photos undo --format": list, "photos sort --format": list,
            "track info --format": list,
            "settings list --format": list, "track export --format": sense, "photos thumbnail --format": sense,
        ]
    }()

    @Test("Every option of every command is a setting, or there is a reason why it is none")
    func coverage() {
        var used: Set<String> = []
        for command in CommandDescription.locate.withSubcommands {
            for option in command.options where option.setting == nil {
                let special = "\(command.path.joined(separator: " ")) --\(option.name)"
                guard let name = [special, option.name].first(where: { Self.withoutSetting[$0] != nil }) else {
                    Issue.record("\(special): make it a setting, or say in this test why it is none")
                    continue
                }
                used.insert(name)
            }
            for option in command.options {
                guard let key = option.setting?.key else { continue }
                let users = ToolSettings.entries.first { $0.key == key }?.users ?? []
                #expect(users.contains { $0.command.path == command.path }, "\(command.fullName) does not read \(key)")
            }
        }
        #expect(used == Set(Self.withoutSetting.keys), "reasons for options that are no longer there")
    }

    @Test("A switch without a setting takes no value, one with takes true and false alone")
    func switches() throws {
        #expect(throws: ToolError.self) { try ParsedArguments(["--watch=true"], for: .locate) }
        #expect(throws: ToolError.self) { try ParsedArguments(["--quiet=no"], for: .locate) }
        #expect(try ParsedArguments(["--quiet=false", "--quiet"], for: .locate)[LocateOptions.quiet])
        #expect(try !ParsedArguments(["--quiet", "--quiet=false"], for: .locate)[LocateOptions.quiet])
    }
}
