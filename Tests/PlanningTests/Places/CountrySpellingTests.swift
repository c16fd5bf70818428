import LKGeocoding
import LKMetadata
import LKPhotos
import Testing

@testable import LKPlanning

/// One country, however files spell it.
@Suite struct CountrySpellingTests {
    private static func code(_ code: String) -> PhotoPlace {
        var place = PhotoPlace()
        place.countryCode = code
        return place
    }

    private static let assets: [PhotoAsset] = [
        PlacedAsset.asset("a", at: (48.2, 16.37)),
        PlacedAsset.asset("b", PlacedAsset.place("AUSTRIA", nil, "WIEN")),
        PlacedAsset.asset("c", PlacedAsset.place("Österreich", nil, "Wien")),
        PlacedAsset.asset("d", code("AT")), PlacedAsset.asset("e", PlacedAsset.place("Austria")),
        PlacedAsset.asset("f", code("AUT")), PlacedAsset.asset("g", code("at")),
        PlacedAsset.asset("h", PlacedAsset.place(" autriche ")),
    ]

    private func titles(_ level: PlaceGrouping.Level, _ language: String) -> [String] {
        let naming = WorldPlaces(languages: [LanguageTag(language)!])
        return PlaceGrouping(level, naming: naming).entries(of: Self.assets).map { "\($0.title) \($0.assets.count)" }
    }

    @Test(
        "A country in any language, spelling or code is one group in the language asked for",
        arguments: [
            ("en", "Austria"), ("de", "Österreich"), ("ja", "オーストリア"),
        ]) func groups(language: String, name: String)
    {
        #expect(titles(.country, language) == ["\(name) 8"])
    }

    @Test("Cities that differ in case only are one group, titled by the one that is not all capitals") func cities() {
        #expect(titles(.city, "en") == ["Austria, Vienna, Vienna 1", "Austria, Wien 2", "Austria 5"])
    }

    @Test("An unknown country keeps its spelling") func unknown() {
        let assets = [PlacedAsset.asset("a", PlacedAsset.place("Elbonia")), PlacedAsset.asset("b", Self.code("QQ"))]
        let naming = WorldPlaces(languages: [.english])
        #expect(PlaceGrouping(.country, naming: naming).entries(of: assets).map(\.title) == ["Elbonia", "QQ"])
    }
}

/// Place names of a photo that is moved.
@Suite struct FormerNamesTests {
    private let naming = WorldPlaces(languages: [.english])
    private let kiel = (54.32, 10.13)

    private func former(_ place: PhotoPlace?, from old: (Double, Double)?, to new: (Double, Double)) -> PhotoPlace? {
        PlacedAsset.asset("a", at: old, place).formerNames(movedTo: Walk.place(new.0, new.1), naming: naming)
    }

    @Test("Names of another country, or of the city that a photo leaves, are former ones") func left() {
        let written = PlacedAsset.place("Germany", nil, "Kiel")
        #expect(former(written, from: kiel, to: PlacedAsset.paris) == written)
        #expect(former(written, from: nil, to: PlacedAsset.paris) == written)
        #expect(former(written, from: kiel, to: PlacedAsset.munich) == written)
        #expect(former(PlacedAsset.place(nil, nil, "KIEL"), from: kiel, to: PlacedAsset.munich)?.city == "KIEL")
    }

    @Test("Names that fit the new position, and the user's own, are not") func fitting() {
        let written = PlacedAsset.place("Deutschland", nil, "Kiel")
        #expect(former(written, from: kiel, to: (54.33, 10.14)) == nil)
        #expect(former(written, from: PlacedAsset.munich, to: kiel) == nil)
        #expect(former(PlacedAsset.place("Germany", nil, "Home"), from: kiel, to: PlacedAsset.munich) == nil)
        #expect(former(nil, from: kiel, to: PlacedAsset.paris) == nil)
        #expect(former(written, from: kiel, to: PlacedAsset.sea) == nil)
    }
}
