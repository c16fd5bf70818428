import Positioning

extension ToolError {
    /// What a failed session ends the tool with.
    ///
    /// - Parameters:
    ///   - error: How the session failed.
    ///   - hasResult: Whether a location was printed before; time that runs out is then no failure.
    init(_ error: PositioningError, hasResult: Bool) {
        let advice = error.reason.map { "; \($0.advice)" } ?? ""
        self.init(Self.code(of: error, hasResult: hasResult), error.message + advice)
    }

    private static func code(of error: PositioningError, hasResult: Bool) -> ExitCode {
        switch error.code {
        case .timeout, .noSatellites, .ended:
            if hasResult { return .success }
            return error.reason?.isServiceFault == true ? .unavailable : .temporaryFailure
        case .missing, .simulation, .unavailable: return .unavailable
        case .unreadable: return .noInput
        case .malformed: return .dataError
        default: return .temporaryFailure
        }
    }
}
