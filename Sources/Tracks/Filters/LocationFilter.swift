/// Which fixes of a stream are kept: conditions, and how they are combined.
///
/// A value that says what is wanted; ``LocationSieve`` applies it to a stream. Distances, times and turns are measured from the
/// last fix that was kept, so that whichever condition is met first, all begin anew.
///
/// ```swift
/// // Every 10 m and at each turn, at least once a minute; nothing doubtful.
/// let filter = LocationFilter.all([
///     .accuracy(50), .jump(maximumSpeed: 70),
///     .heartbeat(60, .any([.distance(10), .turn(20, minimumSpeed: 1)])),
/// ])
/// ```
public indirect enum LocationFilter: Hashable, Sendable {
    /// At least so many metres from the last fix kept.
    case distance(Double)

    /// At least so many seconds after the last fix kept.
    ///
    /// A fix whose time lies before it passes too: after a clock was set back, recording must not stand still.
    case interval(Double)

    /// The course differs from that of the last fix kept by so many degrees, either way, at a speed of at least
    /// `minimumSpeed` metres per second.
    ///
    /// Slower, or without a course, nothing can be told, and the fix does not pass: a receiver that stands still turns
    /// in all directions.
    case turn(Double, minimumSpeed: Double)

    /// A radius of at most so many metres; unknown ones pass unless `acceptsUnknown` is false.
    case accuracy(Double, acceptsUnknown: Bool = true)

    /// At least so many times its own radius from the last fix kept; a fix of unknown radius passes.
    case beyondError(Double)

    /// A speed within the range, in metres per second; an unknown one passes.
    case speed(ClosedRange<Double>)

    /// No farther from the last plausible fix than `maximumSpeed` metres per second allow.
    ///
    /// A fix that jumped is doubted, not the receiver for ever: after `confirmations` fixes in a row that agree with each other
    /// the new place is taken for true.
    case jump(maximumSpeed: Double, confirmations: Int = 3)

    /// One of the conditions is enough; with none nothing passes.
    case any([LocationFilter])

    /// All conditions must be met; with none everything passes.
    case all([LocationFilter])

    /// What the other filter lets through, and a fix at least every so many seconds whatever that says.
    case heartbeat(Double, LocationFilter)
}
