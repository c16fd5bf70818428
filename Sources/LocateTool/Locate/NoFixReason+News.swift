import Positioning

extension NoFixReason {
    /// What is said of gpsd or its receiver when it is lost or back, with what to do; `nil` when nothing has changed.
    ///
    /// - Parameters:
    ///   - outage: What is the matter now; `nil` when all is well.
    ///   - former: What was the matter before.
    /// - Returns: The sentence.
    static func news(of outage: NoFixReason?, former: NoFixReason?) -> String? {
        guard let outage else { return former?.recovery }
        return "\(outage); \(outage.advice)"
    }
}

extension LocationSnapshot {
    /// Whether there was a fix, and is none any more.
    var isStale: Bool {
        if case .stale? = reason { return true }
        return false
    }
}
