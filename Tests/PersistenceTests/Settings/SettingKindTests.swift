import FoundationEssentials
import LKPersistence
import LKStorage
import Synchronization
import Testing

/// A type of a client's own, with everything that a coder has to bear.
private struct Layout: Codable, Equatable, Sendable {
    enum Pane: Codable, Equatable { case list(width: Double), map(zoom: Int, title: String?), none }

    var panes: [Pane] = [.none]
    var shortcuts: [String: [Int]] = [:]
    var changed: Date?
    var key = Data()
}

private let shared = SettingsStore.MemoryStorage()
private let sharedStore = SettingsStore(storage: shared)

private final class WindowSettings: Settings, @unchecked Sendable {
    @Setting var layout = Layout()
    @Setting var recent: [Layout] = []
    @Setting var pinned: Layout?
    override class var namespace: String { "window" }
    override class var defaultStore: SettingsStore { sharedStore }
}

private final class PlainSettings: Settings, @unchecked Sendable {
    @Setting var isNew = true
}

@Suite("Codable values as settings, and the store of a class", .serialized) struct SettingKindTests {
    private let layout = Layout(
        panes: [.list(width: 0.1), .map(zoom: 7, title: "$null"), .map(zoom: 0, title: nil), .none],
        shortcuts: ["⌘K": [1, 2], "": []], changed: Date(timeIntervalSince1970: 1_400_000_000.25), key: Data([0, 255]))

    @Test("A Codable value is written to the file whole, and read by another process's store")
    func codable() throws {
        let folder = try SettingsFolder()
        do {
            let settings = WindowSettings(store: folder.store)
            #expect(settings.layout == Layout() && settings.pinned == nil)
            try settings.set(\.layout, to: layout)
            settings.recent = [layout, Layout()]
            settings.pinned = layout
            try settings.$layout.update { $0.panes.append(.list(width: 3)) }
            try settings.synchronize()
        }
        // The values pass through the text of the file, and not through this process's memory.
        let copy = folder.path + "/copy.plist"
        try FileManager.default.copyItem(atPath: folder.file, toPath: copy)
        let read = WindowSettings(store: SettingsStore(path: copy))
        var expected = layout
        expected.panes.append(.list(width: 3))
        #expect(read.layout == expected && read.recent == [layout, Layout()] && read.pinned == layout)
        read.pinned = nil
        #expect(read.pinned == nil && !read.$pinned.isSet && read.errors.isEmpty)
    }

    @Test("A member that is missing or of the wrong type shows the default, and says which")
    func damaged() throws {
        let store = SettingsStore.inMemory()
        store["window.layout"] = ["panes": [["list": ["width": "wide"]]], "shortcuts": [:], "key": .data(Data())]
        store["window.recent"] = [["panes": []]]
        let settings = WindowSettings(store: store)
        #expect(settings.layout == Layout() && settings.recent.isEmpty)
        #expect(settings.errors["layout"]?.code == .wrongType)
        #expect(settings.errors["layout"]?.message.contains("window.layout") == true)
        #expect(settings.errors["recent"]?.message.contains("shortcuts") == true)
    }

    @Test("Objects made without a store use the class's defaultStore, which a class may override")
    func defaultStore() throws {
        #expect(WindowSettings().store.path == nil && shared.contents.isEmpty)
        WindowSettings().layout = layout
        defer { WindowSettings().reset() }
        #expect(WindowSettings().layout == layout && Array(shared.contents.keys) == ["window.layout"])
        #expect(WindowSettings(store: .inMemory()).layout == Layout())
        // Otherwise it is the program's own file, which nothing is written to here.
        #expect(PlainSettings.defaultStore.path == SettingsStore.standard.path)
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe").split(separator: "/")
            .last
        let path = try #require(PlainSettings().store.path)
        #expect(path.hasSuffix("/\(try #require(program))/settings.plist"))
        #expect(path.hasPrefix(try StandardFolder.configuration.path()))
        #expect(PlainSettings().isNew && PlainSettings().key(of: "isNew") == "PlainSettings.isNew")
    }
}
