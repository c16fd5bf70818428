import Foundation
import LKGeo
import LKStreets
import LocationKitStreetImport
import TestSupport

/// Made-up streets for tests.
enum TestStreets {
    /// A street: where it is, its class as OpenStreetMap calls it, and its name.
    struct Street {
        var points: [(latitude: Double, longitude: Double)]
        var highway: String
        var name: String
    }

    /// The middle of ``grid``.
    static let middle = TestPages.coordinate(47.01, 9.015)

    /// A town of crossing streets, 100 m apart, with a primary road that leads 20 km out of it to the east.
    static func grid(rows: Int = 20) -> [Street] {
        var streets = (0..<rows).flatMap { row in
            let (north, east) = (47.0 + Double(row) * 0.001, 9.0 + Double(row) * 0.0015)
            return [
                Street(points: [(north, 9.0), (north, 9.03)], highway: "residential", name: "\(row). Straße"),
                Street(points: [(47.0, east), (47.02, east)], highway: "residential", name: "\(row). Gasse"),
            ]
        }
        let road = (0...200).map { (latitude: 47.0105, longitude: 9.0 + Double($0) * 0.0014) }
        streets.append(Street(points: road, highway: "primary", name: "Landstraße"))
        streets.append(Street(points: [(47.0003, 9.0), (47.0003, 9.02)], highway: "footway", name: "Fußweg"))
        // Far enough from the town to be drawn as a road, but not as a small street.
        streets.append(Street(points: [(47.01, 9.2), (47.02, 9.2)], highway: "residential", name: "Weit weg"))
        return streets
    }

    /// A house, or a sight without an address.
    struct House {
        var latitude: Double
        var longitude: Double
        /// As OpenStreetMap has them, such as `addr:housenumber`.
        var tags: [String: String]
    }

    /// An index of streets and houses.
    static func provider(_ streets: [Street], houses: [House] = []) throws -> StreetIndexes {
        var (nodes, ways, id) = ("", "", 0)
        for house in houses {
            id += 1
            let tags = house.tags.sorted { $0.key < $1.key }.map { "<tag k=\"\($0.key)\" v=\"\($0.value)\"/>" }.joined()
            nodes +=
                "<node id=\"\(id)\" version=\"1\" lat=\"\(house.latitude)\" lon=\"\(house.longitude)\">\(tags)</node>\n"
        }
        for street in streets {
            var references = ""
            for point in street.points {
                id += 1
                nodes += "<node id=\"\(id)\" version=\"1\" lat=\"\(point.latitude)\" lon=\"\(point.longitude)\"/>\n"
                references += "<nd ref=\"\(id)\"/>"
            }
            ways +=
                "<way id=\"\(id)\" version=\"1\">\(references)<tag k=\"highway\" v=\"\(street.highway)\"/>"
                + "<tag k=\"name\" v=\"\(street.name)\"/></way>\n"
        }
        let folder = TemporaryFolder()
        let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<osm version=\"0.6\">\n\(nodes)\(ways)</osm>\n"
        try Data(text.utf8).write(to: URL(filePath: folder.file("town.osm")))
        try StreetImport.run(files: [folder.file("town.osm")], to: folder.file("town.streets"))
        // It stays mapped when the folder is removed.
        return StreetIndexes(indexes: [try StreetIndex(path: folder.file("town.streets"))])
    }
}
