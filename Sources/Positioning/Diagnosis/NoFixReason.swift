/// Why there is no usable fix: a ladder from "no daemon" up to "a fix, but not a good one".
///
/// Each rung is computed from what gpsd and the receiver said or failed to say, and says what to do.
public enum NoFixReason: Hashable, Sendable {
    /// gpsd cannot be connected to at `endpoint`; `detail` is the system's word for it.
    case daemonUnreachable(endpoint: String, detail: String)
    /// Something accepts connections at `endpoint` but does not speak gpsd's protocol.
    case daemonSilent(endpoint: String)
    /// gpsd runs but has no receiver.
    case noDevice
    /// gpsd does not know the receiver that was asked for.
    case noSuchDevice(path: String)
    /// gpsd has reported an error, in its words, and nothing has come from a receiver since.
    case daemonError(String)
    /// gpsd has a receiver that says nothing.
    case deviceSilent(path: String?)
    /// The receiver sees no satellite.
    case noSatellites
    /// The receiver hears satellites too weakly: how many, and the strongest in dB-Hz.
    case weakSignals(seen: Int, best: Double)
    /// The receiver says that it has a fix, but gives no position, or one that is nowhere on Earth.
    case invalidPosition(path: String?)
    /// The receiver is working on a fix: satellites seen and used; both `nil` when it does not tell.
    case acquiring(seen: Int?, used: Int?)
    /// There is a fix, but it is worse than asked for. Radii in metres; `best` is `nil` when the receiver tells no accuracy.
    case inaccurate(best: Double?, wanted: Double)
    /// There was a fix; the newest is `age` seconds old.
    case stale(age: Double)

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

    /// Whether the fault lies with gpsd or its connection to a receiver, and not with the sky.
    public var isServiceFault: Bool {
        switch self {
        case .daemonUnreachable, .daemonSilent, .noDevice, .noSuchDevice, .daemonError, .deviceSilent: true
        case .noSatellites, .weakSignals, .invalidPosition, .acquiring, .inaccurate, .stale: false
        }
    }
}
