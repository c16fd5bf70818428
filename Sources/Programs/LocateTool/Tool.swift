import Glibc
import LKLifetime

/// The command-line tool `locate`.
public enum Tool {
    /// The version that `--version` shows.
    static let version = "0.2.0"

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
                try output.writeLine("locate \(version) (LocationKit)")
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
        return try action.run(readsSettings ? arguments.withSettings(command) : arguments, output)
    }

    /// Fills the first three descriptors where a caller closed them, lest a file be opened in their place and written over.
    private static func prepareDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // Read-only on purpose for the outputs: a write is noticed as an error.
            _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

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

    /// The command that a path names, such as `["data", "info"]`.
    static func command(_ path: [String]) -> CommandDescription? {
        entries.first { $0.path == path }?.description()
    }

    /// The entries of the commands directly below a path.
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

/// What the tool's exit status means to a script; the numbers above 63 are those of `sysexits.h`.
struct ExitCode: RawRepresentable, Hashable, Sendable {
    let rawValue: Int32

    /// Done; for a location: one was printed.
    static let success = ExitCode(rawValue: 0)
    /// Some items of a batch failed, each named on standard error, the rest are done; for a search: nothing was found.
    static let partialFailure = ExitCode(rawValue: 1)
    /// The command line is not valid.
    static let usage = ExitCode(rawValue: 64)
    /// The input data is wrong.
    static let dataError = ExitCode(rawValue: 65)
    /// An input file is missing or unreadable.
    static let noInput = ExitCode(rawValue: 66)
    /// A service is out of reach: gpsd, its receiver, the place data.
    static let unavailable = ExitCode(rawValue: 69)
    /// An output file cannot be made.
    static let cannotCreate = ExitCode(rawValue: 73)
    /// A read or write failed.
    static let ioError = ExitCode(rawValue: 74)
    /// Time ran out without a location, or `--strict` and the accuracy was not reached.
    static let temporaryFailure = ExitCode(rawValue: 75)
    /// Hung up, after finishing what was under way.
    static let hangUp = ExitCode(rawValue: 129)
    /// Interrupted, after finishing what was under way.
    static let interrupted = ExitCode(rawValue: 130)
    /// The reader of standard output went away; a shell shows the same number for SIGPIPE.
    static let closedPipe = ExitCode(rawValue: 141)
    /// Terminated, after finishing what was under way.
    static let terminated = ExitCode(rawValue: 143)
}

extension ExitCode {
    /// The end of a command that was asked to stop, after finishing what was under way.
    init(_ cause: TaskCompletion.StopCause) { self.init(rawValue: cause.exitStatus) }

    /// The codes and their meaning, in the words of the manual page.
    static let table: [(code: ExitCode, meaning: String)] = [
        (.success, "Done. For a location: one was printed."),
        (.partialFailure, "Some items of a batch failed, each named on standard error; or a search found nothing."),
        (.usage, "The command line is not valid."),
        (.dataError, "The input data is wrong."),
        (.noInput, "An input file is missing or unreadable."),
        (.unavailable, "gpsd, its receiver or a source of place names cannot be reached."),
        (.cannotCreate, "An output file cannot be created."),
        (.ioError, "A read or a write failed."),
        (.temporaryFailure, "Time ran out without a location, or --strict and the accuracy was not reached."),
        (.hangUp, "Hung up, after finishing work in progress."),
        (.interrupted, "Interrupted, after finishing work in progress."),
        (.closedPipe, "The reader of standard output exited (the status that a shell shows for SIGPIPE)."),
        (.terminated, "Terminated, after finishing work in progress."),
    ]

    /// Whether a signal ended the command.
    var isSignal: Bool { TaskCompletion.StopSignal.allCases.contains { $0.exitStatus == rawValue } }
}
