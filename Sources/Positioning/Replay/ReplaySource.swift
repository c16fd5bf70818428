import Foundation
import Geo
import Synchronization
import Threads
package import TrackFormats

/// Positions from a recording: gpsd JSON, NMEA 0183 or GPX, told apart by content.
///
/// Paced by the recorded times. A replay ends, so sessions end with the best fix it held.
///
/// ```swift
/// let manager = LocationManager(source: ReplaySource(path: "walk.nmea", speed: 10))
/// ```
public final class ReplaySource: LocationSource {
    /// The recording.
    public let path: String
    /// What errors call the recording.
    public let name: String
    /// How many times faster than recorded it is played; 0 for as fast as possible.
    public let speed: Double
    private let recorder: (any ReportRecorder)?
    private let run = SourceRun()
    private let losses = Losses()

    /// What of the recording could not be read so far.
    package var warnings: TrackWarnings { losses.all.withLock { $0 } }

    /// What could not be read, apart from the source, which the thread does not keep alive.
    private final class Losses: Sendable {
        let all = Mutex(TrackWarnings())
    }

    /// Makes a source; the file is opened when a manager needs it.
    ///
    /// - Parameters:
    ///   - path: A file of gpsd JSON, NMEA 0183 or GPX.
    ///   - name: What errors call it; `nil` for its path.
    ///   - speed: How many times faster than recorded to play it; 0 for as fast as possible.
    ///   - recorder: Gets every line that is played.
    public init(
        path: String, name: String? = nil, speed: Double = 1, recorder: (any ReportRecorder)? = nil
    ) {
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
        // Each epoch is held until the next begins; the pause before it is made when it is given out.
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
            case .sky, .link, .ended, .failed: handler(event)
            }
        }
        var known = 0
        // What is left is known at the end of the file.
        defer { losses.all.withLock { $0 = reader.warnings } }
        while !wake.isCancelled, let step = try reader.next() {
            let warnings = reader.warnings
            if warnings.count > known { losses.all.withLock { $0 = warnings } }
            known = warnings.count
            if let recorder {
                for line in step.lines { line.withUnsafeBufferPointer { recorder.record($0) } }
            }
            for event in step.events { coalescer.take(event, at: .now, give) }
        }
        coalescer.flush(at: nil, give)
        recorder?.flush()
    }
}
