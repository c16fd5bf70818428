import LKGeo
import LKMetadata
import Synchronization
import Testing

@testable import LKPhotos

@Suite("Photos are grouped by their positions where their files name no place")
struct PlaceNamingTests {
    /// Japan in the east, Germany in the middle, sea in the west; counts how often it is asked.
    private final class Halves: PlaceNaming {
        private let east = PlaceNames(
            Samples.place("Japan", "Tokyo", "Taito"), alternatives: [Samples.place("日本", "東京都", "台東区")])
        private let middle: PlaceNames
        private let questions = Mutex(0)
        var count: Int { questions.withLock { $0 } }

        init() {
            var english = Samples.place("Germany", "Bavaria", "Munich")
            var german = Samples.place("Deutschland", "Bayern", "München")
            (english.countryCode, german.countryCode, german.sublocation) = ("DE", "DE", "Sendling")
            middle = PlaceNames(english, alternatives: [german])
        }

        func names(at coordinate: Coordinate) -> PlaceNames? {
            questions.withLock { $0 += 1 }
            return coordinate.longitude > 100 ? east : coordinate.longitude > 0 ? middle : nil
        }

        func countryCode(named name: String) -> String? { ["Allemagne": "DE", "Frankreich": "FR"][name] }
    }

    private let naming = Halves()
    private let tokyo = (35.7, 139.8)
    private let munich = (48.1, 11.5)
    private let sea = (0.5, -30.0)

    private func words(_ assets: [PhotoAsset], _ level: PlaceGrouping.Level = .city) -> [String] {
        PlaceGrouping(level, naming: naming).entries(of: assets).map(\.words)
    }

    @Test("A position alone is enough for country, state and city, and joins files that say the same")
    func positionsAlone() {
        let assets = [
            Samples.asset("a", at: tokyo), Samples.asset("b", at: munich), Samples.asset("c", at: sea),
            Samples.asset("d"),
            Samples.asset("e", place: Samples.place("Japan", "Tokyo", "Taito")),
            Samples.asset("f", at: (35.71, 139.79)),
        ]
        #expect(words(assets) == ["Germany, Bavaria, Munich: b", "Japan, Tokyo, Taito: a e f", "No place: c d"])
        #expect(words(assets, .state) == ["Germany, Bavaria: b", "Japan, Tokyo: a e f", "No place: c d"])
        #expect(words(assets, .country) == ["Germany: b", "Japan: a e f", "No place: c d"])
        #expect(
            PlaceGrouping(naming: nil).entries(of: assets).map(\.words) == [
                "Japan, Tokyo, Taito: e", "No place: a b c d f",
            ])
    }

    @Test("What a file says of its place counts, wherever its position is")
    func filesFirst() {
        let assets = [
            Samples.asset("a", at: tokyo, place: Samples.place("France", "Paris", "Paris")),
            Samples.asset("b", at: munich, place: Samples.place("France")),
            Samples.asset("c", at: munich, place: Samples.place(nil, nil, "Home")),
            Samples.asset("d", at: munich, place: Samples.place("Frankreich")),
        ]
        #expect(
            words(assets) == ["France, Paris, Paris: a", "France: b", "Frankreich: d", "Germany, Bavaria, Home: c"])
    }

    @Test("What a file leaves out comes from its position, in the file's language, where both agree")
    func completed() {
        var code = PhotoPlace()
        code.countryCode = "de"
        var part = PhotoPlace()
        part.sublocation = "Our garden"
        let assets = [
            Samples.asset("a", at: munich, place: Samples.place(nil, nil, " München ")),
            Samples.asset("b", at: munich, place: Samples.place("Germany")),
            Samples.asset("c", at: munich, place: code), Samples.asset("d", at: munich, place: part),
            Samples.asset("e", at: munich, place: Samples.place("Allemagne", "BY")),
        ]
        #expect(
            words(assets) == [
                "Allemagne, BY, Munich: e", "Deutschland, Bayern, München: a", "Germany, Bavaria, Munich: b c d",
            ])
        let places = assets.map { $0.place(naming: naming) }
        #expect(places.map { $0?.country } == ["Deutschland", "Germany", "Germany", "Germany", "Allemagne"])
        #expect(places.map { $0?.sublocation } == ["Sendling", nil, nil, "Our garden", nil])
        #expect(places.map { $0?.countryCode } == ["DE", "DE", "de", "DE", "DE"])
        #expect(assets[3].place(naming: nil) == part)
    }

    @Test("Another country's code contradicts the position, and so does one of three letters without a name")
    func contradictions() {
        var (french, german) = (PhotoPlace(), PhotoPlace())
        (french.countryCode, german.countryCode) = ("FR", "DEU")
        let assets = [Samples.asset("a", at: munich, place: french), Samples.asset("b", at: munich, place: german)]
        #expect(words(assets) == ["DEU: b", "FR: a"])
        german.country = "Germany"
        #expect(words([Samples.asset("b", at: munich, place: german)]) == ["Germany, Bavaria, Munich: b"])
    }

    @Test("A doubtful position has no names")
    func doubtful() {
        var metadata = PhotoMetadata(format: .jpeg)
        metadata.location = Coordinate(latitude: 48, longitude: 11).map(PhotoLocation.init)
        metadata.location?.isVoid = true
        let asset = PhotoAsset(
            AssetRecord(
                id: PhotoAsset.ID(rawValue: 1), folder: AssetFolder(RawPath("/photos")), name: RawPath("a"),
                content: FileContent(metadata, sharing: ContentPool()), companions: [], version: 1,
                deletion: DeletionFlag()))
        #expect(words([asset]) == ["No place: a"])
        #expect(asset.place(naming: naming) == nil && naming.count == 0)
    }

    @Test("Positions are not asked for where the file says all that is shown")
    func askedWhereNeeded() {
        let whole = Samples.asset("a", at: munich, place: Samples.place("France", "Paris", "Paris"))
        let country = Samples.asset("b", at: munich, place: Samples.place("France"))
        _ = words([whole])
        _ = words([whole, country], .country)
        #expect(naming.count == 0)
        _ = words([whole, country])
        #expect(naming.count == 1)
    }

    @Test("A collection follows its filter by the same names")
    func collection() {
        let collection = PhotoCollection(
            assets: [Samples.asset("a", at: tokyo), Samples.asset("b", at: munich)],
            grouping: PlaceGrouping(naming: naming))
        #expect(collection.entries.map(\.title) == ["Germany, Bavaria, Munich", "Japan, Tokyo, Taito"])
        let naming = naming
        collection.filter = .matching { $0.place(naming: naming)?.country == "Japan" }
        #expect(collection.entries.map(\.words) == ["Japan, Tokyo, Taito: a"])
    }
}
