import TrackFormats

extension ToolError {
    /// The end of a command that a file of positions was wanted for.
    init(_ error: TrackFormatError) {
        self.init(error.code == .unreadable ? .noInput : .dataError, error.message)
    }
}
