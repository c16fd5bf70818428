import LocationKit
import Synchronization

/// `locate settings list|get|set|reset`.
struct SettingsCommand {
    let store: SettingsStore
    /// Gets a sentence about the file that is no failure.
    var note: @Sendable (String) -> Void = { Messages.note($0, command: "settings") }

    func run(_ command: CommandDescription, _ arguments: ParsedArguments, output: Output) throws(ToolError) {
        let words = arguments.positionals
        switch command.name {
        case "list":
            try arguments.rejectPositionals(of: command)
            warn()
            try list(try arguments.recordForm(TableFormat.self, keys: Self.keys, of: command), output)
        case "get":
            guard words.count == 1 else { throw .usage("needs one key: locate settings get KEY") }
            let entry = try entry(words[0])
            warn()
            try output.writeLine(ForeignText.clean(taken(entry)?.value ?? builtIn(entry) ?? ""))
        case "set":
            guard words.count == 2 else { throw .usage("needs a key and a value: locate settings set KEY VALUE") }
            let entry = try entry(words[0])
            try ToolSettings.check(entry, words[1])
            let value = entry.key == "corrections" ? try CorrectionOptions.kept(words[1]) : words[1]
            try write([entry.key: .string(value)])
        default:
            guard words.count <= 1 else { throw .usage("takes one key, or none for all") }
            let names = if let word = words.first { [try entry(word).key] } else { ToolSettings.keys }
            let stored = store.contents
            try write(
                Dictionary(
                    names.filter { stored[$0] != nil }.map { ($0, nil) }, uniquingKeysWith: { first, _ in first }))
        }
    }

    private func entry(_ key: String) throws(ToolError) -> ToolSettings.Entry {
        if let entry = ToolSettings.entries.first(where: { $0.key == key }) { return entry }
        let hint = Suggestion.nearest(to: key, in: ToolSettings.keys).map { "did you mean \($0)?" }
        throw .usage("there is no setting \"\(key)\"; " + (hint ?? "see locate settings list"))
    }

    private func warn() {
        if store.path != nil, let error = store.lastError { note("\(error.message); the built-in defaults count") }
        for error in store.administratorErrors { note(error.message) }
    }

    private func write(_ values: [String: PropertyListValue?]) throws(ToolError) {
        guard store.path != nil else { throw ToolError(.cannotCreate, store.lastError?.message ?? "no home folder") }
        let notes = Mutex<[String]>([])
        store.onError { error in if error.code == .corrupt { notes.withLock { $0.append(error.message) } } }
        defer { store.onError(nil) }
        do throws(PersistenceError) {
            try store.update { content in for (key, value) in values { content[key] = value } }
        } catch {
            throw ToolError(.ioError, error.message)
        }
        // Only where it went well; otherwise the error says it.
        for text in notes.withLock({ $0 }) { note(text) }
    }

    /// The value that counts, and where it comes from; a note for each that no command takes.
    private func taken(_ entry: ToolSettings.Entry) -> (value: String, origin: SettingOrigin)? {
        for layer in store.layers {
            guard let value = layer.contents[entry.key] else { continue }
            do throws(ToolError) { return (try ToolSettings.checked(entry, value), layer.origin) } catch {
                let place = ToolSettings.place(of: layer.origin, in: store)
                note("\(place): \(error.message); the built-in default counts")
            }
        }
        return nil
    }

    private func builtIn(_ entry: ToolSettings.Entry) -> String? {
        guard entry.key == "language" else { return entry.builtIn }
        // What the environment asks for, as the commands would find it.
        return LanguageTag.preferred(environment: Environment.values).map(\.description).joined(separator: ",")
    }

    /// The keys of a setting.
    static let keys = [
        OutputKey("key", "name of the option"), OutputKey("value", "its value, or its default"),
        OutputKey("isSet", "true, or false for the default"),
        OutputKey("source", "where the value comes from: user, administrator or default"),
        OutputKey("file", "the file that has it"),
    ]

    private func list(_ form: RecordForm, _ output: Output) throws(ToolError) {
        let printer = RecordPrinter(form, keys: Self.keys, output: output)
        let width = (ToolSettings.keys.map(\.count).max() ?? 0) + 2
        for entry in ToolSettings.entries {
            let stored = taken(entry)
            let value = stored?.value ?? builtIn(entry)
            if form != .text {
                let (source, file) = source(stored?.origin)
                try printer.print { writer in
                    writer.member("key", entry.key)
                    writer.member("value", value)
                    writer.member("isSet", stored != nil)
                    writer.member("source", source)
                    writer.member("file", file)
                }
            } else {
                let name = entry.key + String(repeating: " ", count: width - entry.key.count)
                let shown = ForeignText.clean(value ?? "-")
                let padding = String(repeating: " ", count: max(2, 24 - TextWidth.columns(shown)))
                try output.writeLine(name + shown + padding + word(stored?.origin))
            }
        }
        try printer.finish()
    }

    /// Where a value comes from, as text says it.
    private func word(_ origin: SettingOrigin?) -> String {
        switch origin {
        case .user: "set"
        case .administrator(let path): "set for all users in \(ForeignText.clean(path))"
        case .registered, nil: "default"
        }
    }

    /// The same for scripts, with the file.
    private func source(_ origin: SettingOrigin?) -> (word: String, file: String?) {
        switch origin {
        case .user: ("user", store.path)
        case .administrator(let path): ("administrator", path)
        case .registered, nil: ("default", nil)
        }
    }
}
