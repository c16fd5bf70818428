import Foundation
import LKPersistence
import LKStorage
import LocationKit
import Synchronization
import Testing

private final class Player: Settings, @unchecked Sendable {
    @Setting var volume = 0.5
    @Setting(formerly: "label") var title = "none"
    override class var namespace: String { "" }
}

private final class NewerPlayer: Settings, @unchecked Sendable {
    @Setting var volume = 0.5
    override class var namespace: String { "" }
    override class var version: Int { 2 }
    override func upgrade(from version: Int) { volume *= 2 }
}

/// A storage as a client would write it: it counts, and does not observe others.
private final class CountingStorage: SettingsStore.Storage {
    private let state = Mutex<(contents: [String: PropertyListValue], reads: Int, writes: Int)>(([:], 0, 0))
    let place = "table settings"
    let forgets: Bool
    init(forgets: Bool = false) { self.forgets = forgets }

    var counts: [Int] { state.withLock { [$0.reads, $0.writes] } }
    func put(_ contents: [String: PropertyListValue]) { state.withLock { $0.contents = contents } }

    func read() throws(StorageError) -> [String: PropertyListValue] {
        state.withLock { state in
            state.reads += 1
            return state.contents
        }
    }

    func update(
        _ body: (inout [String: PropertyListValue]) throws(StorageError) -> Void
    ) throws(StorageError) {
        if forgets { return }
        try state.withLock { state throws(StorageError) in
            // A first attempt that meets another writer: the closure has to bear that.
            var lost = state.contents
            try body(&lost)
            var new = state.contents
            try body(&new)
            (state.contents, state.writes) = (new, state.writes + 1)
        }
    }
}

@Suite("Settings kept by another storage") struct SettingsStorageTests {
    @Test("Values are read from the storage at once, and stored before an assignment returns")
    func roundTrip() throws {
        let storage = SettingsStore.MemoryStorage(["volume": 0.8, "label": "old", "theirs": 1])
        let store = SettingsStore(storage: storage)
        let player = Player(store: store)
        #expect((player.volume, player.title) == (0.8, "old"))
        player.volume = 0.9
        #expect(storage.contents == ["volume": 0.9, "title": "old", "theirs": 1])
        try player.$volume.update { $0 += 0.25 }
        #expect(storage.contents["volume"] == .real(1.15))
        player.reset()
        #expect(storage.contents == ["theirs": 1])
        #expect(player.volume == 0.5 && store.path == nil && store.lastError == nil)
        try store.update { $0["more"] = 2 }
        #expect(storage.contents == ["theirs": 1, "more": 2])
    }

    @Test("Two stores with one storage see each other's values, and announce them")
    func shared() async throws {
        let storage = SettingsStore.MemoryStorage()
        let (one, other) = (
            Player(store: SettingsStore(storage: storage)), Player(store: SettingsStore(storage: storage))
        )
        var changes = other.changes.makeAsyncIterator()
        one.volume = 0.7
        #expect(other.volume == 0.7)
        #expect(
            await changes.next()
                == Settings.Change(key: "volume", property: "volume", oldValue: nil, newValue: 0.7))
        storage.contents = ["title": "by hand"]
        #expect((one.volume, one.title, other.title) == (0.5, "by hand", "by hand"))
    }

    @Test("A task that iterates over the changes later has those since they were asked for", .timeLimit(.minutes(1)))
    func lateReader() async {
        let player = Player(store: SettingsStore(storage: SettingsStore.MemoryStorage()))
        let changes = player.changes
        // Nothing waits for these, and they end without a reader.
        _ = player.changes
        player.volume = 0.7
        let first = await Task { await changes.first { _ in true } }.value
        #expect(first?.newValue == 0.7)
        // A second reader begins anew.
        var second = changes.makeAsyncIterator()
        player.title = "two"
        #expect(await second.next()?.newValue == "two")
    }

    @Test("A listener of one store may set a value in the other one of the same storage", .timeLimit(.minutes(1)))
    func listeners() throws {
        let storage = SettingsStore.MemoryStorage()
        let (one, other) = (
            Player(store: SettingsStore(storage: storage)), Player(store: SettingsStore(storage: storage))
        )
        let token = NotificationCenter.default.addObserver(forName: Settings.didChange, object: other, queue: nil) {
            _ in
            one.title = "at \(one.volume)"
        }
        defer { NotificationCenter.default.removeObserver(token) }
        one.volume = 0.7
        #expect(one.title == "at 0.7" && storage.contents == ["volume": 0.7, "title": "at 0.7"])
    }

    @Test("A client's own handler may set a value in another store of the same storage", .timeLimit(.minutes(1)))
    func ownHandler() {
        let storage = SettingsStore.MemoryStorage()
        let (one, other) = (
            Player(store: SettingsStore(storage: storage)), Player(store: SettingsStore(storage: storage))
        )
        let isDone = Mutex(false)
        storage.observe {
            guard
                !isDone.withLock({ isDone in
                    defer { isDone = true }
                    return isDone
                })
            else { return }
            other.title = "set"
        }
        one.volume = 0.7
        #expect(one.title == "set" && other.volume == 0.7 && storage.contents == ["volume": 0.7, "title": "set"])
    }

    @Test("What cannot be stored lasts in memory, is reported, and is stored with the next value")
    func failure() throws {
        let storage = SettingsStore.MemoryStorage(["title": "a"])
        let store = SettingsStore(storage: storage)
        let player = Player(store: store)
        let full = StorageError(.system, "the disk is full")
        storage.failure = full
        player.volume = 0.1
        #expect(player.volume == 0.1 && store.lastError == full)
        #expect(throws: full) { try player.set(\.title, to: "b") }
        #expect(throws: full) { try store.update { $0["x"] = 1 } }
        #expect(storage.contents == ["title": "a"])
        storage.failure = nil
        player.title = "c"
        #expect(storage.contents == ["title": "c", "volume": 0.1] && store.lastError == nil)
    }

    @Test("A storage that cannot be read is reported, and read again by synchronize()")
    func unreadable() throws {
        let storage = SettingsStore.MemoryStorage(["volume": 0.8])
        storage.failure = StorageError(.corrupt, "damaged")
        let store = SettingsStore(storage: storage)
        #expect(store.lastError?.code == .corrupt && Player(store: store).volume == 0.5)
        #expect { try store.synchronize() } throws: { .corrupt ~= $0 }
        storage.failure = nil
        try store.synchronize()
        #expect(store["volume"] == 0.8 && store.lastError == nil)
    }

    @Test("A storage of a client's own may call the closure again, and is read when asked to")
    func own() throws {
        let storage = CountingStorage()
        let store = SettingsStore(storage: storage)
        store["a"] = 1
        #expect(storage.counts == [1, 1] && store.contents == ["a": 1])
        _ = (store["a"], store["a"])
        #expect(storage.counts == [1, 1])
        storage.put(["a": 5])
        #expect(store["a"] == 1)
        try store.synchronize()
        #expect(store["a"] == 5)
        let forgetful = SettingsStore(storage: CountingStorage(forgets: true))
        forgetful["a"] = 1
        #expect(forgetful.lastError?.message.contains("table settings") == true && forgetful["a"] == 1)
    }

    @Test("An upgrade is stored; what a newer version has stored is not overwritten")
    func versions() throws {
        let storage = SettingsStore.MemoryStorage(["volume": 0.5])
        #expect(NewerPlayer(store: SettingsStore(storage: storage)).volume == 1)
        #expect(storage.contents["@version"] == 2 && storage.contents["volume"] == .real(1))
        storage.contents["@version"] = 3
        let store = SettingsStore(storage: storage)
        NewerPlayer(store: store).volume = 4
        #expect(storage.contents["volume"] == .real(1) && store.lastError?.code == .newerVersion)
    }

    @Test("Too deep values are refused")
    func deep() {
        var value: PropertyListValue = 1
        for _ in 0..<200 { value = [value] }
        let storage = SettingsStore.MemoryStorage()
        let store = SettingsStore(storage: storage)
        let deep = value
        #expect { try store.update { $0["deep"] = deep } } throws: { .notEncodable ~= $0 }
        store["deep"] = deep
        #expect(storage.contents.isEmpty && store.lastError?.code == .notEncodable)
    }
}
