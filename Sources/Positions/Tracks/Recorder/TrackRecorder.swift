public import FoundationEssentials
import LKFormats
public import LKGeo
public import LKPositioning
package import LKThreads
import LKTrackFormats
import Synchronization

/// Records a track to a file that survives crashes and power failures.
///
/// ```swift
/// let recorder = try TrackRecorder(URL(filePath: "walk.track"))
/// try await recorder.record(from: .shared)
/// try await recorder.finish()
/// ```
///
/// Every fix is durable within a second of its arrival, even against power failure; what is reported as recorded is
/// never lost. An existing log is continued. A separate thread writes and never delays the source: while writing
/// fails, fixes wait in memory (``Configuration/maximumPendingItems``) and writing is retried.
///
/// All methods are thread-safe. ``TrackLog`` reads the file, also during recording.
public final class TrackRecorder: Sendable {
    /// The file, without symbolic links.
    public var url: URL { URL(filePath: path, directoryHint: .notDirectory) }
    /// The path of the file, without symbolic links.
    package let path: String
    /// The repair of the existing log, if it was damaged; the damaged file was renamed.
    public let repair: TrackLog.Repair?

    /// The observers of ``Event``s, on the writer's thread.
    package let observers = Observers<Event>()
    let clock: any Timekeeper
    let state: Mutex<State>
    let writer: TrackLogWriter
    let thread = SerialThread("track-recorder")

    /// Opens or creates a track log, and locks it against other recorders.
    ///
    /// Blocks on the disk. A file that is not a track log is not touched. A damaged log is repaired and continued,
    /// and the damaged file renamed; see ``repair``.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - configuration: The settings.
    /// - Throws: ``TrackError`` with ``TrackError/Code/inUse``, ``TrackError/Code/notATrackLog``,
    ///   ``TrackError/Code/newerVersion``, ``TrackError/Code/damaged`` when nothing can be saved of the log, or
    ///   ``TrackError/Code/system``.
    public convenience init(_ url: URL, configuration: Configuration = Configuration()) throws(TrackError) {
        try self.init(path: url.filePath, configuration: configuration)
    }

    /// Opens or creates the track log at a path; see ``init(_:configuration:)``.
    package convenience init(path: String, configuration: Configuration = Configuration()) throws(TrackError) {
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

    /// Records every fix of a manager until its source ends, the task is cancelled, or the recording is ended.
    ///
    /// If the disk is slow this waits for it, and up to `LocationManager.Events.capacity` more fixes wait in the
    /// subscription. The recording stays open after the end of the source; ``finish()`` ends it, also from another task or
    /// thread, such as a handler of `TaskCompletion.onStop(_:)`, and this then returns at once. If the source breaks before its first
    /// fix, such as a recording that cannot be opened, a file that this recorder has made and that holds nothing is removed.
    ///
    /// - Parameter manager: The source of fixes.
    /// - Throws: `PositioningError` when the source breaks.
    public func record(from manager: LocationManager) async throws(PositioningError) {
        let reading = Task { () async -> Result<Void, PositioningError> in
            do throws(PositioningError) {
                for try await location in manager.updates { await appendWaiting(location) }
                return .success(())
            } catch { return .failure(error) }
        }
        let id = addEndHandler { reading.cancel() }
        defer { removeEndHandler(id) }
        let result = await withTaskCancellationHandler {
            await reading.value
        } onCancel: {
            reading.cancel()
        }
        do throws(PositioningError) { try result.get() } catch {
            await withdrawEmptyFile()
            throw error
        }
    }

    /// Appends a fix without blocking.
    ///
    /// Has no effect after the end of the recording.
    public func append(_ location: Location) {
        let now = clock.now
        let arrival = FixProcessor.Arrival(instant: now, date: Date())
        change(at: now) { state in
            state.arrival = now
            state.add(location, at: arrival)
        }
    }

    /// Appends a fix, waiting while the queue is full; for sources that can wait, such as files.
    ///
    /// It does not wait while writing fails.
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

    /// Adds a waypoint at the last fix, kept or not.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - note: A comment.
    ///   - symbol: The map symbol.
    /// - Returns: The waypoint; `nil` before the first fix or after the end of the recording.
    @discardableResult public func mark(name: String? = nil, note: String? = nil, symbol: String? = nil) -> Waypoint? {
        var waypoint: Waypoint?
        change(at: clock.now) { state in
            guard let location = state.processor.newest else { return }
            let made = Waypoint(location, name: name, note: note, symbol: symbol)
            state.queue.append(.waypoint(made))
            waypoint = made
        }
        return waypoint
    }

    /// Adds a waypoint at a visit: where it was, at the time of its arrival.
    ///
    /// The visit that is under way when the recording ends departs then, too late for a mark: `TrackLog/visits()` has it.
    ///
    /// ```swift
    /// for await case .departed(let visit) in recorder.events { recorder.mark(at: visit, name: "Stop") }
    /// ```
    ///
    /// - Parameters:
    ///   - visit: The visit, as of ``Event/arrived(_:)`` and ``Event/departed(_:)``.
    ///   - name: The name.
    ///   - note: A comment.
    ///   - symbol: The map symbol.
    /// - Returns: The waypoint; `nil` after the end of the recording.
    @discardableResult public func mark(
        at visit: Visit, name: String? = nil, note: String? = nil, symbol: String? = nil
    ) -> Waypoint? {
        var waypoint: Waypoint?
        change(at: clock.now) { state in
            let made = Waypoint(visit, name: name, note: note, symbol: symbol)
            state.queue.append(.waypoint(made))
            waypoint = made
        }
        return waypoint
    }

    /// Adds a note with the current time.
    public func note(_ text: String) {
        let note = TrackLog.Note(date: Date(), text: text)
        change(at: clock.now) { $0.queue.append(.note(note)) }
    }

    // MARK: What it does

    /// Suppresses fixes until ``resume()``, which begins a new segment.
    public func pause() {
        change(at: clock.now) { state in if !state.processor.isPaused { state.processor.pause(into: &state.queue) } }
    }

    /// Resumes recording after ``pause()``.
    public func resume() { change(at: clock.now) { $0.processor.resume() } }

    /// The current state, read atomically.
    public var snapshot: Snapshot {
        let now = clock.now
        return state.withLock { $0.snapshot(at: now) }
    }
}

extension TrackRecorder {
    func announce(_ event: Event) {
        observers.send(event)
        (self as? any TrackRecorderPosting)?.post(event)
    }
}

/// Posts the recorder's events as notifications.
///
/// The module `LocationKit` makes the recorder conform, which is looked up at run time: so a program without that module
/// links no Foundation, and none of its ICU.
package protocol TrackRecorderPosting {
    /// Posts the notification for an event, if it has one.
    func post(_ event: TrackRecorder.Event)
}

extension TrackRecorder {
    /// The settings of a recorder.
    public struct Configuration: Sendable {
        /// The name of the track; `nil` keeps the log's name.
        public var name: String?
        /// A comment; `nil` keeps the log's comment.
        public var note: String?
        /// The program named in a new log: `LocationKit`.
        public var software = "LocationKit"
        /// The filter of fixes; all are kept by default.
        public var filter = LocationFilter.all([])
        /// The time without a usable fix after which a new segment begins: 60 s.
        public var newSegmentGap = Duration.seconds(60)
        /// The silence after which another receiver is recorded: 10 s.
        public var deviceTimeout = Duration.seconds(10)
        /// The rules for visits; `nil` detects none.
        public var visits: StationaryDetector.Rules? = StationaryDetector.Rules()
        /// Whether fixes during a visit are kept rather than suppressed as `stationary`: true.
        public var keepsFixesOfVisits = true
        /// The longest time until a fix is durable, while the disk works: 1 s.
        ///
        /// A fix after a longer pause is written immediately.
        public var syncInterval = Duration.seconds(1)
        /// The most fixes, marks and notes kept in memory while writing fails: 10,000.
        ///
        /// Beyond that every other waiting fix is dropped, repeatedly, so that the track stays complete but becomes
        /// coarser; dropped fixes count as `notWritten`.
        public var maximumPendingItems = 10_000

        /// Creates a configuration with the defaults.
        public init() {}
    }
}

extension TrackRecorder {
    /// An event of a recording.
    public enum Event: Sendable {
        /// The status has changed; also the first event of each subscriber, with the state at its subscription.
        case stateChanged(Snapshot)
        /// A batch is durable; the log now has this many points.
        case recorded(pointCount: Int)
        /// Writing failed; fixes wait in memory.
        case failed(TrackError)
        /// Writing works again, and the queue is written.
        case recovered
        /// This many fixes were dropped because too many waited.
        case thinned(Int)
        /// A visit was detected.
        case arrived(Visit)
        /// A visit has ended.
        case departed(Visit)
        /// The recording has ended and is complete.
        case finished
    }

    /// The state of a recorder at the subscription and its events since then, for one subscriber.
    ///
    /// The sequence ends with the recording. A subscriber that falls more than 1,000 events behind loses the oldest.
    public struct Events: AsyncSequence, Sendable {
        /// An event.
        public typealias Element = Event
        /// Never.
        public typealias Failure = Never

        let stream: AsyncStream<Event>

        /// Starts with the events since ``TrackRecorder/events`` was read.
        public func makeAsyncIterator() -> AsyncStream<Event>.Iterator { stream.makeAsyncIterator() }
    }

    /// Subscribes to the state now and the events from now on.
    public var events: Events {
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(1000))
        let now = clock.now
        let id = state.withLock { state -> Int? in
            continuation.yield(.stateChanged(state.snapshot(at: now)))
            guard state.phase != .finished else { return nil }
            state.nextSubscriber += 1
            state.subscribers[state.nextSubscriber] = .init(
                continuation: continuation, skipped: state.events.count)
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
    /// The status of a recorder.
    public enum Status: String, Sendable, CaseIterable {
        /// Recording.
        case recording
        /// Paused: fixes are suppressed.
        case paused
        /// Writing fails; fixes wait in memory, and writing is retried.
        case failing
        /// The recording has ended.
        case finished
    }

    /// A consistent snapshot of a recorder.
    public struct Snapshot: Sendable {
        /// The status.
        public var status: Status
        /// The number of durable points in the log, including earlier recordings.
        public var pointCount: Int
        /// The number of points, marks and notes waiting to be written.
        public var pendingCount: Int
        /// The length of the track in metres, including unwritten points.
        public var distance: Double
        /// The last fix, kept or not.
        public var location: Location?
        /// The time since ``location`` arrived; `nil` before the first fix.
        public var age: Duration?
        /// Why writing fails; `nil` while it works.
        public var error: TrackError?
        /// The numbers of suppressed fixes by reason, including earlier recordings.
        public var suppressed: [LocationFilter.Reason: Int]
        /// The current visit; `nil` while moving.
        public var visit: Visit?
    }
}
