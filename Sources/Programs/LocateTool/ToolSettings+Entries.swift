import LKCommandLine
import LKFormats
import LKPersistence
import LKSharedOptions
import LKStorage

/// The options with a setting.
extension ToolSettings {
    /// A setting: a default that every command with the option reads.
    struct Entry: Sendable {
        /// Its key: the option's name, unless that means something else elsewhere.
        var key: String
        /// The option of the first command that has it.
        var option: OptionDescription
        /// The default without settings, where the commands agree on one.
        var builtIn: String?
        /// The commands that read it, each with its own form of the option.
        var users: [(command: CommandDescription, option: OptionDescription)]
    }

    /// All settings, in the order of help.
    static let entries: [Entry] = {
        var entries: [Entry] = []
        for command in CommandTable.commands {
            for option in command.options {
                guard let setting = option.setting else { continue }
                if let index = entries.firstIndex(where: { $0.key == setting.key }) {
                    entries[index].users.append((command, option))
                } else {
                    entries.append(
                        Entry(
                            key: setting.key, option: option, builtIn: nil, users: [(command, option)]))
                }
            }
        }
        for index in entries.indices {
            let defaults = Set(entries[index].users.compactMap { $0.option.setting?.builtIn })
            entries[index].builtIn = defaults.count == 1 ? defaults.first : nil
        }
        return entries
    }()

    /// Their names.
    static var keys: [String] { entries.map(\.key) }

    /// Returns the stored value in the form of an option value; `nil` for no value or an unsupported type.
    static func text(_ value: PropertyListValue?) -> String? {
        switch value {
        case .string(let text): text
        // Found in files edited by hand.
        case .boolean(let flag): flag ? "true" : "false"
        case .integer(let number): "\(number)"
        case .real(let number): NumberText.shortest(number, decimals: 9)
        default: nil
        }
    }

    /// Decodes a value with the command's own option parser.
    ///
    /// - Throws: The usage error of the option.
    static func check(
        _ option: OptionDescription, _ value: String, for command: CommandDescription
    ) throws(ToolError) {
        // Web options require a service; the last value counts.
        let service =
            WebOptions.concerns(option)
            ? WebService.all.prefix(1).map { "--\(WebOptions.provider.name)=\($0.name)" } : []
        guard let action = command.action else { throw .usage("\(command.fullName) reads no settings") }
        try action.check(
            try ParsedArguments(action.sample + service + ["--\(option.name)=\(value)"], for: command))
    }

    /// Checks that at least one command with the setting accepts a value.
    ///
    /// - Throws: The error of the first command.
    static func check(_ entry: Entry, _ value: String) throws(ToolError) {
        var refusal: ToolError?
        for (command, option) in entry.users {
            do throws(ToolError) { return try check(option, value, for: command) } catch {
                if refusal == nil { refusal = error }
            }
        }
        if let refusal { throw refusal }
    }

    /// Checks a stored value.
    ///
    /// - Returns: The value in the form of an option value.
    static func checked(_ entry: Entry, _ value: PropertyListValue) throws(ToolError) -> String {
        guard let text = text(value) else { throw .usage("--\(entry.option.name): no text or number") }
        try check(entry, text)
        return text
    }

    /// Returns the values that count for a command's options; what makes no sense there is left out.
    ///
    /// - Parameters:
    ///   - layers: What is stored, the most important first.
    ///   - command: Whose options.
    ///   - complain: Gets a sentence for each value that no command takes, and where it is.
    /// - Returns: The values by option name.
    static func defaults(
        from layers: [Settings.Layer], for command: CommandDescription, complain: (String, Settings.Origin) -> Void
    ) -> [String: String] {
        var defaults: [String: String] = [:]
        let layers = layers.filter { !$0.contents.isEmpty }
        guard !layers.isEmpty else { return defaults }
        for option in command.options {
            guard let key = option.setting?.key else { continue }
            for layer in layers {
                guard let stored = layer.contents[key] else { continue }
                do throws(ToolError) {
                    guard let text = text(stored) else { throw .usage("--\(option.name): no text or number") }
                    try check(option, text, for: command)
                    defaults[option.name] = text
                    break
                } catch {
                    // What another command takes was set for that one.
                    if let entry = entries.first(where: { $0.key == key }), (try? checked(entry, stored)) != nil {
                        continue
                    }
                    complain(error.message, layer.origin)
                }
            }
        }
        return defaults
    }
}

extension ParsedArguments {
    /// Returns the same with the settings of the user and of administrators after the options that were not given.
    func withSettings(_ command: CommandDescription) -> ParsedArguments {
        if ToolSettings.areEmpty { return self }
        let store = ToolSettings.store()
        // Without a home folder the user has no settings, and that is all.
        if ToolSettings.hasFolder, let error = store.lastError {
            Messages.note("\(error.message); the user's settings are ignored", command: "settings", as: .warning)
        }
        for error in store.administratorErrors { Messages.note(error.message, command: "settings") }
        var copy = self
        copy.defaults = ToolSettings.defaults(from: store.layers, for: command) { problem, origin in
            Messages.note(
                "\(ToolSettings.place(of: origin, in: store)): \(problem); ignored", command: "settings",
                as: .warning)
        }
        return copy
    }
}
