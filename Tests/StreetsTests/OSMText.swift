import Foundation
import TestSupport

@testable import LKStreets
@testable import LocationKitStreetImport

/// OpenStreetMap data written by hand, in metres around a point in the Alps.
struct OSMText {
    private var nodes = ""
    private var ways = ""
    private var relations = ""
    private var lastNode: Int64 = 1_000_000

    /// A position some metres to the east and north of 47°N 9°E.
    static func point(_ east: Double, _ north: Double) -> OSMPoint {
        let metres = 6_371_008.8 * Double.pi / 180 * 1e-7
        return OSMPoint(
            latitude: 470_000_000 + Int32((north / metres).rounded()),
            longitude: 90_000_000 + Int32((east / (metres * cos(47 * Double.pi / 180))).rounded()))
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }

    private static func tags(_ tags: [String: String]) -> String {
        tags.sorted { $0.key < $1.key }.map { "<tag k=\"\(escaped($0.key))\" v=\"\(escaped($0.value))\"/>" }.joined()
    }

    private static func degrees(_ value: Int32) -> String {
        let digits = String(abs(value))
        let padded = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
        return (value < 0 ? "-" : "") + padded.dropLast(7) + "." + padded.suffix(7)
    }

    /// Adds a node.
    @discardableResult
    mutating func node(_ id: Int64, _ east: Double, _ north: Double, _ tags: [String: String] = [:]) -> Int64 {
        let point = Self.point(east, north)
        nodes += "<node id=\"\(id)\" version=\"1\" lat=\"\(Self.degrees(point.latitude))\""
        nodes += " lon=\"\(Self.degrees(point.longitude))\">\(Self.tags(tags))</node>\n"
        return id
    }

    /// Adds text among the nodes.
    mutating func raw(_ text: String) { nodes += text + "\n" }

    /// Adds a way with nodes of its own.
    mutating func way(_ id: Int64, _ line: [(Double, Double)], _ tags: [String: String] = [:], isClosed: Bool = false) {
        var ids = line.map { point in
            lastNode += 1
            return node(lastNode, point.0, point.1)
        }
        if isClosed { ids.append(ids[0]) }
        way(id, nodes: ids, tags)
    }

    /// Adds a way of nodes that are there.
    mutating func way(_ id: Int64, nodes: [Int64], _ tags: [String: String] = [:]) {
        let references = nodes.map { "<nd ref=\"\($0)\"/>" }.joined()
        ways += "<way id=\"\(id)\" version=\"1\">\(references)\(Self.tags(tags))</way>\n"
    }

    /// Adds a closed way around a rectangle, given by its lower left and upper right corner.
    mutating func rectangle(
        _ id: Int64, _ west: Double, _ south: Double, _ east: Double, _ north: Double, _ tags: [String: String] = [:]
    ) {
        way(id, [(west, south), (east, south), (east, north), (west, north)], tags, isClosed: true)
    }

    /// Adds a relation of ways, or of what the kinds say.
    mutating func relation(
        _ id: Int64, _ members: [(kind: String, id: Int64, role: String)], _ tags: [String: String]
    ) {
        let references = members.map { "<member type=\"\($0.kind)\" ref=\"\($0.id)\" role=\"\($0.role)\"/>" }.joined()
        relations += "<relation id=\"\(id)\" version=\"1\">\(references)\(Self.tags(tags))</relation>\n"
    }

    /// The data as OSM XML.
    var xml: String {
        "<?xml version=\"1.0\"?>\n<osm version=\"0.6\">\n\(nodes)\(ways)\(relations)</osm>\n"
    }

    /// Imports it and reads what was written.
    func imported() throws -> IndexDump { try Self.imported([self]) }

    /// Imports several extracts and reads what was written.
    static func imported(_ extracts: [OSMText]) throws -> IndexDump {
        let folder = TemporaryFolder()
        for (number, extract) in extracts.enumerated() {
            try folder.write("\(number).osm", Data(extract.xml.utf8))
        }
        let files = extracts.indices.map { folder.file("\($0).osm") }
        let summary = try StreetImport.run(files: files, to: folder.file("x.streets"))
        let bytes = try Data(contentsOf: URL(filePath: folder.file("x.streets")))
        return try IndexDump(Array(bytes), summary)
    }
}
