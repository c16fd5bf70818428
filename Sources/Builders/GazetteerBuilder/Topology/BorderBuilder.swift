import LKGazetteer
import LKGeocoding

/// Turns polygons into the three sections: edges, classes, simplified arcs, regions in cells.
enum BorderBuilder {
    /// Returns the sections.
    ///
    /// - Parameters:
    ///   - input: The polygons.
    ///   - settlements: The settlements, which determine the names of polygons.
    ///   - country: Returns the index of a country's code in `CTRY`.
    ///   - zone: Returns the index of a zone's name in `ZONE`.
    ///   - codeOf: Returns the code of a country's index.
    ///   - division: Returns the index in `STAT` of a division by its country's code and its own.
    ///   - report: Called with each step of the work.
    /// - Returns: `BREG`, `BGRD` and `BEDG`.
    /// - Throws: `GeocodingError` with `inputInvalid` when the sections do not agree with the polygons.
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
            // Lines to the sea and to other countries only delimit the shape: the zones define those borders.
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

    /// Returns the number of edges that are borders, lines within a country, and lines at sea.
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

/// The countries of disputed places, in one table.
///
/// The country is the one in ISO 3166 and GeoNames, so that settlements and divisions agree with it; XK counts as a
/// code. Areas that OpenStreetMap assigns to two countries go to the country of the smaller zone. If another country
/// claims or holds a place, the region records it.
enum BorderPolicy {
    /// Zones shared by two countries, which Natural Earth's lines separate.
    static let shared: [String: [String]] = ["Europe/Belgrade": ["RS", "XK"], "Africa/El_Aaiun": ["EH", "MA"]]

    /// The other claimant of a whole zone; an empty code for a party without an ISO 3166 code.
    static let claims: [String: String] = [
        "Europe/Simferopol": "RU", "Asia/Famagusta": "", "Africa/El_Aaiun": "MA", "Atlantic/Stanley": "AR",
        "Atlantic/South_Georgia": "AR",
    ]

    /// The claimants of Natural Earth's shapes, by code and name and by the country that holds a part.
    ///
    /// The lines are one or two kilometres off.
    static let shapeClaims: [[String]: [String: String]] = [
        ["IN", "Jammu and Kashmir"]: kashmir, ["-1", "Kashmir"]: kashmir, ["PK", "Azad Kashmir"]: kashmir,
        ["PK", "Northern Areas"]: kashmir,
    ]
    private static let kashmir = ["IN": "PK", "PK": "IN"]

    /// The same for the shape that contains most of a division's settlements, by country and GeoNames code:
    /// Transnistria, whose government has no code.
    static let divisionClaims: [[String]: [String: String]] = [["MD", "58"]: ["MD": ""]]

    /// The other claimant of a country wherever the two share a zone.
    static let sharedClaims: [String: String] = ["XK": "RS"]

    /// Countries that share a zone without a claim: a polygon with mostly their settlements is theirs.
    static let agreed: Set<[String]> = [["VN", "TH"], ["SJ", "NO"]]

    /// Natural Earth's areas without a code, with their country and whether that is disputed.
    static let uncoded: [String: (country: String?, isDisputed: Bool)] = [
        "Somaliland": ("SO", true), "Northern Cyprus": ("CY", true), "Kashmir": (nil, true),
        "Spratly Islands": (nil, true), "Cocos (Keeling) Islands": ("CC", false), "Christmas Island": ("CX", false),
        "Clipperton Island": ("FR", false), "Baykonur lease in Qyzylorda": ("KZ", false),
        "Guantanamo Bay USNB": ("CU", true),
    ]

    /// The maximum share of a polygon's settlements coded with its zone's country for another to take it over: one in
    /// ten.
    static let foreignShare = 10

    /// The error in metres of the lines of OpenStreetMap and of Natural Earth; the second is the 99th percentile.
    static let uncertainty: UInt16 = 500
    static let coarseUncertainty: UInt16 = 4_000

    /// The tolerances in metres for simplifying lines: between countries, within one, at sea; measured in the format's
    /// documentation.
    static let tolerance = (border: 60.0, inner: 150.0, sea: 1_000.0)
}
