import Geo
import Threads

/// Collects evidence about a missing fix from a source's events, and derives the reason.
///
/// A pure value: times come in from outside.
struct Diagnosis: Sendable {
    typealias Instant = MonotonicInstant

    /// A signal below this is too weak to decode the satellite's data, so it cannot contribute to a fix: receivers need
    /// about 25 dB-Hz to keep and 28 dB-Hz to acquire the navigation message.
    static let weakestUsefulSignal = 28.0

    /// The time without data after which a receiver counts as silent.
    ///
    /// Receivers report once a second or, rarely, every five; gpsd needs under a second to recognise one.
    static let silenceThreshold = Duration.seconds(3)

    /// How long a daemon that was lost has to stay after its greeting to count as back, unless a receiver sends data
    /// first.
    ///
    /// A daemon in a restart loop greets and disappears in less time.
    static let proof = Duration.milliseconds(500)

    /// The longest pause that counts as a receiver's cycle rather than silence.
    private static let slowestRhythm = Duration.seconds(6)

    private enum Link: Sendable {
        case none
        case disconnected(endpoint: String, detail: String)
        /// `before` describes how the previous connection broke.
        case connected(endpoint: String, before: String?)
        /// `lost` is the earlier outage, until this daemon has proved stable.
        case greeted(lost: NoFixReason?)
    }

    private var link = Link.none
    private var linkSince: Instant?
    /// When the first connection attempt started, until its outcome is known.
    private var attemptSince: Instant?
    private var devices: [String]?
    private var refused: String?
    /// The daemon's last error since data came from a receiver.
    private var complaint: String?
    /// The receiver whose newest report has a fix without a valid position.
    private var impossible: (device: String?, Void)?
    private var lastSign: (device: String?, at: Instant)?
    /// The longest of the receiver's latest pauses; older ones count less.
    private var rhythm = Duration.zero
    private(set) var sky: SkyView?
    private(set) var lastFixAt: Instant?
    /// When a satellite was last in view.
    private(set) var lastSatelliteAt: Instant?

    /// Processes an event of the source at `now`.
    mutating func note(_ event: SourceEvent, at now: Instant) {
        switch event {
        case .fix(let location):
            lastFixAt = now
            lastSatelliteAt = now
            impossible = nil
            noteSign(of: location.device, at: now)
        case .noFix(let device, _):
            impossible = nil
            noteSign(of: device, at: now)
        case .sky(let view):
            sky = view
            noteSign(of: view.device, at: now)
            if Self.isAnythingInView(view) { lastSatelliteAt = now }
        case .link(let event): note(event, at: now)
        case .ended, .failed: break
        }
    }

    private mutating func noteSign(of device: String?, at now: Instant) {
        if complaint != nil { complaint = nil }
        if case .greeted(let lost) = link {
            if lost != nil { link = .greeted(lost: nil) }
            if let last = lastSign?.at {
                let pause = now - last
                rhythm = max(rhythm * 0.9, pause <= Self.slowestRhythm ? pause : .zero)
            }
        }
        // Copy only on change: fixes are frequent.
        if lastSign != nil, lastSign?.device == device { lastSign?.at = now } else { lastSign = (device, now) }
    }

    private mutating func note(_ event: LinkEvent, at now: Instant) {
        switch event {
        case .disconnected(let endpoint, let detail):
            self = Diagnosis(keeping: self)
            link = .disconnected(endpoint: endpoint, detail: detail)
            linkSince = now
        case .connecting(let endpoint):
            if case .none = link {
                link = .disconnected(endpoint: endpoint, detail: "no answer yet")
                attemptSince = now
            }
        case .connected(let endpoint):
            var before: String?
            if case .disconnected(_, let detail) = link, linkSince != nil { before = detail }
            link = .connected(endpoint: endpoint, before: before)
            linkSince = now
        case .greeted:
            var lost: NoFixReason?
            if case .connected(let endpoint, let before?) = link {
                lost = .daemonUnreachable(endpoint: endpoint, detail: before)
            }
            link = .greeted(lost: lost)
            linkSince = now
        case .devices(let paths):
            // A newly connected receiver gets time for its first report.
            if devices?.isEmpty == true, !paths.isEmpty { (lastSign, linkSince) = (nil, now) }
            devices = paths
        case .deviceRefused(let path): refused = path
        case .deviceClosed(let path):
            if lastSign?.device == path { lastSign = nil }
        case .deviceAlive(let device):
            noteSign(of: device, at: now)
            refused = nil
        case .complained(let text): complaint = text
        case .impossiblePosition(let device): impossible = (device, ())
        case .nudged: break
        }
    }

    /// Makes an empty diagnosis.
    init() {}

    /// A broken connection invalidates devices and sky view, but not the time of the last fix.
    private init(keeping old: Diagnosis) {
        lastFixAt = old.lastFixAt
        lastSatelliteAt = old.lastSatelliteAt
    }

    /// Returns the rung that explains why there is no fix at `now`.
    func reason(at now: Instant) -> NoFixReason {
        switch link {
        case .disconnected(let endpoint, let detail): return .daemonUnreachable(endpoint: endpoint, detail: detail)
        case .connected(let endpoint, let before):
            // A daemon that keeps closing the connection is not silent between the attempts.
            if let before, let since = linkSince, now - since < Self.silenceThreshold {
                return .daemonUnreachable(endpoint: endpoint, detail: before)
            }
            return .daemonSilent(endpoint: endpoint)
        case .none, .greeted: break
        }
        if let complaint, refused == nil { return .daemonError(complaint) }
        if let fault = receiverFault(at: now) { return fault }
        if let impossible { return .invalidPosition(path: impossible.device) }
        if let lastFixAt, now - lastFixAt >= Self.silenceThreshold {
            return .stale(age: (now - lastFixAt) / .seconds(1))
        }
        return skyReason
    }

    /// Returns a fault between the daemon and a receiver.
    private func receiverFault(at now: Instant) -> NoFixReason? {
        if let refused { return .noSuchDevice(path: refused) }
        if let devices, devices.isEmpty { return .noDevice }
        guard let due = silenceDue, due <= now else { return nil }
        return .deviceSilent(path: lastSign?.device ?? devices?.first)
    }

    /// When a receiver without new data counts as silent; slow receivers have longer.
    private var silenceDue: Instant? {
        guard case .greeted = link, let since = linkSince else { return nil }
        return max(lastSign?.at ?? since, since) + max(Self.silenceThreshold, rhythm * 1.5)
    }

    /// Returns the fault of the daemon, or of its connection to a receiver, that is certain at `now`.
    ///
    /// Unlike ``reason(at:)`` it is `nil` while waiting for a first answer, and ignores the sky.
    func outage(at now: Instant) -> NoFixReason? {
        switch link {
        case .none: return nil
        case .disconnected(let endpoint, let detail):
            if linkSince == nil, let attemptSince, now < attemptSince + Self.silenceThreshold { return nil }
            return .daemonUnreachable(endpoint: endpoint, detail: detail)
        case .connected(let endpoint, let before):
            guard let since = linkSince, now < since + Self.silenceThreshold else {
                return .daemonSilent(endpoint: endpoint)
            }
            return before.map { .daemonUnreachable(endpoint: endpoint, detail: $0) }
        case .greeted(let lost):
            if let lost, let since = linkSince, now < since + Self.proof { return lost }
            return receiverFault(at: now)
        }
    }

    /// Returns when ``outage(at:)`` may change without an event; `nil` when it cannot.
    func outageDue(after now: Instant) -> Instant? {
        let due: Instant?
        switch link {
        case .none: due = nil
        case .disconnected: due = linkSince == nil ? attemptSince.map { $0 + Self.silenceThreshold } : nil
        case .connected: due = linkSince.map { $0 + Self.silenceThreshold }
        case .greeted(let lost):
            let proved = lost == nil ? nil : linkSince.map { $0 + Self.proof }
            due = proved.flatMap { $0 > now ? $0 : nil } ?? silenceDue
        }
        return due.flatMap { $0 > now ? $0 : nil }
    }

    private var skyReason: NoFixReason {
        guard let sky else { return .acquiring(seen: nil, used: nil) }
        guard !sky.satellites.isEmpty else { return .noSatellites }
        let signals = sky.satellites.compactMap(\.signal)
        // Without any strong signal, the signals are the problem.
        if let best = signals.max(), signals.count(where: { $0 >= Self.weakestUsefulSignal }) == 0 {
            return best > 0 ? .weakSignals(seen: signals.count { $0 > 0 }, best: best) : .noSatellites
        }
        return .acquiring(seen: sky.satellites.count, used: sky.count.used)
    }

    /// Returns whether a satellite is in view.
    ///
    /// A receiver also lists satellites that it only expects; those without a signal do not count, unless it reports no
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
