import Foundation
import LKGeo
import Testing

@testable import LKGazetteer

/// The embedded gazetteer against places whose city is known: `Benchmarks/Gazetteer/belonging.tsv`.
@Suite("World: cities of quarters and towns")
struct BelongingListTests {
    private struct Entry {
        var place: Coordinate
        var city: Int
        var isTown: Bool
        var name: String
    }

    private func entries() throws -> [Entry] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Benchmarks/Gazetteer/belonging.tsv"), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 8, let latitude = Double(fields[0]), let longitude = Double(fields[1]),
                let place = Coordinate(latitude: latitude, longitude: longitude), let city = Int(fields[3])
            else { return nil }
            return Entry(place: place, city: city, isTown: fields[4] == fields[5], name: fields[5])
        }
    }

    @Test("More than nine in ten quarters are their city's, and nearly all towns beside cities are their own")
    func list() throws {
        let world = try GazetteerInUse.world()
        let entries = try entries()
        #expect(entries.count > 200)
        for (isTown, least) in [(false, 0.94), (true, 0.98)] {
            let some = entries.filter { $0.isTown == isTown }
            let wrong = try some.filter { try world.lookup($0.place)?.settlementID != $0.city }
            #expect(
                Double(some.count - wrong.count) >= least * Double(some.count), "\(wrong.map(\.name))")
        }
    }
}
