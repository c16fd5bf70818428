import FoundationEssentials
import Geo
import Threads

/// What must be remembered of one receiver to judge its next report: gpsd's reports are complete in themselves, but how
/// far they can be believed depends on those before.
struct ReceiverState: Sendable {
    typealias Instant = MonotonicInstant

    /// Drivers whose error estimates come from the receiver and not from gpsd's model.
    private static let driversWithErrors: Set<String> = ["u-blox", "Garmin USB binary", "Garmin Serial binary", "SiRF"]

    /// How long an error statistic may be older or newer than the fix it belongs to, where both have times.
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

    /// The report's location with all that is known of its quality, or `nil` when the report has none.
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
            // u-blox states one sigma; the others' numbers gpsd scales to 95 %.
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

    /// Whether an error is the receiver's own: its driver passes such on, and it is not gpsd's dilution times 19 m
    /// (4.75 m with differential corrections).
    private func isReceiversOwn(_ eph: Double) -> Bool {
        guard let driver, Self.driversWithErrors.contains(driver), eph.isFinite, eph > 0 else { return false }
        guard let dilution = sky?.horizontalDilution else { return true }
        return abs(eph - dilution * 19) > 0.011 * eph && abs(eph - dilution * 4.75) > 0.011 * eph
    }
}
