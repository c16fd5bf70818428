import FoundationEssentials
import Glibc
import LKPersistence
import LKStorage
import TestSupport
import Testing

/// Mistakes of the programmer, and what others do meanwhile.
@Suite struct SettingsMistakeTests {
    private enum First {
        final class Prefs: Settings, @unchecked Sendable { @Setting var x = 1 }
    }
    private enum Second {
        final class Prefs: Settings, @unchecked Sendable { @Setting var x = 2 }
    }
    private final class Hidden: Settings, @unchecked Sendable, CustomReflectable {
        @Setting var x = 1
        var customMirror: Mirror { Mirror(self, children: []) }
    }
    private class Parent: Settings, @unchecked Sendable {
        var kept = 0
        override class var transientProperties: Set<String> { ["kept"] }
    }
    private final class Forgetful: Parent, @unchecked Sendable {
        @Setting var x = 1
        var plain = 3
        let constant = 4
        override class var transientProperties: Set<String> { ["constant"] }
    }
    private struct Loose {
        @Setting var x = 1
    }
    private final class Versioned: Settings, @unchecked Sendable {
        @Setting var size = 10
        override class var namespace: String { "" }
        override class var version: Int { 1 }
    }

    let folder: SettingsFolder
    init() throws { folder = try SettingsFolder() }

    @Test("Two classes with one name do not write over each other: the second is not stored, and says so")
    func names() throws {
        let first = First.Prefs(store: folder.store)
        try first.set(\.x, to: 10)
        let second = Second.Prefs(store: folder.store)
        #expect(second.x == 2)
        #expect((second.lastError?.code, second.errors["x"]?.code) == (.invalidKey, .invalidKey))
        second.x = 20
        try second.synchronize()
        let error = #expect(throws: StorageError.self) { try second.set(\.x, to: 20) }
        #expect(error == second.lastError)
        #expect((second.x, first.x, First.Prefs(store: folder.store).x) == (20, 10, 10))
        #expect(folder.store.contents == ["Prefs.x": 10])
        #expect((first.lastError, First.Prefs(store: folder.store).errors.isEmpty) == (nil, true))
    }

    @Test("A class whose mirror hides its settings says so")
    func mirror() {
        let settings = Hidden(store: folder.store)
        #expect(settings.lastError?.code == .notEncodable)
        #expect(settings.errors["customMirror"]?.message.contains("custom mirror") == true)
        settings.x = 5
        #expect(settings.x == 5)
    }

    @Test("A property that was not marked is reported, and the others are kept")
    func unmarked() throws {
        let settings = Forgetful(store: folder.store)
        try settings.set(\.x, to: 2)
        #expect(settings.errors.keys.sorted() == ["plain"])
        #expect(settings.lastError == settings.errors["plain"])
        #expect(
            settings.lastError?.message == "Forgetful.plain is not marked with @Setting; mark it, or list it in"
                + " transientProperties of Forgetful")
        #expect(folder.store.contents == ["Forgetful.x": 2])
    }

    @Test("A setting outside of a Settings class says that nothing is stored")
    func loose() {
        let loose = Loose()
        loose.x = 2
        #expect(loose.$x.error?.message.contains("only in a Settings class") == true)
        let error = #expect(throws: StorageError.self) { try loose.$x.set(3) }
        #expect((error?.code, loose.x) == (.invalidKey, 3))
        #expect(throws: StorageError.self) { try loose.$x.update { $0 = 4 } }
        #expect(loose.x == 3)
    }

    @Test("What a newer version that started later has written is not written over")
    func newer() throws {
        let settings = Versioned(store: folder.store)
        try settings.set(\.size, to: 1)
        let dictionary = "<key>@version</key><integer>9</integer><key>size</key><integer>90</integer>"
        try folder.write(dictionary: dictionary)
        let before = try folder.text()
        let error = #expect(throws: StorageError.self) { try settings.set(\.size, to: 2) }
        #expect(error?.code == .newerVersion)
        #expect((settings.size, settings.lastError?.code) == (2, .newerVersion))
        #expect(try folder.text() == before)
        #expect(throws: StorageError.self) { try settings.$size.update { $0 += 1 } }
        folder.store["other"] = 1
        #expect(throws: StorageError.self) { try folder.store.synchronize() }
        #expect(try folder.text().contains("<integer>90</integer>"))
        #expect(try folder.text().contains("<key>other</key>"))
    }

    @Test("Of two first starts the newer one's version stays")
    func firstStarts() throws {
        // The older one waits to be written while the newer one writes.
        let blocked = folder.path + "/place"
        try Data().write(to: URL(filePath: blocked))
        let settings = Versioned(store: SettingsStore(path: blocked + "/settings.plist"))
        #expect(throws: StorageError.self) { try settings.synchronize() }
        try FileManager.default.removeItem(atPath: blocked)
        try folder.write(dictionary: "<key>@version</key><integer>2</integer>")
        // The older one's thread may be quicker, and make the folder or even write; then it is the next writing that finds out.
        if let place = try Folder.open(blocked, creating: true) {
            let lock = try FileLock(".settings.plist.lock", in: place)
            defer { withExtendedLifetime(lock) {} }
            #expect(rename(folder.file, blocked + "/settings.plist") == 0)
        }
        let error = #expect(throws: StorageError.self) { try settings.set(\.size, to: 5) }
        #expect(error?.code == .newerVersion)
        #expect(try folder.text("place/settings.plist").contains("<integer>2</integer>"))
    }

    @Test("What could not be written when its last user went is kept, and written later")
    func kept() throws {
        let blocked = folder.path + "/place"
        try Data().write(to: URL(filePath: blocked))
        func set() {
            let store = SettingsStore(path: blocked + "/settings.plist")
            store["a"] = 1
            #expect(throws: StorageError.self) { try store.synchronize() }
        }
        set()
        try FileManager.default.removeItem(atPath: blocked)
        let store = SettingsStore(path: blocked + "/settings.plist")
        #expect(store["a"] == 1)
        try store.synchronize()
        #expect(try folder.text("place/settings.plist").contains("<key>a</key>"))
    }

    @Test("A process that ends gives up what waits for a lock, and waits 2 s in all", .timeLimit(.minutes(5)))
    func locked() async throws {
        let end = try await folder.process("locked", "last").end()
        #expect(end.status == 0)
        #expect(!end.output.contains("10.0 seconds"))
        #expect(end.output.contains("and this one is about to end"))
    }
}
