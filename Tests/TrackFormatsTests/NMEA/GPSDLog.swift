import Foundation
import Testing

/// A receiver's log out of gpsd's test suite, with what gpsd 3.22 printed for it.
struct GPSDLog: CustomTestStringConvertible {
    let name: String
    let log: URL
    let check: URL

    var testDescription: String { name }

    /// A position that gpsd printed.
    struct Position: Decodable, Equatable {
        var mode: Int
        var status: Int?
        var time: String?
        var lat: Double?
        var lon: Double?
        var altMSL: Double?
        var altHAE: Double?
        var geoidSep: Double?
        var speed: Double?
        var track: Double?
        var eph: Double?
    }

    /// The logs in a folder that hold sentences with positions.
    static func all(in folder: URL) -> [GPSDLog] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".log") }.sorted().map { name in
            GPSDLog(
                name: name, log: folder.appending(path: name), check: folder.appending(path: name + ".chk"))
        }
    }

    /// Whether the check file repeats position sentences: gpsd prints those of NMEA receivers raw; for binary receivers it
    /// makes sentences up, which then name the position only after the JSON.
    var isNMEA: Bool {
        guard let data = try? Data(contentsOf: log) else { return false }
        let text = String(decoding: data, as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).contains { line in
            guard line.hasPrefix("$"), line.utf8.count > 6 else { return false }
            return ["GGA,", "RMC,", "GLL,", "GNS,"].contains { line.dropFirst(3).hasPrefix($0) }
                || line.hasPrefix("$PASHR,POS") || line.hasPrefix("$PSTI,030")
        }
    }

    /// All TPV reports with a position, in order.
    func positions() throws -> [Position] {
        let text = String(decoding: try Data(contentsOf: check), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).filter { $0.contains("\"class\":\"TPV\"") }.compactMap {
            try? JSONDecoder().decode(Position.self, from: Data($0.utf8))
        }.filter { $0.lat != nil && $0.lon != nil }
    }
}
