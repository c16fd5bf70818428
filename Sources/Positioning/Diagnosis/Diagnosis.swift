import Geo
import Threads

/// The evidence about a missing fix, gathered from a source's events, and the rung of the ladder it amounts to.
///
/// A pure value: times come in from outside.
struct Diagnosis: Sendable {
    typealias Instant = MonotonicInstant

    /// A signal below this is too weak to decode the satellite's data, so no fix can come of it: receivers need about
    /// 25 dB-Hz to keep and 28 dB-Hz to acquire the navigation message.
    static let weakestUsefulSignal = 28.0

    /// A receiver that has said nothing for this long counts as silent.
    ///
    /// Receivers report once a second or, rarely, every five; gpsd needs under a second to recognise one.
    static let patience = Duration.seconds(3)

    private enum Link: Sendable {
        case none
        case disconnected(endpoint: String, detail: String)
        /// `before` says how the connection before this one broke.
        case connected(endpoint: String, before: String?)
        case greeted
    }

    private var link = Link.none
    private var linkSince: Instant?
    private var devices: [String]?
    private var refused: String?
    private var lastSign: (device: String?, at: Instant)?
    private(set) var sky: SkyView?
    private(set) var lastFixAt: Instant?
    /// When a satellite was last in view.
    private(set) var lastSatelliteAt: Instant?

    /// Takes in what a source told at `now`.
    mutating func note(_ event: SourceEvent, at now: Instant) {
        switch event {
        case .fix(let location):
            lastFixAt = now
            lastSatelliteAt = now
            // Only a change costs a copy: fixes come by the thousand.
            if lastSign?.device == location.device { lastSign?.at = now } else { lastSign = (location.device, now) }
        case .noFix(let device, _): lastSign = (device, now)
        case .sky(let view):
            sky = view
            lastSign = (view.device, now)
            if Self.isAnythingInView(view) { lastSatelliteAt = now }
        case .link(let event): note(event, at: now)
        case .ended, .failed: break
        }
    }

    private mutating func note(_ event: LinkEvent, at now: Instant) {
        switch event {
        case .disconnected(let endpoint, let detail):
            self = Diagnosis(keeping: self)
            link = .disconnected(endpoint: endpoint, detail: detail)
            linkSince = now
        case .connecting(let endpoint):
            if case .none = link { link = .disconnected(endpoint: endpoint, detail: "no answer yet") }
        case .connected(let endpoint):
            var before: String?
            if case .disconnected(_, let detail) = link, linkSince != nil { before = detail }
            link = .connected(endpoint: endpoint, before: before)
            linkSince = now
        case .greeted:
            link = .greeted
            linkSince = now
        case .devices(let paths): devices = paths
        case .deviceRefused(let path): refused = path
        case .deviceClosed(let path):
            if lastSign?.device == path { lastSign = nil }
        case .deviceAlive(let device):
            lastSign = (device, now)
            refused = nil
        case .nudged: break
        }
    }

    /// Makes an empty diagnosis.
    init() {}

    /// A broken connection voids what was known of devices and sky, not when the last fix came.
    private init(keeping old: Diagnosis) {
        lastFixAt = old.lastFixAt
        lastSatelliteAt = old.lastSatelliteAt
    }

    /// The rung that explains why there is no fix at `now`.
    func reason(at now: Instant) -> NoFixReason {
        switch link {
        case .disconnected(let endpoint, let detail): return .daemonUnreachable(endpoint: endpoint, detail: detail)
        case .connected(let endpoint, let before):
            // A daemon that keeps closing the connection is not silent between the attempts.
            if let before, let since = linkSince, now - since < Self.patience {
                return .daemonUnreachable(endpoint: endpoint, detail: before)
            }
            return .daemonSilent(endpoint: endpoint)
        case .none, .greeted: break
        }
        if let refused { return .noSuchDevice(path: refused) }
        if let devices, devices.isEmpty { return .noDevice }
        if case .greeted = link, let since = linkSince, now - max(lastSign?.at ?? since, since) >= Self.patience {
            return .deviceSilent(path: lastSign?.device ?? devices?.first)
        }
        if let lastFixAt, now - lastFixAt >= Self.patience { return .stale(age: (now - lastFixAt) / .seconds(1)) }
        return skyReason
    }

    private var skyReason: NoFixReason {
        guard let sky else { return .acquiring(seen: nil, used: nil) }
        guard !sky.satellites.isEmpty else { return .noSatellites }
        let signals = sky.satellites.compactMap(\.signal)
        // Four satellites make a fix in three dimensions; with fewer strong ones the signals are what is missing.
        if let best = signals.max(), signals.count(where: { $0 >= Self.weakestUsefulSignal }) == 0 {
            return best > 0 ? .weakSignals(seen: signals.count { $0 > 0 }, best: best) : .noSatellites
        }
        return .acquiring(seen: sky.satellites.count, used: sky.count.used)
    }

    /// A receiver also lists satellites that it only expects; those without a signal are not in view, unless it tells no
    /// signals at all.
    static func isAnythingInView(_ view: SkyView) -> Bool {
        var tellsSignals = false
        for satellite in view.satellites {
            if satellite.isUsed { return true }
            if let signal = satellite.signal {
                if signal > 0 { return true }
                tellsSignals = true
            }
        }
        return !tellsSignals && !view.satellites.isEmpty
    }
}
