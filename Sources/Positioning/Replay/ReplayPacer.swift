/// When each report of a recording is due: paced by the recorded times, within reason.
///
/// A pure value.
///
/// A step backwards or of more than ten seconds counts as one second, and so does the step to a report without a time.
struct ReplayPacer: Sendable {
    /// The longest pause of a recording that is played as it was.
    static let longestStep = 10.0

    private let speed: Double
    private var last: Double?
    private var hasStarted = false
    /// Recorded seconds since the first report.
    private(set) var elapsed = 0.0

    /// - Parameter speed: How many times faster than recorded; 0 for as fast as possible.
    init(speed: Double) { self.speed = speed }

    /// How long after the first report a report is due.
    ///
    /// - Parameter time: The report's own time in seconds since 1970, if it has one.
    /// - Returns: The time to wait, counted from the first report and divided by the speed.
    mutating func due(time: Double?) -> Duration {
        defer {
            hasStarted = true
            last = time ?? last
        }
        if hasStarted {
            if let time, let last {
                let step = time - last
                elapsed += step >= 0 && step <= Self.longestStep ? step : 1
            } else {
                elapsed += 1
            }
        }
        return speed > 0 ? .seconds(elapsed / speed) : .zero
    }
}
