import FoundationEssentials
import Geo

/// Turns gpsd's messages into events, each fix with the accuracy and doubts that follow from the reports before it.
///
/// The same for a live daemon and for a recording of one. No thread, no clock.
struct GPSDInterpreter {
    typealias Instant = ContinuousClock.Instant

    /// Whether reports are new, so that their times can be held against the wall clock.
    let isLive: Bool
    let isSimulated: Bool
    let source: Location.Source
    /// The receiver that was asked for.
    let wantedDevice: String?

    /// Reports without a device name belong to the nameless receiver.
    private var receivers: [String?: Receiver] = [:]

    private struct Receiver {
        var state = ReceiverState()
        var lastTime: Double?
    }

    init(isLive: Bool, isSimulated: Bool, source: Location.Source, wantedDevice: String? = nil) {
        self.isLive = isLive
        self.isSimulated = isSimulated
        self.source = source
        self.wantedDevice = wantedDevice
    }

    /// Takes in a message that arrived at `now` and gives `emit` what it tells.
    mutating func take(_ message: GPSDMessage, at now: Instant, _ emit: (SourceEvent) -> Void) {
        switch message {
        case .version(let release): emit(.link(.greeted(release: release)))
        case .devices(let devices):
            for device in devices { noteDriver(device) }
            emit(.link(.devices(devices.map(\.path))))
        case .device(let device):
            noteDriver(device)
            emit(.link(device.isClosed ? .deviceClosed(device.path) : .deviceAlive(device.path)))
        case .watch, .other: break
        case .error(let text):
            if text.hasPrefix("No such device") { emit(.link(.deviceRefused(wantedDevice ?? text))) }
        case .errorStatistics(let errors):
            receivers[errors.device, default: Receiver()].state.note(errors, at: now)
            emit(.link(.deviceAlive(errors.device)))
        case .sky(let view):
            receivers[view.device, default: Receiver()].state.note(view)
            emit(.sky(view))
        case .fix(let fix): take(fix, at: now, emit)
        }
    }

    private mutating func noteDriver(_ device: GPSDDevice) {
        if let driver = device.driver { receivers[device.path, default: Receiver()].state.driver = driver }
    }

    private mutating func take(_ fix: GPSDFix, at now: Instant, _ emit: (SourceEvent) -> Void) {
        guard
            var location = Self.location(of: fix, &receivers[fix.device, default: Receiver()], isLive: isLive, at: now)
        else {
            emit(.noFix(device: fix.device, time: fix.time > 0 ? Date(timeIntervalSince1970: fix.time) : nil))
            return
        }
        location.source = source
        location.isSimulated = isSimulated || location.correction == .simulated
        emit(.fix(location))
    }

    private static func location(of fix: GPSDFix, _ receiver: inout Receiver, isLive: Bool, at now: Instant)
        -> Location?
    {
        guard var location = receiver.state.location(of: fix, at: now) else {
            receiver.state.noteNoFix()
            return nil
        }
        if fix.time > 0 {
            location.timestampDoubt = TimestampJudge.doubt(
                time: fix.time, previous: receiver.lastTime, wallClock: Date.now.timeIntervalSince1970, isLive: isLive)
            receiver.lastTime = fix.time
        }
        return location
    }
}
