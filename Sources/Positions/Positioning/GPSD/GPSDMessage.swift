import FoundationEssentials
import LKGeo

/// A message of gpsd's JSON protocol.
enum GPSDMessage: Sendable {
    case version(release: String)
    case devices([GPSDDevice])
    case device(GPSDDevice)
    case watch
    case error(String)
    case fix(GPSDFix)
    case sky(SkyView)
    /// The heading of a compass, from an ATT report.
    case heading(LocationManager.Heading)
    /// One-sigma errors of latitude and longitude in metres, and the time they belong to.
    case errorStatistics(GPSDErrorStatistics)
    /// A report of another class, or an invalid line.
    case other
}

/// A receiver as gpsd lists it.
struct GPSDDevice: Hashable, Sendable {
    var path: String
    var driver: String?
    /// gpsd reports `"activated":0` for a receiver that it has closed.
    var isClosed: Bool
}

/// The contents of a TPV report.
struct GPSDFix: Sendable {
    /// 0 unknown, 1 none, 2 and 3 dimensions.
    var mode: Int32
    /// Without accuracy, which depends on several reports.
    var location: Location?
    /// The receiver's time as seconds since 1970; 0 when unknown.
    var time: Double
    /// gpsd's error estimates in metres, NaN when unknown.
    var eph: Double
    var epx: Double
    var epy: Double
    var device: String?
}

/// The horizontal errors of a GST report.
struct GPSDErrorStatistics: Sendable {
    var time: Double
    var latitudeError: Double
    var longitudeError: Double
    var device: String?
}

/// Parses gpsd's messages other than reports: VERSION, DEVICES, DEVICE, WATCH, ERROR.
///
/// They are rare, so a general JSON parser is fast enough; libgps hangs on some and misreads others
/// (`"activated":0`).
enum GPSDHandshake {
    static func parse(_ text: UnsafeBufferPointer<UInt8>) -> GPSDMessage {
        guard let message = try? JSONDecoder().decode(Message.self, from: Data(text)) else { return .other }
        switch message.class {
        case "VERSION": return .version(release: message.release ?? "unknown")
        case "DEVICES": return .devices((message.devices ?? []).compactMap(\.device))
        case "DEVICE":
            let entry = Entry(path: message.path, driver: message.driver, activated: message.activated)
            return entry.device.map { .device($0) } ?? .other
        case "WATCH": return .watch
        case "ERROR": return .error(message.message ?? "")
        default: return .other
        }
    }

    private struct Message: Decodable {
        var `class`: String
        var release: String?
        var message: String?
        var devices: [Entry]?
        var path: String?
        var driver: String?
        var activated: Activated?
    }

    private struct Entry: Decodable {
        var path: String?
        var driver: String?
        var activated: Activated?

        var device: GPSDDevice? {
            path.map { GPSDDevice(path: $0, driver: driver, isClosed: activated?.isZero ?? false) }
        }
    }

    /// A time as text, or zero for a closed receiver.
    private struct Activated: Decodable {
        var isZero: Bool

        init(from decoder: any Decoder) throws {
            isZero = (try? decoder.singleValueContainer().decode(Double.self)) == 0
        }
    }
}
