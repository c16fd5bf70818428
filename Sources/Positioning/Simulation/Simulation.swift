import Foundation
import Geo
import Synchronization
import Threads
import TrackFormats

/// One run of a ``SimulatedSource``, on its thread: starts gpsd, listens to it, feeds it, ends it.
final class Simulation: Sendable {
    private let file: RecordingFile
    private let speed: Double
    private let recorder: (any ReportRecorder)?
    private let wake: WakeDescriptor
    private let handler: @Sendable (SourceEvent) -> Void
    private let progress = Mutex(Progress())

    private struct Progress: Sendable {
        /// gpsd has told its devices: reports from now on reach us.
        var isWatching = false
        var isClosed = false
        /// gpsd has recognised a receiver in what it was fed.
        var isRecognised = false
        /// What gpsd says without a time because the date comes later.
        var earlyFixes = NMEAEarlyFixes()
        var lastEvent = MonotonicInstant.now
    }

    /// How long gpsd may say nothing after the last datagram before the end counts as processed, where it does not
    /// acknowledge the end: in the middle of a binary packet it takes the mark for data.
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
            // Silence is in the recording; a nudge would make gpsd open the device again.
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

    private func waitUntil(_ limit: Duration, _ condition: (Progress) -> Bool) {
        let deadline = MonotonicInstant.now + limit
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

    /// A binary log carries no times that can be read here, so it is paced like a line of 9,600 baud.
    private func playBytes(into feed: borrowing DatagramFeed, _ daemon: PrivateDaemon) throws(PositioningError) {
        let chunks: FileChunks
        do { chunks = try FileChunks(path: file.path, name: file.name, size: DatagramFeed.largest) } catch {
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

    /// Tells gpsd that the receiver is gone and waits until it has said all.
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
