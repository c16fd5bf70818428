package import LKGeocoding
package import LKStorage

/// An error that ends a command: an exit status and a message.
package struct ToolError: Error, Equatable {
    /// The exit status.
    package var code: ExitCode

    /// What happened and what to do, without the prefix `locate: COMMAND:`; empty if there is nothing to say.
    package var message: String

    package init(_ code: ExitCode, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Returns the error for an invalid command line.
    package static func usage(_ message: String) -> ToolError { ToolError(.usage, message) }
}

extension ToolError {
    /// Creates an error from a geocoding error.
    package init(_ error: GeocodingError) {
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
    /// Creates an error from a persistence error.
    package init(_ error: StorageError) {
        let code: ExitCode =
            switch error.code {
            case .corrupt, .wrongType, .newerVersion: .dataError
            case .stopping: .terminated
            default: .ioError
            }
        self.init(code, error.message)
    }
}
