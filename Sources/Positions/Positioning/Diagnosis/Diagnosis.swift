import LKGeo
import LKThreads

/// Collects evidence about a missing fix from a source's events, and derives the reason.
///
/// A pure value: times come in from outside.
struct Diagnosis: Sendable {
    typealias Instant = MonotonicInstant

    /// A signal below this is too weak to decode the satellite's data, so it cannot contribute to a fix: receivers need
    /// about 25 dB-Hz to keep and 28 dB-Hz to acquire the navigation message.
    static let weakestUsefulSignal = 28.0

    /// The time without data after which a receiver counts as silent; one and a half of its intervals if that is longer.
    ///
    /// Most receivers report once a second; gpsd needs under a second to recognize one.
    static let silenceThreshold = Duration.seconds(3)

    /// The time after which a receiver whose interval is not known yet is reported as silent: some report every five or
    /// ten seconds.
    static let firstSilenceThreshold = ReportInterval.slowestAtFirst

    /// The time after which a daemon that accepts connections without a greeting is reported as silent: gpsd opens its
    /// receivers first, which takes 5 s on a serial port.
    static let greetingThreshold = Duration.seconds(10)

    /// The time without a usable fix after which its loss is reported; two and a half of the receiver's intervals if that is
    /// longer.
    static let lapseThreshold = Duration.seconds(5)

    /// How long a daemon that was lost has to stay after its greeting to count as back, unless a receiver sends data
    /// first.
    ///
    /// A daemon in a restart loop greets and disappears in less time.
    static let proof = Duration.milliseconds(500)

    private enum Link: Sendable {
        case none
        case disconnected(endpoint: String, detail: String)
        /// `before` describes how the previous connection broke.
        case connected(endpoint: String, before: String?)
        /// `lost` is the earlier outage, until this daemon has proved stable.
        case greeted(lost: LocationManager.NoFixReason?)
    }

    private var link = Link.none
    /// Whether there ever was a connection to the daemon.
    private(set) var hasConnected = false
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
    private var interval = ReportInterval()
    /// When receivers began to send, or did so again after a silence.
    private var sendingSince: Instant?
    /// Whether gpsd has closed the receiver that sent last.
    private var isClosed = false
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
        // A compass says nothing about a receiver.
        case .heading, .ended, .failed: break
        }
    }

    private mutating func noteSign(of device: String?, at now: Instant) {
        if complaint != nil { complaint = nil }
        isClosed = false
        if lastSign.map({ now - $0.at >= Self.silenceThreshold }) ?? true { sendingSince = now }
        if case .greeted(let lost) = link {
            if lost != nil { link = .greeted(lost: nil) }
            if let last = lastSign?.at { interval.note(pause: now - last, at: now) }
        }
        // Copy only on change: fixes are frequent.
        if lastSign != nil, lastSign?.device == device { lastSign?.at = now } else { lastSign = (device, now) }
    }

    private mutating func note(_ event: SourceEvent.Link, at now: Instant) {
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
            hasConnected = true
            var before: String?
            if case .disconnected(_, let detail) = link, linkSince != nil { before = detail }
            link = .connected(endpoint: endpoint, before: before)
            linkSince = now
        case .greeted:
            var lost: LocationManager.NoFixReason?
            if case .connected(let endpoint, let before?) = link {
                lost = .daemonUnreachable(endpoint: endpoint, detail: before)
            }
            link = .greeted(lost: lost)
            linkSince = now
        case .devices(let paths):
            // A newly connected receiver gets time for its first report.
            if devices?.isEmpty == true, !paths.isEmpty { (lastSign, linkSince, isClosed) = (nil, now, false) }
            devices = paths
        case .deviceRefused(let path): refused = path
        case .deviceClosed(let path):
            if lastSign?.device == path { (lastSign, isClosed) = (nil, true) }
        case .deviceAlive(let device):
            noteSign(of: device, at: now)
            refused = nil
        case .complained(let text): complaint = text
        case .impossiblePosition(let device): impossible = (device, ())
        case .nudged: break
        }
    }

    /// Creates an empty diagnosis.
    init() {}

    /// Creates the diagnosis after a broken connection, which invalidates devices and sky view, but not the time of the
    /// last fix or the receiver's interval.
    private init(keeping old: Diagnosis) {
        interval = old.interval
        hasConnected = old.hasConnected
        lastFixAt = old.lastFixAt
        lastSatelliteAt = old.lastSatelliteAt
    }

    /// Returns the rung that explains why there is no fix at `now`.
    func reason(at now: Instant) -> LocationManager.NoFixReason {
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
        if let fault = receiverFault(at: now, silentFrom: silenceDue(after: Self.silenceThreshold)) { return fault }
        if let impossible { return .invalidPosition(path: impossible.device) }
        if let lastFixAt, now - lastFixAt >= Self.silenceThreshold {
            return .stale(age: now - lastFixAt)
        }
        return skyReason
    }

    /// Returns why a receiver that sends has no fix.
    var receptionReason: LocationManager.NoFixReason {
        if let complaint { return .daemonError(complaint) }
        return impossible.map { .invalidPosition(path: $0.device) } ?? skyReason
    }

    /// Returns when the loss of a fix is to be reported.
    ///
    /// - Parameter since: When the last usable fix arrived, or when the search began.
    /// - Returns: The instant; `nil` unless a daemon has greeted and a receiver has sent.
    func lapseDue(since: Instant) -> Instant? {
        guard case .greeted = link, let linkSince, let sendingSince else { return nil }
        let maximumSilence =
            interval.isKnown ? max(Self.lapseThreshold, interval.estimate * 2.5) : Self.firstSilenceThreshold
        // The first reports after a silence may still be without a fix.
        return max(max(since, linkSince) + maximumSilence, sendingSince + Self.silenceThreshold)
    }

    /// Returns a fault between the daemon and a receiver.
    private func receiverFault(at now: Instant, silentFrom due: Instant?) -> LocationManager.NoFixReason? {
        if let refused { return .noSuchDevice(path: refused) }
        if let devices, devices.isEmpty { return .noDevice }
        guard let due, due <= now else { return nil }
        return .deviceSilent(path: lastSign?.device ?? devices?.first)
    }

    /// Returns when a receiver without new data counts as silent; slow receivers have longer.
    private func silenceDue(after threshold: Duration) -> Instant? {
        guard case .greeted = link, let since = linkSince else { return nil }
        return max(lastSign?.at ?? since, since) + max(threshold, interval.estimate * 1.5)
    }

    /// When a silent receiver is reported; later while its interval is not known.
    private var outageDue: Instant? {
        silenceDue(after: interval.isKnown || isClosed ? Self.silenceThreshold : Self.firstSilenceThreshold)
    }

    /// Returns the fault of the daemon, or of its connection to a receiver, that is certain at `now`.
    ///
    /// Unlike ``reason(at:)`` it is `nil` while waiting for a first answer, and ignores the sky.
    func outage(at now: Instant) -> LocationManager.NoFixReason? {
        switch link {
        case .none: return nil
        case .disconnected(let endpoint, let detail):
            if linkSince == nil, let attemptSince, now < attemptSince + Self.silenceThreshold { return nil }
            return .daemonUnreachable(endpoint: endpoint, detail: detail)
        case .connected(let endpoint, let before):
            guard let since = linkSince, now < since + Self.greetingThreshold else {
                return .daemonSilent(endpoint: endpoint)
            }
            return before.map { .daemonUnreachable(endpoint: endpoint, detail: $0) }
        case .greeted(let lost):
            if let lost, let since = linkSince, now < since + Self.proof { return lost }
            return receiverFault(at: now, silentFrom: outageDue)
        }
    }

    /// Returns when ``outage(at:)`` may change without an event; `nil` when it cannot.
    func outageDue(after now: Instant) -> Instant? {
        let due: Instant?
        switch link {
        case .none: due = nil
        case .disconnected: due = linkSince == nil ? attemptSince.map { $0 + Self.silenceThreshold } : nil
        case .connected: due = linkSince.map { $0 + Self.greetingThreshold }
        case .greeted(let lost):
            let proved = lost == nil ? nil : linkSince.map { $0 + Self.proof }
            due = proved.flatMap { $0 > now ? $0 : nil } ?? outageDue
        }
        return due.flatMap { $0 > now ? $0 : nil }
    }

    private var skyReason: LocationManager.NoFixReason {
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
