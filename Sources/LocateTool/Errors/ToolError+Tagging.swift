import LocationKit

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
