import TrackFormats

extension ToolError {
    /// The end of a command that a file of positions was wanted for.
    init(_ error: TrackFormatError) {
        let code: ExitCode = error.code == .unreadable ? .noInput : error.code == .unwritable ? .ioError : .dataError
        self.init(code, error.message)
    }
}
