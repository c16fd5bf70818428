import FoundationEssentials
import LKFormats
import LKGeo

@testable import LKGazetteer
@testable import LKGazetteerBuilder

/// Small worlds with borders: polygons that cover the globe, made without any file.
struct BorderWorld {
    /// A country for each polygon, one zone each, in this order.
    static let codes = ["FJ", "FR", "JP"]

    var rings: [BorderRing] = []
    var zones: [ZoneClass] = [ZoneClass(zone: nil, country: nil, claim: .none, sharing: [])]
    var divisionRings: [BorderRing] = []
    var divisions: [DivisionClass] = [.water]
    var areaRings: [BorderRing] = []
    var areas: [AreaClass] = [.none]

    /// Adds an area; the coordinates are degrees, longitude first as on a map.
    mutating func addZone(
        _ outer: [(Double, Double)], holes: [[(Double, Double)]] = [], country: UInt16?, zone: UInt16,
        claim: BorderRegion.Claim = .none
    ) {
        let owner = zones.count - 1
        rings.append(BorderRing(owner: owner, isHole: false, points: outer.map(Self.point)))
        rings += holes.map { BorderRing(owner: owner, isHole: true, points: $0.map(Self.point)) }
        zones.append(ZoneClass(zone: zone, country: country, claim: claim, sharing: []))
    }

    /// Adds an area that goes before the zones.
    mutating func addArea(_ outer: [(Double, Double)], _ area: AreaClass) {
        areaRings.append(BorderRing(owner: areas.count - 1, isHole: false, points: outer.map(Self.point)))
        areas.append(area)
    }

    mutating func addDivision(_ outer: [(Double, Double)], country: UInt16, division: UInt16?) {
        divisionRings.append(
            BorderRing(owner: divisions.count - 1, isHole: false, points: outer.map(Self.point)))
        divisions.append(DivisionClass(country: country, division: division, isDisputed: false))
    }

    static func point(_ place: (Double, Double)) -> GridPoint {
        GridPoint(longitude: place.0, latitude: place.1) ?? GridPoint(x: 0, y: 0)
    }

    private static func layer(_ rings: [BorderRing]) -> PlanarLayer {
        let topology = EdgeTopology(rings)
        // Each set is the class of its first polygon.
        return PlanarLayer(BorderArc.trace(topology, classes: topology.sets.map { UInt16(($0.first ?? -1) + 1) }))
    }

    /// The layers over each other.
    func overlay() -> BorderOverlay {
        BorderOverlay(
            BorderLayers(
                zones: Self.layer(rings), zoneClasses: zones, divisions: Self.layer(divisionRings),
                divisionClasses: divisions, areas: Self.layer(areaRings), areaClasses: areas))
    }

    /// The three sections.
    func sections() -> [(section: GazetteerSection, bytes: [UInt8])] { Self.sections(of: overlay()) }

    /// The three sections of an overlay.
    static func sections(of overlay: BorderOverlay) -> [(section: GazetteerSection, bytes: [UInt8])] {
        var regions = RecordWriter()
        for region in overlay.regions { region.append(to: &regions) }
        var cells = RecordWriter()
        for cell in overlay.cells { cells.append(cell) }
        return [(.regions, regions.bytes), (.cells, cells.bytes), (.borderEdges, overlay.edges.bytes)]
    }

    /// A gazetteer of the small input with these borders, as bytes.
    func bytes() throws -> [UInt8] {
        let input = try SmallInput()
        defer { input.remove() }
        return try Self.file(adding: sections(), to: WorldBuilder.bytes(from: GeoNamesFolder(path: input.folder.path)))
    }

    /// The sections of a file, and further ones.
    static func file(adding more: [(section: GazetteerSection, bytes: [UInt8])], to file: [UInt8]) throws -> [UInt8] {
        var sections = more
        for (tag, section) in try World(bytes: file).layout.all {
            guard let known = GazetteerSection(rawValue: tag) else { continue }
            sections.append((known, Array(file[section.offset..<section.offset + section.length])))
        }
        return SectionFile.bytes(sections)
    }

    /// Whether a place is inside a polygon, by counting the edges to the north: the oracle of the tests.
    static func contains(_ rings: [BorderRing], longitude: Double, latitude: Double) -> Bool {
        let (x, y) = (longitude * GridPoint.degree, latitude * GridPoint.degree)
        var isInside = false
        for ring in rings {
            for (start, end) in zip(ring.points, ring.points.dropFirst() + [ring.points[0]]) {
                let (x0, x1) = (Double(start.x), Double(end.x))
                guard (x0 <= x) != (x1 <= x) else { continue }
                let (y0, y1) = (Double(start.y), Double(end.y))
                if y0 + (x - x0) * (y1 - y0) / (x1 - x0) > y { isInside.toggle() }
            }
        }
        return isInside
    }
}
