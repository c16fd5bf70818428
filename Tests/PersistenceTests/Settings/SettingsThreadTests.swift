import FoundationEssentials
import LKPersistence
import Synchronization
import TestSupport
import Testing

@Suite struct SettingsThreadTests {
    private final class Small: Settings, @unchecked Sendable {
        @Setting var count = 0
        @Setting var left = 0
        @Setting var right = 0
        @Setting var list: [Int] = []
    }

    let folder: SettingsFolder
    init() throws { folder = try SettingsFolder() }

    @Test("Many threads read and set, and read what they set", .timeLimit(.minutes(10)))
    func threads() async throws {
        let settings = Small(store: folder.store)
        await withTaskGroup { group in
            for index in 0..<8 {
                group.addTask {
                    for number in 1...1000 {
                        switch index {
                        case 0:
                            settings.left = number
                            #expect(settings.left == number)
                        case 1:
                            settings.right = number
                            #expect(settings.right == number)
                        case 2: settings.list = [number, number]
                        default:
                            let list = settings.list
                            #expect(list.isEmpty || (list.count == 2 && list[0] == list[1]))
                        }
                    }
                }
            }
        }
        try settings.synchronize()
        #expect(folder.store.contents["Small.left"] == 1000)
        #expect((settings.left, settings.right, settings.list) == (1000, 1000, [1000, 1000]))
    }

    @Test("An update comes between no other", .timeLimit(.minutes(10)))
    func updates() async throws {
        let settings = Small(store: folder.store)
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<50 { try settings.$count.update { $0 += 1 } } }
            }
            try await group.waitForAll()
        }
        #expect(settings.count == 200)
    }

    @Test("A slow listener hears one change for each setting, from the oldest value to the newest")
    func coalescing() async {
        let settings = Small(store: folder.store)
        var changes = settings.changes.makeAsyncIterator()
        for number in 1...1000 { settings.count = number }
        (settings.left, settings.right, settings.left) = (1, 2, 0)
        settings.$left.reset()
        #expect(
            await changes.next()
                == Settings.Change(key: "Small.count", property: "count", oldValue: nil, newValue: 1000))
        // left came and went.
        #expect(await changes.next()?.property == "right")
    }

    @Test("Two objects of a class show the same")
    func sharing() {
        let (first, second) = (Small(store: folder.store), Small(store: folder.store))
        first.count = 5
        #expect(second.count == 5)
    }

    @Test("Settings in memory are known to nobody else, and never written")
    func memory() throws {
        let (first, second) = (Small(store: .inMemory()), Small(store: .inMemory()))
        first.count = 5
        try first.$count.update { $0 += 1 }
        try first.synchronize()
        #expect((first.count, second.count) == (6, 0))
    }
}
