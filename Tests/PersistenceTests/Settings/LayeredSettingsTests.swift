import FoundationEssentials
import Glibc
import LKPersistence
import LKStorage
import TestSupport
import Testing

/// The memo pad of the ancestors: text, and a font whose defaults are registered at each start.
private final class MemoSettings: Settings, @unchecked Sendable {
    @Setting var text: String?
    @Setting var fontName = "Helvetica"
    @Setting var fontSize = 12.0
    override class var namespace: String { "" }
}

@Suite("What counts below the user's settings") struct LayeredSettingsTests {
    let folder: SettingsFolder
    init() throws { folder = try SettingsFolder() }

    /// Writes a file of an administrator.
    private func administrate(_ name: String, _ text: String) throws {
        try FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/\(name)/memo.plist"))
    }

    private func plist(_ dictionary: String) -> String { "<plist version=\"1.0\"><dict>\(dictionary)</dict></plist>\n" }

    /// The user's store, with some administrators' folders below.
    private func store(_ names: String...) -> SettingsStore {
        SettingsStore(
            name: "memo", base: URL(filePath: folder.path + "/user"),
            administrators: names.map { URL(filePath: "\(folder.path)/\($0)") })
    }

    @Test("Registered defaults show where nothing is stored, and are never written")
    func registered() throws {
        let store = folder.store
        let settings = MemoSettings(store: store)
        #expect((settings.fontName, settings.fontSize) == ("Helvetica", 12))
        try settings.register(defaults: ["fontName": "Gothic", "text": "Dear"])
        #expect((settings.fontName, settings.fontSize, settings.text) == ("Gothic", 12, "Dear"))
        #expect(!settings.$fontName.isSet && settings.storedValues.isEmpty && store.contents.isEmpty)
        #expect(store["fontName"] == "Gothic" && store.origin(of: "fontName") == .registered)
        #expect(settings.registeredDefaults.fontName == "Gothic" && settings.registeredDefaults.fontSize == 12)
        #expect(settings.defaultValues == ["fontName": "Gothic", "fontSize": .real(12), "text": "Dear"])
        try settings.set(\.fontSize, to: 20)
        #expect(try !folder.text().contains("Gothic"))
        try settings.set(\.fontName, to: "Mincho")
        #expect((settings.fontName, store.origin(of: "fontName")) == ("Mincho", .user))
        #expect(settings.registeredDefaults.fontName == "Gothic")
        settings.$fontName.reset()
        #expect(settings.fontName == "Gothic")
        settings.text = "Sir"
        settings.text = nil
        #expect(settings.text == "Dear")
        try settings.synchronize()
        #expect(try !folder.text().contains("Gothic") && !folder.text().contains("Dear"))
    }

    @Test("Later registrations add to earlier ones, and changing one starts from the visible value")
    func again() throws {
        let settings = MemoSettings(store: folder.store)
        folder.store.register(defaults: ["fontSize": 14, "fontName": "Gothic"])
        folder.store.register(defaults: ["fontSize": 16])
        #expect((settings.fontSize, settings.fontName) == (16, "Gothic"))
        try settings.$fontSize.update { $0 += 1 }
        #expect(settings.fontSize == 17)
        #expect(folder.store.contents == ["fontSize": .real(17)])
    }

    @Test(
        "A default of the wrong name or type is refused as a whole; one below the class's back is told of and passed over"
    )
    func mistakes() throws {
        let settings = MemoSettings(store: folder.store)
        let name = #expect(throws: StorageError.self) {
            try settings.register(defaults: ["fontSize": 9, "fontColour": "red"])
        }
        #expect(name?.code == .invalidKey && name?.message.contains("fontColour") == true)
        let type = #expect(throws: StorageError.self) {
            try settings.register(defaults: ["fontName": "Gothic", "fontSize": "large"])
        }
        #expect(type?.code == .wrongType)
        #expect((settings.fontName, settings.fontSize) == ("Helvetica", 12))
        folder.store.register(defaults: ["fontSize": "large"])
        #expect(settings.fontSize == 12)
        #expect(settings.$fontSize.error?.message.contains("registered default: fontSize") == true)
    }

    @Test("The user's value counts before each administrator's in order, those before registered ones")
    func order() throws {
        try administrate("first", plist("<key>fontSize</key><real>30</real>"))
        try administrate(
            "second", plist("<key>fontSize</key><real>40</real><key>fontName</key><string>Courier</string>"))
        let store = store("first", "missing", "second")
        let settings = MemoSettings(store: store)
        store.register(defaults: ["fontSize": 50, "fontName": "Gothic", "text": "Dear"])
        #expect((settings.fontSize, settings.fontName, settings.text) == (30, "Courier", "Dear"))
        #expect(store.origin(of: "fontSize") == .administrator(file: URL(filePath: folder.path + "/first/memo.plist")))
        #expect(store.origin(of: "none") == nil)
        #expect(store.administratorErrors.isEmpty && store.contents.isEmpty)
        try settings.set(\.fontSize, to: 60)
        #expect((settings.fontSize, store.layers.count) == (60, 4))
        settings.reset()
        #expect(settings.fontSize == 30)
        // Neither is written, and the administrators' files stay as they were.
        try settings.synchronize()
        #expect(store.contents.isEmpty)
        #expect(try folder.text("first/memo.plist") == plist("<key>fontSize</key><real>30</real>"))
        #expect(folder.names == ["first", "second", "user"])
    }

    @Test("An administrator's value of the wrong type is reported, and the next layer applies")
    func wrongType() throws {
        try administrate("first", plist("<key>fontSize</key><string>large</string>"))
        try administrate("second", plist("<key>fontSize</key><real>40</real>"))
        let settings = MemoSettings(store: store("first", "second"))
        #expect(settings.fontSize == 40)
        #expect(settings.errors["fontSize"]?.message.contains("first/memo.plist") == true)
    }

    @Test("A value of the wrong type gives way: origin and message name what is used in its place")
    func originOfWhatIsUsed() throws {
        try administrate("first", plist("<key>fontSize</key><string>large</string>"))
        try administrate("second", plist("<key>fontSize</key><real>40</real>"))
        let (first, second) = ("\(folder.path)/first/memo.plist", "\(folder.path)/second/memo.plist")
        let store = store("first", "second")
        // Without an object, the store does not know the type.
        #expect(store.origin(of: "fontSize") == .administrator(file: URL(filePath: first)))
        let settings = MemoSettings(store: store)
        #expect(settings.$fontSize.origin == .administrator(file: URL(filePath: second)))
        #expect(store.origin(of: "fontSize") == settings.$fontSize.origin)
        let message = settings.$fontSize.error?.message
        #expect(
            message?.hasPrefix("\(first): fontSize: ") == true
                && message?.hasSuffix("; the value of \(second) is used") == true, "\(message ?? "")")
        // A wrong value of the user is replaced by the next assignment.
        store["fontSize"] = "huge"
        #expect(settings.$fontSize.error?.message.hasSuffix("\(second) is used until it is set anew") == true)
        store["fontName"] = 7
        #expect(settings.fontName == "Helvetica" && settings.$fontName.origin == nil)
        #expect(store.origin(of: "fontName") == nil)
        #expect(settings.$fontName.error?.message.hasSuffix("the default is used until it is set anew") == true)
        store.register(defaults: ["fontName": "Gothic"])
        #expect(settings.$fontName.origin == .registered)
        #expect(
            settings.$fontName.error?.message.hasSuffix("the registered default is used until it is set anew") == true)
        try settings.set(\.fontSize, to: 60)
        #expect(settings.$fontSize.origin == .user && settings.$fontSize.error == nil)
    }

    @Test("Files of administrators that are cut off anywhere, or are something else, are said and passed over")
    func damaged() throws {
        let whole = plist("<key>fontSize</key><real>30</real>")
        for count in stride(from: 0, to: whole.utf8.count - 2, by: 3) {
            try administrate("first", String(whole.prefix(count)))
            try administrate("second", plist("<key>fontSize</key><real>40</real>"))
            let store = SettingsStore(
                name: "memo", base: URL(filePath: "\(folder.path)/user\(count)"),
                administrators: ["first", "second"].map { URL(filePath: "\(folder.path)/\($0)") })
            #expect(store["fontSize"] == .real(40), "\(count)")
            #expect(store.administratorErrors.count == 1)
            #expect(store.administratorErrors[0].message.contains("first/memo.plist"))
            #expect(
                store.administratorErrors[0].message.hasSuffix(
                    "it is ignored; the administrator who created it can repair it"))
            #expect(store.lastError == nil)
        }
        #expect(folder.names == ["first", "second"])
        let pipe = folder.path + "/pipe"
        try FileManager.default.createDirectory(atPath: pipe, withIntermediateDirectories: true)
        try #require(mkfifo(pipe + "/memo.plist", 0o600) == 0)
        let store = store("pipe", "second")
        #expect(store["fontSize"] == .real(40) && store.administratorErrors.map(\.code) == [.corrupt])
    }

    @Test("A symbolic link of an administrator leads to its target")
    func link() throws {
        try administrate("real", plist("<key>fontSize</key><real>30</real>"))
        try FileManager.default.createDirectory(atPath: folder.path + "/first", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/first/memo.plist", withDestinationPath: "../real/memo.plist")
        #expect(store("first")["fontSize"] == .real(30))
    }

    @Test("Administrators' folders are those of the environment, the absolute ones, and have a default")
    func folders() {
        let given = ["XDG_CONFIG_DIRS": "/a/:relative::/b", "XDG_DATA_DIRS": ""]
        #expect(StandardFolder.configuration.sharedPaths { given[$0] } == ["/a", "/b"])
        #expect(StandardFolder.configuration.sharedPaths { _ in nil } == ["/etc/xdg"])
        #expect(StandardFolder.data.sharedPaths { given[$0] } == ["/usr/local/share", "/usr/share"])
        #expect(StandardFolder.cache.sharedPaths { _ in "/a" } == [])
    }
}
