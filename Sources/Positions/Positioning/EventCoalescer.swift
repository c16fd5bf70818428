import FoundationEssentials
import LKGeo
import LKThreads

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

    /// Creates a coalescer; see ``EpochCoalescer/init(waitsForNextEpoch:)``.
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
        case .sky, .heading, .link: break
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
        if receivers.count == GPSDInterpreter.maximumReceivers { receivers.removeFirst() }
        receivers.append((device, epoch))
        return epoch
    }
}

/// Merges several reports of one epoch into one fix; the last with a position wins.
///
/// While gpsd learns a receiver's cycle it reports after each sentence. Waiting for possible further reports would
/// delay every fix, so it waits for as many as in the last epoch, and no longer than ``maximumDelay``. Reports without a
/// time are separate epochs, except those repeated with a time: a receiver's first sentences have no date yet. For a
/// live receiver, several at one position within ``maximumDelay`` are one epoch. Uses neither threads nor clocks. A class,
/// because its locations are large and fixes are frequent.
final class EpochCoalescer {
    typealias Instant = MonotonicInstant

    /// The sentences of one epoch follow each other within this time even at 4,800 baud.
    static let maximumDelay = Duration.milliseconds(300)

    /// The most reports of an epoch.
    private static let maximumUndated = 8

    private let waitsForNextEpoch: Bool
    private var time: Date?
    private var count = 0
    /// `nil` before a whole epoch was seen.
    private var expected: Int?
    private var held: Location?
    /// Reports without a time, at one position.
    private var undated: [Location] = []
    /// The last location emitted for this epoch.
    private var delivered: Location?

    /// The deadline for emitting the held report; `nil` when none is held.
    private(set) var deadline: Instant?

    /// Creates a coalescer for one receiver.
    ///
    /// - Parameter waitsForNextEpoch: Whether to hold each epoch until the next one begins or all is flushed: for a
    ///   recording this causes no delay.
    init(waitsForNextEpoch: Bool) { self.waitsForNextEpoch = waitsForNextEpoch }

    /// Processes a report, and passes a complete epoch to `body`: the previous one, this one, or none.
    func add(_ location: Location, at now: Instant, _ body: (Location) -> Void) {
        guard let time = location.timestamp else {
            if undated.first?.coordinate != location.coordinate || undated.count == Self.maximumUndated { flush(body) }
            self.time = nil
            if !waitsForNextEpoch {
                // Before the receiver's date is known, gpsd reports the first fix after each sentence.
                undated = []
                deadline = deadline ?? now + Self.maximumDelay
            }
            return undated.append(location)
        }
        if time != self.time {
            if undated.first?.coordinate == location.coordinate { undated = [] }
            flush(body)
            if self.time != nil { expected = count }
            self.time = time
            count = 0
            delivered = nil
        }
        count += 1
        held = location
        if waitsForNextEpoch { return }
        if let expected, count >= expected {
            flush(body)
        } else if deadline == nil {
            deadline = now + Self.maximumDelay
        }
    }

    /// Emits the held report.
    func flush(_ body: (Location) -> Void) {
        deadline = nil
        for location in undated { body(location) }
        undated = []
        guard held != nil else { return }
        // Skip a report that only repeats known values.
        let isNews = delivered == nil || held != delivered
        swap(&held, &delivered)
        held = nil
        if isNews, let delivered { body(delivered) }
    }
}
