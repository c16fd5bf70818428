/// Why a fix was not kept.
public enum SuppressionReason: String, CaseIterable, Codable, Hashable, Sendable {
    /// Too near to the last one kept.
    case distance
    /// Too soon after the last one kept.
    case interval
    /// Going the same way as at the last one kept.
    case turn
    /// Its radius is larger than wanted.
    case accuracy
    /// Its radius is unknown, and only known ones are wanted.
    case unknownAccuracy = "unknown-accuracy"
    /// No farther from the last one kept than its own error explains.
    case withinError = "within-error"
    /// Faster or slower than wanted.
    case speed
    /// Farther from the last one than anything could have gone in the time.
    case jump
    /// Standing still.
    case stationary
    /// The recording is paused.
    case paused
    /// Of the same epoch as the one before, with nothing better.
    case duplicate
    /// Of another receiver than the one that is recorded.
    case otherDevice = "other-device"
    /// Thinned out of what waited in memory, because nothing could be written for too long.
    case notWritten = "not-written"
}

extension SuppressionReason {
    /// Whether a fix was held back although it was good: it only says what is known already.
    var isRedundant: Bool {
        switch self {
        case .distance, .interval, .turn, .withinError, .stationary, .duplicate: true
        default: false
        }
    }
}
