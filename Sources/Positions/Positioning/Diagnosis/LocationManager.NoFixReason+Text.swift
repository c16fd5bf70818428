import LKFormats

extension LocationManager.NoFixReason: CustomStringConvertible {
    /// A description, without a full stop.
    public var description: String {
        switch self {
        case .daemonUnreachable(let endpoint, let detail): "gpsd cannot be reached at \(endpoint): \(detail)"
        case .daemonSilent(let endpoint): "\(endpoint) accepts connections but does not answer as gpsd does"
        case .noDevice: "gpsd is running but has no receiver"
        case .noSuchDevice(let path): "gpsd has no receiver named \(path)"
        case .daemonError(let text): "gpsd reports an error (\(text)) and no data of a receiver"
        case .deviceSilent(let path): "the receiver \(path.map { "\($0) " } ?? "")sends nothing"
        case .noSatellites: "the receiver sees no satellites"
        case .weakSignals(let seen, let best):
            "the signals of \(Self.satellites(seen)) in view are too weak (the best has \(Self.whole(best)) dB-Hz)"
        case .invalidPosition(let path):
            "the receiver \(path.map { "\($0) " } ?? "")reports a fix without a valid position"
        case .acquiring(let seen, let used): "the receiver is still acquiring a fix" + Self.progress(seen, used)
        case .inaccurate(let best?, let wanted):
            "the best fix is good to \(MetresText.text(best)), \(MetresText.text(wanted)) was asked for"
        case .inaccurate(nil, let wanted):
            "the receiver does not tell how accurate its fixes are, \(MetresText.text(wanted)) was asked for"
        case .stale(let age): "the newest fix is \(Self.whole(age / .seconds(1))) s old"
        }
    }

    /// What to do, without a full stop.
    public var advice: String {
        switch self {
        case .daemonUnreachable:
            "start gpsd (sudo systemctl start gpsd.socket, or: gpsd -N /dev/ttyACM0), or name the host and port of another"
        case .daemonSilent:
            "check the host and port: gpsd listens on 2947 unless it was told otherwise; one that was just started may "
                + "still be opening its receiver"
        case .noDevice: "plug the receiver in, or add it: sudo gpsdctl add /dev/ttyACM0"
        case .noSuchDevice: "name no device to use any receiver; gpspipe -w -n 3 lists those that gpsd has"
        case .daemonError: "see what gpsd itself logs (journalctl -u gpsd), and check the receiver's path and rights"
        case .deviceSilent:
            "check its cable and power, that no other program has the port open, and that its speed is one gpsd tries"
        case .noSatellites: "put the antenna where it sees the sky, and check that it is connected"
        case .weakSignals: "move the antenna nearer to open sky, away from walls, roofs and USB 3 devices"
        case .invalidPosition:
            "check the receiver and its connection to gpsd; gpspipe -w shows what gpsd says"
        case .acquiring:
            "keep the receiver still under open sky; a cold start takes up to a minute, longer with few satellites"
        case .inaccurate:
            "wait longer, ask for less accuracy, or give the antenna a wider view of the sky"
        case .stale: "the receiver has stopped giving fixes: check its view of the sky and its connection"
        }
    }

    /// The message after a fault of gpsd or of its connection to a receiver is over, without a full stop; `nil` for
    /// other reasons.
    public var recovery: String? {
        switch self {
        case .daemonUnreachable(let endpoint, _): "gpsd at \(endpoint) can be reached again"
        case .daemonSilent(let endpoint): "\(endpoint) answers as gpsd does now"
        case .noDevice: "gpsd has a receiver now"
        case .noSuchDevice(let path): "gpsd has the receiver \(path) now"
        case .daemonError: "gpsd has data of a receiver again"
        case .deviceSilent(let path): "the receiver \(path.map { "\($0) " } ?? "")sends again"
        case .noSatellites, .weakSignals, .invalidPosition, .acquiring, .inaccurate, .stale: nil
        }
    }

    private static func satellites(_ count: Int) -> String { count == 1 ? "1 satellite" : "\(count) satellites" }

    private static func progress(_ seen: Int?, _ used: Int?) -> String {
        guard let seen else { return "" }
        return " (\(satellites(seen)) in view, \(used ?? 0) used)"
    }

    /// Returns a whole number for a text, clamped to ±1e9; 0 for NaN.
    private static func whole(_ value: Double) -> Int { value.isNaN ? 0 : Int(max(-1e9, min(value, 1e9)).rounded()) }
}
