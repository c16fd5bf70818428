import Foundation
import LKPersistence
import LocationKit
import TestSupport
import Testing

@Suite struct SettingsProcessTests {
    private final class Small: Settings, @unchecked Sendable {
        @Setting var count = 0
        @Setting var text = ""
        override class var namespace: String { "" }
    }

    let folder: SettingsFolder
    init() throws { folder = try SettingsFolder() }

    @Test("Two processes that set 10,000 times each: none is lost, none is torn", .timeLimit(.minutes(10)))
    func writes() async throws {
        let processes = try ["a", "b"].map { try folder.process("write", $0, "10000") }
        // This process looks on; whatever it reads must be sound.
        let store = folder.store
        for process in processes {
            #expect(try await process.end(seconds: 100).status == 0)
            #expect(store.lastError == nil)
        }
        try store.synchronize()
        for name in ["a", "b"] {
            #expect(store[name] == 9999)
            for number in 0..<100 { #expect(store["\(name).\(number)"] == .integer(Int128(9900 + number))) }
        }
        #expect(store.contents.count == 202)
    }

    @Test("Two processes that count together count right", .timeLimit(.minutes(10)))
    func counts() async throws {
        let processes = try (0..<2).map { _ in try folder.process("count", "300") }
        for process in processes { #expect(try await process.end(seconds: 100).status == 0) }
        #expect(Small(store: folder.store).count == 600)
    }

    @Test("Of processes that start together one upgrades, and the others wait for it", .timeLimit(.minutes(5)))
    func upgrade() async throws {
        try folder.write(dictionary: "<key>pause</key><real>5000</real><key>@version</key><integer>1</integer>")
        let processes = try (0..<3).map { _ in try folder.process("upgrade") }
        // The one that upgrades goes on when all three have started, so that the others have to wait.
        var output = ""
        for process in processes {
            let end = try await process.end()
            #expect(end.status == 0)
            output += end.output
        }
        let lines = output.split(separator: "\n")
        #expect(lines.count { $0 == "upgrading" } == 1)
        #expect(lines.count { $0 == "5.0 2" } == 3)
        #expect(folder.store["pause"] == .real(5))
    }

    @Test("A process that ends by exit has written its last word", .timeLimit(.minutes(5)))
    func exit() async throws {
        for number in 0..<5 {
            #expect(try await folder.process("set", "word \(number)").end().status == 0)
            let settings = Small(store: folder.store)
            try settings.synchronize()
            #expect(settings.text == "word \(number)")
        }
    }

    @Test("Kill -9 at any moment: what was synchronized is there, and the file is sound", .timeLimit(.minutes(10)))
    func killed() async throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<15 {
            let process = try folder.process("forever")
            let mark = Int.random(in: 3...30, using: &generator)
            let seen = try await process.log.first {
                if case .line(let line) = $0, Int(line) == mark { mark } else { nil }
            }
            process.signal(9)
            let end = try await process.end()
            let last = end.output.split(separator: "\n").last.flatMap { Int($0) } ?? 0
            let settings = Small(store: folder.store)
            try settings.synchronize()
            #expect(settings.count >= max(seen, last) && settings.count <= last + 2)
            #expect(settings.lastError == nil)
        }
        #expect(folder.names.filter { $0.contains("damaged") }.isEmpty)
    }

    @Test("Changes of another process are told, to a sequence and as notifications", .timeLimit(.minutes(5)))
    func observation() async throws {
        let settings = Small(store: folder.store)
        let log = EventLog<[String]>()
        let token = NotificationCenter.default.addObserver(
            forName: Settings.didChange, object: settings, queue: nil
        ) { @Sendable notification in log.append(notification.userInfo?[Settings.propertiesKey] as? [String] ?? []) }
        defer { NotificationCenter.default.removeObserver(token) }
        var changes = settings.changes.makeAsyncIterator()
        #expect(try await folder.process("set", "hello").end().status == 0)
        let change = await changes.next()
        #expect(change == Settings.Change(key: "text", property: "text", oldValue: nil, newValue: "hello"))
        #expect(try await log.first { $0 } == ["text"])
        settings.count = 3
        #expect(await changes.next() == Settings.Change(key: "count", property: "count", oldValue: nil, newValue: 3))
        // Told after the sequence, or before.
        #expect(try await log.first(after: 1) { $0 } == ["count"])
        #expect(log.events == [["text"], ["count"]])
    }
}
