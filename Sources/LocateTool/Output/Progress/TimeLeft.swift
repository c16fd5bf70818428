/// How much longer something takes, as a number that a person can follow: it counts down with the clock, and where the guess
/// changes it moves there in steps instead of jumping.
struct TimeLeft {
    /// The least share of the whole from which a guess makes sense.
    private static let leastShare = 0.01
    /// Nothing is guessed in the first second: it has the slow start of everything in it.
    private static let leastTime = 1.0
    /// A guess that differs by less than this share of it is no news.
    private static let tolerance = 0.2
    /// In about so many seconds it comes near another guess.
    private static let inertia = 4.0

    /// So many seconds without a step, and half of what went by before, are taken for a change of the pace.
    private static let stall = 5.0

    private var shown: Double?
    private var lastTime = 0.0
    private var lastShare = 0.0
    /// When the share was reached.
    private var stepTime = 0.0

    /// Takes in how far it is.
    ///
    /// - Parameters:
    ///   - elapsed: The seconds since the start.
    ///   - share: Which share is done, 0 to 1.
    /// - Returns: Whole seconds, at least 1; `nil` as long as nothing can be said, and where nothing is left.
    mutating func update(elapsed: Double, share: Double) -> Int? {
        guard share >= Self.leastShare, share < 1, elapsed >= Self.leastTime, elapsed.isFinite else {
            if share >= 1 { shown = nil }
            return nil
        }
        // Steps may be seconds apart: in between the pace is what it was.
        if share != lastShare { (lastShare, stepTime) = (share, elapsed) }
        let isStalled = elapsed - stepTime > max(Self.stall, stepTime / 2)
        let base = isStalled ? elapsed : stepTime
        let guess = max(0, base * (1 - share) / share - (elapsed - base))
        let passed = max(0, elapsed - lastTime)
        lastTime = elapsed
        guard let before = shown else {
            shown = guess
            return Self.whole(guess)
        }
        let expected = max(0, before - passed)
        let difference = guess - expected
        let isNews = difference.magnitude > max(1, Self.tolerance * guess)
        let now = isNews ? expected + difference * min(1, passed / Self.inertia) : expected
        shown = now
        return Self.whole(now)
    }

    private static func whole(_ seconds: Double) -> Int { max(1, Int(min(seconds.rounded(.up), 359_999))) }
}
