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
        let code: ExitCode =
            switch error.code {
            case .unreadable: .noInput
            case .unwritable: .ioError
            case .readOnly: .usage
            default: .dataError
            }
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
