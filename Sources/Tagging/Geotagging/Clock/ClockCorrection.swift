public import FoundationEssentials
public import Metadata

/// What has to be added to the time of a camera's clock to get the true time.
public enum ClockCorrection: Sendable, Hashable {
    /// Always the same, in seconds; positive for a clock that is slow.
    case constant(Double)

    /// As two or more comparisons with the true time say: the clock runs evenly between them, and is extrapolated beyond the
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

/// An estimated clock offset of one camera.
public struct ClockEstimate: Sendable, Hashable {
    /// What an estimate rests on.
    public enum Evidence: Sendable, Hashable {
        /// So many photos of the camera have the time of a receiver.
        case receiver(photos: Int)
        /// So many photos fall on stops of the track, or beside photos of other cameras.
        case stops(photos: Int)
    }

    /// The camera; `nil` for photos that name none.
    public var camera: Camera?

    /// What has to be added to the camera's time at ``reference``, in seconds; 0 for a clock that was right as far as the photos
    /// tell.
    public var seconds: Double

    /// Whether ``seconds`` lead from the local time straight to UTC: the clock stayed in one zone while the tracks are in several.
    public var includesZone: Bool

    /// By how many seconds the estimate may be wrong: in 95 % of cases it is less.
    public var uncertainty: Double

    /// How sure it is that it is right: from 0 to 1.
    public var confidence: Double

    /// What it rests on.
    public var evidence: Evidence

    /// Whether it was used; what is less sure than was asked for is a proposal only.
    public var isUsed: Bool

    /// How many seconds more have to be added for each day after ``reference``.
    public var secondsPerDay = 0.0

    /// The moment by the camera's clock for which ``seconds`` hold.
    public var reference = Date(timeIntervalSince1970: 0)

    /// What has to be added to the camera's time at a moment.
    ///
    /// - Parameter shown: The moment by the camera's clock.
    /// - Returns: Seconds.
    public func seconds(at shown: Date) -> Double {
        seconds + (secondsPerDay == 0 ? 0 : secondsPerDay * shown.timeIntervalSince(reference) / 86_400)
    }
}
