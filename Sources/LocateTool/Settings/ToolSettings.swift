import LocationKit

/// The settings of the tool: which options have them, and where they are kept.
enum ToolSettings {
    /// The commands whose options have settings; the first one that takes a value is asked what a key's default is.
    static var commands: [CommandDescription] { [.locate, .reverse, .search] }

    /// The options that have settings, each once, in the order of help.
    static var options: [OptionDescription] {
        var options: [OptionDescription] = []
        // Not through all commands: those of settings ask for the keys while they are made.
        for option in CommandDescription.locateOptions + CommandDescription.reverseOptions
        where option.setting != nil && !options.contains(where: { $0.name == option.name }) {
            options.append(option)
        }
        return options
    }

    /// Their names.
    static var keys: [String] { options.map(\.name) }

    /// Where they are kept.
    static func store() -> SettingsStore { SettingsStore(name: "locationkit/locate") }

    /// What is stored under a key as an option would take it; `nil` for nothing or what is no such value.
    static func text(_ value: PropertyListValue?) -> String? {
        switch value {
        case .string(let text): text
        // Written by hand.
        case .boolean(let flag): flag ? "true" : "false"
        case .integer(let number): "\(number)"
        case .real(let number): NumberText.shortest(number, decimals: 9)
        default: nil
        }
    }

    /// Decodes a value as an option of a command, by what decodes the command line.
    ///
    /// - Throws: What the option's own error would be.
    static func check(_ key: String, _ value: String, for command: CommandDescription) throws(ToolError) {
        let option = "--\(key)=\(value)"
        // The options of the web make sense with a service only; what is given last counts.
        let web = "--provider=nominatim"
        switch command.path {
        case []: _ = try LocateOptions(try ParsedArguments([option], for: command))
        // Their options that have settings are those of locate reverse.
        case let path where path.first == "photos": try check(key, value, for: .reverse)
        case ["search"]: _ = try SearchOptions(try ParsedArguments(["x", web, option], for: command))
        default: _ = try ReverseOptions(try ParsedArguments(["0,0", web, option], for: command))
        }
    }

    /// The values that count for a command's options; what makes no sense there is left out.
    ///
    /// - Parameters:
    ///   - contents: What is stored.
    ///   - command: Whose options.
    ///   - complain: Gets a sentence for each value that no command takes.
    /// - Returns: The values by option name.
    static func defaults(
        from contents: [String: PropertyListValue], for command: CommandDescription, complain: (String) -> Void
    ) -> [String: String] {
        var defaults: [String: String] = [:]
        guard !contents.isEmpty else { return defaults }
        for option in command.options where option.setting != nil {
            guard let stored = contents[option.name] else { continue }
            do throws(ToolError) {
                guard let text = text(stored) else { throw .usage("--\(option.name): no text or number") }
                try check(option.name, text, for: command)
                defaults[option.name] = text
            } catch {
                // What another command takes was set for that one.
                if let text = text(stored), isTaken(option.name, text, besides: command) { continue }
                complain(error.message)
            }
        }
        return defaults
    }

    private static func isTaken(_ key: String, _ value: String, besides command: CommandDescription) -> Bool {
        commands.contains { other in
            guard other.path != command.path, other.options.contains(where: { $0.name == key }) else { return false }
            return (try? check(key, value, for: other)) != nil
        }
    }
}

extension ParsedArguments {
    /// The same with the user's settings behind the options that were not given.
    func withSettings(_ command: CommandDescription) -> ParsedArguments {
        let store = ToolSettings.store()
        // Without a home folder there are no settings, and that is all.
        guard let path = store.path else { return self }
        if let error = store.lastError {
            Messages.note("\(error.message); going on with the built-in defaults", command: "settings", as: .warning)
        }
        var copy = self
        copy.defaults = ToolSettings.defaults(from: store.contents, for: command) { problem in
            Messages.note("\(path): \(problem); going on with the built-in default", command: "settings", as: .warning)
        }
        return copy
    }
}
