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
