import LKFormats
package import LKGeo
package import LKGeocoding

extension World {
    /// A country, or a first-order division of one: a state, province or prefecture.
    package struct SearchArea: Hashable, Sendable {
        /// The kind of area.
        package enum Kind: String, Sendable {
            /// A country, or a territory with a code of its own.
            case country
            /// A first-order division.
            case division
        }

        /// Whether it is a country or a division.
        package let kind: Kind
        /// The English name, or GeoNames' name.
        package let name: String
        /// ISO 3166-1 alpha-2, and XK for Kosovo: the country itself, or the one that the division belongs to.
        package let countryCode: String
        /// GeoNames' code of the division, which is a number in most countries; `nil` for a country.
        package let divisionCode: String?
        /// The centre of its land, or the point on its land nearest to that.
        package let coordinate: Coordinate
        /// The index in `CTRY`.
        let country: Int
        /// The index in `STAT`, -1 for a country.
        let division: Int
    }

    /// Returns a country or division as a search result.
    ///
    /// - Parameters:
    ///   - country: Index into `CTRY`.
    ///   - division: Index into `STAT`, -1 for the country itself.
    /// - Returns: `nil` for an area without settlements, whose position is unknown.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    func searchArea(country: Int, division: Int) throws(GeocodingError) -> SearchArea? {
        guard let coordinate = try middle(country: country, division: division) else { return nil }
        let owner = try self.country(country)
        let isCountry = division < 0
        let name = try text(isCountry ? owner.englishName : try self.division(division).englishName)
        return SearchArea(
            kind: isCountry ? .country : .division, name: name ?? owner.code, countryCode: owner.code,
            divisionCode: isCountry ? nil : try divisionCode(division), coordinate: coordinate, country: country,
            division: division)
    }

    /// Returns a placemark for an area, named in the first of the languages that has a name.
    ///
    /// - Parameters:
    ///   - area: An area from a query of this gazetteer.
    ///   - languages: In order of preference; empty for each place's own language.
    /// - Returns: The placemark, with precision `country` or `region`.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func placemark(of area: SearchArea, languages: [LanguageTag]) throws(GeocodingError) -> Placemark {
        let country = try country(area.country)
        let naming = try naming(for: languages)
        var placemark = Placemark(coordinate: area.coordinate, provider: Self.providerName)
        let division = area.kind == .division ? try division(area.division) : nil
        try setCountry(country, division, of: &placemark, naming)
        placemark.precision = division == nil ? .country : .region
        if division != nil, placemark.administrativeArea == nil { placemark.administrativeArea = area.name }
        let home = try division.map(home) ?? country.language
        placemark.language = languages.first ?? language(of: home)
        placemark.name = placemark.administrativeArea ?? placemark.country ?? area.name
        placemark.attribution = attribution
        placemark.claims = []
        return placemark
    }
}

/// The extent of an area's settlements.
private struct AreaExtent {
    var south = 90.0
    var north = -90.0
    /// Degrees east of the centre, which may cross the antimeridian.
    var west = 180.0
    var east = -180.0
}

extension World {
    /// The number of grid points in each direction that sample an area's land: 48 × 48 take 2 ms at most.
    private static let samples = 48

    /// Returns the centre of an area's land, computed from a grid of points over the extent of its settlements.
    ///
    /// If the borders do not contain the division, it is the centre of the settlements instead.
    private func middle(country: Int, division: Int) throws(GeocodingError) -> Coordinate? {
        var isMember = [Bool](repeating: false, count: layout.divisions.count)
        for index in isMember.indices {
            isMember[index] = division < 0 ? try self.division(index).country == country : index == division
        }
        var members: [Int] = []
        var sum = SurfaceVector(x: 0, y: 0, z: 0)
        for index in 0..<layout.places.count {
            let own = search.match(index, squared: 0).division
            guard own < isMember.count, isMember[own] else { continue }
            members.append(index)
            sum.add(search.vector(at: index))
        }
        guard let center = sum.onSurface?.coordinate, !members.isEmpty else { return nil }
        var extent = AreaExtent()
        for index in members {
            guard let place = search.vector(at: index).coordinate else { throw damaged("a place has no position") }
            extent.south = min(extent.south, place.latitude)
            extent.north = max(extent.north, place.latitude)
            let east = Self.offset(place.longitude, from: center.longitude)
            extent.west = min(extent.west, east)
            extent.east = max(extent.east, east)
        }
        return try middle(of: extent, around: center, country: country, division: division) ?? center
    }

    /// Returns the centre of the grid points on the area's land; `nil` if there are none.
    private func middle(
        of extent: AreaExtent, around center: Coordinate, country: Int, division: Int
    ) throws(GeocodingError) -> Coordinate? {
        guard hasBorders else { return nil }
        func isOwn(_ place: Coordinate) throws(GeocodingError) -> Bool {
            guard let region = try region(at: place), !region.isWater else { return false }
            return region.country == country && (division < 0 || region.division == division)
        }
        // Land extends beyond the outermost settlements.
        let (height, width) = (extent.north - extent.south, extent.east - extent.west)
        let (south, north) = (extent.south - height / 10 - 0.05, extent.north + height / 10 + 0.05)
        let (west, east) = (extent.west - width / 10 - 0.05, extent.east + width / 10 + 0.05)
        var land: [Coordinate] = []
        var sum = (weight: 0.0, latitude: 0.0, east: 0.0)
        for row in 0..<Self.samples {
            let latitude = south + (north - south) * (Double(row) + 0.5) / Double(Self.samples)
            // A degree of longitude gets shorter towards the poles.
            let weight = max(0, SurfaceVector.narrowing(atLatitude: latitude))
            for column in 0..<Self.samples {
                let offset = west + (east - west) * (Double(column) + 0.5) / Double(Self.samples)
                guard let place = Self.coordinate(latitude, center.longitude + offset), try isOwn(place) else {
                    continue
                }
                land.append(place)
                sum.weight += weight
                sum.latitude += weight * latitude
                sum.east += weight * offset
            }
        }
        guard sum.weight > 0,
            let middle = Self.coordinate(
                sum.latitude / sum.weight, center.longitude + sum.east / sum.weight)
        else { return nil }
        if try isOwn(middle) { return middle }
        let vector = SurfaceVector(middle)
        return land.min {
            SurfaceVector($0).squaredDistance(to: vector) < SurfaceVector($1).squaredDistance(to: vector)
        }
    }

    /// Returns the degrees east from one longitude to another, -180 to 180.
    private static func offset(_ longitude: Double, from middle: Double) -> Double {
        (longitude - middle + 540).truncatingRemainder(dividingBy: 360) - 180
    }

    /// Returns a coordinate rounded to five decimals, like those of settlements, after normalizing the longitude.
    private static func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate? {
        let turned = (longitude + 540).truncatingRemainder(dividingBy: 360) - 180
        return Coordinate(latitude: (latitude * 1e5).rounded() / 1e5, longitude: (turned * 1e5).rounded() / 1e5)
    }
}
