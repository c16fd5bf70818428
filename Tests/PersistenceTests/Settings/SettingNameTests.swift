import FoundationEssentials
import LKPersistence
import LKStorage
import Testing

@Suite struct SettingNameTests {
    private final class VolumeSetting: Settings, @unchecked Sendable { @Setting var name = "volume" }
    private final class VideoSetting: Settings, @unchecked Sendable { @Setting var name = "video" }

    private final class Mapped: Settings, @unchecked Sendable {
        @Setting var first = 1
        @Setting("explicit") var second = 2
        override class var namespace: String { "" }
        override class var keyPrefix: String { "app-" }
        override class var keyMap: [String: String] { ["first": "one"] }
    }

    private final class Renamed: Settings, @unchecked Sendable {
        @Setting("mute", formerly: "isMuted", "quiet") var isSilent = false
        override class var namespace: String { "" }
    }

    private final class Twice: Settings, @unchecked Sendable {
        @Setting("same") var first = 1
        @Setting("same") var second = 2
    }

    let folder: SettingsFolder
    init() throws { folder = try SettingsFolder() }

    @Test("Equal names in two classes do not collide in one store")
    func namespaces() {
        let (volume, video) = (VolumeSetting(store: folder.store), VideoSetting(store: folder.store))
        volume.name = "loud"
        #expect(video.name == "video")
        #expect(volume.key(of: "name") == "VolumeSetting.name")
        #expect(folder.store["VolumeSetting.name"] == "loud")
    }

    @Test("A name that begins with an upper-case letter is read where it was written")
    func upperCase() throws {
        let settings = SampleSettings(store: folder.store)
        settings.URLString = "x"
        try settings.synchronize()
        #expect(settings.key(of: "URLString") == "SampleSettings.URLString")
        #expect(SampleSettings(store: folder.store).URLString == "x")
        #expect(folder.store.contents == ["SampleSettings.URLString": "x"])
    }

    @Test("Maps of keys come first, then the prefix")
    func maps() {
        let settings = Mapped(store: folder.store)
        (settings.first, settings.second) = (10, 20)
        #expect(folder.store.contents == ["app-one": 10, "app-explicit": 20])
    }

    @Test("A value under a former name moves to the new one, and what is there already wins")
    func renames() throws {
        try folder.write(dictionary: "<key>quiet</key><true/><key>other</key><integer>1</integer>")
        let settings = Renamed(store: folder.store)
        #expect(settings.isSilent)
        try settings.synchronize()
        #expect(folder.store.contents == ["mute": true, "other": 1])
        folder.store["isMuted"] = false
        #expect(Renamed(store: folder.store).isSilent)
        #expect(folder.store.contents == ["mute": true, "other": 1])
    }

    @Test("Two properties with one key are an error that can be read, and not a mixture")
    func conflict() {
        let settings = Twice(store: folder.store)
        (settings.first, settings.second) = (10, 20)
        #expect((settings.first, settings.second) == (10, 20))
        #expect(settings.errors.values.map(\.code) == [.invalidKey])
    }
}
