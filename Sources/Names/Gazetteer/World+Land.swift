import LKFormats
package import LKGeo
package import LKGeocoding

/// What the surface is at any point, for drawing maps: water, or the land of a country.
///
/// Coasts are Natural Earth's, off by a kilometre or two; borders are those by which points are named.
package struct LandMap: Sendable {
    /// The water, both open sea and what belongs to a country.
    package static let water: UInt16 = 0
    /// Land of no country.
    package static let unclaimed = UInt16.max

    private let world: World
    private let borders: BorderMap
    /// ``water``, ``unclaimed``, or a country's index and 1, by region.
    private let kinds: [UInt16]
    /// ``water``, ``unclaimed``, or the index and 1 of the country whose land or waters it is, by region.
    private let countries: [UInt16]

    fileprivate init(_ world: World, _ kinds: [UInt16], _ countries: [UInt16]) {
        self.world = world
        borders = world.borders
        self.kinds = kinds
        self.countries = countries
    }

    /// Returns whose land or waters a point is in; ``water`` on the open sea.
    ///
    /// - Parameters:
    ///   - latitude: Degrees, -90...90.
    ///   - longitude: Degrees, -180...180.
    /// - Returns: The number of a country, ``unclaimed``, or ``water``.
    package func country(latitude: Double, longitude: Double) -> UInt16 {
        guard let region = borders.region(latitude: latitude, longitude: longitude) else { return Self.water }
        return countries[region]
    }

    /// Returns what a point is: ``water``, ``unclaimed``, or the number of a country.
    ///
    /// - Parameters:
    ///   - latitude: Degrees, -90...90.
    ///   - longitude: Degrees, -180...180.
    /// - Returns: The number; ``water`` in a damaged file.
    @inline(__always)
    package func kind(latitude: Double, longitude: Double) -> UInt16 {
        if longitude.magnitude >= Self.antimeridianBank { return antimeridianKind(latitude) }
        return plainKind(latitude, longitude)
    }

    /// The data have no land between here and 180°, on either side: their land is cut there.
    private static let antimeridianBank = 179.89

    /// Returns what is between the banks at 180°: land that is on both of them, else water.
    private func antimeridianKind(_ latitude: Double) -> UInt16 {
        let west = plainKind(latitude, Self.antimeridianBank)
        return west != Self.water && west == plainKind(latitude, -Self.antimeridianBank) ? west : Self.water
    }

    @inline(__always)
    private func plainKind(_ latitude: Double, _ longitude: Double) -> UInt16 {
        guard let region = borders.region(latitude: latitude, longitude: longitude) else { return Self.water }
        return kinds[region]
    }

    /// Returns the ISO 3166-1 code of a country's number; `nil` for water and unclaimed land.
    package func countryCode(_ kind: UInt16) throws(GeocodingError) -> String? {
        guard kind != Self.water, kind != Self.unclaimed else { return nil }
        return try world.countryCode(Int(kind) - 1)
    }
}

extension World {
    /// Returns the map of land and water; `nil` if the gazetteer has no borders.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func landMap() throws(GeocodingError) -> LandMap? {
        guard hasBorders else { return nil }
        var (kinds, countries): ([UInt16], [UInt16]) = ([], [])
        for index in 0..<layout.regions.count {
            let region = try region(index, borders)
            if let country = region.country {
                let number = UInt16(truncatingIfNeeded: country + 1)
                kinds.append(region.isWater ? LandMap.water : number)
                countries.append(number)
            } else {
                // The zones of the open sea are those of the longitude; land that no country claims has its own.
                let zone = try region.zone.map(self.zone) ?? nil
                let kind = zone.map { $0.hasPrefix("Etc/") } ?? true ? LandMap.water : LandMap.unclaimed
                kinds.append(kind)
                countries.append(kind)
            }
        }
        return LandMap(self, kinds, countries)
    }

    /// Returns the most populous settlements.
    ///
    /// - Parameters:
    ///   - count: The maximum number.
    ///   - box: The area to look in; `nil` for the whole world, of which settlements of 50,000 and more are looked at.
    /// - Returns: The settlements, the most populous first; quarters of cities are left out.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func largestPlaces(_ count: Int, in box: BoundingBox? = nil) throws(GeocodingError) -> [Place] {
        var found: [(population: UInt32, index: Int)] = []
        let size = layout.places.recordSize
        func add(_ index: Int) throws(GeocodingError) {
            let population = bytes.uint32(layout.places.offset + index * size + 4)
            if population > 0, try part(index).city == nil { found.append((population, index)) }
        }
        if let box {
            for place in try places(in: box) { try add(place.index) }
        } else {
            for index in 0..<layout.places.count where bytes.uint32(layout.places.offset + index * size + 4) >= 50_000 {
                try add(index)
            }
        }
        found.sort { ($1.population, $0.index) < ($0.population, $1.index) }
        var places: [Place] = []
        for entry in found.prefix(count) { places.append(try place(at: entry.index)) }
        return places
    }

    /// Returns the settlements and quarters of an area, the most populous first, those of unknown size last.
    ///
    /// - Parameters:
    ///   - count: The maximum number.
    ///   - box: The area to look in.
    /// - Returns: The places, and whether each is a quarter of a city.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func places(
        _ count: Int, within box: BoundingBox
    ) throws(GeocodingError) -> [(place: Place, isQuarter: Bool)] {
        var found: [(population: UInt32, index: Int)] = []
        for place in try places(in: box) {
            found.append(
                (bytes.uint32(layout.places.offset + place.index * layout.places.recordSize + 4), place.index))
        }
        found.sort { ($1.population, $0.index) < ($0.population, $1.index) }
        var places: [(place: Place, isQuarter: Bool)] = []
        for entry in found.prefix(count) {
            places.append((try place(at: entry.index), try part(entry.index).city != nil))
        }
        return places
    }

    /// Returns the name of a country; `nil` if it is unknown or has none.
    ///
    /// - Parameters:
    ///   - code: ISO 3166-1 alpha-2.
    ///   - languages: In order of preference; empty for the country's own language.
    /// - Returns: The name.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func countryName(_ code: String, languages: [LanguageTag]) throws(GeocodingError) -> String? {
        let naming = try naming(for: languages)
        for index in 0..<layout.countries.count {
            let country = try country(index)
            guard country.code == code else { continue }
            return try name(
                NameKey(.country, index), main: country.englishName, naming: naming, home: country.language)?.text
        }
        return nil
    }
}
