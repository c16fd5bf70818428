import Foundation
import TestSupport
import Testing

/// One of gpsd's own test logs, with what gpsd makes of it.
struct CorpusLog: Sendable, CustomTestStringConvertible {
    /// The last report with a position.
    struct Expected: Sendable {
        var mode: Int
        var latitude: Double
        var longitude: Double
        var time: String?
    }

    private struct Report: Decodable {
        var `class`: String
        var mode: Int?
        var lat: Double?
        var lon: Double?
        var time: String?
    }

    /// What gpsd makes of the times in these logs depends on the day it is run on.
    static let datesDiffer: Set<String> = [
        "sirfstarv", "trimble-lassen_iq-3dfix", "trimble-lassen_iq-playacar", "trimble-lasseniq-bin2d",
        "ublox-zed-f9t-rtcm3",
    ]

    /// All logs, where they are at hand.
    static let all: [CorpusLog] = {
        guard let folder = Fixtures.folder("gpsd") else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".log") && names.contains($0 + ".chk") }.sorted()
            .map { CorpusLog(path: folder.appending(path: $0).path) }
    }()

    /// Those that hold nothing but text, and in it NMEA sentences.
    static let sentences = all.filter { $0.isText }

    static let absence: Comment = "gpsd's test logs are not at hand; set LOCATIONKIT_TEST_DATA to where their folder is"

    /// The log.
    var path: String
    /// gpsd's own output for it.
    var check: String { path + ".chk" }
    var name: String { String(URL(filePath: path).lastPathComponent.dropLast(4)) }
    var testDescription: String { name }

    private var isText: Bool {
        guard let data = FileManager.default.contents(atPath: path) else { return false }
        return data.allSatisfy { (9...13).contains($0) || $0 == 27 || (32...126).contains($0) }
    }

    /// What must come last; `nil` where gpsd finds no position.
    func expected() throws -> Expected? {
        let text = try String(decoding: Data(contentsOf: URL(filePath: check)), as: UTF8.self)
        for line in text.split(whereSeparator: \.isNewline).reversed() where line.hasPrefix(#"{"class":"TPV""#) {
            guard let report = try? JSONDecoder().decode(Report.self, from: Data(line.utf8)) else { continue }
            if let mode = report.mode, mode >= 2, let latitude = report.lat, let longitude = report.lon {
                return Expected(mode: mode, latitude: latitude, longitude: longitude, time: report.time)
            }
        }
        return nil
    }
}
