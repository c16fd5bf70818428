import Foundation
import LKFormats
import LKGeo
import LKGeocoding
import TestSupport
import Testing

@testable import LKStreets
@testable import LocationKitStreetImport

/// The recorded answers of a real Nominatim to points of the same extract, half of them within 15 m of an address.
@Suite("StreetIndex: agreement with Nominatim", .enabled(if: SampleRegion.folder != nil, SampleRegion.absence))
struct StreetAgreementTests {
    /// Shares of the answers of Nominatim that name a street, number or city, with ours the same.
    private struct Shares {
        var street = (same: 0, all: 0)
        var number = (same: 0, all: 0)
        var city = (same: 0, all: 0)

        static func share(_ counts: (same: Int, all: Int)) -> Double {
            counts.all == 0 ? 1 : Double(counts.same) / Double(counts.all)
        }

        mutating func add(_ theirs: JSONValue, _ ours: Placemark?) {
            func count(_ value: String?, _ own: String?, _ counts: inout (same: Int, all: Int)) {
                guard let value else { return }
                counts.all += 1
                if value == own { counts.same += 1 }
            }
            func text(_ keys: String...) -> String? {
                for key in keys { if case .string(let text) = theirs[key] { return text } }
                return nil
            }
            count(text("road"), ours?.thoroughfare, &street)
            count(text("house_number"), ours?.subThoroughfare, &number)
            count(text("city", "town", "village", "municipality", "hamlet"), ours?.locality, &city)
        }
    }

    private func agreement(_ name: String) throws -> Shares {
        let folder = try #require(SampleRegion.folder)
        let index = try SampleRegion.named(name).index
        try index.verify()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/gzip")
        process.arguments = ["-dc", folder.appending(path: "\(name).nominatim.jsonl.gz").path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let lines = pipe.fileHandleForReading.readDataToEndOfFile().split(separator: UInt8(ascii: "\n"))
        process.waitUntilExit()
        #expect(lines.count == 2_000)
        var shares = Shares()
        for line in lines {
            let answer = try JSONValue(parsing: line)
            guard case .string(let latitude) = answer["lat"], case .string(let longitude) = answer["lon"],
                let point = Coordinate(latitude: Double(latitude) ?? .nan, longitude: Double(longitude) ?? .nan),
                let address = answer["address"]
            else { continue }
            shares.add(address, index.placemark(at: point, languages: []))
        }
        return shares
    }

    // The floors are a little below the figures in Docs/Design/Measuring.md, which explains why cities differ in Liechtenstein.
    @Test(
        "The same street, number and city",
        arguments: [("liechtenstein-2024", 0.966, 0.99, 0.57), ("monaco-2026", 0.892, 0.965, 0.99)])
    func floors(name: String, street: Double, number: Double, city: Double) throws {
        let shares = try agreement(name)
        print(name, shares)
        #expect(Shares.share(shares.street) >= street)
        #expect(Shares.share(shares.number) >= number)
        #expect(Shares.share(shares.city) >= city)
    }
}
