import Geocoding
import Images
import LocationKit
import Persistence
import Photos
import Positioning
import TrackFormats
import Tracks

/// The end of a command that could not do what it was asked: an exit status and a sentence for a person.
struct ToolError: Error, Equatable {
    /// The exit status.
    var code: ExitCode

    /// What happened and what to do, without the `locate: COMMAND:` in front; empty when there is nothing to say.
    var message: String

    init(_ code: ExitCode, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The command line is not valid.
    static func usage(_ message: String) -> ToolError { ToolError(.usage, message) }
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
    init(_ cause: StopCause) { self.init(rawValue: cause.exitStatus) }

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
    var isSignal: Bool { StopSignal.allCases.contains { $0.exitStatus == rawValue } }
}

extension ToolError {
    /// The end of a command that names of places were wanted for.
    init(_ error: GeocodingError) {
        let code: ExitCode =
            switch error.code {
            case .dataUnreadable: .noInput
            case .outputFailed: .cannotCreate
            case .serviceUnreachable, .timedOut, .serviceOverloaded, .serviceRefused, .serviceBlocked, .answerInvalid:
                .unavailable
            case .requestInvalid: .usage
            default: .dataError
            }
        self.init(code, error.message)
    }
}

extension ToolError {
    /// The end of a command that needed an image.
    init(_ error: ImageError) {
        let code: ExitCode =
            switch error.code {
            case .missing, .unreadable: .noInput
            case .unavailable: .unavailable
            case .notWritten: .cannotCreate
            default: .dataError
            }
        self.init(code, error.message)
    }
}

extension ToolError {
    /// The end of a command that something was to be kept for.
    init(_ error: PersistenceError) {
        let code: ExitCode =
            switch error.code {
            case .corrupt, .wrongType, .newerVersion: .dataError
            case .stopping: .terminated
            default: .ioError
            }
        self.init(code, error.message)
    }
}

extension ToolError {
    /// The end of a command that folders of photos were to be read for.
    init(_ error: PhotosError) {
        let code: ExitCode =
            switch error.code {
            case .missing, .unreadable, .notAFolder: .noInput
            case .damaged, .notAPhoto: .dataError
            default: .ioError
            }
        self.init(code, error.message)
    }
}

extension ToolError {
    /// What a failed session ends the tool with.
    ///
    /// - Parameters:
    ///   - error: How the session failed.
    ///   - hasResult: Whether a location was printed before; time that runs out is then no failure.
    init(_ error: PositioningError, hasResult: Bool) {
        let advice = error.reason.map { "; \($0.advice)" } ?? ""
        self.init(Self.code(of: error, hasResult: hasResult), error.message + advice)
    }

    private static func code(of error: PositioningError, hasResult: Bool) -> ExitCode {
        switch error.code {
        case .timeout, .noSatellites, .ended:
            if hasResult { return .success }
            return error.reason?.isServiceFault == true ? .unavailable : .temporaryFailure
        case .missing, .simulation, .unavailable: return .unavailable
        case .unreadable: return .noInput
        case .malformed: return .dataError
        default: return .temporaryFailure
        }
    }
}

extension ToolError {
    /// The end of a command that was to change photos.
    init(_ error: TaggingError) {
        let code: ExitCode =
            switch error.code {
            case .unreadable: .noInput
            case .journal, .unusable: .dataError
            case .busy: .cannotCreate
            default: .ioError
            }
        self.init(code, error.message)
    }
}

extension ToolError {
    /// The end of a command that a file of positions was wanted for.
    ///
    /// - Parameters:
    ///   - error: What is wrong with it.
    ///   - canSalvage: Whether `--salvage` would help, and is not there.
    init(_ error: TrackFormatError, canSalvage: Bool = false) {
        let code: ExitCode = error.code == .unreadable ? .noInput : error.code == .unwritable ? .ioError : .dataError
        let advice = canSalvage && error.code == .malformed ? "; --salvage uses the intact parts" : ""
        self.init(code, error.message + advice)
    }
}

extension ToolError {
    /// The end of a command that a track was to be recorded or read for.
    init(_ error: TrackError) {
        let code: ExitCode =
            switch error.code {
            case .missing: .noInput
            case .damaged, .notATrackLog, .newerVersion: .dataError
            case .inUse, .system: .cannotCreate
            default: .ioError
            }
        self.init(code, error.message)
    }
}
