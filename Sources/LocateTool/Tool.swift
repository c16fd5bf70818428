import Glibc

/// The command-line tool `locate`.
public enum Tool {
    /// The version that `--version` shows.
    static let version = "0.1.0"

    /// Runs a command line and ends the process with its exit status.
    ///
    /// - Parameter words: The words of the command line, the tool's name first.
    public static func main(words: UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>) -> Never {
        prepareDescriptors()
        // Whoever reads may go away: the write then fails with EPIPE, and the command ends in an orderly way.
        signal(SIGPIPE, SIG_IGN)
        // So does a write beyond a limit on the size of files, with EFBIG: an error, and no file left half written.
        signal(SIGXFSZ, SIG_IGN)
        let output = Output()
        var arguments: [String] = []
        for (number, word) in words.enumerated().dropFirst() {
            guard let word else { break }
            // A repaired word would be another word.
            if let argument = String(validatingCString: word) {
                arguments.append(argument)
                continue
            }
            Messages.note(
                "argument \(number) is not valid UTF-8, and would name another file; rename that, or name its folder",
                as: .error)
            exit(ExitCode.usage.rawValue)
        }
        TextStyle.choose(from: arguments)
        var code = run(arguments, output: output)
        do {
            try output.close()
        } catch {
            // The first thing that went wrong is what the status tells.
            if code == .success { code = error.code }
            if !error.message.isEmpty { Messages.note(error.message, as: .error) }
        }
        if code == .closedPipe {
            // Ends as every filter does whose reader went away.
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        exit(code.rawValue)
    }

    /// Runs a command line; what goes wrong is said on standard error.
    static func run(_ arguments: [String], output: Output) -> ExitCode {
        var command = CommandDescription.locate
        do throws(ToolError) {
            let rest = try select(&command, arguments[...])
            let parsed = try ParsedArguments(rest, for: command)
            if parsed.wantsHelp {
                try output.write(HelpText.text(for: command, output))
                return .success
            }
            if parsed.wantsVersion {
                try output.writeLine("locate \(version) (LocationKit)")
                return .success
            }
            _ = try parsed.choice("color", ColorChoice.self)
            return try run(command, parsed, output: output)
        } catch {
            // What was done before is printed before the message.
            if error.code != .closedPipe, error.code != .ioError { try? output.flush() }
            if !error.message.isEmpty { Messages.note(error.message, command: command.errorName, as: .error) }
            return error.code
        }
    }

    /// Finds the command and leaves what belongs to it.
    static func select(
        _ command: inout CommandDescription, _ arguments: ArraySlice<String>
    ) throws(ToolError) -> ArraySlice<String> {
        var rest = arguments
        while !command.subcommands.isEmpty, let word = rest.first, ParsedArguments.isPositional(word) {
            guard let next = command.subcommands.first(where: { $0.name == word }) else {
                throw .usage("\"\(word)\" is not a command" + CommandHint.text(for: rest, in: command))
            }
            command = next
            rest.removeFirst()
        }
        return rest
    }

    private static func run(
        _ command: CommandDescription, _ arguments: ParsedArguments, output: Output
    ) throws(ToolError) -> ExitCode {
        if command.path.first == "photos" { try SystemLimits.checkForPhotos() }
        output.isForSpreadsheets = arguments.flag(OptionDescription.csvSafe.name)
        switch command.path {
        case []: return try LocateCommand.run(try LocateOptions(arguments.withSettings(command)), output: output)
        case ["reverse"]:
            return try ReverseCommand.run(
                try ReverseOptions(arguments.withSettings(command), readsStandardInput: StandardInput.isGiven),
                output: output)
        case ["search"]:
            return try SearchCommand.run(
                try SearchOptions(arguments.withSettings(command), readsStandardInput: StandardInput.isGiven),
                output: output)
        case ["format"]:
            return try FormatCommand.run(try FormatOptions(arguments.withSettings(command)), output: output)
        case ["track", "record"]:
            return try TrackRecordCommand.run(try TrackRecordOptions(arguments.withSettings(command)))
        case ["track", "export"]: return try TrackExportCommand.run(try TrackExportOptions(arguments), output: output)
        case ["track", "info"]: return try TrackInfoCommand.run(arguments, output: output)
        case ["track", "repair"]: return try TrackRepairCommand.run(arguments)
        case ["photos", "list"]:
            return try PhotoListCommand.run(try PhotoListOptions(arguments.withSettings(command)), output: output)
        case ["photos", "watch"]:
            return try PhotoWatchCommand.run(try PhotoWatchOptions(arguments.withSettings(command)), output: output)
        case ["photos", "geotag"]:
            return try GeotagCommand.run(try GeotagOptions(arguments.withSettings(command)), output: output)
        case ["photos", "place"]:
            return try PlaceCommand.run(try PlaceOptions(arguments.withSettings(command)), output: output)
        case ["photos", "tag"]:
            return try TagCommand.run(try TagOptions(arguments.withSettings(command)), output: output)
        case ["photos", "strip"]:
            return try StripCommand.run(try StripOptions(arguments.withSettings(command)), output: output)
        case ["photos", "sort"]:
            return try SortCommand.run(try SortOptions(arguments.withSettings(command)), output: output)
        case ["photos", "undo"]:
            return try UndoCommand.run(try UndoOptions(arguments.withSettings(command)), output: output)
        case ["photos", "thumbnail"]:
            try PhotoThumbnailCommand.run(
                try PhotoThumbnailOptions(arguments.withSettings(command)), output: output)
        case let path where path.first == "settings" && path.count == 2:
            try SettingsCommand(store: ToolSettings.store()).run(command, arguments, output: output)
        case ["data", "info"]: try DataInfoCommand.run(arguments, output: output)
        case ["data", "build-world"]: try BuildWorldCommand.run(arguments, output: output)
        case ["help"]: try HelpCommand.run(arguments, output: output)
        case ["completions"]: try CompletionsCommand.run(arguments, output: output)
        case ["manual"]: try output.write(ManualPage.text())
        default:
            let names = command.subcommands.filter { !$0.isHidden }.map(\.name).joined(separator: " or ")
            throw .usage("needs a command: \(names); see \(command.fullName) --help")
        }
        return .success
    }

    /// Fills the first three descriptors where a caller closed them, lest a file be opened in their place and written over.
    private static func prepareDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // Read-only on purpose for the outputs: a write is noticed as an error.
            _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
