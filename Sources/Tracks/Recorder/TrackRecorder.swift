public import Foundation
import FoundationEssentials
public import Geo
public import Positioning
import Synchronization
import Threads

/// Records a track into a file that survives whatever happens to the program and the machine.
///
/// ```swift
/// let recorder = try TrackRecorder(path: "walk.track")
/// try await recorder.record(from: .shared)
/// try await recorder.finish()
/// ```
///
/// Every fix is durable at the latest a second after it came, also against loss of power; what is reported as recorded is
/// never lost. A log that is there is continued. Writing is done on a thread of its own and never delays the source: while
/// nothing can be written, what comes waits in memory (``Configuration/pendingLimit``) and the file is tried again.
///
/// Every method may be called from any thread. ``TrackLog`` reads the file, also meanwhile.
public final class TrackRecorder: Sendable {
    /// The file, without symbolic links.
    public let path: String
    /// What was saved of the log that was there, where that was damaged; it was given another name then.
    public let repair: TrackLogRepair?

    let clock: any Timekeeper
    let state: Mutex<State>
    let writer: TrackLogWriter
    let thread = SerialThread("track-recorder")

    /// Opens a track log or makes it; nobody else can record into it meanwhile.
    ///
    /// Waits for the disk. What is not a track log is left as it is. Of a damaged one every whole point is continued, and the
    /// damaged file gets another name; see ``repair``.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - configuration: How to record.
    /// - Throws: ``TrackError`` with ``TrackError/Code/inUse``, ``TrackError/Code/notATrackLog``,
    ///   ``TrackError/Code/newerVersion``, ``TrackError/Code/damaged`` when nothing can be saved of the log, or
    ///   ``TrackError/Code/system``.
    public convenience init(path: String, configuration: Configuration = Configuration()) throws(TrackError) {
        try self.init(path: path, configuration: configuration, clock: SystemTimekeeper.shared)
    }

    init(path: String, configuration: Configuration, clock: any Timekeeper) throws(TrackError) {
        writer = try TrackLogWriter(path: path, configuration, now: Date())
        self.path = writer.path
        repair = writer.repair
        self.clock = clock
        state = Mutex(State(configuration, writer.position, at: clock.now))
    }

    // MARK: What is recorded

    /// Records every fix of a manager until its source ends or the task is cancelled.
    ///
    /// While the disk is merely slow this waits for it, and up to `LocationUpdates.capacity` more fixes wait in the
    /// subscription. The recording goes on afterwards; ``finish()`` ends it.
    ///
    /// - Parameter manager: Where fixes come from.
    /// - Throws: `PositioningError` when the source breaks.
    public func record(from manager: LocationManager) async throws(PositioningError) {
        for try await location in manager.updates { await appendWaiting(location) }
    }

    /// Takes a fix; never waits.
    ///
    /// After the end of the recording nothing happens.
    public func append(_ location: Location) {
        let now = clock.now
        let arrival = Intake.Arrival(instant: now, date: Date())
        change(at: now) { state in
            state.arrival = now
            state.take(location, at: arrival)
        }
    }

    /// Takes a fix, after waiting for the disk where more come than it can take: for files, which can wait.
    ///
    /// While nothing can be written at all it does not wait.
    public func appendWaiting(_ location: Location) async {
        if !state.withLock({ $0.hasRoom }) {
            await withCheckedContinuation { continuation in
                let hasRoom = state.withLock { state in
                    if !state.hasRoom { state.roomWaiters.append(continuation) }
                    return state.hasRoom
                }
                if hasRoom { continuation.resume() }
            }
        }
        append(location)
    }

    /// Marks the place of the last fix, whether that is kept or not.
    ///
    /// - Parameters:
    ///   - name: What the place is called.
    ///   - note: What there is to say about it.
    ///   - symbol: The symbol that maps show for it.
    /// - Returns: The mark; `nil` when no fix has come yet or the recording has ended.
    @discardableResult public func mark(name: String? = nil, note: String? = nil, symbol: String? = nil) -> Waypoint? {
        var waypoint: Waypoint?
        change(at: clock.now) { state in
            guard let location = state.intake.newest else { return }
            let made = Waypoint(location, name: name, note: note, symbol: symbol)
            state.queue.append(.waypoint(made))
            waypoint = made
        }
        return waypoint
    }

    /// Adds a remark to the track, with the present time.
    public func note(_ text: String) {
        let note = TrackLog.Note(date: Date(), text: text)
        change(at: clock.now) { $0.queue.append(.note(note)) }
    }

    // MARK: What it does

    /// Holds back what comes from now on, until ``resume()``; then a new segment begins.
    public func pause() {
        change(at: clock.now) { state in if !state.intake.isPaused { state.intake.pause(into: &state.queue) } }
    }

    /// Records again; without a pause nothing happens.
    public func resume() { change(at: clock.now) { $0.intake.resume() } }

    /// Everything that is known at this moment, read at once.
    public var snapshot: Snapshot {
        let now = clock.now
        return state.withLock { state in
            let status: Status =
                state.phase == .finished
                ? .finished : state.error != nil ? .failing : state.intake.isPaused ? .paused : .recording
            return Snapshot(
                status: status, pointCount: Int(state.written.point), pendingCount: state.queue.count + state.underWay,
                distance: state.intake.distance, location: state.intake.newest, age: state.arrival.map { now - $0 },
                error: state.error, suppressed: state.intake.suppressed, visit: state.intake.visit)
        }
    }
}

extension TrackRecorder {
    /// Posted when a batch of points is durable.
    ///
    /// The object is the recorder; `Notification.trackSnapshot` is what it knew. Notifications are posted one after the
    /// other on the thread that writes, so an observer that takes long delays the writing.
    public static let didRecord = Notification.Name("TrackRecorderDidRecord")

    /// Posted when nothing can be written any more; the snapshot's error says why and what to do.
    public static let didFail = Notification.Name("TrackRecorderDidFail")

    /// Posted when it can be written again and nothing waits any more.
    public static let didRecover = Notification.Name("TrackRecorderDidRecover")

    /// Posted when a stop was noticed and when it ended; `Notification.trackVisit` is the stop.
    public static let didVisit = Notification.Name("TrackRecorderDidVisit")

    /// Posted at the end of the recording; nothing follows.
    public static let didFinish = Notification.Name("TrackRecorderDidFinish")

    /// The key of the ``Snapshot`` in the notifications' `userInfo`.
    public static let snapshotKey = "snapshot"

    /// The key of the ``Visit`` in the `userInfo` of ``didVisit``.
    public static let visitKey = "visit"

    func post(_ event: Event) {
        var information: [AnyHashable: Any] = [Self.snapshotKey: snapshot]
        let name: Notification.Name
        switch event {
        case .recorded: name = Self.didRecord
        case .failed: name = Self.didFail
        case .recovered: name = Self.didRecover
        case .thinned: return
        case .finished: name = Self.didFinish
        case .arrived(let visit), .departed(let visit):
            name = Self.didVisit
            information[Self.visitKey] = visit
        }
        NotificationCenter.default.post(name: name, object: self, userInfo: information)
    }
}

extension Notification {
    /// What the recorder knew when it posted this notification; `nil` for notifications of others.
    public var trackSnapshot: TrackRecorder.Snapshot? {
        userInfo?[TrackRecorder.snapshotKey] as? TrackRecorder.Snapshot
    }

    /// The stop that the notification is about; `nil` for other notifications.
    public var trackVisit: Visit? { userInfo?[TrackRecorder.visitKey] as? Visit }
}

extension TrackRecorder {
    /// How a track is recorded.
    public struct Configuration: Sendable {
        /// What the track is called; `nil` leaves the name that the log has.
        public var name: String?
        /// What there is to say about it; `nil` leaves the note that the log has.
        public var note: String?
        /// The program that records, for a new log: `LocationKit`.
        public var software = "LocationKit"
        /// Which fixes are kept: all.
        public var filter = LocationFilter.all([])
        /// After how long without a usable fix the next begins a segment: 60 s.
        public var newSegmentGap = Duration.seconds(60)
        /// For how long a receiver must be silent before another one is recorded: 10 s.
        public var deviceTimeout = Duration.seconds(10)
        /// What counts as a stop, by the rules as they stand; `nil` notices none.
        public var visits: StationaryDetector.Rules? = StationaryDetector.Rules()
        /// Whether fixes at a stop are kept, or held back as `stationary`: kept.
        public var keepsFixesOfVisits = true
        /// The longest time for which a fix that came is not yet durable, while the disk works: 1 s.
        ///
        /// A fix after a longer pause is written at once.
        public var syncInterval = Duration.seconds(1)
        /// How many fixes, marks and notes wait in memory while nothing can be written: 10,000.
        ///
        /// Beyond that every other fix that waits is given up, again and again, so that the way stays complete and becomes
        /// coarser; they are counted as `notWritten`.
        public var pendingLimit = 10_000

        /// The values as they stand at each.
        public init() {}
    }
}

extension TrackRecorder {
    /// What happens to a recording.
    public enum Event: Sendable {
        /// A batch is durable; the log has so many points now.
        case recorded(pointCount: Int)
        /// Nothing can be written; what comes waits in memory.
        case failed(TrackError)
        /// It can be written again, and nothing waits any more.
        case recovered
        /// So many fixes were given up, because too many waited.
        case thinned(Int)
        /// A stop was noticed.
        case arrived(Visit)
        /// A stop has ended.
        case departed(Visit)
        /// The recording has ended and is complete.
        case finished
    }

    /// The events of a recorder from the subscription on, for one subscriber.
    ///
    /// The sequence ends with the recording. Whoever falls more than 1,000 events behind loses the oldest.
    public struct Events: AsyncSequence, Sendable {
        /// What happens.
        public typealias Element = Event
        /// Never.
        public typealias Failure = Never

        let stream: AsyncStream<Event>

        /// Begins with the events since ``TrackRecorder/events`` was asked for.
        public func makeAsyncIterator() -> AsyncStream<Event>.Iterator { stream.makeAsyncIterator() }
    }

    /// A subscription to what happens from now on.
    public var events: Events {
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(1000))
        let id = state.withLock { state -> Int? in
            guard state.phase != .finished else { return nil }
            state.nextSubscriber += 1
            state.subscribers[state.nextSubscriber] = continuation
            return state.nextSubscriber
        }
        if let id {
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.subscribers.removeValue(forKey: id) }
            }
        } else {
            continuation.finish()
        }
        return Events(stream: stream)
    }
}

extension TrackRecorder {
    /// Where a recorder stands.
    public enum Status: String, Sendable, CaseIterable {
        /// It records.
        case recording
        /// It is paused: what comes is held back.
        case paused
        /// Nothing can be written at present; what comes waits in memory, and the file is tried again.
        case failing
        /// The recording has ended.
        case finished
    }

    /// What a recorder knows at one moment; all of it belongs together.
    public struct Snapshot: Sendable {
        /// Where the recorder stands.
        public var status: Status
        /// How many points are durable in the log, those of earlier recordings included.
        public var pointCount: Int
        /// How many points, marks and notes wait to be written.
        public var pendingCount: Int
        /// The length of the way so far, in metres, with what is not written yet.
        public var distance: Double
        /// The last fix that came, kept or not.
        public var location: Location?
        /// How long ago ``location`` came; `nil` before the first.
        public var age: Duration?
        /// Why nothing can be written; `nil` while it can.
        public var error: TrackError?
        /// How many fixes were not kept, by reason, those of earlier recordings included.
        public var suppressed: [SuppressionReason: Int]
        /// The stop under way; `nil` in motion.
        public var visit: Visit?
    }
}
