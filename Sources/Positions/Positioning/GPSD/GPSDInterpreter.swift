import FoundationEssentials
import LKFormats
import LKGeo
import LKThreads

/// Turns gpsd's messages into events, each fix with the accuracy and doubts that follow from the reports before it.
///
/// Used for live daemons and recordings alike. No thread, no clock.
struct GPSDInterpreter {
    typealias Instant = MonotonicInstant

    /// The most receivers tracked: gpsd has at most 6, and a malicious peer must not exhaust memory.
    static let maximumReceivers = 32

    /// Whether reports are live, so that their times can be compared with the system clock.
    let isLive: Bool
    let isSimulated: Bool
    let source: Location.Source
    /// The requested receiver.
    let wantedDevice: String?

    /// One state per receiver; reports without a device name share one.
    ///
    /// There are so few that comparing names is faster than hashing them.
    private var receivers: [Receiver] = []

    /// A class, because its state is large and fixes are frequent.
    private final class Receiver {
        let device: String?
        var state = ReceiverState()
        var lastTime: Double?

        init(_ device: String?) { self.device = device }
    }

    init(isLive: Bool, isSimulated: Bool, source: Location.Source, wantedDevice: String? = nil) {
        self.isLive = isLive
        self.isSimulated = isSimulated
        self.source = source
        self.wantedDevice = wantedDevice
    }

    /// Interprets a message that arrived at `now`, and passes the resulting events to `emit`.
    mutating func interpret(_ message: GPSDMessage, at now: Instant, _ emit: (SourceEvent) -> Void) {
        switch message {
        case .fix(let fix):
            emit(event(for: fix, at: now))
            // After the report without a fix, which it explains.
            if fix.mode >= 2, fix.location == nil { emit(.link(.impossiblePosition(fix.device))) }
        case .sky(let view):
            receiver(view.device).state.note(view)
            emit(.sky(view))
        case .heading(let heading): emit(.heading(heading))
        case .errorStatistics(let errors):
            receiver(errors.device).state.note(errors, at: now)
            emit(.link(.deviceAlive(errors.device)))
        case .version(let release): emit(.link(.greeted(release: release)))
        case .devices(let devices):
            for device in devices { noteDriver(device) }
            emit(.link(.devices(devices.map(\.path))))
        case .device(let device):
            noteDriver(device)
            if device.isClosed { receivers.removeAll { $0.device == device.path } }
            emit(.link(device.isClosed ? .deviceClosed(device.path) : .deviceAlive(device.path)))
        case .error(let text):
            if text.hasPrefix("No such device") {
                emit(.link(.deviceRefused(wantedDevice ?? Self.cleaned(text))))
            } else if !text.isEmpty {
                emit(.link(.complained(Self.cleaned(text))))
            }
        case .watch, .other: break
        }
    }

    /// Returns a daemon's text for quoting: on one line, without any ``DisplayHazard``, and of limited length.
    private static func cleaned(_ text: String) -> String { String(text.unicodeScalars.prefix(200)).displayable }

    /// Forgets all receivers.
    mutating func forgetReceivers() { receivers = [] }

    private mutating func receiver(_ device: String?) -> Receiver {
        for receiver in receivers where receiver.device == device { return receiver }
        let receiver = Receiver(device)
        if receivers.count == Self.maximumReceivers { receivers.removeFirst() }
        receivers.append(receiver)
        return receiver
    }

    private mutating func noteDriver(_ device: GPSDDevice) {
        if let driver = device.driver { receiver(device.path).state.driver = driver }
    }

    private mutating func event(for fix: GPSDFix, at now: Instant) -> SourceEvent {
        let receiver = receiver(fix.device)
        guard var location = receiver.state.location(of: fix, at: now) else {
            receiver.state.noteNoFix()
            return .noFix(device: fix.device, time: fix.time > 0 ? Date(timeIntervalSince1970: fix.time) : nil)
        }
        location.source = source
        location.isSimulated = isSimulated || location.correction == .simulated
        if fix.time > 0 {
            location.timestampDoubt = TimestampValidator.doubt(
                time: fix.time, previous: receiver.lastTime, wallClock: Date.now.timeIntervalSince1970, isLive: isLive)
            receiver.lastTime = fix.time
        }
        return .fix(location)
    }
}
