extension LocationManager {
    /// Why there is no usable fix: a ladder from "no daemon" up to "a fix, but not a good one".
    ///
    /// Each rung is derived from what gpsd and the receiver reported or failed to report, and says what to do.
    public enum NoFixReason: Hashable, Sendable {
        /// gpsd cannot be connected to at `endpoint`; `detail` is the system's error.
        case daemonUnreachable(endpoint: String, detail: String)
        /// Something accepts connections at `endpoint` but does not speak gpsd's protocol.
        case daemonSilent(endpoint: String)
        /// gpsd runs but has no receiver.
        case noDevice
        /// gpsd does not know the requested receiver.
        case noSuchDevice(path: String)
        /// gpsd has reported this error, and no receiver has sent data since.
        case daemonError(String)
        /// gpsd has a receiver that sends nothing.
        case deviceSilent(path: String?)
        /// The receiver sees no satellite.
        case noSatellites
        /// Signals are too weak: the number of satellites, and the strongest signal in dB-Hz.
        case weakSignals(seen: Int, best: Double)
        /// The receiver reports a fix without a position, or with an invalid one.
        case invalidPosition(path: String?)
        /// The receiver is working on a fix: satellites seen and used; both `nil` when unknown.
        case acquiring(seen: Int?, used: Int?)
        /// There is a fix, but it is less accurate than requested. Radii in metres; `best` is `nil` when the accuracy is
        /// unknown.
        case inaccurate(best: Double?, wanted: Double)
        /// There was a fix; the newest is `age` old.
        case stale(age: Duration)

        /// The rung's name in JSON and in scripts: `daemon-unreachable`.
        public var name: String {
            switch self {
            case .daemonUnreachable: "daemon-unreachable"
            case .daemonSilent: "daemon-silent"
            case .noDevice: "no-device"
            case .noSuchDevice: "no-such-device"
            case .daemonError: "daemon-error"
            case .deviceSilent: "device-silent"
            case .noSatellites: "no-satellites"
            case .weakSignals: "weak-signals"
            case .invalidPosition: "invalid-position"
            case .acquiring: "acquiring"
            case .inaccurate: "inaccurate"
            case .stale: "stale"
            }
        }

        /// Whether the fault is in gpsd or its connection to a receiver, rather than in reception.
        public var isServiceFault: Bool {
            switch self {
            case .daemonUnreachable, .daemonSilent, .noDevice, .noSuchDevice, .daemonError, .deviceSilent: true
            case .noSatellites, .weakSignals, .invalidPosition, .acquiring, .inaccurate, .stale: false
            }
        }
    }
}
