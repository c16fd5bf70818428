public import FoundationEssentials
import Glibc
import LKFormats
import LKGeo
import LKThreads
package import LKTrackFormats
import Synchronization

/// Positions from a recording: gpsd JSON, NMEA 0183 or GPX, detected from the content.
///
/// Fixes arrive at the recorded pace. When the replay ends, so does the session, with its best fix.
///
/// ```swift
/// let manager = LocationManager(source: ReplaySource(URL(filePath: "walk.nmea"), speed: 10))
/// ```
public final class ReplaySource: LocationSource {
    /// The recording.
    public let url: URL
    /// The path of the recording.
    package let path: String
    /// The name of the recording in errors.
    package let name: String
    /// The speed factor; 0 for as fast as possible.
    public let speed: Double
    private let recorder: (any ReportRecorder)?
    private let run = SourceRun()
    private let losses = Losses()

    /// Warnings about unreadable parts so far.
    package var warnings: TrackWarnings { losses.all.withLock { $0 } }

    /// The warnings, separate from the source, which the thread does not retain.
    private final class Losses: Sendable {
        let all = Mutex(TrackWarnings())
    }

    /// Creates a source; the file is opened when a manager needs it.
    ///
    /// - Parameters:
    ///   - url: A file of gpsd JSON, NMEA 0183 or GPX.
    ///   - speed: The speed factor; 0 for as fast as possible.
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
        run.begin("locate-replay", handler) {
            [file = RecordingFile(path: path, name: name), speed, recorder, losses] wake in
            do throws(PositioningError) {
                let reader = try RecordingFormat.detect(file).reader(file)
                try Self.play(reader, speed: speed, recorder: recorder, losses: losses, wake: wake, handler)
                if !wake.isCancelled { handler(.ended) }
            } catch {
                if !wake.isCancelled { handler(.failed(error)) }
            }
        }
    }

    /// Stops the source; see ``LocationSource/stop()``.
    public func stop() { run.end() }

    private static func play(
        _ reader: any RecordingReader, speed: Double, recorder: (any ReportRecorder)?, losses: Losses,
        wake: WakeDescriptor, _ handler: (SourceEvent) -> Void
    ) throws(PositioningError) {
        var pacer = ReplayPacer(speed: speed)
        // Each epoch is held until the next begins, so its pause is made when it is emitted.
        var coalescer = EventCoalescer(waitsForNextEpoch: true)
        var lastTime: Date?
        let start = MonotonicInstant.now
        func give(_ event: SourceEvent) {
            guard !wake.isCancelled else { return }
            switch event {
            case .fix(var location):
                wake.sleep(until: start + pacer.due(time: location.timestamp?.timeIntervalSince1970))
                if let time = location.timestamp {
                    if location.timestampDoubt == nil, let lastTime, time < lastTime {
                        location.timestampDoubt = .backwards
                    }
                    lastTime = time
                }
                if !wake.isCancelled { handler(.fix(location)) }
            case .noFix(_, let time):
                wake.sleep(until: start + pacer.due(time: time?.timeIntervalSince1970))
                if !wake.isCancelled { handler(event) }
            case .sky, .heading, .link, .ended, .failed: handler(event)
            }
        }
        var known = 0
        // The rest is emitted at the end of the file.
        defer { losses.all.withLock { $0 = reader.warnings } }
        while !wake.isCancelled, let step = try reader.next() {
            let warnings = reader.warnings
            if warnings.count > known { losses.all.withLock { $0 = warnings } }
            known = warnings.count
            if let recorder {
                for line in step.lines { line.withUnsafeBufferPointer { recorder.record($0) } }
            }
            for event in step.events { coalescer.add(event, at: .now, give) }
        }
        coalescer.flush(at: nil, give)
        recorder?.flush()
    }
}

/// Schedules the reports of a recording by their recorded times, with limits on pauses.
///
/// A pure value.
///
/// A step backwards, one of more than ten seconds, and the step to a report without a time count as one second.
struct ReplayPacer: Sendable {
    /// The longest recorded pause that is kept.
    static let maximumStep = 10.0

    private let speed: Double
    private var last: Double?
    private var hasStarted = false
    /// Recorded seconds since the first report.
    private(set) var elapsed = 0.0

    /// Creates a pacer for a speed.
    ///
    /// - Parameter speed: The speed factor; 0 for as fast as possible.
    init(speed: Double) { self.speed = speed }

    /// Returns when a report is due, relative to the first report.
    ///
    /// - Parameter time: The report's own time in seconds since 1970, if it has one.
    /// - Returns: The time to wait, counted from the first report and divided by the speed.
    mutating func due(time: Double?) -> Duration {
        defer {
            hasStarted = true
            last = time ?? last
        }
        if hasStarted {
            if let time, let last {
                let step = time - last
                elapsed += step >= 0 && step <= Self.maximumStep ? step : 1
            } else {
                elapsed += 1
            }
        }
        return speed > 0 ? .seconds(elapsed / speed) : .zero
    }
}

extension SourceEvent {
    /// Returns the events of a replay for a record of a file.
    static func replayed(_ report: PositionReport) -> [SourceEvent] {
        switch report {
        case .fix(var location):
            // As with a live receiver, exactly 0, 0 is not a position.
            guard location.coordinate.latitude != 0 || location.coordinate.longitude != 0 else {
                return [.noFix(device: nil, time: location.timestamp), .link(.impossiblePosition(nil))]
            }
            location.source = .replay
            location.isSimulated = location.correction == .simulated
            return [.fix(location)]
        case .noFix(let time): return [.noFix(device: nil, time: time)]
        case .sky(let view): return [.sky(view)]
        }
    }
}

extension PositioningError {
    /// Creates an error from an error of a file that is played back.
    init(_ error: TrackFormatError) {
        self.init(
            error.code == .unreadable ? .unreadable : .malformed, error.message, errno: error.errno, underlying: error)
        advice = error.advice
    }
}
