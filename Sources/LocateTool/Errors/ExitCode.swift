import Persistence

/// What the tool's exit status means to a script; the numbers above 63 are those of `sysexits.h`.
struct ExitCode: RawRepresentable, Hashable, Sendable {
    let rawValue: Int32

    /// Done; for a location: one was printed.
    static let success = ExitCode(rawValue: 0)
    /// Some items of a batch failed, each named on standard error, the rest are done; for a search: nothing was found.
    static let partialFailure = ExitCode(rawValue: 1)
    /// The command line makes no sense.
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
    init(_ cause: StopCause) { self.init(rawValue: cause.exitStatus) }

    /// The codes and their meaning, in the words of the manual page.
    static let table: [(code: ExitCode, meaning: String)] = [
        (.success, "Done. For a location: one was printed."),
        (.partialFailure, "Some items of a batch failed, each named on standard error; or a search found nothing."),
        (.usage, "The command line makes no sense."),
        (.dataError, "The input data is wrong."),
        (.noInput, "An input file is missing or unreadable."),
        (.unavailable, "gpsd, its receiver or the place data is out of reach."),
        (.cannotCreate, "An output file cannot be made."),
        (.ioError, "A read or a write failed."),
        (.temporaryFailure, "Time ran out without a location, or --strict and the accuracy was not reached."),
        (.hangUp, "Hung up, after finishing what was under way."),
        (.interrupted, "Interrupted, after finishing what was under way."),
        (.closedPipe, "Whoever read standard output went away (the end by SIGPIPE, as a shell shows it)."),
        (.terminated, "Terminated, after finishing what was under way."),
    ]

    /// Whether a signal ended the command.
    var isSignal: Bool { StopSignal.allCases.contains { $0.exitStatus == rawValue } }
}
