package import LKLifetime

/// What the tool's exit status means to a script; the numbers above 63 are those of `sysexits.h`.
package struct ExitCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Done; for a location: one was printed.
    package static let success = ExitCode(rawValue: 0)
    /// Some items of a batch failed, each named on standard error, the rest are done; for a search: nothing was found.
    package static let partialFailure = ExitCode(rawValue: 1)
    /// The command line is not valid.
    package static let usage = ExitCode(rawValue: 64)
    /// The input data is wrong.
    package static let dataError = ExitCode(rawValue: 65)
    /// An input file is missing or unreadable.
    package static let noInput = ExitCode(rawValue: 66)
    /// A service is out of reach: gpsd, its receiver, the place data.
    package static let unavailable = ExitCode(rawValue: 69)
    /// An output file cannot be made.
    package static let cannotCreate = ExitCode(rawValue: 73)
    /// A read or write failed.
    package static let ioError = ExitCode(rawValue: 74)
    /// Time ran out without a location, or `--strict` and the accuracy was not reached.
    package static let temporaryFailure = ExitCode(rawValue: 75)
    /// Hung up, after finishing what was under way.
    static let hangUp = ExitCode(rawValue: 129)
    /// Interrupted, after finishing what was under way.
    package static let interrupted = ExitCode(rawValue: 130)
    /// The reader of standard output went away; a shell shows the same number for SIGPIPE.
    package static let closedPipe = ExitCode(rawValue: 141)
    /// Terminated, after finishing what was under way.
    static let terminated = ExitCode(rawValue: 143)
}

extension ExitCode {
    /// Creates the end of a command that was asked to stop, after finishing what was under way.
    package init(_ cause: TaskCompletion.StopCause) { self.init(rawValue: cause.exitStatus) }

    /// The codes and their meaning, in the words of the manual page.
    package static let table: [(code: ExitCode, meaning: String)] = [
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
    package var isSignal: Bool { TaskCompletion.StopSignal.allCases.contains { $0.exitStatus == rawValue } }
}
