import Geo
import Geocoding

/// Answers as a service on the web would, at once.
struct InventedService: GeocodingProvider {
    var name: String { "invented" }
    var attribution: String? { "© Invented contributors, licence of 42 letters" }
    var isOffline: Bool { false }

    func reverseGeocode(
        _ coordinate: Coordinate, languages: [LanguageTag]
    ) async throws(GeocodingError) -> [Placemark] {
        var placemark = Placemark(coordinate: coordinate, provider: name)
        placemark.name = "1-9-1 Marunouchi"
        placemark.thoroughfare = "Marunouchi Nakadori"
        placemark.subThoroughfare = "9-1"
        placemark.subLocality = "Marunouchi"
        placemark.locality = "Chiyoda"
        placemark.administrativeArea = "Tokyo"
        placemark.postalCode = "100-0005"
        placemark.isoCountryCode = "JP"
        placemark.country = "Japan"
        placemark.precision = .house
        placemark.language = languages.first
        placemark.place = Placemark.Place(name: "1-9-1 Marunouchi", distance: 12, coordinate: coordinate)
        return [placemark]
    }
}
