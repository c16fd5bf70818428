import LKFormats
import LKGeo
import LKGeocoding
import LKMetadata
import Testing

@testable import LKPhotos
@testable import LKPlanning

@Suite("Photos are found by the names of their places")
struct PlaceFilterTests {
    private static let places = WorldPlaces(languages: [LanguageTag("de")].compactMap { $0 })
    private static let assets = [
        PlacedAsset.asset("tokyo", at: PlacedAsset.tokyo), PlacedAsset.asset("munich", at: PlacedAsset.munich),
        PlacedAsset.asset("paris", at: PlacedAsset.paris), PlacedAsset.asset("sea", at: PlacedAsset.sea),
        PlacedAsset.asset("none"),
        PlacedAsset.asset("texas", at: (33.66, -95.55), PlacedAsset.place("United States", "Texas", "Paris")),
        // Another program has moved it to Tokyo.
        PlacedAsset.asset("moved", at: PlacedAsset.tokyo, PlacedAsset.place("Germany", "Schleswig-Holstein", "Kiel")),
        // The names are those of the position, in another language.
        PlacedAsset.asset("tagged", at: PlacedAsset.munich, PlacedAsset.place("Germany", "Bavaria", "Munich")),
        PlacedAsset.asset("half", at: PlacedAsset.munich, PlacedAsset.place("Deutschland")),
        PlacedAsset.asset("mixed", at: PlacedAsset.munich, PlacedAsset.place("Germany", "Bayern", "Home")),
    ]

    private func found(_ text: String, naming: (any PlaceNaming)? = places) throws -> [String] {
        let filter = try #require(PlaceFilter(text, naming: naming))
        return Self.assets.filter(filter.includes).map(\.fileName)
    }

    @Test(
        "City, state and country, in the language that is wanted, in English and in the place's own",
        arguments: [
            ("Tokio", ["tokyo", "moved"]), ("tokyo", ["tokyo", "moved"]), ("東京", ["tokyo", "moved"]),
            ("千代田区", ["tokyo", "moved"]), ("Japan", ["tokyo", "moved"]), ("日本", ["tokyo", "moved"]),
            ("jp", ["tokyo", "moved"]), ("Kiel", []), ("Paris", ["paris", "texas"]), ("Frankreich", ["paris"]),
            ("Paris, France", ["paris"]), ("paris,FRANKREICH", ["paris"]), ("Paris, Texas", ["texas"]),
            ("Par", ["paris", "texas"]), ("aris", []), ("Atlantis", []), ("fr", ["paris"]), ("ja", []),
            ("Île-de", ["paris"]), ("USA", ["texas"]), ("U.S.A.", ["texas"]), ("Paris, US", ["texas"]),
            ("Germania", ["munich", "tagged", "half", "mixed"]),
        ])
    func languages(text: String, names: [String]) throws { #expect(try found(text) == names) }

    @Test("What a file says comes first: of the position counts what does not contradict it")
    func filesFirst() throws {
        for text in ["München", "Munchen", "Munich"] { #expect(try found(text) == ["munich", "tagged", "half"]) }
        for text in ["Bayern", "Bavaria", "Germany", "Deutschland", "de"] {
            #expect(try found(text) == ["munich", "tagged", "half", "mixed"], "\(text)")
        }
        #expect(try found("Home") == ["mixed"] && found("Home, München").isEmpty)
    }

    @Test("Without names of positions only files are looked at")
    func filesOnly() throws {
        #expect(try found("Paris", naming: nil) == ["texas"])
        #expect(try found("de", naming: nil).isEmpty && found("Germany", naming: nil) == ["moved", "tagged", "mixed"])
    }

    @Test("A text without a letter is no filter, and finds nothing")
    func empty() {
        for text in ["", " ", ",", " , .", "'"] {
            #expect(PlaceFilter(text, naming: nil) == nil)
            let filter: MatchingFilter.Closure = .place(text, languages: [.english])
            #expect(!Self.assets.contains(where: filter.includes))
        }
    }

    @Test("It narrows a collection with others")
    func combined() {
        let collection = PhotoCollection(assets: Self.assets, grouping: .place(.country, languages: [.english]))
        collection.filter = .photo && .place("Paris") && !.place("Texas")
        #expect(collection.entries.map(\.title) == ["France"])
    }
}

/// Assets made by hand: a name, a position, what the file says of the place.
enum PlacedAsset {
    static func asset(_ name: String, at position: (Double, Double)? = nil, _ place: PhotoPlace? = nil) -> PhotoAsset {
        var metadata = PhotoMetadata(format: .jpeg)
        metadata.location = position.flatMap { Coordinate(latitude: $0.0, longitude: $0.1) }.map(PhotoLocation.init)
        metadata.placeShown = place
        var hash = StableHash()
        hash.combine(name.utf8)
        return PhotoAsset(
            AssetRecord(
                id: PhotoAsset.ID(rawValue: hash.value), folder: AssetFolder(RawPath("/photos")), name: RawPath(name),
                content: FileContent(metadata, sharing: ContentPool()), companions: [], version: 1,
                deletion: DeletionFlag()))
    }

    static func place(_ country: String?, _ state: String? = nil, _ city: String? = nil) -> PhotoPlace {
        var place = PhotoPlace()
        (place.country, place.state, place.city) = (country, state, city)
        return place
    }

    static let tokyo = (35.681236, 139.767125)
    static let munich = (48.1374, 11.5755)
    static let paris = (48.8566, 2.3522)
    /// In the South Pacific, far from everything.
    static let sea = (-48.9, -123.4)
}
