public import FoundationEssentials
import LKFormats
import LKGeo
import LKThreads
import LKTrackFormats
import Synchronization

/// Plays a recording through a private gpsd, as if the receiver were plugged in.
///
/// The recording may be a receiver's log in NMEA or in any binary protocol that gpsd knows, or a track (GPX, gpsd
/// JSON), which is converted to NMEA. gpsd must be installed; the system's instance is neither used nor disturbed.
///
/// ```swift
/// let manager = LocationManager(source: SimulatedSource(URL(filePath: "Data/samples/tokyo-station.nmea")))
/// ```
public final class SimulatedSource: LocationSource {
    /// The recording.
    public let url: URL
    /// The path of the recording.
    package let path: String
    /// The name of the recording in errors.
    package let name: String
    /// The speed factor; 0 for as fast as gpsd reads.
    public let speed: Double
    let recorder: (any ReportRecorder)?
    private let run = SourceRun()

    /// Creates a source; gpsd is started when a manager needs it.
    ///
    /// - Parameters:
    ///   - url: A receiver's log, a GPX file or recorded gpsd JSON.
    ///   - speed: The speed factor; 0 for as fast as gpsd reads.
    public convenience init(_ url: URL, speed: Double = 1) {
        self.init(path: url.filePath, speed: speed)
    }

    /// Creates a source for a file that may have another name in errors, and whose lines are recorded.
    package init(
        path: String, name: String? = nil, speed: Double = 1, recorder: (any ReportRecorder)? = nil
    ) {
        url = URL(filePath: path, directoryHint: .notDirectory)
        self.path = path
        self.name = name ?? path
        self.speed = speed
        self.recorder = recorder
    }

    /// Starts the source; see ``LocationSource/start(_:)``.
    public func start(_ handler: @escaping @Sendable (SourceEvent) -> Void) {
        run.begin("locate-simulati", handler) { [file = RecordingFile(path: path, name: name), speed, recorder] wake in
            let simulation = Simulation(file, speed: speed, recorder: recorder, wake: wake, handler: handler)
            simulation.run()
        }
    }

    /// Stops the source; see ``LocationSource/stop()``.
    public func stop() { run.end() }
}

/// A run of a ``SimulatedSource`` on its thread: starts gpsd, listens to it, feeds it and ends it.
final class Simulation: Sendable {
    private let file: RecordingFile
    private let speed: Double
    private let recorder: (any ReportRecorder)?
    private let wake: WakeDescriptor
    private let handler: @Sendable (SourceEvent) -> Void
    private let progress = Mutex(Progress())

    private struct Progress: Sendable {
        /// gpsd has listed its devices: later reports will arrive.
        var isWatching = false
        var isClosed = false
        /// gpsd has recognized a receiver in the data.
        var isRecognised = false
        /// Reports without a time because the date comes later.
        var earlyFixes = NMEAEarlyFixes()
        var lastEvent = MonotonicInstant.now
    }

    /// How long gpsd has to be silent after the last datagram to count as finished, if it does not acknowledge the
    /// end marker, which it takes for data inside a binary packet.
    private static let quiet = Duration.milliseconds(500)

    init(
        _ file: RecordingFile, speed: Double, recorder: (any ReportRecorder)?, wake: WakeDescriptor,
        handler: @escaping @Sendable (SourceEvent) -> Void
    ) {
        self.file = file
        self.speed = speed
        self.recorder = recorder
        self.wake = wake
        self.handler = handler
    }

    func run() {
        do throws(PositioningError) {
            let format = try RecordingFormat.detect(file)
            if format == .nmea {
                let early: NMEAEarlyFixes
                do { early = try NMEAEarlyFixes(path: file.path, name: file.name) } catch {
                    throw PositioningError(error)
                }
                progress.withLock { $0.earlyFixes = early }
            }
            let daemon = try PrivateDaemon(wake: wake)
            let feed = try DatagramFeed(port: daemon.dataPort)
            var timing = GPSDTiming()
            // The recording may contain silence; a nudge would make gpsd reopen the device.
            timing.nudge = .seconds(3600)
            timing.dead = .seconds(7200)
            let source = GPSDSource(daemon.endpoint, device: nil, recorder: recorder, isSimulated: true, timing: timing)
            defer { source.stop() }
            source.start { [self] event in receive(event) }
            waitUntil(.seconds(5)) { $0.isWatching }
            try play(format, into: feed, daemon)
            finish(feed)
            guard !wake.isCancelled else { return }
            guard format != .unknown || progress.withLock({ $0.isRecognised }) else {
                throw PositioningError(
                    .malformed,
                    "gpsd recognises no receiver in \(file.name); it takes logs in NMEA and receivers' own protocols")
            }
            handler(.ended)
        } catch {
            if !wake.isCancelled { handler(.failed(error)) }
        }
    }

    private func receive(_ event: SourceEvent) {
        guard !wake.isCancelled else { return }
        var event = event
        if case .fix(var location) = event {
            progress.withLock { $0.earlyFixes.date(&location) }
            event = .fix(location)
        }
        progress.withLock { progress in
            progress.lastEvent = .now
            switch event {
            case .link(.devices): progress.isWatching = true
            case .link(.deviceClosed): progress.isClosed = true
            case .link(.deviceAlive), .fix, .noFix, .sky: progress.isRecognised = true
            default: break
            }
        }
        wake.wake()
        handler(event)
    }

    private func waitUntil(_ timeout: Duration, _ condition: (Progress) -> Bool) {
        let deadline = MonotonicInstant.now + timeout
        while !wake.isCancelled, MonotonicInstant.now < deadline, !condition(progress.withLock { $0 }) {
            _ = wake.wait(until: deadline)
        }
    }

    private func play(_ format: RecordingFormat, into feed: borrowing DatagramFeed, _ daemon: PrivateDaemon)
        throws(PositioningError)
    {
        let start = MonotonicInstant.now
        var pacer = ReplayPacer(speed: speed)
        if format == .unknown { return try playBytes(into: feed, daemon) }
        let reader = try format.reader(file)
        let writer = NMEAFeedWriter()
        while !wake.isCancelled, let step = try reader.next() {
            try check(daemon)
            for event in step.events {
                switch event {
                case .fix(let location):
                    wake.sleep(until: start + pacer.due(time: location.timestamp?.timeIntervalSince1970))
                case .noFix(_, let time):
                    wake.sleep(until: start + pacer.due(time: time?.timeIntervalSince1970))
                default: break
                }
            }
            for datagram in writer.datagrams(for: step, format) { feed.send(datagram, wake: wake) }
        }
    }

    /// Plays a binary log at the pace of a 9,600 baud line, because the times in it are not decoded.
    private func playBytes(into feed: borrowing DatagramFeed, _ daemon: PrivateDaemon) throws(PositioningError) {
        let chunks: FileChunks
        do { chunks = try FileChunks(path: file.path, name: file.name, size: DatagramFeed.maximumSize) } catch {
            throw PositioningError(error)
        }
        let start = MonotonicInstant.now
        var sent = 0
        while !wake.isCancelled {
            let chunk: ArraySlice<UInt8>
            do { chunk = try chunks.next() } catch { throw PositioningError(error) }
            if chunk.isEmpty { return }
            try check(daemon)
            if speed > 0 { wake.sleep(until: start + .seconds(Double(sent) / 960 / speed)) }
            feed.send(Array(chunk), wake: wake)
            sent += chunk.count
        }
    }

    /// Signals the end to gpsd, and waits for its last reports.
    private func finish(_ feed: borrowing DatagramFeed) {
        feed.send(Array("# EOF\n".utf8), wake: wake)
        feed.waitUntilTaken(wake: wake)
        progress.withLock { $0.lastEvent = .now }
        while !wake.isCancelled {
            let (isClosed, last) = progress.withLock { ($0.isClosed, $0.lastEvent) }
            if isClosed || MonotonicInstant.now >= last + Self.quiet { return }
            _ = wake.wait(until: last + Self.quiet)
        }
    }

    private func check(_ daemon: PrivateDaemon) throws(PositioningError) {
        guard daemon.isRunning else {
            throw PositioningError(
                .simulation, "the private gpsd of the simulation ended while \(file.name) was played")
        }
    }
}
