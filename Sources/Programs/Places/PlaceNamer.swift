import LKGazetteer
import LKGeo
import LKGeocoding
import LKOfflineGeocoding
import LKStreets

/// What names points for a C program: an offline geocoder with a list of languages.
final class PlaceNamer: Sendable {
    private let offline: OfflineProvider
    let languages: [LanguageTag]
    /// The gazetteer's names in these languages.
    let names: World.NameTable

    init(
        world: World, languages: [LanguageTag], streets: [StreetIndex], fallsBackToWorld: Bool
    ) throws(PlacesError) {
        offline = OfflineProvider(
            world: world, streets: streets.isEmpty ? nil : StreetIndexes(indexes: streets),
            fallsBackToWorld: fallsBackToWorld)
        self.languages = languages
        names = try reading { () throws(GeocodingError) in
            try World.NameTable(world: world, languages: languages)
        }
    }

    var world: World { offline.world }

    /// Whether the world alone answers for every point.
    var isWorldAlone: Bool { offline.streets == nil && offline.fallsBackToWorld }

    /// Returns whether the answer for a point may differ from the world's.
    func mayDifferFromWorld(at coordinate: Coordinate) -> Bool { offline.mayDifferFromWorld(at: coordinate) }

    /// Returns the names of a point, as `locate reverse` prints them.
    func place(at coordinate: Coordinate, withBorder: Bool) throws(PlacesError) -> Placemark {
        try reading { () throws(GeocodingError) in
            try offline.placemark(at: coordinate, languages: languages, withBorder: withBorder)
        }
    }

    /// Finds places by name or address, as `locate search` does.
    func search(_ text: String, limit: Int, near: Coordinate?) throws(PlacesError) -> [PlaceMatch] {
        try reading { () throws(GeocodingError) in
            try offline.search(text, limit: limit, near: near, languages: languages)
        }
    }

    /// Returns the coordinate of a placemark's place.
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
