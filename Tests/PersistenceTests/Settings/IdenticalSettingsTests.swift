import FoundationEssentials
import LKPersistence
import TestSupport
import Testing

/// What compares as equal, and is another value in the file.
@Suite struct IdenticalSettingsTests {
    let folder: SettingsFolder
    init() throws { folder = try SettingsFolder() }

    @Test(
        "A value that is equal and not the same is written",
        arguments: [
            ("e\u{301}", "\u{E9}"), (0.0, -0.0), ([0.0], [-0.0]), (["k": "e\u{301}"], ["k": "\u{E9}"]),
            (["e\u{301}": 1], ["\u{E9}": 1]),
        ] as [(PropertyListValue, PropertyListValue)])
    func written(old: PropertyListValue, new: PropertyListValue) throws {
        let store = folder.store
        store["a"] = old
        try store.synchronize()
        let before = try folder.text()
        store["a"] = new
        try store.synchronize()
        #expect(try !folder.text().utf8.elementsEqual(before.utf8))
        #expect(store["a"].map { "\($0)" }?.utf8.elementsEqual("\(new)".utf8) == true)
        let fresh = try SettingsFolder()
        fresh.store["a"] = new
        try fresh.store.synchronize()
        #expect(try folder.text().utf8.elementsEqual(try fresh.text().utf8))
    }

    @Test("No number is the same as before where it was none before")
    func none() async throws {
        let store = folder.store
        store["a"] = .real(.nan)
        try store.synchronize()
        var changes = store.changes.makeAsyncIterator()
        store["a"] = .real(.nan)
        try store.synchronize()
        store["b"] = 1
        #expect(await changes.next()?.key == "b")
    }
}
