/// Positions from a receiver, through a gpsd here or on another machine.
///
/// A daemon that is not there yet, goes away or falls silent is no error: the source tries again, with growing pauses, and
/// asks gpsd to look again after a receiver that has gone quiet. What it meets on the way shows in the manager's `reason`.
///
/// ```swift
/// let boat = LocationManager(source: GPSDSource(.init(host: "boat.local"), device: "/dev/ttyACM0"))
/// ```
public final class GPSDSource: LocationSource {
    /// Where gpsd listens.
    public let endpoint: GPSDEndpoint
    /// The receiver to use, as gpsd names it; `nil` for all that gpsd has.
    public let device: String?
    let recorder: (any ReportRecorder)?
    let isSimulated: Bool
    let timing: GPSDTiming
    private let run = SourceRun()

    /// Makes a source; nothing is connected before a manager needs it.
    ///
    /// - Parameters:
    ///   - endpoint: Where gpsd listens, localhost:2947 unless given.
    ///   - device: The receiver to use; all of them unless given.
    ///   - recorder: Gets every line that gpsd sends.
    public convenience init(
        _ endpoint: GPSDEndpoint = GPSDEndpoint(), device: String? = nil, recorder: (any ReportRecorder)? = nil
    ) {
        self.init(endpoint, device: device, recorder: recorder, isSimulated: false, timing: GPSDTiming())
    }

    init(
        _ endpoint: GPSDEndpoint, device: String?, recorder: (any ReportRecorder)?, isSimulated: Bool,
        timing: GPSDTiming
    ) {
        self.endpoint = endpoint
        self.device = device
        self.recorder = recorder
        self.isSimulated = isSimulated
        self.timing = timing
    }

    /// Starts the source; see ``LocationSource/start(_:)``.
    public func start(_ handler: @escaping @Sendable (SourceEvent) -> Void) {
        run.begin("locate-gpsd", handler) { [endpoint, device, recorder, isSimulated, timing] wake in
            let conversation = GPSDConversation(
                endpoint: endpoint, device: device, recorder: recorder, isSimulated: isSimulated, timing: timing,
                wake: wake, handler: handler)
            conversation.run()
        }
    }

    /// Stops the source; see ``LocationSource/stop()``.
    public func stop() { run.end() }
}

/// The waits of a conversation with gpsd.
struct GPSDTiming: Sendable {
    /// For a connection to be made.
    var connecting = Duration.seconds(5)
    /// Before the first and the last of the growing pauses between attempts.
    var firstPause = Duration.milliseconds(250)
    var longestPause = Duration.seconds(2)
    /// Without a report before gpsd is asked again: gpsd 3.22 looks after a lost source only when a client speaks.
    var nudge = Duration.milliseconds(2500)
    /// Without a single byte, answers to nudges included, before the connection is given up.
    var dead = Duration.seconds(10)
}
