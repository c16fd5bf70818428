/// Conditions that select which fixes of a stream are kept.
///
/// ``TrackRecorder`` applies one to the fixes that it gets. Distances, times and turns are measured from the last kept fix, so
/// that all conditions start again once one is met.
///
/// ```swift
/// // Every 10 m and at each turn, at least once a minute; no doubtful fixes.
/// let filter = LocationFilter.all([
///     .accuracy(50), .jump(maximumSpeed: 70),
///     .heartbeat(.seconds(60), .any([.distance(10), .turn(20, minimumSpeed: 1)])),
/// ])
/// ```
public indirect enum LocationFilter: Hashable, Sendable {
    /// At least this many metres from the last kept fix.
    case distance(Double)

    /// At least this long after the last kept fix.
    ///
    /// An earlier fix passes too, so that recording continues after a clock was set back.
    case interval(Duration)

    /// The course differs from that of the last kept fix by at least this many degrees, at a speed of at least
    /// `minimumSpeed` metres per second.
    ///
    /// Slower fixes, and those without a course, do not pass: the course of a stationary receiver is random.
    case turn(Double, minimumSpeed: Double)

    /// A radius of at most this many metres; unknown ones pass unless `acceptsUnknown` is false.
    case accuracy(Double, acceptsUnknown: Bool = true)

    /// At least this multiple of its own radius from the last kept fix; a fix of unknown radius passes.
    case beyondError(Double)

    /// A speed within the range, in metres per second; an unknown one passes.
    case speed(ClosedRange<Double>)

    /// No farther from the last plausible fix than `maximumSpeed`, in metres per second, allows.
    ///
    /// After `confirmations` consecutive fixes that agree with each other, the new position is accepted.
    case jump(maximumSpeed: Double, confirmations: Int = 3)

    /// At least one condition is met; an empty list passes nothing.
    case any([LocationFilter])

    /// All conditions are met; an empty list passes everything.
    case all([LocationFilter])

    /// Passes what the other filter passes, and at least one fix per this time.
    case heartbeat(Duration, LocationFilter)
}

extension LocationFilter {
    /// Why a fix was suppressed.
    public enum Reason: String, CaseIterable, Codable, Hashable, Sendable {
        /// Too close to the last kept fix.
        case distance
        /// Too soon after the last kept fix.
        case interval
        /// On the same course as the last kept fix.
        case turn
        /// Its radius exceeds the limit.
        case accuracy
        /// Its radius is unknown, and the filter requires one.
        case unknownAccuracy = "unknown-accuracy"
        /// Within its own error of the last kept fix.
        case withinError = "within-error"
        /// Its speed is out of range.
        case speed
        /// Too far from the last fix to be reached in the time.
        case jump
        /// Stationary.
        case stationary
        /// The recording is paused.
        case paused
        /// A repetition of the previous fix.
        case duplicate
        /// From another receiver than the recorded one.
        case otherDevice = "other-device"
        /// Dropped from the queue because nothing could be written for too long.
        case notWritten = "not-written"
    }
}

extension LocationFilter.Reason {
    /// Whether a good fix was suppressed because it adds no information.
    var isRedundant: Bool {
        switch self {
        case .distance, .interval, .turn, .withinError, .stationary, .duplicate: true
        default: false
        }
    }
}
