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
            try world.placemark(at: coordinate, languages: languages, withBorder: withBorder)
        }
        guard let found, !fallsBackToWorld || !place.precision.isFiner(than: found.precision) else { return place }
        return found.completed(by: place)
    }

    /// The coordinate of a placemark's place.
    func position(of placemark: Placemark) throws(PlacesError) -> Coordinate? {
        if let position = placemark.place?.coordinate { return position }
        guard placemark.provider == World.providerName, placemark.place != nil else { return nil }
        let answer = try reading { () throws(GeocodingError) in try world.lookup(placemark.coordinate) }
        return answer.flatMap(names.coordinate)
    }
}

/// A place of a search.
struct FoundPlace {
    var placemark: Placemark
    /// The name that matched.
    var name: String
    /// Metres from the point to be near.
    var distance: Double?
}

extension Geocoder {
    /// Finds places by name: those of the world, then streets, houses and places of interest of street indexes.
    func search(_ text: String, limit: Int, near: Coordinate?) throws(PlacesError) -> [FoundPlace] {
        try reading { () throws(GeocodingError) in
            var found: [FoundPlace] = []
            for result in fallsBackToWorld ? try world.search(name: text, limit: limit, near: near) : [] {
                let placemark = try world.placemark(of: result, languages: languages)
                found.append(FoundPlace(placemark: placemark, name: result.name, distance: result.distance))
            }
            guard let streets, found.count < limit else { return found }
            for match in streets.search(StreetQuery(text), limit: limit, near: near, languages: languages) {
                // The world has the settlements.
                if fallsBackToWorld, !match.placemark.precision.isFiner(than: .locality) { continue }
                let surroundings = try world.placemark(at: match.placemark.coordinate, languages: languages)
                found.append(
                    FoundPlace(
                        placemark: match.placemark.completed(by: surroundings), name: match.name,
                        distance: match.distance))
                if found.count == limit { break }
            }
            return found
        }
    }
}

extension Double {
    /// Metres with the one decimal that `locate` prints.
    var roundedToDecimetres: Double { (self * 10).rounded() / 10 }
}
