import FoundationEssentials
import LKGeo
import LKThreads

/// The state of one receiver needed to evaluate its next report: the reliability of gpsd's reports depends on earlier
/// ones.
struct ReceiverState: Sendable {
    typealias Instant = MonotonicInstant

    /// Drivers whose error estimates come from the receiver rather than from gpsd's model.
    private static let driversWithErrors: Set<String> = ["u-blox", "Garmin USB binary", "Garmin Serial binary", "SiRF"]

    /// The largest time difference between an error statistic and its fix.
    private static let statisticsWindow = 1.5

    var driver: String?
    private var statistics: (errors: GPSDErrorStatistics, at: Instant)?
    private var sky: SkyView?
    private var trust = DilutionTrust()

    mutating func note(_ errors: GPSDErrorStatistics, at now: Instant) { statistics = (errors, now) }

    mutating func note(_ view: SkyView) {
        trust.noteSky()
        // Newer daemons also send dilutions alone; the satellites are still those of the last full view.
        guard view.satellites.isEmpty, sky != nil else {
            sky = view
            return
        }
        if let dilution = view.horizontalDilution { sky?.horizontalDilution = dilution }
    }

    mutating func noteNoFix() { trust.noteNoFix() }

    /// Returns the report's location with its quality, or `nil` when the report has no location.
    mutating func location(of fix: GPSDFix, at now: Instant) -> Location? {
        guard var location = fix.location else { return nil }
        trust.noteFix(time: fix.time)
        location.horizontalAccuracy = accuracy(of: fix, at: now)
        if !trust.isGiven { location.verticalAccuracy = nil }
        if let sky {
            location.satellites = sky.satellites.isEmpty ? nil : sky.count
            location.horizontalDilution = sky.horizontalDilution
        }
        return location
    }

    private func accuracy(of fix: GPSDFix, at now: Instant) -> Accuracy? {
        if let statistics, isCurrent(statistics, for: fix, at: now),
            let accuracy = Accuracy.gst(
                latitudeError: statistics.errors.latitudeError, longitudeError: statistics.errors.longitudeError)
        {
            return accuracy
        }
        if isReceiversOwn(fix.eph) {
            // u-blox reports one sigma; gpsd scales the errors of other receivers to 95 %.
            if driver == "u-blox" { return Accuracy(radius: fix.eph, estimator: .receiver) }
            return Accuracy.eph(fix.eph).flatMap { Accuracy(radius: $0.radius, estimator: .receiver) }
        }
        guard trust.isGiven else { return nil }
        return Accuracy.epxEpy(x: fix.epx, y: fix.epy) ?? Accuracy.eph(fix.eph)
    }

    private func isCurrent(_ statistics: (errors: GPSDErrorStatistics, at: Instant), for fix: GPSDFix, at now: Instant)
        -> Bool
    {
        if statistics.errors.time > 0, fix.time > 0 {
            return abs(statistics.errors.time - fix.time) <= Self.statisticsWindow
        }
        return now - statistics.at <= .seconds(2)
    }

    /// Returns whether an error is the receiver's own: its driver reports such errors, and it is not the dilution times
    /// 19 m (4.75 m with differential corrections), which is gpsd's model.
    private func isReceiversOwn(_ eph: Double) -> Bool {
        guard let driver, Self.driversWithErrors.contains(driver), eph.isFinite, eph > 0 else { return false }
        guard let dilution = sky?.horizontalDilution else { return true }
        return abs(eph - dilution * 19) > 0.011 * eph && abs(eph - dilution * 4.75) > 0.011 * eph
    }
}

/// Whether error estimates that gpsd computes from dilutions are reliable yet.
///
/// The first fix after a loss comes with the dilutions of the epoch without a fix (usually 99.9). They are reliable
/// from the next epoch on, recognized by its time or, without one, by a new sky view.
struct DilutionTrust: Sendable {
    private enum State: Sendable {
        case given
        case noFix
        /// The first fix has arrived; `time` is 0 when the receiver does not know it.
        case firstEpoch(time: Double)
    }

    private var state = State.given

    var isGiven: Bool { if case .given = state { true } else { false } }

    mutating func noteNoFix() { state = .noFix }

    mutating func noteFix(time: Double) {
        switch state {
        case .given: break
        case .noFix: state = .firstEpoch(time: time)
        case .firstEpoch(let first): if time != first { state = .given }
        }
    }

    mutating func noteSky() {
        if case .firstEpoch(time: 0) = state { state = .given }
    }
}

/// Detects implausible times: receivers and gpsd may misjudge the GPS week, whose number repeats every 1024 weeks.
enum TimestampValidator {
    /// 1024 weeks in seconds.
    static let rollover = 7168.0 * 86_400

    /// The largest plausible difference between a receiver's clock and this machine's.
    static let tolerance = 2.0 * 86_400

    /// Returns what is doubtful about the time of a fix.
    ///
    /// - Parameters:
    ///   - time: The fix, in seconds since 1970.
    ///   - previous: The fix before it from the same receiver.
    ///   - wallClock: Now, in seconds since 1970.
    ///   - isLive: Whether the fix is live; recordings may be from any time in the past.
    /// - Returns: The doubt, `nil` when there is none.
    static func doubt(time: Double, previous: Double?, wallClock: Double, isLive: Bool) -> Location.TimestampDoubt? {
        let ahead = time - wallClock
        if isLive ? abs(ahead) > tolerance : ahead > tolerance {
            // For a recording only future times are known to be wrong, and the right week is unknown.
            let periods = (ahead / rollover).rounded()
            if !isLive || (periods != 0 && abs(ahead - periods * rollover) <= tolerance) { return .weekRollover }
            return .implausible
        }
        if let previous, time < previous { return .backwards }
        return nil
    }
}
