import Foundation
import Metadata

/// One way in which a camera's clock may have been wrong, and how likely it is.
struct ClockHypothesis: Sendable, Hashable {
    /// Where the clock's offset to UTC is from.
    enum Family: Sendable, Hashable {
        /// What a photo states, or the zone of the place.
        case zones
        /// The same for all photos: the clock stayed in one zone, and the shift has that zone in it.
        case constant
    }

    var family: Family
    /// Seconds that are added to the time.
    var shift: Double
    /// Seconds more for each day after the reference.
    var secondsPerDay = 0.0
    /// The logarithm of its likelihood, and after weighing its probability.
    var weight: Double

    /// What is added at a moment.
    func seconds(at shown: Double, reference: Double) -> Double {
        shift + secondsPerDay * (shown - reference) / 86_400
    }
}

/// How usual it is that a clock is wrong by so much, before anything is known of it.
///
/// Most clocks are right within seconds, others by minutes; a wrong zone or summer time makes whole hours; the rest is anything.
struct ClockPrior {
    var family: ClockHypothesis.Family
    /// The only offset of the tracks, where they are in one: a clock that stayed in another zone is then only hours off.
    var onlyOffset: Int?

    private static let reach = 26 * 3600.0
    /// Seconds per day that clocks of cameras gain or lose.
    static let drifts: [(secondsPerDay: Double, probability: Double)] = [
        (0, 0.4), (-1, 0.15), (1, 0.15), (-2.5, 0.1), (2.5, 0.1), (-5, 0.05), (5, 0.05),
    ]

    /// The probability of shifts around one.
    ///
    /// - Parameters:
    ///   - shift: The middle, in seconds.
    ///   - width: How many seconds around it.
    /// - Returns: From 0 to 1.
    func probability(_ shift: Double, width: Double) -> Double {
        switch family {
        case .constant: zoned(shift, width)
        case .zones:
            0.55 * Self.peak(shift, width, 10) + 0.12 * Self.peak(shift, width, 180) + hours(shift, width)
                + 0.04 * width / (2 * Self.reach) + (onlyOffset.map { zoned(shift - Double($0), width) } ?? 0)
        }
    }

    /// Whole hours, the nearer the likelier, and quarters.
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

    /// The zones that clocks stay in.
    private func zoned(_ shift: Double, _ width: Double) -> Double {
        guard abs(shift) < 15 * 3600 else { return 0.01 * width / (2 * Self.reach) }
        let hour = (shift / 3600).rounded() * 3600
        let quarter = (shift / 900).rounded() * 900
        return 0.1 / 27 * Self.peak(shift - hour, width, 20) + 0.03 / 27 * Self.peak(shift - hour, width, 180)
            + 0.02 / 110 * Self.peak(shift - quarter, width, 20) + 0.02 * width / (2 * Self.reach)
    }

    /// How much of a Laplace distribution is in an interval.
    private static func peak(_ middle: Double, _ width: Double, _ scale: Double) -> Double {
        // Far off it is nothing beside the rest.
        guard abs(middle) < width + 30 * scale else { return 0 }
        func below(_ value: Double) -> Double { value < 0 ? exp(value / scale) / 2 : 1 - exp(-value / scale) / 2 }
        return below(middle + width / 2) - below(middle - width / 2)
    }
}

extension PhotoMoment {
    /// When the photo may have been taken by a hypothesis of its camera's clock, in seconds since 1970.
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
