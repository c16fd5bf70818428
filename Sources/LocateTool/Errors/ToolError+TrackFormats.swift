import TrackFormats

extension ToolError {
    /// The end of a command that a file of positions was wanted for.
    ///
    /// - Parameters:
    ///   - error: What is wrong with it.
    ///   - canSalvage: Whether `--salvage` would help, and is not there.
    init(_ error: TrackFormatError, canSalvage: Bool = false) {
        let code: ExitCode = error.code == .unreadable ? .noInput : error.code == .unwritable ? .ioError : .dataError
        let advice = canSalvage && error.code == .malformed ? "; with --salvage what is whole is used" : ""
        self.init(code, error.message + advice)
    }
}
