import LKGeocoding
import LKThreads

/// The names of the areas around a point: country, state, county, city and quarter.
///
/// The city is the municipality that contains the point; without one, the nearest settlement that is mapped as a point. A
/// village of a municipality is its quarter, unless the address of the house states the village as its city.
struct Surroundings {
    var country: StreetNaming.Name?
    /// ISO 3166-1 alpha-2.
    var countryCode: String?
    var state: StreetNaming.Name?
    var county: StreetNaming.Name?
    var city: StreetNaming.Name?
    /// Whether the city is only the nearest settlement.
    var isCityNearest = false
    var quarter: StreetNaming.Name?
    var postcode: String?
    /// The languages of local names.
    var home: [LanguageTag]
}

extension StreetIndex {
    /// Finds the names of the areas and settlements that contain a point.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - areas: The areas that contain it.
    ///   - stated: The text of the city in the address of the house there; 0 if there is none.
    ///   - naming: The languages of the names.
    /// - Returns: The names; each is `nil` if it is not known.
    func surroundings(
        of point: OSMPoint, _ areas: [Area], stated: UInt32, _ naming: StreetNaming
    ) -> Surroundings {
        let search = SurroundingsSearch(index: self, point: point, areas: areas)
        var found = search.run()
        // Some addresses name the village instead of its municipality.
        if stated != 0, let village = found.village, localName(village) == stated {
            (found.city, found.quarter) = (village, nil)
        }
        func named(_ names: UInt32?) -> StreetNaming.Name? {
            names.flatMap { name($0, naming, home: search.levels.languages) }
        }
        return Surroundings(
            country: named(found.country?.names), countryCode: search.countryCode, state: named(found.state?.names),
            county: named(found.county?.names), city: named(found.city), isCityNearest: found.isCityNearest,
            quarter: named(found.quarter),
            postcode: areas.first { $0.kind == .postal }.flatMap { text($0.code) }, home: search.levels.languages)
    }

    /// Returns a country's ISO 3166-1 alpha-2 code from a file, or `nil` for anything else.
    fileprivate func countryCode(_ reference: UInt32) -> String? {
        let bytes = textBytes(reference)
        guard bytes.count == 2, bytes.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Ranks the areas and settlements around a point.
private struct SurroundingsSearch {
    private let index: StreetIndex
    private let point: OSMPoint
    /// The administrative areas, the smaller first.
    private let areas: [StreetIndex.Area]
    /// The extents of settlements, the smaller first.
    private let extents: [StreetIndex.Area]
    let countryCode: String?
    let levels: AdministrativeLevels

    struct Found {
        var country: StreetIndex.Area?
        var state: StreetIndex.Area?
        var county: StreetIndex.Area?
        /// Names.
        var city: UInt32?
        var isCityNearest = false
        var quarter: UInt32?
        /// The quarter, if it is a village.
        var village: UInt32?
    }

    init(index: StreetIndex, point: OSMPoint, areas: [StreetIndex.Area]) {
        self.index = index
        self.point = point
        self.areas = areas.filter { $0.kind == .administrative && $0.names != 0 }.sorted {
            ($1.level, $0.box.size, $0.index) < ($0.level, $1.box.size, $1.index)
        }
        extents = areas.filter { $0.kind == .settlement && $0.names != 0 }.sorted {
            ($0.box.size, $0.index) < ($1.box.size, $1.index)
        }
        // The country itself is the best source, then the largest of its divisions.
        let codes = self.areas.reversed().lazy.compactMap { index.countryCode($0.country) }
        let code = codes.first
        countryCode = code
        levels = AdministrativeLevels.of(code)
    }

    func run() -> Found {
        var found = Found()
        found.country = areas.last { $0.level == 2 }
        found.state = first(of: levels.state)
        found.county = first(of: levels.county)
        let city = city(under: found)
        found.city = city?.names
        found.isCityNearest = city != nil && city?.area == nil
        if let area = city?.area {
            // A city that is a county or a state of its own is named once.
            if area.index == found.county?.index { found.county = nil }
            if area.index == found.state?.index, !AdministrativeLevels.cities.contains(code(of: area)) {
                found.state = nil
            }
        }
        found.quarter = quarter(of: city)
        if found.quarter == nil, let village = partByDistance(of: city) {
            found.quarter = village.names
            if village.kind == .village { found.village = village.names }
        }
        return found
    }

    private func first(of levels: [Int]) -> StreetIndex.Area? {
        for level in levels { if let area = areas.first(where: { $0.level == level }) { return area } }
        return nil
    }

    private func code(of area: StreetIndex.Area) -> String {
        String(decoding: index.textBytes(area.code), as: UTF8.self)
    }

    /// Whether the point is outside the countries of the file: the settlements near it may be across the border.
    private var isAbroad: Bool { areas.isEmpty && index.hasCountries }

    // MARK: The city

    private struct City {
        var names: UInt32
        var area: StreetIndex.Area?
        var kind: SettlementKind?
    }

    private func city(under found: Found) -> City? {
        if let state = areas.first(where: { AdministrativeLevels.cities.contains(code(of: $0)) }) {
            return City(names: state.names, area: state, kind: .city)
        }
        for level in levels.city {
            guard let area = areas.first(where: { $0.level == level }) else { continue }
            let namesake = index.namesake(of: area)
            // Manhattan is a borough, at a level that is a town's elsewhere.
            if let kind = namesake.kind, kind.isPartOfCity { continue }
            return City(names: namesake.names ?? area.names, area: area, kind: namesake.kind)
        }
        let stateLevel = found.state?.level ?? 3
        for area in areas where area.level > stateLevel {
            let namesake = index.namesake(of: area)
            if namesake.isExact, let kind = namesake.kind, kind == .city || kind == .town || kind == .village {
                return City(names: area.names, area: area, kind: kind)
            }
        }
        if let extent = extents.first(where: { $0.settlement?.isSettlement == true }) {
            return City(names: extent.names, area: extent, kind: extent.settlement)
        }
        // Singapore.
        if let country = found.country, country.box.isSmall {
            let namesake = index.namesake(of: country)
            if namesake.isExact, namesake.kind == .city {
                return City(names: country.names, area: country, kind: .city)
            }
        }
        guard !isAbroad else { return nil }
        // Never across a known border.
        let around = found.county ?? found.state ?? found.country
        let nearest = settlement(within: .cities) { settlement in
            around.map { index.contains($0, settlement.point) } ?? true
        }
        if let nearest { return City(names: nearest.names, area: nil, kind: nearest.kind) }
        // A town that is tagged as a part of its neighbour has a municipality of its own: Frederiksberg Kommune.
        return found.county.flatMap { county in
            let namesake = index.namesake(of: county)
            return (namesake.names ?? namesake.beginning).map { City(names: $0, area: nil, kind: nil) }
        }
    }

    // MARK: The quarter

    private func quarter(of city: City?) -> UInt32? {
        let name = city.map { index.localName($0.names) }
        func isOther(_ names: UInt32) -> Bool { index.localName(names) != name }
        if let area = city?.area, area.kind == .administrative {
            // In a city that is a state, areas that would be cities elsewhere are parts of it too.
            let parts = levels.quarter + (levels.city.contains(area.level) ? [] : levels.city.reversed())
            for level in parts where level > area.level {
                if let part = areas.first(where: { $0.level == level }), isOther(part.names) { return part.names }
            }
        } else if let part = first(of: levels.quarter), isOther(part.names) {
            return part.names
        }
        if let extent = extents.first(where: { $0.settlement?.isPartOfCity == true }), isOther(extent.names) {
            return extent.names
        }
        return nil
    }

    /// Returns the nearest part of a city that is mapped as a point.
    private func partByDistance(of city: City?) -> StreetIndex.Settlement? {
        guard !isAbroad else { return nil }
        let name = city.map { index.localName($0.names) }
        // In the middle of a municipality, the nearest village is its namesake, which does not name a part.
        let nearest = settlement(within: .parts) { settlement in
            city?.area.map { index.contains($0, settlement.point) } ?? (index.localName(settlement.names) != name)
        }
        return nearest.flatMap { index.localName($0.names) == name ? nil : $0 }
    }

    /// Returns the settlement nearest to the point in relation to how far settlements of its kind reach.
    ///
    /// - Parameters:
    ///   - reaches: How far the kinds that count reach.
    ///   - isWanted: Whether a settlement counts; checked last.
    /// - Returns: `nil` if none reaches the point.
    private func settlement(
        within reaches: SettlementReaches, where isWanted: (StreetIndex.Settlement) -> Bool
    ) -> StreetIndex.Settlement? {
        let maximumReach = reaches.maximumReach
        let plane = LocalPlane(point)
        var best: (settlement: StreetIndex.Settlement, share: Double)?
        index.layout.settlementTree.nearest(to: point, within: maximumReach) {
            index.settlement($0).map { plane.distance(to: $0.point) } ?? .infinity
        } visit: { item, distance in
            // No later one can be nearer in relation to its reach.
            if let best, distance / maximumReach >= best.share { return false }
            guard let settlement = index.settlement(item) else { return true }
            let reach = reaches[settlement.kind]
            guard distance <= reach else { return true }
            if distance / reach < best?.share ?? .infinity, isWanted(settlement) {
                best = (settlement, distance / reach)
            }
            return true
        }
        return best?.settlement
    }
}

/// Maximum distance, in metres, at which a point may belong to a settlement, by kind.
private struct SettlementReaches {
    private var city = -1.0
    private var town = -1.0
    private var village = -1.0
    private var hamlet = -1.0
    private var borough = -1.0
    private var suburb = -1.0
    private var quarter = -1.0
    private var neighbourhood = -1.0
    let maximumReach: Double

    /// Settlements that count as cities by distance alone.
    static let cities = SettlementReaches(
        city: 15_000, town: 8_000, village: 4_000, hamlet: 2_000, maximumReach: 15_000)
    /// Parts of a settlement, and villages of a municipality.
    static let parts = SettlementReaches(
        village: 3_000, hamlet: 1_000, borough: 3_000, suburb: 2_500, quarter: 1_500, neighbourhood: 1_000,
        maximumReach: 3_000)

    /// Returns the distance in metres of a kind, negative for a kind that does not count.
    subscript(kind: SettlementKind) -> Double {
        switch kind {
        case .city: city
        case .town: town
        case .village: village
        case .hamlet: hamlet
        case .borough: borough
        case .suburb: suburb
        case .quarter: quarter
        case .neighbourhood: neighbourhood
        default: -1
        }
    }
}

// MARK: - Settlements

extension StreetIndex {
    /// Whether an area of the file is a whole country.
    var hasCountries: Bool {
        countries.withLock { known in
            if let known { return known }
            let found = (0..<layout.areas.count).contains { index in
                area(index).map { $0.kind == .administrative && $0.level == 2 } ?? false
            }
            known = found
            return found
        }
    }

    /// A settlement mapped as a point.
    struct Settlement {
        var names: UInt32
        var kind: SettlementKind
        var point: OSMPoint
    }

    /// Returns a settlement; `nil` if the index does not exist or the kind is unknown.
    func settlement(_ index: Int) -> Settlement? {
        guard let record = layout.settlements[index], let kind = SettlementKind(number: Int(record.uint32(4))) else {
            return nil
        }
        return Settlement(names: record.uint32(0), kind: kind, point: record.point(12))
    }

    /// The settlement that an area is named after, which distinguishes a city from a village.
    struct Namesake {
        var kind: SettlementKind?
        /// Names of the settlement, where they are not the area's own: Feldkirch of Stadt Feldkirch.
        var names: UInt32?
        /// Names of the settlement or part of one that the area's name begins with: Frederiksberg of Frederiksberg Kommune.
        var beginning: UInt32?
        /// Whether both have the same name.
        var isExact = false
    }

    /// Maximum distance of a namesake from the middle of its area, in metres.
    private static let namesakeReach = 60_000.0

    /// Returns the settlement that an area is named after, searching for it only once.
    fileprivate func namesake(of area: Area) -> Namesake {
        if let known = namesakes.withLock({ $0[area.index] }) { return known }
        let made = findNamesake(of: area)
        namesakes.withLock { $0[area.index] = made }
        return made
    }

    private func findNamesake(of area: Area) -> Namesake {
        let own = localName(area.names)
        let ownBytes = textBytes(own)
        var found = Namesake(kind: area.settlement, names: nil, isExact: area.settlement != nil)
        let middle = area.box.middle
        let plane = LocalPlane(middle)
        let reach = min(Self.namesakeReach, area.box.radius)
        layout.settlementTree.nearest(to: middle, within: reach) {
            settlement($0).map { plane.distance(to: $0.point) } ?? .infinity
        } visit: { item, _ in
            guard let settlement = settlement(item), area.box.contains(settlement.point) else { return true }
            let name = localName(settlement.names)
            guard name != 0 else { return true }
            if name == own {
                if found.kind == nil || !found.isExact { found.kind = settlement.kind }
                found.isExact = true
                found.names = nil
                return settlement.kind.isPartOfCity || settlement.kind == .locality
            }
            let bytes = textBytes(name)
            guard bytes.count > 2, ownBytes.count > bytes.count + 1 else { return true }
            if found.beginning == nil, ownBytes[bytes.count] == UInt8(ascii: " "), ownBytes.starts(with: bytes) {
                found.beginning = settlement.names
            }
            // Stadt Feldkirch, City of Edinburgh.
            guard !found.isExact, found.names == nil,
                ownBytes[ownBytes.count - bytes.count - 1] == UInt8(ascii: " "),
                ownBytes.suffix(bytes.count).elementsEqual(bytes), settlement.kind.isSettlement
            else { return true }
            found.kind = settlement.kind
            found.names = settlement.names
            return true
        }
        return found
    }
}

extension SettlementKind {
    /// Whether it is a city, town, village or hamlet.
    fileprivate var isSettlement: Bool { self == .city || self == .town || self == .village || self == .hamlet }

    /// Whether it is a part of a settlement.
    fileprivate var isPartOfCity: Bool {
        switch self {
        case .borough, .suburb, .quarter, .neighbourhood, .cityBlock: true
        default: false
        }
    }
}

extension GridBox {
    /// Its size in square units.
    fileprivate var size: Double { (Double(north) - Double(south)) * (Double(east) - Double(west)) }

    /// Whether it is no larger than a city: 0.6 degrees.
    fileprivate var isSmall: Bool {
        Double(north) - Double(south) < 6_000_000 && Double(east) - Double(west) < 6_000_000
    }
}
