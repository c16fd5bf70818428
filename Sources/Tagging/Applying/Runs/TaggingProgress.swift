internal import Threads

/// How far a run is, how fast it goes, and when it will have ended.
public struct TaggingProgress: Sendable {
    /// How many photos there are; `nil` where that is not known yet.
    public var total: Int?

    /// How many have an outcome.
    public private(set) var done = 0

    /// How many of them failed.
    public private(set) var failed = 0

    private let began: MonotonicInstant
    private var now: MonotonicInstant

    /// Begins to count.
    ///
    /// - Parameter total: How many photos there are, where that is known.
    public init(total: Int? = nil) { self.init(total: total, now: .now) }

    init(total: Int?, now: MonotonicInstant) {
        self.total = total
        began = now
        self.now = now
    }

    /// Counts an outcome.
    ///
    /// - Parameter outcome: What became of a photo.
    public mutating func count(_ outcome: PhotoOutcome) { count(outcome, now: .now) }

    mutating func count(_ outcome: PhotoOutcome, now: MonotonicInstant) {
        self.now = max(self.now, now)
        if outcome.action == .notBegun { return }
        done += 1
        if outcome.error != nil { failed += 1 }
    }

    /// Photos a second since the beginning; `nil` while that says nothing yet.
    public var rate: Double? {
        let seconds = (now - began) / .seconds(1)
        return done > 0 && seconds > 0 ? Double(done) / seconds : nil
    }

    /// How long the rest will take at the same rate.
    public var timeLeft: Duration? {
        guard let rate, let total else { return nil }
        return .seconds(Double(max(0, total - done)) / rate)
    }
}
