import FoundationEssentials
import LKPersistence
import LKStorage
import Testing

@Suite struct SettingsVersionTests {
    private class First: Settings, @unchecked Sendable {
        @Setting var size = 10
        override class var namespace: String { "" }
        override class var version: Int { 1 }
        override class var whatIsNew: [Int: String] { [1: "one"] }
    }
    private final class Third: First, @unchecked Sendable {
        @Setting var sizeInPoints = 10.0
        override class var version: Int { 3 }
        override class var whatIsNew: [Int: String] { [1: "one", 2: "two", 3: "three", 4: "later"] }
        override func upgrade(from version: Int) {
            if version < 3, $size.isSet { sizeInPoints = Double(size) * 0.75 }
        }
    }

    let folder: SettingsFolder
    init() throws { folder = try SettingsFolder() }

    @Test("A first start upgrades nothing and has nothing new")
    func first() throws {
        #expect(Third(store: folder.store).takeWhatIsNew().isEmpty)
        #expect(folder.store["@version"] == 3)
    }

    @Test("After an update what is new is told once, and the old values are upgraded")
    func update() throws {
        let old = First(store: folder.store)
        try old.set(\.size, to: 20)
        let new = Third(store: folder.store)
        #expect(new.sizeInPoints == 15)
        #expect(new.takeWhatIsNew() == ["two", "three"])
        #expect(new.takeWhatIsNew().isEmpty)
        #expect(Third(store: folder.store).takeWhatIsNew().isEmpty)
    }

    @Test("Settings without a version are from version 0")
    func zero() throws {
        folder.store["size"] = 40
        let new = Third(store: folder.store)
        #expect(new.sizeInPoints == 30)
        #expect(new.takeWhatIsNew() == ["one", "two", "three"])
    }

    @Test("What a newer version wrote is reported and kept; changes last in memory")
    func newer() throws {
        try Third(store: folder.store).set(\.size, to: 20)
        let before = try folder.text()
        let old = First(store: folder.store)
        #expect(old.lastError?.code == .newerVersion)
        #expect(old.takeWhatIsNew().isEmpty)
        #expect(old.size == 20)
        #expect(throws: StorageError.self) { try old.set(\.size, to: 1) }
        #expect(old.size == 1)
        #expect(try folder.text() == before)
    }
}
