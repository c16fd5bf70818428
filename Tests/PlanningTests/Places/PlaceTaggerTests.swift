import LKGeo
import LKGeocoding
import LKMetadata
import Synchronization
import Testing

@testable import LKPlanning

@Suite("Names of the places of photos")
struct PlaceTaggerTests {
    /// Knows a town everywhere but in the south, and counts.
    private final class Town: GeocodingProvider {
        let name = "town"
        let attribution: String? = nil
        let isOffline = true
        private let questions = Mutex<(count: Int, languages: [LanguageTag])>((0, []))
        var count: Int { questions.withLock { $0.count } }
        var languages: [LanguageTag] { questions.withLock { $0.languages } }

        func reverseGeocode(
            _ coordinate: Coordinate, languages: [LanguageTag]
        ) async throws(GeocodingError) -> [Placemark] {
            questions.withLock { $0 = ($0.count + 1, languages) }
            if coordinate.latitude < -80 { throw GeocodingError(.serviceRefused, "no") }
            guard coordinate.latitude > 0 else { return [] }
            var placemark = Placemark(coordinate: coordinate, provider: name)
            placemark.subLocality = "Centrs"
            placemark.locality = "Rīga"
            placemark.administrativeArea = "Rīga"
            placemark.country = "Latvija"
            placemark.isoCountryCode = "LV"
            return [placemark]
        }
    }

    private let town = Town()

    private func tagger(_ change: (inout PlaceTagger.Configuration) -> Void = { _ in }) -> PlaceTagger {
        var configuration = PlaceTagger.Configuration()
        change(&configuration)
        var geocoder = Geocoder.Configuration([town])
        geocoder.cache = nil
        // Beside tests that compute for long an answer may wait for its turn.
        geocoder.timeout = .seconds(600)
        return PlaceTagger(Geocoder(configuration: geocoder), configuration: configuration)
    }

    private func location(_ latitude: Double = 56.9) throws -> PhotoLocation {
        PhotoLocation(coordinate: try #require(Coordinate(latitude: latitude, longitude: 24.1)))
    }

    private var riga: PhotoPlace {
        var place = PhotoPlace()
        (place.sublocation, place.city, place.state, place.country, place.countryCode) = (
            "Centrs", "Rīga", "Rīga", "Latvija", "LV"
        )
        return place
    }

    @Test("The sublocation is the place of interest, else the street near by, else the quarter")
    func sublocation() throws {
        var placemark = Placemark(
            coordinate: try #require(Coordinate(latitude: 56.9, longitude: 24.1)), provider: "streets")
        (placemark.subLocality, placemark.thoroughfare, placemark.subThoroughfare) = ("Centrs", "Brīvības iela", "7")
        for (distance, name) in [(12.0, "Brīvības iela"), (100, "Brīvības iela"), (101, "Centrs")] {
            placemark.place = Placemark.Place(name: "Brīvības iela", distance: distance)
            #expect(PhotoPlace(placemark).sublocation == name)
        }
        placemark.areasOfInterest = ["Opera"]
        #expect(PhotoPlace(placemark).sublocation == "Opera")
    }

    private var human: PhotoPlace {
        var place = PhotoPlace()
        place.city = "Home"
        return place
    }

    @Test("Place names are written for the place shown and the place created")
    func bothPlacesGetNames() async throws {
        let plan = await tagger().planned(at: try location(), shown: nil, created: PhotoPlace())
        #expect(plan.edit?.placeShown == .set(riga) && plan.edit?.placeCreated == .set(riga))
        #expect(plan.edit?.location == .keep && plan.edit?.keywords == [])
        #expect(plan.provider == "town" && plan.place?.placeString == "Centrs, Rīga, Latvija")
    }

    @Test("Names that a person wrote are kept, unless replacing is on")
    func whatAPersonWroteStays() async throws {
        let shown = await tagger().planned(at: try location(), shown: human, created: nil)
        #expect(shown.edit?.placeShown == .keep && shown.edit?.placeCreated == .set(riga))
        let both = await tagger().planned(at: try location(), shown: human, created: human)
        #expect(both.action == .keep)
        let replaced = await tagger { $0.replaces = true }.planned(at: try location(), shown: human, created: riga)
        #expect(replaced.edit?.placeShown == .set(riga) && replaced.edit?.placeCreated == .keep)
        let same = await tagger { $0.replaces = true }.planned(at: try location(), shown: riga, created: riga)
        #expect(same.action == .keep)
    }

    @Test("Each place is requested once for many photos")
    func equalPlacesAreAskedForOnce() async throws {
        let tagger = tagger { $0.languages = LanguageTag("lv").map { [$0] } ?? [] }
        for _ in 0..<5 { _ = await tagger.planned(at: try location(), shown: nil, created: nil) }
        for _ in 0..<5 { _ = await tagger.planned(at: try location(-10), shown: nil, created: nil) }
        #expect(town.count == 2)
        #expect(town.languages == [LanguageTag("lv")].compactMap { $0 })
    }

    @Test("Without a position or names nothing is written, and a provider's error is passed on")
    func withoutPositionOrNamesNothingIsWritten() async throws {
        #expect(await tagger().planned(at: nil, shown: nil, created: nil).action == .skip(.noPosition))
        var void = try location()
        void.isVoid = true
        #expect(await tagger().planned(at: void, shown: nil, created: nil).action == .skip(.doubtfulPosition))
        let nowhere = await tagger().planned(at: try location(-10), shown: nil, created: nil)
        #expect(nowhere.action == .skip(.nothingThere))
        let failed = await tagger().planned(at: try location(-85), shown: nil, created: nil)
        guard case .fail(let error) = failed.action else {
            Issue.record("\(failed)")
            return
        }
        #expect(error.message == "no" && (error.underlying as? GeocodingError)?.code == .serviceRefused)
    }

    @Test("Names become keywords on request, in the language of the names that stay")
    func namesBecomeKeywordsOnRequest() async throws {
        let plan = await tagger { $0.addsKeywords = true }.planned(at: try location(), shown: human, created: human)
        // Of the names that stay, so that keywords and names are of one language.
        #expect(plan.edit?.keywords == ["Home"])
        #expect(plan.edit?.placeShown == .keep && plan.edit?.placeCreated == .keep)
        let named = await tagger { $0.addsKeywords = true }.planned(at: try location(), shown: nil, created: nil)
        #expect(named.edit?.keywords == ["Centrs", "Rīga", "Latvija"])
    }
}
