import Foundation

/// Parses what gpsd says about itself: VERSION, DEVICES, DEVICE, WATCH, ERROR.
///
/// Rare messages, so a general JSON parser does; libgps hangs on some of them and misreads others (`"activated":0`).
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

    /// A time as text, or the number zero for a receiver that was closed.
    private struct Activated: Decodable {
        var isZero: Bool

        init(from decoder: any Decoder) throws {
            isZero = (try? decoder.singleValueContainer().decode(Double.self)) == 0
        }
    }
}
