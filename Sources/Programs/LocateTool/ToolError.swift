import LKGeocoding
import LKImages
import LKPhotos
import LKPlanning
import LKPositioning
import LKStorage
import LKTagging
import LKTrackFormats
import LKTracks
import LocationKitMaps

/// An error that ends a command: an exit status and a message.
struct ToolError: Error, Equatable {
    /// The exit status.
    var code: ExitCode

    /// What happened and what to do, without the prefix `locate: COMMAND:`; empty if there is nothing to say.
    var message: String

    init(_ code: ExitCode, _ message: String) {
        self.code = code
        self.message = message
    }

    /// An invalid command line.
    static func usage(_ message: String) -> ToolError { ToolError(.usage, message) }
}

extension ToolError {
    /// An error of geocoding.
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
    /// An error of decoding an image.
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
    /// An error of making a map.
    init(_ error: MapError) {
        let code: ExitCode =
            switch error.code {
            case .invalid: .usage
            case .unavailable: .unavailable
            case .memory, .exists, .unwritable: .cannotCreate
            default: .dataError
            }
        self.init(code, error.message)
    }
}

extension ToolError {
    /// An error of storing data.
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
    /// An error of reading folders of photos.
    init(_ error: PhotosError) {
        let code: ExitCode =
            switch error.code {
            case .missing, .unreadable, .notAFolder, .unfollowedLink: .noInput
            case .damaged, .notAPhoto: .dataError
            default: .ioError
            }
        self.init(code, error.message)
    }
}

extension ToolError {
    /// An error that ended a session.
    ///
    /// - Parameters:
    ///   - error: The error of the session.
    ///   - hasResult: Whether a location was printed before; a time-out is then not a failure.
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
    /// An error of changing photos.
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
    /// An error of reading a file of tracks.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - input: The file, if the command knows `--salvage` and the options of ``TrackFormat/Hints``, and the former was not given.
    init(_ error: TrackFormatError, of input: TrackInput? = nil) {
        let code: ExitCode =
            switch error.code {
            case .unreadable: .noInput
            case .unwritable: .ioError
            case .readOnly, .inapplicable: .usage
            default: .dataError
            }
        self.init(code, error.message + (input?.advice(after: error) ?? ""))
    }
}

extension ToolError {
    /// An error of recording or reading a track.
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
