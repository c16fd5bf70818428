import Glibc
import LKCommandLine

/// The command-line tool `locate`.
public enum Tool {
    /// Runs a command line and ends the process with its exit status.
    ///
    /// - Parameter words: The words of the command line, the tool's name first.
    public static func main(words: UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>) -> Never {
        prepareDescriptors()
        // A reader may exit: the write then fails with EPIPE, and the command ends in an orderly way.
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
        if arguments.contains(where: { $0.hasPrefix("--color") }) { TextStyle.choose(from: arguments) }
        var code = run(arguments, output: output)
        do {
            try output.close()
        } catch {
            // The exit status is that of the first failure.
            if code == .success { code = error.code }
            if !error.message.isEmpty { Messages.note(error.message, as: .error) }
        }
        if code == .closedPipe {
            // Ends as every filter does when its reader exits.
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        exit(code.rawValue)
    }

    /// Runs a command line; errors are printed on standard error.
    static func run(_ arguments: [String], output: Output) -> ExitCode {
        var path: [String] = []
        do throws(ToolError) {
            let rest = try select(&path, arguments[...])
            guard let command = CommandTable.command(path) else { return .usage }
            let parsed = try ParsedArguments(rest, for: command)
            if parsed.wantsHelp {
                try output.write(HelpText.text(for: command, output))
                return .success
            }
            if parsed.wantsVersion {
                try output.writeLine("locate \(ToolVersion.current) (LocationKit)")
                return .success
            }
            if parsed.hasOption(ColorChoice.option) { _ = try parsed[ColorChoice.option] }
            return try run(command, parsed, output: output)
        } catch {
            // What was done before is printed before the message.
            if error.code != .closedPipe, error.code != .ioError { try? output.flush() }
            if !error.message.isEmpty {
                Messages.note(error.message, command: path.isEmpty ? nil : path.joined(separator: " "), as: .error)
            }
            return error.code
        }
    }

    /// Finds the command.
    ///
    /// - Parameters:
    ///   - path: Gets the words that call it; on an error, those before the word that is wrong.
    ///   - arguments: The command line without the tool's name.
    /// - Returns: What belongs to the command.
    /// - Throws: A usage error for a word that is not a command.
    static func select(
        _ path: inout [String], _ arguments: ArraySlice<String>
    ) throws(ToolError) -> ArraySlice<String> {
        var rest = arguments
        while let word = rest.first, ParsedArguments.isPositional(word) {
            let below = CommandTable.entries(below: path)
            guard !below.isEmpty else { break }
            guard let next = below.first(where: { $0.path.last == word }) else {
                let hint = CommandTable.command(path).map { CommandHint.text(for: rest, in: $0) } ?? ""
                throw .usage("\"\(word)\" is not a command" + hint)
            }
            path = next.path
            rest.removeFirst()
        }
        return rest
    }

    private static func run(
        _ command: CommandDescription, _ arguments: ParsedArguments, output: Output
    ) throws(ToolError) -> ExitCode {
        if command.path.first == "photos" { try SystemLimits.checkForPhotos() }
        output.isForSpreadsheets = arguments.hasOption(FormOptions.csvSafe) && arguments[FormOptions.csvSafe]
        guard let action = command.action else {
            let names = command.visibleSubcommands.map(\.name).joined(separator: " or ")
            throw .usage("needs a command: \(names); see \(command.fullName) --help")
        }
        let readsSettings = command.options.contains { $0.setting != nil }
        let arguments = readsSettings ? arguments.withSettings(command) : arguments
        // Here all commands are known, one of which may be meant.
        if command.path.isEmpty, let word = arguments.positionals.first {
            throw .usage("\"\(word)\" is not a command" + CommandHint.text(for: arguments.positionals, in: command))
        }
        return try action.run(arguments, output)
    }

    /// Opens the first three descriptors where a caller closed them, so that no file takes their place and is
    /// overwritten.
    private static func prepareDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // Read-only on purpose for the outputs: a write is noticed as an error.
            _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
