import LKGeocoding

/// The lines of the three layers, and the meaning of their classes.
struct BorderLayers {
    var zones: PlanarLayer
    var zoneClasses: [ZoneClass]
    var divisions: PlanarLayer
    var divisionClasses: [DivisionClass]
    /// Areas whose country overrides the zones.
    var areas = PlanarLayer([PlanarLayer.Edge]())
    var areaClasses = [AreaClass.none]
}

/// Resolves the region of a point, and numbers the regions in order of appearance.
struct RegionResolver {
    private let layers: BorderLayers
    private(set) var regions: [BorderRegion] = []
    private var numbers: [BorderRegion: UInt16] = [:]
    private var resolved: [Classes: UInt16] = [:]
    /// Edges of the divisions, by the countries that share a zone.
    private var shapes: [UInt16: [PlanarLayer.Edge]] = [:]

    private struct Classes: Hashable {
        var zone: UInt16
        var division: UInt16
        var area: UInt16
    }

    init(_ layers: BorderLayers) {
        self.layers = layers
        let sharing = Set(layers.zoneClasses.flatMap(\.sharing))
        for edge in layers.divisions.edges {
            for side in [edge.above, edge.below] {
                guard let country = layers.divisionClasses[Int(side)].country, sharing.contains(country) else {
                    continue
                }
                shapes[country, default: []].append(edge)
            }
        }
    }

    /// Returns the region at a point in millionths of a degree.
    mutating func region(_ x: Double, _ y: Double) -> UInt16 {
        region(
            x, y, Classes(zone: layers.zones.at(x, y), division: layers.divisions.at(x, y), area: layers.areas.at(x, y))
        )
    }

    /// Returns the region at a point whose class in one of the layers is known.
    mutating func region(_ x: Double, _ y: Double, of known: UInt16, in layer: CellEdge.Layer) -> UInt16 {
        region(
            x, y,
            Classes(
                zone: layer == .zones ? known : layers.zones.at(x, y),
                division: layer == .divisions ? known : layers.divisions.at(x, y),
                area: layer == .areas ? known : layers.areas.at(x, y)))
    }

    private mutating func region(_ x: Double, _ y: Double, _ classes: Classes) -> UInt16 {
        if let number = resolved[classes] { return number }
        let zone = layers.zoneClasses[Int(classes.zone)]
        let division = layers.divisionClasses[Int(classes.division)]
        // In a zone of two countries, the other layer determines the country; beyond its shapes, which are a kilometre
        // off, the result depends on the point.
        let isNear = !zone.sharing.isEmpty && !zone.sharing.contains { $0 == division.country }
        var country = zone.country ?? division.country
        if !zone.sharing.isEmpty {
            country = isNear ? nearest(x, y, of: zone.sharing) ?? country : division.country
        }
        let number = number(of: region(zone, division, layers.areaClasses[Int(classes.area)], country: country))
        if !isNear { resolved[classes] = number }
        return number
    }

    /// Combines the classes.
    private func region(
        _ zone: ZoneClass, _ division: DivisionClass, _ area: AreaClass, country: UInt16?
    ) -> BorderRegion {
        var country = country
        let isArea = area.applies(to: country)
        if isArea, area.claim == nil { country = area.country }
        let isSame = division.country == country && country != nil
        let isExact = isArea && area.claim == nil || zone.sharing.isEmpty
        var made = BorderRegion(
            country: country, zone: zone.zone, division: isSame ? division.division : nil, claim: zone.claim,
            uncertainty: isExact ? BorderPolicy.uncertainty : BorderPolicy.coarseUncertainty)
        if made.claim == .none, isArea, let claim = area.claim { made.claim = claim }
        if made.claim == .none, let country {
            made.claim = zone.sharedClaims[country] ?? division.claims[country] ?? .none
        }
        if made.claim == .none, division.isDisputed, isSame || country == nil { made.claim = .uncoded }
        made.isWater = country != nil && !division.isLand
        // A country does not claim its own land.
        if made.claim == .country(country ?? 0xFFFF) { made.claim = .none }
        return made
    }

    private mutating func number(of region: BorderRegion) -> UInt16 {
        if let number = numbers[region] { return number }
        // The reader's tables have room for 65,535 regions; the world has 6,000.
        let number = UInt16(clamping: regions.count)
        numbers[region] = number
        regions.append(region)
        return number
    }

    private func nearest(_ x: Double, _ y: Double, of countries: [UInt16]) -> UInt16? {
        let point = GridPoint(x: Int32(x), y: Int32(y))
        func distance(_ country: UInt16) -> Double {
            (shapes[country] ?? []).lazy.map { BorderArc.squaredDistance(point, $0.start, $0.end) }.min() ?? .infinity
        }
        return countries.min { distance($0) < distance($1) }
    }
}
