import LKCommandLine
import LKPositioning

extension LocationManager.NoFixReason {
    /// Returns the message when gpsd or its receiver is lost or back, with advice; `nil` when nothing has changed.
    ///
    /// - Parameters:
    ///   - outage: The present outage, if any.
    ///   - former: The outage before.
    /// - Returns: The sentence.
    static func news(of outage: LocationManager.NoFixReason?, former: LocationManager.NoFixReason?) -> String? {
        guard let outage else { return former?.recovery }
        return "\(outage); \(outage.advice)"
    }

    /// Returns the message when gpsd cannot be reached from the beginning: what to do, and that it is tried again.
    ///
    /// - Parameters:
    ///   - outage: The present outage.
    ///   - timeout: The maximum duration of the search.
    ///   - replay: The command that plays a recording instead.
    /// - Returns: The sentence; `nil` for other outages.
    static func refusal(_ outage: LocationManager.NoFixReason?, timeout: Duration?, replay: String) -> String? {
        guard case .daemonUnreachable = outage, let outage else { return nil }
        let time = timeout.map { "for \(NumberText.shortest($0 / .seconds(1), decimals: 1)) s" } ?? "until interrupted"
        return "\(outage); \(outage.advice); retrying \(time). To play a recording without gpsd: \(replay)"
    }
}

/// The messages when a receiver that sends has no usable fix, and when it has one again.
struct LapseNews {
    /// The message without advice.
    let sentence: String
    /// The same with advice, for standard error.
    let message: String

    /// Creates the messages.
    ///
    /// - Parameters:
    ///   - lapse: Why there is no usable fix; `nil` when there is one again.
    ///   - hadFix: Whether there was a fix before the lapse.
    ///   - requirement: The quality that is required of fixes; `nil` for any.
    init(_ lapse: LocationManager.NoFixReason?, hadFix: Bool, requirement: LocationManager.FixRequirement?) {
        guard let lapse else {
            sentence = hadFix ? "there are positions again" : "there is a position now"
            message = sentence
            return
        }
        let beginning = hadFix ? "the fix was lost" : "no fix yet"
        if case .inaccurate = lapse, let requirement {
            sentence = "\(beginning): the receiver's fixes do not have the required quality, \(requirement.rawValue)"
        } else {
            sentence = "\(beginning): \(lapse)"
        }
        message = "\(sentence); \(lapse.advice)"
    }
}

extension LocationManager.Snapshot {
    /// Whether there was a fix and is not any longer.
    var isStale: Bool {
        if case .stale? = reason { return true }
        return false
    }
}

extension ToolError {
    /// Creates an error that ended a session.
    ///
    /// - Parameters:
    ///   - error: The error of the session.
    ///   - hasResult: Whether a location was printed before; a time-out is then not a failure.
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
