import Positioning

extension NoFixReason {
    /// The message when gpsd or its receiver is lost or back, with advice; `nil` when nothing has changed.
    ///
    /// - Parameters:
    ///   - outage: What is the matter now; `nil` when all is well.
    ///   - former: What was the matter before.
    /// - Returns: The sentence.
    static func news(of outage: NoFixReason?, former: NoFixReason?) -> String? {
        guard let outage else { return former?.recovery }
        return "\(outage); \(outage.advice)"
    }

    /// The message when gpsd cannot be reached from the beginning: what to do, and that it is tried again.
    ///
    /// - Parameters:
    ///   - outage: What is the matter.
    ///   - limit: When the search ends at the latest.
    ///   - replay: The command that plays a recording instead.
    /// - Returns: The sentence; `nil` for other outages.
    static func refusal(_ outage: NoFixReason?, limit: Duration?, replay: String) -> String? {
        guard case .daemonUnreachable = outage, let outage else { return nil }
        let time = limit.map { "for \(NumberText.shortest($0 / .seconds(1), decimals: 1)) s" } ?? "until interrupted"
        return "\(outage); \(outage.advice); retrying \(time). To play a recording without gpsd: \(replay)"
    }
}

/// What is said when a receiver that sends has no usable fix, and when it has one again.
struct LapseNews {
    /// What is the matter, without advice.
    let sentence: String
    /// The same with advice, for standard error.
    let message: String

    /// Makes the words.
    ///
    /// - Parameters:
    ///   - lapse: Why there is no usable fix; `nil` when there is one again.
    ///   - hadFix: Whether there was a fix before the lapse.
    ///   - requirement: The quality that is required of fixes; `nil` for any.
    init(_ lapse: NoFixReason?, hadFix: Bool, requirement: FixRequirement?) {
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

extension LocationSnapshot {
    /// Whether there was a fix and is not any longer.
    var isStale: Bool {
        if case .stale? = reason { return true }
        return false
    }
}
