public import FoundationEssentials

/// What has to be added to the time of a camera's clock to get the true time.
public enum ClockCorrection: Sendable, Hashable {
    /// Always the same, in seconds; positive for a clock that is slow.
    case constant(Double)

    /// As two or more comparisons with the true time say: the clock runs evenly between them, and goes on as it did beyond the
    /// first and the last.
    case drift([ClockComparison])

    /// The clock is right.
    public static let none = ClockCorrection.constant(0)

    /// What is to be added at a moment.
    ///
    /// - Parameter shown: The moment by the camera's clock.
    /// - Returns: Seconds.
    public func seconds(at shown: Date) -> Double {
        guard case .drift(let comparisons) = self else {
            if case .constant(let seconds) = self { return seconds }
            return 0
        }
        let sorted = comparisons.sorted { $0.shown < $1.shown }
        guard let first = sorted.first, let last = sorted.last else { return 0 }
        guard last.shown > first.shown else { return first.seconds }
        // The pair around the moment, or the one at the end that is nearer.
        let next = min(max(1, sorted.firstIndex { $0.shown > shown } ?? sorted.count - 1), sorted.count - 1)
        let (before, after) = (sorted[next - 1], sorted[next])
        let step = after.shown.timeIntervalSince(before.shown)
        guard step > 0 else { return before.seconds }
        return before.seconds + (after.seconds - before.seconds) * shown.timeIntervalSince(before.shown) / step
    }
}

/// A camera's clock and the true time at one moment, as from a photo of a clock.
public struct ClockComparison: Sendable, Hashable {
    /// The moment by the camera's clock.
    public var shown: Date

    /// The true moment.
    public var actual: Date

    /// Makes a comparison.
    ///
    /// - Parameters:
    ///   - shown: The moment by the camera's clock.
    ///   - actual: The true moment.
    public init(shown: Date, actual: Date) {
        self.shown = shown
        self.actual = actual
    }

    var seconds: Double { actual.timeIntervalSince(shown) }
}
