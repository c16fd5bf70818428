import Tracks

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
