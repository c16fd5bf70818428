import Geo

/// A recording played through a real gpsd of its own: what a program would see with that receiver plugged in.
///
/// The recording may be a receiver's log in NMEA or in any binary protocol that gpsd knows, or a track (GPX, gpsd JSON),
/// which is turned into NMEA. gpsd must be installed; the system's is neither used nor disturbed.
///
/// ```swift
/// let manager = LocationManager(source: SimulatedSource(path: "Data/samples/tokyo-station.nmea"))
/// ```
public final class SimulatedSource: LocationSource {
    /// The recording.
    public let path: String
    /// What errors call the recording.
    public let name: String
    /// How many times faster than recorded it is played; 0 for as fast as gpsd reads.
    public let speed: Double
    let recorder: (any ReportRecorder)?
    private let run = SourceRun()

    /// Makes a source; gpsd is started when a manager needs it.
    ///
    /// - Parameters:
    ///   - path: A receiver's log, a GPX file or recorded gpsd JSON.
    ///   - name: What errors call it; `nil` for its path.
    ///   - speed: How many times faster than recorded to play it; 0 for as fast as gpsd reads.
    ///   - recorder: Gets every line that gpsd sends.
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
        run.begin("locate-simulati", handler) { [file = RecordingFile(path: path, name: name), speed, recorder] wake in
            let simulation = Simulation(file, speed: speed, recorder: recorder, wake: wake, handler: handler)
            simulation.run()
        }
    }

    /// Stops the source; see ``LocationSource/stop()``.
    public func stop() { run.end() }
}
