import Geocoding

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
