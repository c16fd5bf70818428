/// What a session is asked for.
///
/// Durations are real time, distances metres.
struct SessionDemand: Hashable, Sendable {
    /// A fix at least this good ends the session; 0 never does.
    var desiredAccuracy = 100.0
    /// How long the session may take; `nil` for as long as it likes.
    var timeout: Duration? = .seconds(15)
    /// How long nothing may be in view before the session gives up; `nil` to wait for the timeout.
    var noSatelliteTimeout: Duration?
    /// How old a fix may be when the session starts to count as an answer.
    var maximumAge = Duration.seconds(5)
    /// How long to look for a better fix once the accuracy is met.
    var settle = Duration.zero
    /// The least quality of fix that counts.
    var requirement = FixRequirement.twoDimensional
    /// How far a fix must be from the last announced one to be announced; 0 announces all.
    var distanceFilter = 0.0
}
