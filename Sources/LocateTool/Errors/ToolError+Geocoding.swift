import Geocoding

extension ToolError {
    /// The end of a command that names of places were wanted for.
    init(_ error: GeocodingError) {
        let code: ExitCode =
            switch error.code {
            case .dataUnreadable: .noInput
            case .outputFailed: .cannotCreate
            case .serviceUnreachable: .unavailable
            default: .dataError
            }
        self.init(code, error.message)
    }
}
