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
            let option = try option(words[0])
            warn()
            try output.writeLine(ForeignText.clean(taken(option) ?? builtIn(option) ?? ""))
        case "set":
            guard words.count == 2 else { throw .usage("needs a key and a value: locate settings set KEY VALUE") }
            let option = try option(words[0])
            try check(option.name, words[1])
            try write([option.name: .string(words[1])])
        default:
            guard words.count <= 1 else { throw .usage("takes one key, or none for all") }
            let names = if let word = words.first { [try option(word).name] } else { ToolSettings.keys }
            let stored = store.contents
            try write(
                Dictionary(
                    names.filter { stored[$0] != nil }.map { ($0, nil) }, uniquingKeysWith: { first, _ in first }))
        }
    }

    private func option(_ key: String) throws(ToolError) -> OptionDescription {
        if let option = ToolSettings.options.first(where: { $0.name == key }) { return option }
        let hint = Suggestion.nearest(to: key, in: ToolSettings.keys).map { "did you mean \($0)?" }
        throw .usage("there is no setting \"\(key)\"; " + (hint ?? "see locate settings list"))
    }

    /// Asks the commands that have the option whether they would take the value; one is enough.
    private func check(_ key: String, _ value: String) throws(ToolError) {
        var refusal: ToolError?
        for command in ToolSettings.commands where command.options.contains(where: { $0.name == key }) {
            do throws(ToolError) { return try ToolSettings.check(key, value, for: command) } catch {
                if refusal == nil { refusal = error }
            }
        }
        if let refusal { throw refusal }
    }

    private func warn() {
        guard store.path != nil, let error = store.lastError else { return }
        note("\(error.message); the built-in defaults count")
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

    /// What is stored, where a command takes it; else a note, and nothing.
    private func taken(_ option: OptionDescription) -> String? {
        guard let value = store[option.name] else { return nil }
        do throws(ToolError) {
            guard let text = ToolSettings.text(value) else { throw .usage("--\(option.name): no text or number") }
            try check(option.name, text)
            return text
        } catch {
            note("\(store.path ?? ""): \(error.message); the built-in default counts")
            return nil
        }
    }

    private func builtIn(_ option: OptionDescription) -> String? {
        guard option.name == "language" else { return option.setting?.builtIn }
        // What the environment asks for, as the commands would find it.
        return LanguageTag.preferred(environment: Environment.values).map(\.description).joined(separator: ",")
    }

    /// The keys of a setting.
    static let keys = [
        OutputKey("key", "name of the option"), OutputKey("value", "its value, or its default"),
        OutputKey("isSet", "true, or false for the default"),
    ]

    private func list(_ form: RecordForm, _ output: Output) throws(ToolError) {
        let printer = RecordPrinter(form, keys: Self.keys, output: output)
        let width = (ToolSettings.keys.map(\.count).max() ?? 0) + 2
        for option in ToolSettings.options {
            let stored = taken(option)
            let value = stored ?? builtIn(option)
            if form != .text {
                try printer.print { writer in
                    writer.member("key", option.name)
                    writer.member("value", value)
                    writer.member("isSet", stored != nil)
                }
            } else {
                let name = option.name + String(repeating: " ", count: width - option.name.count)
                let shown = ForeignText.clean(value ?? "-")
                let padding = String(repeating: " ", count: max(2, 24 - TextWidth.columns(shown)))
                try output.writeLine(name + shown + padding + (stored == nil ? "default" : "set"))
            }
        }
        try printer.finish()
    }
}
