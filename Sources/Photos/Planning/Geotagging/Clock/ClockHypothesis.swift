import FoundationEssentials
import Glibc
import LKMetadata

/// A possible error of a camera's clock and its likelihood.
struct ClockHypothesis: Sendable, Hashable {
    /// The source of the clock's UTC offset.
    enum Family: Sendable, Hashable {
        /// The offset stated in the photo, or that of the time zone at its position.
        case zones
        /// One offset for all photos, included in the shift: the clock stayed in one zone.
        case constant
    }

    var family: Family
    /// Seconds to add to the camera's time.
    var shift: Double
    /// Drift: additional seconds to add for each day after the reference.
    var secondsPerDay = 0.0
    /// The log-likelihood; after normalization, the probability.
    var weight: Double

    /// Returns the correction at a time, in seconds.
    func seconds(at shown: Double, reference: Double) -> Double {
        shift + secondsPerDay * (shown - reference) / 86_400
    }
}

/// The prior probability of clock errors.
///
/// Most clocks are right within seconds, some are minutes off; a wrong zone or daylight saving time causes errors of
/// whole hours; other errors are rare.
struct ClockPrior {
    var family: ClockHypothesis.Family
    /// The UTC offset of the tracks if they have only one: a clock left in another zone is then whole hours off.
    var onlyOffset: Int?

    private static let reach = 26 * 3600.0
    /// Drift rates of camera clocks with their probabilities, in seconds per day.
    static let drifts: [(secondsPerDay: Double, probability: Double)] = [
        (0, 0.4), (-1, 0.15), (1, 0.15), (-2.5, 0.1), (2.5, 0.1), (-5, 0.05), (5, 0.05),
    ]

    /// Returns the probability of the shifts in an interval.
    ///
    /// - Parameters:
    ///   - shift: The middle, in seconds.
    ///   - width: The width of the interval, in seconds.
    /// - Returns: From 0 to 1.
    func probability(_ shift: Double, width: Double) -> Double {
        switch family {
        case .constant: zoned(shift, width)
        case .zones:
            0.55 * Self.peak(shift, width, 10) + 0.12 * Self.peak(shift, width, 180) + hours(shift, width)
                + 0.04 * width / (2 * Self.reach) + (onlyOffset.map { zoned(shift - Double($0), width) } ?? 0)
        }
    }

    /// Returns the probability of errors of whole hours, smaller ones more likely, and of quarter hours.
    private func hours(_ shift: Double, _ width: Double) -> Double {
        let hour = (shift / 3600).rounded()
        let quarter = (shift / 900).rounded()
        var result = 0.01 / 200 * Self.peak(shift - quarter * 900, width, 20)
        if hour != 0 {
            let isUsual = abs(hour) == 12 || abs(hour) == 24
            result += 0.12 / 7 * (isUsual ? 2 : 1) / (1 + abs(hour)) * Self.peak(shift - hour * 3600, width, 20)
        }
        return result
    }

    /// Returns the probability of errors of clocks left in another time zone.
    private func zoned(_ shift: Double, _ width: Double) -> Double {
        guard abs(shift) < 15 * 3600 else { return 0.01 * width / (2 * Self.reach) }
        let hour = (shift / 3600).rounded() * 3600
        let quarter = (shift / 900).rounded() * 900
        return 0.1 / 27 * Self.peak(shift - hour, width, 20) + 0.03 / 27 * Self.peak(shift - hour, width, 180)
            + 0.02 / 110 * Self.peak(shift - quarter, width, 20) + 0.02 * width / (2 * Self.reach)
    }

    /// Returns the probability mass of a Laplace distribution in an interval.
    private static func peak(_ middle: Double, _ width: Double, _ scale: Double) -> Double {
        // Negligible far from the centre.
        guard abs(middle) < width + 30 * scale else { return 0 }
        func below(_ value: Double) -> Double { value < 0 ? exp(value / scale) / 2 : 1 - exp(-value / scale) / 2 }
        return below(middle + width / 2) - below(middle - width / 2)
    }
}

extension PhotoMoment {
    /// Returns the possible UTC times of the photo under a hypothesis of its camera's clock, in seconds since 1970.
    func instants(_ hypothesis: ClockHypothesis, _ judgement: ClockJudgement) -> [Double] {
        let wall = Double(date.wallTime.secondsSince1970) + Double(date.wallTime.nanosecond) / 1e9
        func instant(_ offset: Int) -> Double {
            let shown = wall - Double(offset)
            var seconds = hypothesis.seconds(at: shown, reference: judgement.reference)
            if zoneSource == .receiver { seconds = seconds.remainder(dividingBy: 900) }
            return shown + seconds
        }
        let isDerived = date.offset == nil && zoneSource != .given
        switch hypothesis.family {
        case .constant: return isDerived ? [instant(0)] : []
        case .zones where !isDerived: return [instant(offset)]
        case .zones: return Set(judgement.offsets + [offset]).map(instant)
        }
    }
}
