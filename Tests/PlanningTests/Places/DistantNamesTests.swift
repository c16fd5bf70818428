import LKGazetteer
import LKGeo
import LKGeocoding
import LKMetadata
import LKOfflineGeocoding
import LKPhotos
import Testing

@testable import LKPlanning

/// Place names of photos that another program has moved.
@Suite struct DistantNamesTests {
    private static let naming = WorldPlaces(languages: [.english])
    private static let kiel = PlacedAsset.place("Germany", "Schleswig-Holstein", "Kiel")

    private func isFar(_ country: String?, _ state: String?, _ city: String?, from point: (Double, Double)) -> Bool {
        Self.naming.isFar(PlacedAsset.place(country, state, city), from: Walk.place(point.0, point.1))
    }

    @Test(
        "A town elsewhere and another country are far",
        arguments: [
            ("Germany", "Schleswig-Holstein", "Kiel", PlacedAsset.paris),
            ("Deutschland", nil, "KIEL", PlacedAsset.munich), (nil, nil, "Kiel", PlacedAsset.paris),
            ("Germany", nil, nil, PlacedAsset.paris), ("Germany", nil, "Kleinkleckersdorf", PlacedAsset.tokyo),
            ("United States", "California", "San Francisco", (34.05, -118.24)),
            ("USA", "CA", "San Jose", (34.05, -118.24)),
            ("France", "Île-de-France", "Paris", PlacedAsset.tokyo),
            ("Germany", "Schleswig-Holstein", "Kiel", (53.55, 9.99)),
        ] as [(String?, String?, String?, (Double, Double))])
    func far(country: String?, state: String?, city: String?, point: (Double, Double)) {
        #expect(isFar(country, state, city, from: point))
    }

    @Test(
        "Names that are near, unknown or ambiguous, and the user's own, are not far",
        arguments: [
            ("Germany", "Schleswig-Holstein", "Kiel", (54.4, 10.2)), ("Germany", nil, "München", PlacedAsset.munich),
            ("Germany", nil, "Home", PlacedAsset.munich), (nil, nil, "Home", PlacedAsset.paris),
            ("Narnia", nil, "Kiel", PlacedAsset.paris), (nil, nil, nil, PlacedAsset.paris),
            // Kehl and Strasbourg are on the two sides of the Rhine.
            ("Germany", nil, nil, (48.573, 7.752)), ("Germany", "Baden-Württemberg", "Kehl", (48.573, 7.752)),
            // Three countries meet near Basel.
            ("France", nil, nil, (47.56, 7.59)), ("Deutschland", nil, nil, (47.56, 7.59)),
            ("Vatican City", nil, nil, (41.9, 12.49)),
            // Territories with codes of their own.
            ("United States", "Puerto Rico", "San Juan", (18.46, -66.1)),
            ("France", nil, "Saint-Denis", (-20.88, 55.45)),
            ("Denmark", nil, nil, (64.18, -51.72)), ("China", nil, nil, (22.28, 114.16)),
            // A hamlet that shares its name with others.
            ("Germany", nil, "Neuendorf", (48.8, 11.3)),
            // A district of a city.
            ("Germany", nil, "Sendling", PlacedAsset.munich), ("Japan", nil, "Tokyo", (35.67, 139.4)),
        ] as [(String?, String?, String?, (Double, Double))])
    func near(country: String?, state: String?, city: String?, point: (Double, Double)) {
        #expect(!isFar(country, state, city, from: point))
    }

    @Test("Groups and searches go by the position where the names are far from it") func position() {
        let asset = PlacedAsset.asset("a", at: PlacedAsset.paris, Self.kiel)
        #expect(asset.farPlace(naming: Self.naming) == Self.kiel && asset.fittingPlace(naming: Self.naming) == nil)
        #expect(asset.place(naming: Self.naming)?.city == "Paris")
        let titles = PlaceGrouping(.city, naming: Self.naming).entries(of: [asset]).map(\.title)
        #expect(titles == ["France, Île-de-France Region, Paris"])
        #expect(PlaceFilter("Paris", naming: Self.naming)?.includes(asset) == true)
        #expect(PlaceFilter("Kiel", naming: Self.naming)?.includes(asset) == false)
        #expect(PlaceFilter("Germany", naming: Self.naming)?.includes(asset) == false)
    }

    private func planned(
        _ written: PhotoPlace, _ change: (inout PlaceTagger.Configuration) -> Void = { _ in }
    ) async throws -> PlannedPlace {
        var configuration = PlaceTagger.Configuration()
        configuration.languages = [.english]
        change(&configuration)
        let tagger = PlaceTagger(Geocoder([OfflineProvider(world: try .embedded())]), configuration: configuration)
        let location = PhotoLocation(coordinate: Walk.place(PlacedAsset.paris.0, PlacedAsset.paris.1))
        return await tagger.planned(at: location, shown: written, created: written)
    }

    private func derived(at point: (Double, Double), _ language: LanguageTag) throws -> PhotoPlace {
        try #require(WorldPlaces(languages: [language]).names(at: Walk.place(point.0, point.1))).place
    }

    @Test("Tagging again renames photos whose names are as the gazetteer has them") func again() async throws {
        for language in ["en", "de"] {
            let former = try derived(at: (54.32, 10.13), #require(LanguageTag(language)))
            let planned = try await planned(former)
            #expect(planned.edit?.placeShown == .set(try derived(at: PlacedAsset.paris, .english)), "\(language)")
            #expect(planned.edit?.placeCreated == planned.edit?.placeShown)
            #expect(planned.formerPlace == former && planned.farPlace == nil)
        }
        let present = try derived(at: PlacedAsset.paris, .english)
        #expect(try await planned(present).action == .keep)
    }

    @Test("Names that a person may have entered stay unless asked for") func byHand() async throws {
        var written = Self.kiel
        written.sublocation = "At Grandma's"
        let kept = try await planned(written)
        #expect(kept.action == .keep && kept.farPlace == written && kept.formerPlace == nil)
        #expect(
            kept.description
                == "its names stay At Grandma's, Kiel, Schleswig-Holstein, Germany, which is far from its position")
        let replaced = try await planned(written) { $0.replacesFar = true }
        #expect(replaced.edit?.placeShown == .set(try derived(at: PlacedAsset.paris, .english)))
        #expect(replaced.formerPlace == written)
        var part = try derived(at: (54.32, 10.13), .english)
        part.sublocation = "At Grandma's"
        #expect(try await planned(part).action == .keep)
        let home = PlacedAsset.place("France", nil, "Home")
        #expect(try await planned(home) { $0.replacesFar = true }.action == .keep)
    }
}
