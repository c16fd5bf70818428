import FoundationEssentials
import Geo

/// Tells which times cannot be right: receivers and gpsd misjudge the GPS week, whose number repeats every 1024 weeks.
enum TimestampJudge {
    /// 1024 weeks in seconds.
    static let rollover = 7168.0 * 86_400

    /// How far a receiver's clock and this machine's may be apart without doubt.
    static let tolerance = 2.0 * 86_400

    /// What is doubtful about the time of a fix.
    ///
    /// - Parameters:
    ///   - time: The fix, in seconds since 1970.
    ///   - previous: The fix before it from the same receiver.
    ///   - wallClock: Now, in seconds since 1970.
    ///   - isLive: Whether the fix is new; recordings may lie any time in the past.
    /// - Returns: The doubt, `nil` when there is none.
    static func doubt(time: Double, previous: Double?, wallClock: Double, isLive: Bool) -> Location.TimestampDoubt? {
        let ahead = time - wallClock
        if isLive ? abs(ahead) > tolerance : ahead > tolerance {
            // Of a recording only the future is known to be wrong; which week was meant cannot be told.
            let periods = (ahead / rollover).rounded()
            if !isLive || (periods != 0 && abs(ahead - periods * rollover) <= tolerance) { return .weekRollover }
            return .implausible
        }
        if let previous, time < previous { return .backwards }
        return nil
    }
}
