import Foundation
import LKGeo
import LKGeocoding
import TestSupport

@testable import LKStreets
@testable import LocationKitStreetImport

/// A map drawn by hand for one test, in metres from a corner, as OpenStreetMap XML.
struct MapDrawing {
    /// Where the drawing's corner is.
    var origin = Coordinate(latitude: 47, longitude: 9)!
    private var nodes = ""
    private var ways = ""
    private var relations = ""
    private var lastID = 0
    /// The extent that the file states, in metres: west, south, east, north.
    var extent: (Double, Double, Double, Double)? = (-20_000, -20_000, 40_000, 40_000)

    typealias Point = (x: Double, y: Double)

    /// The position of a point of the drawing.
    func at(_ x: Double, _ y: Double) -> Coordinate {
        let metres = 6_371_008.8 * Double.pi / 180
        return Coordinate(
            latitude: origin.latitude + y / metres,
            longitude: origin.longitude + x / metres / cos(origin.latitude * .pi / 180))!
    }

    private static func text(_ tags: [String: String]) -> String {
        func quoted(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
        }
        return tags.sorted { $0.key < $1.key }.map { "<tag k=\"\(quoted($0.key))\" v=\"\(quoted($0.value))\"/>" }
            .joined()
    }

    @discardableResult mutating func node(_ x: Double, _ y: Double, _ tags: [String: String] = [:]) -> Int {
        lastID += 1
        let point = at(x, y)
        nodes += String(
            format: "<node id=\"%d\" version=\"1\" lat=\"%.7f\" lon=\"%.7f\">", lastID, point.latitude, point.longitude)
        nodes += Self.text(tags) + "</node>\n"
        return lastID
    }

    @discardableResult mutating func way(_ points: [Point], _ tags: [String: String] = [:], isClosed: Bool = false)
        -> Int
    {
        var ids = points.map { node($0.x, $0.y) }
        if isClosed { ids.append(ids[0]) }
        return way(of: ids, tags)
    }

    @discardableResult mutating func way(of ids: [Int], _ tags: [String: String]) -> Int {
        lastID += 1
        ways +=
            "<way id=\"\(lastID)\" version=\"1\">" + ids.map { "<nd ref=\"\($0)\"/>" }.joined() + Self.text(tags)
            + "</way>\n"
        return lastID
    }

    mutating func relation(_ members: [(type: String, id: Int, role: String)], _ tags: [String: String]) {
        lastID += 1
        let list = members.map { "<member type=\"\($0.type)\" ref=\"\($0.id)\" role=\"\($0.role)\"/>" }.joined()
        relations += "<relation id=\"\(lastID)\" version=\"1\">" + list + Self.text(tags) + "</relation>\n"
    }

    /// A street from west to east.
    mutating func street(
        _ name: String, y: Double, from west: Double = 0, to east: Double = 500, _ more: [String: String] = [:]
    ) {
        way([(west, y), (east, y)], ["highway": "residential", "name": name].merging(more) { $1 })
    }

    /// A square building around a point.
    mutating func building(_ x: Double, _ y: Double, size: Double = 10, _ tags: [String: String]) {
        way(Self.square(x, y, size), ["building": "yes"].merging(tags) { $1 }, isClosed: true)
    }

    /// A boundary around a rectangle: west, south, east, north.
    mutating func boundary(
        _ level: Int, _ name: String, _ box: (Double, Double, Double, Double), _ more: [String: String] = [:]
    ) {
        let ring = way(
            [(box.0, box.1), (box.2, box.1), (box.2, box.3), (box.0, box.3)], [:], isClosed: true)
        relation(
            [("way", ring, "outer")],
            [
                "type": "boundary", "boundary": "administrative", "admin_level": "\(level)", "name": name,
            ].merging(more) { $1 })
    }

    private static func square(_ x: Double, _ y: Double, _ size: Double) -> [Point] {
        let half = size / 2
        return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    }

    /// The drawing as OpenStreetMap XML.
    var xml: String {
        var bounds = ""
        if let extent {
            let (low, high) = (at(extent.0, extent.1), at(extent.2, extent.3))
            bounds = String(
                format: "<bounds minlat=\"%.7f\" minlon=\"%.7f\" maxlat=\"%.7f\" maxlon=\"%.7f\"/>\n", low.latitude,
                low.longitude, high.latitude, high.longitude)
        }
        return
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<osm version=\"0.6\">\n\(bounds)\(nodes)\(ways)\(relations)</osm>\n"
    }

    /// The bytes of an index of the drawing.
    func bytes() throws -> [UInt8] {
        let folder = TemporaryFolder()
        try folder.write("map.osm", Data(xml.utf8))
        try StreetImport.run(files: [folder.file("map.osm")], to: folder.file("map.streets"))
        return Array(try Data(contentsOf: URL(filePath: folder.file("map.streets"))))
    }

    /// An index of the drawing.
    func index() throws -> StreetIndex { try StreetIndex(bytes: bytes()) }
}
