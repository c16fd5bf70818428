internal import Geocoding

/// From polygons to the three sections: edges, classes, simplified arcs, regions in cells.
enum BorderBuilder {
    /// The sections.
    ///
    /// - Parameters:
    ///   - input: The polygons.
    ///   - settlements: The settlements, which say what the polygons are called.
    ///   - country: The index of a country's code in `CTRY`.
    ///   - zone: The index of a zone's name in `ZONE`.
    ///   - codeOf: The code of a country's index.
    ///   - division: The index in `STAT` of a division by its country's code and its own.
    ///   - report: Is told what is being done.
    /// - Returns: `BREG`, `BGRD` and `BEDG`.
    /// - Throws: `GeocodingError` with `inputInvalid` when the sections do not say what the polygons say.
    static func sections(
        _ input: BorderInput, settlements: [BorderSettlement], country: @escaping (String) -> UInt16?,
        zone: @escaping (String) -> UInt16?, codeOf: @escaping (UInt16) -> String,
        division: @escaping (String, String) -> UInt16?, report: (BuildReport) -> Void
    ) throws(GeocodingError) -> [(section: GazetteerSection, bytes: [UInt8])] {
        let classifier = BorderClassifier(
            settlements: settlements, country: country, zone: zone, codeOf: codeOf, division: division)

        let zoneEdges = EdgeTopology(input.zones.rings)
        let counts = "\(zoneEdges.edges.count) edges of time zones, \(zoneEdges.sets.count) areas and overlaps"
        report(.note("\(counts), \(zoneEdges.cuts) cuts"))
        let zones = classifier.classes(of: input.zones, zoneEdges, report: report)
        let zoneArcs = ArcSimplifier(BorderArc.trace(zoneEdges, classes: zones.ofSet)) { arc in
            tolerance(zones.classes[Int(arc.left)].country, zones.classes[Int(arc.right)].country)
        }
        let zoneLayer = PlanarLayer(zoneArcs.arcs)

        let shapes = EdgeTopology(input.divisionRings)
        let divisions = classifier.classes(of: input.divisions, shapes)
        let divisionArcs = ArcSimplifier(BorderArc.trace(shapes, classes: divisions.ofSet)) { arc in
            let left = divisions.classes[Int(arc.left)].country
            let isInner = left != nil && left == divisions.classes[Int(arc.right)].country
            // Lines to the sea and to other countries only say where the shape ends: the zones draw those borders.
            return isInner ? BorderPolicy.tolerance.inner : BorderPolicy.tolerance.sea / 2
        }
        let divisionLayer = PlanarLayer(divisionArcs.arcs)
        report(.note("edges: \(count(zoneArcs.arcs, zones.classes))"))
        report(.note("edges that cross: \(zoneArcs.crossings) and \(divisionArcs.crossings)"))
        report(.note("\(zoneLayer.edges.count) edges of zones and \(divisionLayer.edges.count) of divisions are left"))

        let areaEdges = EdgeTopology(input.areaRings)
        let areas = classifier.classes(of: input.areas, areaEdges)
        let areaArcs = ArcSimplifier(BorderArc.trace(areaEdges, classes: areas.ofSet)) { _ in
            BorderPolicy.tolerance.border
        }
        let unknown = Set(input.areas.map(\.code).filter { !$0.isEmpty && country($0) == nil }).sorted()
        if !unknown.isEmpty { report(.note("no country has the code \(unknown.joined(separator: ", "))")) }

        var overlay = BorderOverlay(
            BorderLayers(
                zones: zoneLayer, zoneClasses: zones.classes, divisions: divisionLayer,
                divisionClasses: divisions.classes, areas: PlanarLayer(areaArcs.arcs), areaClasses: areas.classes)
        ) { report(.progress("laying the borders over each other", $0)) }
        var regions = RecordWriter()
        for region in overlay.regions { region.append(to: &regions) }
        var cells = RecordWriter()
        for cell in overlay.cells { cells.append(cell) }
        report(
            .note(
                "\(overlay.regions.count) regions, \(cells.bytes.count) bytes of cells, \(overlay.edges.bytes.count) of edges"
            ))
        let check = BorderCheck(regions: regions.bytes, cells: cells.bytes, edges: overlay.edges.bytes)
        try check.run(against: &overlay.resolver, report: report)
        return [(.regions, regions.bytes), (.cells, cells.bytes), (.borderEdges, overlay.edges.bytes)]
    }

    /// How many edges are borders, lines within a country, and lines at sea.
    private static func count(_ arcs: [BorderArc], _ classes: [ZoneClass]) -> [Double: Int] {
        var counts: [Double: Int] = [:]
        for arc in arcs {
            let kind = tolerance(classes[Int(arc.left)].country, classes[Int(arc.right)].country)
            counts[kind, default: 0] += arc.points.count - 1
        }
        return counts
    }

    private static func tolerance(_ left: UInt16?, _ right: UInt16?) -> Double {
        guard let left, let right else { return BorderPolicy.tolerance.sea }
        return left == right ? BorderPolicy.tolerance.inner : BorderPolicy.tolerance.border
    }
}
