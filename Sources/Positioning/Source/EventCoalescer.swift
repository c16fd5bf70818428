import Geo
import Threads

/// Passes a source's events on, with one fix per receiver and epoch; see ``EpochCoalescer``.
///
/// No thread, no clock.
struct EventCoalescer {
    typealias Instant = MonotonicInstant

    private let waitsForNextEpoch: Bool
    /// One for each receiver; reports without a device name belong to the nameless one.
    ///
    /// Few enough that comparing names is faster than hashing them.
    private var receivers: [(device: String?, epoch: EpochCoalescer)] = []

    /// Makes a coalescer; see ``EpochCoalescer/init(waitsForNextEpoch:)``.
    init(waitsForNextEpoch: Bool) { self.waitsForNextEpoch = waitsForNextEpoch }

    /// The deadline for emitting a held fix.
    var deadline: Instant? {
        var first: Instant?
        for receiver in receivers {
            if let due = receiver.epoch.deadline { first = min(first ?? due, due) }
        }
        return first
    }

    /// Processes an event at `now`, and passes complete fixes to `emit`.
    mutating func add(_ event: SourceEvent, at now: Instant, _ emit: (SourceEvent) -> Void) {
        switch event {
        case .fix(let location):
            epoch(of: location.device).add(location, at: now) { emit(.fix($0)) }
            return
        case .noFix(let device, _), .link(.deviceClosed(let device as String?)):
            epoch(of: device).flush { emit(.fix($0)) }
        case .ended, .failed, .link(.disconnected): flush(at: nil, emit)
        case .sky, .link: break
        }
        emit(event)
    }

    /// Emits held fixes that are due at `now`, or all when `now` is `nil`.
    func flush(at now: Instant?, _ emit: (SourceEvent) -> Void) {
        for receiver in receivers {
            if let now, let due = receiver.epoch.deadline, due > now { continue }
            receiver.epoch.flush { emit(.fix($0)) }
        }
    }

    private mutating func epoch(of device: String?) -> EpochCoalescer {
        for receiver in receivers where receiver.device == device { return receiver.epoch }
        let epoch = EpochCoalescer(waitsForNextEpoch: waitsForNextEpoch)
        if receivers.count == GPSDInterpreter.mostReceivers { receivers.removeFirst() }
        receivers.append((device, epoch))
        return epoch
    }
}
