import LocationKit

/// A service on the web as the tool asks it: in the languages of the command, and with its failures told as they are.
struct WebPlacesProvider: GeocodingProvider {
    let name = "web"
    let attribution: String? = nil
    let isOffline = false
    private let places: WebPlaces

    init(_ places: WebPlaces) { self.places = places }

    func reverseGeocode(
        _ coordinate: Coordinate, languages: [LanguageTag]
    ) async throws(GeocodingError) -> [Placemark] { [try await places.place(at: coordinate)] }
}
