import FoundationEssentials
import Glibc
package import LKCommandLine
import LKFormats
import LKGeocoding
import LKPersistence
import LKPositionCommands
import LKSharedOptions
import LKStorage
import Synchronization

extension CommandDescription {
    /// `locate settings`: the defaults of options, kept for the user.
    package static let settings = CommandDescription(
        path: ["settings"],
        summary: "change the defaults of options",
        usage: ["COMMAND"],
        discussion: [
            "Settings are kept for the user in locationkit/locate.plist in the configuration folder "
                + "($XDG_CONFIG_HOME, else ~/.config). A setting applies to every command that has the option, if its "
                + "value makes sense there; an option on the command line takes precedence. The setting format applies "
                + "to positions and places, as locate, reverse and search print them; lists of photos and tracks are "
                + "text unless --format is given.",
            "If the user has not set a value, that of the same file in the folders of $XDG_CONFIG_DIRS (else /etc/xdg) "
                + "applies, which administrators write for all users; earlier folders take precedence. A folder, file or "
                + "value that cannot be used is named on standard error and ignored. locate settings list says where "
                + "each value comes from.",
            "A key is an option's long name. There are two exceptions, because the name has another meaning "
                + "elsewhere: track-accuracy is the --accuracy of locate track record, and web-timeout the --timeout of "
                + "commands that may ask a web service. Options about a single run, such as its input files, have no "
                + "setting.",
        ],
        examples: [
            .init("get names in Japanese from now on", "locate settings set language ja"),
            .init("wait a minute for a position", "locate settings set timeout 60"),
            .init("show what is set", "locate settings list"),
        ]
    )

    /// `locate settings list`: all of them.
    package static let settingsList = CommandDescription(
        path: ["settings", "list"],
        summary: "show all settings, their values, and whether they are set or defaults",
        usage: ["[options]"],
        options: FormOptions.tables.all,
        appendices: [.keywords(SettingReport.table.listedKeys)],
        examples: [
            .init("show all settings", "locate settings list"),
            .init("list the settings that are set", "locate settings list --json | jq -r 'select(.isSet) | .key'"),
        ],
        action: CommandAction(
            SettingsCommand.form, run: { form, output throws(ToolError) in try SettingsCommand().list(form, output) })
    )

    /// `locate settings get`: one of them.
    package static let settingsGet = CommandDescription(
        path: ["settings", "get"],
        summary: "print the value of a setting or its default, or an empty line without either",
        usage: ["KEY"],
        arguments: [keyArgument],
        examples: [
            .init("show how long locate waits", "locate settings get timeout"),
            .init("show the languages of names", "locate settings get language"),
        ],
        action: CommandAction(run: { arguments, output throws(ToolError) in try SettingsCommand().get(arguments, output)
        })
    )

    /// `locate settings set`: a new value.
    package static let settingsSet = CommandDescription(
        path: ["settings", "set"],
        summary: "set the default of an option",
        usage: ["KEY VALUE"],
        arguments: [
            keyArgument,
            ArgumentDescription(name: "VALUE", help: "a value of the option; true or false for one without a value"),
        ],
        examples: [
            .init("get names in Japanese from now on", "locate settings set language ja"),
            .init("wait a minute for a position", "locate settings set timeout 60"),
            .init("always print coordinates as JSON", "locate settings set format json"),
        ],
        action: CommandAction(run: { arguments, _ throws(ToolError) in try SettingsCommand().set(arguments) })
    )

    /// `locate settings reset`: the default again.
    package static let settingsReset = CommandDescription(
        path: ["settings", "reset"],
        summary: "restore the default of one option, or of all",
        usage: ["[KEY]"],
        discussion: [
            "Removes what the user has set. A value that an administrator has set for all users then applies, which "
                + "standard error says; otherwise the built-in default does."
        ],
        arguments: [keyArgument],
        examples: [
            .init("restore the default waiting time", "locate settings reset timeout"),
            .init("remove all settings", "locate settings reset"),
        ],
        action: CommandAction(run: { arguments, _ throws(ToolError) in try SettingsCommand().reset(arguments) })
    )

    private static var keyArgument: ArgumentDescription {
        ArgumentDescription(
            name: "KEY",
            help: "an option's long name without dashes, such as accuracy, or track-accuracy or web-timeout",
            completion: .settingKeys)
    }
}

/// `locate settings list|get|set|reset`.
struct SettingsCommand {
    var store = ToolSettings.store()
    /// Reports a note about the settings file.
    var note: @Sendable (String) -> Void = { Messages.note($0, command: "settings") }

    /// Decodes the command line of `list`.
    static func form(_ arguments: ParsedArguments) throws(ToolError) -> OutputFormat {
        try arguments.rejectPositionals(of: .settingsList)
        return try arguments.outputFormat(for: .tables, keys: SettingReport.table.templateKeys, of: .settingsList)
    }

    /// Prints all settings with their values, for `list`.
    func list(_ form: OutputFormat, _ output: Output) throws(ToolError) -> ExitCode {
        warn()
        try printAll(as: form, output)
        return .success
    }

    /// Prints the value of one setting, for `get KEY`.
    func get(_ arguments: ParsedArguments, _ output: Output) throws(ToolError) -> ExitCode {
        let words = arguments.positionals
        guard words.count == 1 else { throw .usage("needs one key: locate settings get KEY") }
        let entry = try entry(words[0])
        warn()
        try output.writeLine(ForeignText.clean(storedValue(entry)?.value ?? builtIn(entry) ?? ""))
        return .success
    }

    /// Stores a new value, for `set KEY VALUE`.
    func set(_ arguments: ParsedArguments) throws(ToolError) -> ExitCode {
        let words = arguments.positionals
        guard words.count == 2 else { throw .usage("needs a key and a value: locate settings set KEY VALUE") }
        let entry = try entry(words[0])
        try ToolSettings.check(entry, words[1])
        let value = entry.key == CorrectionOptions.file.name ? try CorrectionOptions.kept(words[1]) : words[1]
        try write([entry.key: .string(value)])
        noteVariables()
        return .success
    }

    /// Restores the default of one setting, or of all, for `reset [KEY]`.
    func reset(_ arguments: ParsedArguments) throws(ToolError) -> ExitCode {
        let words = arguments.positionals
        guard words.count <= 1 else { throw .usage("takes one key, or none for all") }
        let entries = if let word = words.first { [try entry(word)] } else { ToolSettings.entries }
        let stored = store.contents
        let names = entries.map(\.key).filter { stored[$0] != nil }
        try write(Dictionary(names.map { ($0, nil) }, uniquingKeysWith: { first, _ in first }))
        noteVariables()
        noteAdministrators(entries)
        return .success
    }

    /// Reports values set by administrators that still apply, since a user cannot reset those.
    private func noteAdministrators(_ entries: [ToolSettings.Entry]) {
        for error in store.administratorErrors { note(error.message) }
        for entry in entries {
            guard let (value, origin) = storedValue(entry), case .administrator(let file) = origin else { continue }
            note(
                "\(entry.key) is \(ForeignText.clean(value)) for all users, by \(file.filePath); to change it for yourself: "
                    + "locate settings set \(entry.key) VALUE")
        }
    }

    private func entry(_ key: String) throws(ToolError) -> ToolSettings.Entry {
        if let entry = ToolSettings.entries.first(where: { $0.key == key }) { return entry }
        let hint = Suggestion.nearest(to: key, in: ToolSettings.keys).map { "did you mean \($0)?" }
        throw .usage("there is no setting \"\(key)\"; " + (hint ?? "see locate settings list"))
    }

    private func warn() {
        if ToolSettings.hasFolder, let error = store.lastError {
            note("\(error.message); the user's settings are ignored")
        }
        for error in store.administratorErrors { note(error.message) }
        noteVariables()
    }

    /// Reports settings folders that are ignored because the environment names them by relative paths.
    private func noteVariables() {
        for (name, isList) in [("XDG_CONFIG_HOME", false), ("XDG_CONFIG_DIRS", true)] {
            let value = getenv(name).map { String(cString: $0) } ?? ""
            let paths = isList ? value.split(separator: ":") : value.isEmpty ? [] : [value[...]]
            for path in paths where !path.hasPrefix("/") {
                note(
                    "\(name) names the folder \(ForeignText.clean(String(path))), which is ignored: it needs an absolute path"
                )
            }
        }
    }

    private func write(_ values: [String: PropertyListValue?]) throws(ToolError) {
        guard store.path != nil else { throw ToolError(.cannotCreate, store.lastError?.message ?? "no home folder") }
        let notes = Mutex<[String]>([])
        store.onError { error in if error.code == .corrupt { notes.withLock { $0.append(error.message) } } }
        defer { store.onError(nil) }
        do throws(StorageError) {
            try store.update { content in for (key, value) in values { content[key] = value } }
        } catch {
            throw ToolError(.ioError, error.message)
        }
        // Only after a success; otherwise the error says it.
        for text in notes.withLock({ $0 }) { note(text) }
    }

    /// Returns the value that applies and its origin; reports each value that no command accepts.
    private func storedValue(_ entry: ToolSettings.Entry) -> (value: String, origin: Settings.Origin)? {
        var found: (value: String, origin: Settings.Origin)?
        var problems: [String] = []
        for layer in store.layers where found == nil {
            guard let value = layer.contents[entry.key] else { continue }
            do throws(ToolError) { found = (try ToolSettings.checked(entry, value), layer.origin) } catch {
                problems.append("\(ToolSettings.place(of: layer.origin, in: store)): \(error.message)")
            }
        }
        let used =
            found.map { "the value of \(ToolSettings.place(of: $0.origin, in: store))" } ?? "the built-in default"
        for problem in problems { note("\(problem); \(used) is used") }
        return found
    }

    private func builtIn(_ entry: ToolSettings.Entry) -> String? {
        guard entry.key == LocateOptions.language.name else { return entry.builtIn }
        // The languages from the environment, as the commands use them.
        return LanguageTag.preferred(environment: Environment.values).map(\.description).joined(separator: ",")
    }

    private func printAll(as form: OutputFormat, _ output: Output) throws(ToolError) {
        let printer = RecordPrinter<SettingReport>(form, output: output)
        let width = (ToolSettings.keys.map(\.count).max() ?? 0) + 2
        for entry in ToolSettings.entries {
            let stored = storedValue(entry)
            let value = stored?.value ?? builtIn(entry)
            if form != .text {
                let (source, file) = source(stored?.origin)
                try printer.print(
                    SettingReport(key: entry.key, value: value, isSet: stored != nil, source: source, file: file))
            } else {
                let name = entry.key + String(repeating: " ", count: width - entry.key.count)
                let shown = ForeignText.clean(value ?? "-")
                let padding = String(repeating: " ", count: max(2, 24 - TextWidth.columns(shown)))
                try output.writeLine(name + shown + padding + word(stored?.origin))
            }
        }
        try printer.finish()
    }

    /// Returns the origin of a value, as text.
    private func word(_ origin: Settings.Origin?) -> String {
        switch origin {
        case .user: "set"
        case .administrator(let file), .enforced(let file): "set for all users in \(ForeignText.clean(file.filePath))"
        case .registered, .arguments, nil: "default"
        }
    }

    /// Returns the origin of a value for scripts, with the file.
    private func source(_ origin: Settings.Origin?) -> (word: String, file: String?) {
        switch origin {
        case .user: ("user", store.path)
        case .administrator(let file), .enforced(let file): ("administrator", file.filePath)
        case .registered, .arguments, nil: ("default", nil)
        }
    }
}

/// A setting as `locate settings list` prints it.
struct SettingReport: OutputRecord {
    var key: String
    var value: String?
    var isSet: Bool
    var source: String
    var file: String?

    static let table = OutputTable<SettingReport>([
        .text("key", "name of the option") { $0.key },
        .text("value", "its value, or its default") { $0.value },
        .flag("isSet", "true, or false for the default") { $0.isSet },
        .text("source", "where the value comes from: user, administrator or default") { $0.source },
        .text("file", "the file that contains it") { $0.file },
    ])
}
