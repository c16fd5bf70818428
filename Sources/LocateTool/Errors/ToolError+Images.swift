import Images

extension ToolError {
    /// The end of a command that a picture was wanted for.
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
