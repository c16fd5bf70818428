import LocationKit
import Synchronization

/// A service on the web as the tool asks it: in the languages of the command, and with its failures told as they are.
struct WebPlacesProvider: GeocodingProvider {
    let name = "web"
    let attribution: String? = nil
    let isOffline = false
    private let places: WebPlaces
    private let credit: WebCredit

    init(_ places: WebPlaces, credit: WebCredit) {
        self.places = places
        self.credit = credit
    }

    func reverseGeocode(
        _ coordinate: Coordinate, languages: [LanguageTag]
    ) async throws(GeocodingError) -> [Placemark] {
        let placemark = try await places.place(at: coordinate)
        if let attribution = placemark.attribution { credit.note(attribution) }
        return [placemark]
    }
}

/// Whose data the names of places are, as the licence of a service asks to be said.
final class WebCredit: Sendable {
    private let text = Mutex<String?>(nil)

    /// The sentence; `nil` before there was an answer that wants one.
    var attribution: String? { text.withLock { $0 } }

    func note(_ attribution: String) { text.withLock { $0 = attribution } }
}
