internal import Gazetteer
internal import Geo
internal import Geocoding
internal import Streets

/// A gazetteer, a list of languages and street indexes: what names points.
final class Geocoder: Sendable {
    let world: World
    let languages: [LanguageTag]
    let streets: StreetProvider?
    /// Whether the gazetteer answers where no street index does.
    let fallsBackToWorld: Bool
    /// The gazetteer's names in these languages.
    let names: World.NameTable

    init(
        world: World, languages: [LanguageTag], streets: [StreetIndex], fallsBackToWorld: Bool
    ) throws(PlacesError) {
        self.world = world
        self.languages = languages
        self.streets = streets.isEmpty ? nil : StreetProvider(indexes: streets)
        self.fallsBackToWorld = fallsBackToWorld
        names = try reading { () throws(GeocodingError) in
            try World.NameTable(world: world, languages: languages)
        }
    }

    /// Whether a street index may answer for a point.
    func streetsCover(_ coordinate: Coordinate) -> Bool {
        !fallsBackToWorld || streets?.indexes.contains { $0.covers(coordinate) } == true
    }

    /// The names of a point, as `locate reverse` prints them.
    ///
    /// A street index answers where it knows at least as much as the world, which adds what an extract lacks.
    func place(at coordinate: Coordinate, withBorder: Bool) throws(PlacesError) -> Placemark {
        let found = streets?.placemark(at: coordinate, languages: languages)
        if found == nil, !fallsBackToWorld {
            return Placemark(coordinate: coordinate, provider: StreetIndex.providerName)
        }
        let place = try reading { () throws(GeocodingError) in
            var place = try world.placemark(at: coordinate, languages: languages, withBorder: withBorder)
            if withBorder, place.precision == .none { place.border = try borderAtSea(coordinate) }
            return place
        }
        guard let found, !fallsBackToWorld || !place.precision.isFiner(than: found.precision) else { return place }
        return found.completed(by: place)
    }

    /// The border nearest to a point at sea, of which a placemark says nothing.
    private func borderAtSea(_ coordinate: Coordinate) throws(GeocodingError) -> Placemark.Border? {
        try world.border(near: coordinate).map { border in
            Placemark.Border(
                distance: border.distance, isoCountryCode: border.neighbourCode, country: nil,
                isCertain: border.isCertain)
        }
    }

    /// The coordinate of a placemark's place.
    func position(of placemark: Placemark) throws(PlacesError) -> Coordinate? {
        if let position = placemark.place?.coordinate { return position }
        guard placemark.provider == World.providerName, placemark.place != nil else { return nil }
        let answer = try reading { () throws(GeocodingError) in try world.lookup(placemark.coordinate) }
        return answer.flatMap(names.coordinate)
    }
}

extension Double {
    /// Metres with the one decimal that `locate` prints.
    var roundedToDecimetres: Double { (self * 10).rounded() / 10 }
}
