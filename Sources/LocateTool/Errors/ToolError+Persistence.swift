import Persistence

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
