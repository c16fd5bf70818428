import Geo

/// Passes a source's events on, with one fix per receiver and epoch; see ``EpochCoalescer``.
///
/// No thread, no clock.
struct EventCoalescer {
    typealias Instant = ContinuousClock.Instant

    private let waitsForNextEpoch: Bool
    /// Reports without a device name belong to the nameless receiver.
    private var receivers: [String?: EpochCoalescer] = [:]

    /// When a fix that is held back must be given out at the latest.
    private(set) var deadline: Instant?

    init(waitsForNextEpoch: Bool) { self.waitsForNextEpoch = waitsForNextEpoch }

    /// Takes in an event of `now` and gives `emit` what is complete.
    mutating func take(_ event: SourceEvent, at now: Instant, _ emit: (SourceEvent) -> Void) {
        switch event {
        case .fix(let location):
            // In place: copying the state of each receiver for each fix would cost more than the rest.
            let fresh = EpochCoalescer(waitsForNextEpoch: waitsForNextEpoch)
            receivers[location.device, default: fresh].take(location, at: now) { emit(.fix($0)) }
            deadline = receivers.values.lazy.compactMap(\.deadline).min()
        case .noFix(let device, _):
            receivers[device]?.flush { emit(.fix($0)) }
            emit(event)
        case .link(.deviceClosed(let device)):
            receivers[device]?.flush { emit(.fix($0)) }
            emit(event)
        case .ended, .failed, .link(.disconnected):
            flush(at: nil, emit)
            emit(event)
        case .sky, .link: emit(event)
        }
    }

    /// Gives out what is held back and due at `now`; all of it when `now` is `nil`.
    mutating func flush(at now: Instant?, _ emit: (SourceEvent) -> Void) {
        deadline = nil
        for device in receivers.keys {
            if let now, let due = receivers[device]?.deadline, due > now {
                deadline = min(deadline ?? due, due)
            } else {
                receivers[device]?.flush { emit(.fix($0)) }
            }
        }
    }
}
