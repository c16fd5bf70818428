import FoundationEssentials
import Glibc
import LKPersistence
import LKStorage
import Synchronization
import TestSupport
import Testing

@Suite struct DamagedSettingsTests {
    private final class Small: Settings, @unchecked Sendable {
        @Setting var volume = 0.5
        @Setting var name = "declared"
        override class var namespace: String { "" }
    }

    let folder: SettingsFolder
    init() throws { folder = try SettingsFolder() }

    @Test("A value of the wrong type shows the default, and says so; others are not touched")
    func wrongType() throws {
        try folder.write(dictionary: "<key>volume</key><string>loud</string><key>name</key><string>set</string>")
        let settings = Small(store: folder.store)
        #expect((settings.volume, settings.name) == (0.5, "set"))
        #expect(settings.errors.keys.sorted() == ["volume"])
        #expect(settings.$volume.error?.code == .wrongType)
        #expect(settings.$volume.error?.message.contains("expected Double, found a string") == true)
        settings.volume = 0.7
        #expect((settings.volume, settings.errors.isEmpty) == (0.7, true))
    }

    @Test("A folder that cannot be used is an error, also while there are no settings yet, until it can be")
    func unusableFolder() throws {
        let place = folder.path + "/place"
        try Data().write(to: URL(filePath: place))
        let store = SettingsStore(path: place + "/settings.plist")
        #expect(store.lastError?.code == .system && store.lastError?.systemError == ENOTDIR)
        #expect(store.lastError?.message.contains(place) == true && store.contents.isEmpty)
        #expect(throws: StorageError.self) { try store.synchronize() }
        try FileManager.default.removeItem(atPath: place)
        try store.synchronize()
        #expect(store.lastError == nil)
        try store.update { $0["volume"] = 0.5 }
        #expect(store.contents == ["volume": 0.5])
    }

    @Test("Numbers written by hand in another form count where nothing is lost")
    func lenient() throws {
        try folder.write(
            dictionary: """
                <key>ratio</key><integer>2</integer><key>number</key><real>3</real><key>flag</key><integer>0</integer>
                <key>small</key><integer>300</integer><key>wide</key><real>0.5</real>
                """)
        final class Loose: SampleSettings, @unchecked Sendable { override class var namespace: String { "" } }
        let settings = Loose(store: folder.store)
        #expect((settings.ratio, settings.number, settings.flag) == (2, 3, false))
        #expect((settings.small, settings.wide) == (8, 32))
        #expect(settings.errors.keys.sorted() == ["small", "wide"])
    }

    @Test("A damaged file is read as defaults with an error, and kept aside before the first write")
    func damaged() throws {
        try folder.write("<plist><dict><key>volume</key>")
        let settings = Small(store: folder.store)
        #expect(settings.volume == 0.5)
        #expect(settings.lastError?.code == .corrupt)
        #expect(settings.lastError?.message.contains(folder.file) == true)
        #expect(throws: StorageError.self) { try settings.synchronize() }
        #expect(folder.names == ["settings.plist"])
        let heard = Mutex<[StorageError]>([])
        settings.store.onError { error in heard.withLock { $0.append(error) } }
        try settings.set(\.volume, to: 0.9)
        #expect(try folder.text("settings.plist.damaged") == "<plist><dict><key>volume</key>")
        #expect(heard.withLock { $0.map(\.code) } == [.corrupt])
        #expect(settings.storedValues == ["volume": 0.9])
        try folder.write("again")
        try settings.set(\.volume, to: 1)
        #expect(try folder.text("settings.plist.damaged2") == "again")
    }

    @Test("What an editor writes between our reading and our writing is not overwritten")
    func editedMeanwhile() throws {
        let store = folder.store
        store["ours"] = 1
        try store.synchronize()
        var rounds = 0
        try store.update { content in
            rounds += 1
            // Without the lock, which an editor does not know; in place, so that the file keeps its number.
            if rounds == 1 {
                try? folder.write(
                    dictionary: "<key>ours</key><integer>1</integer><key>theirs</key><integer>2</integer>")
            }
            content["ours"] = 3
        }
        #expect(rounds == 2)
        #expect(SettingsStore(path: folder.file).contents == ["ours": 3, "theirs": 2])
        #expect(folder.names == [".settings.plist.lock", "settings.plist"])
    }

    @Test("A file that an editor replaces or removes between our reading and our writing is taken as it is then")
    func replacedMeanwhile() throws {
        let store = folder.store
        store["ours"] = 1
        try store.synchronize()
        var rounds = 0
        try store.update { content in
            rounds += 1
            let new = folder.path + "/edited"
            if rounds == 1 {
                try? Data("<plist><dict><key>theirs</key><integer>2</integer></dict></plist>".utf8)
                    .write(to: URL(filePath: new))
                rename(new, folder.file)
            }
            if rounds == 2 { unlink(folder.file) }
            content["more"] = 4
        }
        #expect(rounds == 3)
        #expect(SettingsStore(path: folder.file).contents == ["more": 4])
        unlink(folder.file)
        rounds = 0
        try store.update { content in
            rounds += 1
            if rounds == 1 { try? folder.write(dictionary: "<key>theirs</key><integer>2</integer>") }
            content["last"] = 5
        }
        #expect(rounds == 2)
        #expect(SettingsStore(path: folder.file).contents == ["theirs": 2, "last": 5])
    }

    @Test("Damage that comes between our reading and our writing is kept aside")
    func damagedMeanwhile() throws {
        let store = folder.store
        store["ours"] = 1
        try store.synchronize()
        var rounds = 0
        try store.update { content in
            rounds += 1
            if rounds == 1 { try? folder.write("again") }
            content["ours"] = 3
        }
        #expect(rounds == 2)
        #expect(try folder.text("settings.plist.damaged") == "again")
        #expect(SettingsStore(path: folder.file).contents == ["ours": 3])
    }

    @Test("What was read before the damage is written again with the next change")
    func remembered() throws {
        let settings = Small(store: folder.store)
        try settings.set(\.name, to: "set")
        try folder.write("")
        try settings.set(\.volume, to: 1)
        #expect(folder.store.contents == ["name": "set", "volume": 1.0])
        #expect(folder.names.contains("settings.plist.damaged"))
    }

    @Test("What could not be read again is not written")
    func unreadable() throws {
        var deep: PropertyListValue = 1
        for _ in 0..<98 { deep = [deep] }
        let store = folder.store
        store["deep"] = deep
        try store.synchronize()
        store["deeper"] = [deep]
        #expect(store.lastError?.code == .notEncodable)
        #expect(throws: StorageError.self) {
            try store.update { $0["big"] = .string(.init(repeating: "x", count: 1 << 24)) }
        }
        #expect(store.contents == ["deep": deep])
        let copy = try SettingsFolder()
        try copy.write(try folder.text())
        #expect(copy.store.contents == ["deep": deep])
        // The folder goes with its last use, and settings look at their file again when 50 ms have passed.
        withExtendedLifetime(copy) {}
    }

    @Test("Keys of other programs survive, of every kind")
    func foreign() throws {
        try folder.write(
            dictionary: """
                <key>other</key><array><dict><key>a</key><data>AQID</data></dict><date>2026-11-21T06:30:00Z</date></array>
                """)
        try Small(store: folder.store).set(\.name, to: "set")
        let expected: PropertyListValue = [
            ["a": .data(Data([1, 2, 3]))], .date(Date(timeIntervalSince1970: 1_795_242_600)),
        ]
        #expect(SettingsStore(path: folder.file)["other"] == expected)
        #expect(try folder.text().contains("<date>2026-11-21T06:30:00Z</date>"))
    }

    @Test("The file keeps its permissions, and a link to it stays one")
    func permissions() throws {
        let target = folder.path + "/target.plist"
        try Data("<plist><dict/></plist>".utf8).write(to: URL(filePath: target))
        #expect(chmod(target, 0o644) == 0)
        #expect(symlink(target, folder.file) == 0)
        try Small(store: folder.store).set(\.name, to: "set")
        var status = stat()
        #expect(lstat(folder.file, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(stat(target, &status) == 0 && status.st_mode & 0o777 == 0o644)
        #expect(try folder.text("target.plist").contains("set"))
    }

    @Test("A read-only folder: the value changes in memory, and the error says why", .timeLimit(.minutes(5)))
    func readOnly() async throws {
        #expect(chmod(folder.path, 0o555) == 0)
        let end = try await folder.process("read", asNobody: true).end()
        #expect(chmod(folder.path, 0o755) == 0)
        #expect(end.output.hasPrefix("7 cannot lock \(folder.path)/.settings.plist.lock: Permission denied"))
        #expect(end.status == 0)
    }

    @Test("A full disk: the old file stays whole, the value changes in memory", .timeLimit(.minutes(5)))
    func fullDisk() async throws {
        folder.store["kept"] = "old"
        try folder.store.synchronize()
        let before = try folder.text()
        let end = try await folder.process("limited", "4096").end()
        #expect(end.output.hasPrefix("10000 true cannot write \(folder.file): File too large"))
        #expect(try folder.text() == before)
        #expect(folder.names == [".settings.plist.lock", "settings.plist"])
    }
}
