import LocationKit
import LocationKitPhotos
import Testing

private final class AlbumSettings: Settings, @unchecked Sendable {
    @Setting var filter: MatchingFilter = .photo && !.screenshot
    override class var namespace: String { "" }
}

@Suite("A filter of photos as a setting") struct FilterSettingTests {
    @Test("It is stored in the documented form, and read again by another object")
    func stored() throws {
        let storage = SettingsStore.MemoryStorage()
        let settings = AlbumSettings(store: SettingsStore(storage: storage))
        #expect(settings.filter == (.photo && !.screenshot))
        settings.filter = .video || .near(try #require(Coordinate(latitude: 35.5, longitude: 139.75)), within: 500)
        #expect(
            storage.contents["filter"] == [
                "any": ["video", ["near": ["latitude": 35.5, "longitude": 139.75, "radius": .real(500)]]]
            ])
        #expect(AlbumSettings(store: SettingsStore(storage: storage)).filter == settings.filter)
        storage.contents = ["filter": ["near": ["latitude": 91]]]
        #expect(settings.filter == (.photo && !.screenshot))
        #expect(settings.errors["filter"]?.code == .wrongType)
    }
}
