import FoundationEssentials
import Glibc
import LKPersistence
import LKStorage
import Synchronization
import TestSupport
import Testing

private final class PageSettings: Settings, @unchecked Sendable {
    @Setting var server = "http://built.in"
    @Setting var interval = 5.0
    @Setting var isQuiet = false
    @Setting var limit: Int?
    @Setting(formerly: "colour") var color = "black"
    override class var namespace: String { "" }
}

private func plist(_ dictionary: String) -> String { "<plist version=\"1.0\"><dict>\(dictionary)</dict></plist>\n" }

@Suite("Settings that administrators enforce", .enabled(if: geteuid() == 0, "only root owns files that are believed"))
struct EnforcedSettingsTests {
    let folder: SettingsFolder
    init() throws { folder = try SettingsFolder() }

    private func write(_ name: String, _ text: String) throws {
        try FileManager.default.createDirectory(atPath: "\(folder.path)/etc", withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/etc/\(name)"))
        _ = chmod("\(folder.path)/etc/\(name)", 0o644)
    }

    private var store: SettingsStore {
        SettingsStore(
            name: "page", base: folder.path + "/user", administrators: [folder.path + "/etc"],
            enforcing: [folder.path + "/etc"])
    }

    @Test("Enforced values come before arguments, the user's, administrators' and registered values")
    func order() throws {
        try write(
            "page.plist", plist("<key>server</key><string>http://global</string><key>limit</key><integer>1</integer>"))
        let user = SettingsStore(path: folder.path + "/user/page.plist")
        user["server"] = "http://user"
        user["interval"] = 7
        try user.synchronize()
        try write("page.enforced.plist", plist("<key>server</key><string>http://enforced</string>"))
        let store = store
        let settings = PageSettings(store: store)
        try settings.register(defaults: ["limit": 2, "isQuiet": true])
        try settings.apply(arguments: ["server": "http://argument", "interval": "9"])
        #expect(settings.server == "http://enforced")
        #expect((settings.interval, settings.limit, settings.isQuiet) == (9, 1, true))
        let enforced = folder.path + "/etc/page.enforced.plist"
        #expect(store.origin(of: "server") == .enforced(file: URL(filePath: enforced)))
        #expect(store.origin(of: "interval") == .arguments)
        #expect(store.origin(of: "limit") == .administrator(file: URL(filePath: folder.path + "/etc/page.plist")))
        #expect(store.origin(of: "isQuiet") == .registered)
        #expect(
            store.layers.map(\.origin) == [
                .enforced(file: URL(filePath: enforced)), .arguments, .user,
                .administrator(file: URL(filePath: folder.path + "/etc/page.plist")), .registered,
            ])
        #expect(store.isEnforced("server") && settings.$server.isEnforced)
        #expect(!store.isEnforced("interval") && !settings.$interval.isEnforced)
        store.arguments = [:]
        #expect((settings.interval, store.origin(of: "interval")) == (7, .user))
    }

    @Test("An assignment to an enforced key changes nothing, and says why; removing the user's value is allowed")
    func refusal() throws {
        let user = SettingsStore(path: folder.path + "/user/page.plist")
        user["server"] = "http://user"
        user["colour"] = "red"
        try user.synchronize()
        try write(
            "page.enforced.plist",
            plist("<key>server</key><string>http://enforced</string><key>color</key><string>blue</string>"))
        let store = store
        let errors = Mutex<[StorageError.Code]>([])
        store.onError { error in errors.withLock { $0.append(error.code) } }
        let settings = PageSettings(store: store)
        settings.server = "http://mine"
        store["server"] = "http://mine"
        #expect(errors.withLock { $0 } == [.enforced, .enforced])
        #expect(store.lastError?.message.contains("etc/page.enforced.plist") == true)
        for attempt in [
            { try settings.set(\.server, to: "http://mine") }, { try settings.$server.set("http://mine") },
            { try settings.$server.update { $0 += "/x" } },
            { try store.update { $0["server"] = "http://mine" } },
        ] as [() throws -> Void] {
            #expect { try attempt() } throws: { .enforced ~= $0 }
        }
        #expect((settings.server, store.contents["server"]) == ("http://enforced", "http://user"))
        // What a former version stored stays, and nothing is moved over the enforced value.
        #expect((settings.color, store.contents["colour"]) == ("blue", "red"))
        settings.$server.reset()
        try store.synchronize()
        #expect((settings.server, store.contents["server"]) == ("http://enforced", nil))
        // Other keys are stored as ever.
        try settings.set(\.interval, to: 11)
        #expect(store.contents["interval"] == 11 as PropertyListValue? || store.contents["interval"] == .real(11))
    }

    @Test("An enforced value of the wrong type is reported, and does not open the setting to the user's values")
    func wrongType() throws {
        let user = SettingsStore(path: folder.path + "/user/page.plist")
        user["interval"] = 7
        try user.synchronize()
        try write("page.enforced.plist", plist("<key>interval</key><string>often</string>"))
        let store = store
        let settings = PageSettings(store: store)
        store.arguments = ["interval": 9]
        #expect(settings.interval == 5 && store.double(forKey: "interval") == 0)
        try settings.register(defaults: ["interval": 3])
        #expect(settings.interval == 3 && store.double(forKey: "interval") == 3)
        #expect(settings.errors["interval"]?.message.contains("page.enforced.plist") == true)
    }

    @Test("A file of another user, or one that others can write to, is not believed")
    func trust() throws {
        let text = plist("<key>server</key><string>http://planted</string>")
        for file in ["page.plist", "page.enforced.plist"] {
            let path = "\(folder.path)/etc/\(file)"
            func expectRefusal(_ reason: String) {
                let store = SettingsStore(
                    name: "page", base: "\(folder.path)/\(UInt64.random(in: 0 ... .max))",
                    administrators: [folder.path + "/etc"], enforcing: [folder.path + "/etc"])
                #expect(store["server"] == nil && !store.isEnforced("server"))
                #expect(store.administratorErrors.map(\.code) == [.system])
                #expect(store.administratorErrors.first?.message.contains(reason) == true)
                #expect(store.administratorErrors.first?.message.contains("it is ignored") == true)
            }
            try write(file, text)
            try #require(chown(path, 2001, 2001) == 0)
            expectRefusal("\(file) belongs to another user (uid 2001)")
            try #require(chown(path, 0, 0) == 0 && chmod(path, 0o664) == 0)
            expectRefusal("\(file) can be written to by other users")
            try #require(chmod(path, 0o644) == 0 && chmod(folder.path + "/etc", 0o777) == 0)
            expectRefusal("etc can be written to by other users")
            try #require(chmod(folder.path + "/etc", 0o755) == 0)
            let store = store
            #expect(store.administratorErrors.isEmpty && store["server"] == "http://planted")
            try FileManager.default.removeItem(atPath: path)
        }
    }

    @Test("Enforced values cut off anywhere are reported and not believed")
    func damaged() throws {
        let whole = plist("<key>server</key><string>http://enforced</string>")
        for count in stride(from: 0, to: whole.utf8.count - 2, by: 5) {
            try write("page.enforced.plist", String(whole.prefix(count)))
            let store = SettingsStore(
                name: "page", base: "\(folder.path)/user\(count)", administrators: [],
                enforcing: [folder.path + "/etc"])
            #expect(!store.isEnforced("server") && store.administratorErrors.count == 1, "\(count)")
        }
    }
}

@Suite("Settings from the command line") struct ArgumentSettingsTests {
    @Test("Arguments count in this run and are never stored")
    func arguments() throws {
        let folder = try SettingsFolder()
        let settings = PageSettings(store: folder.store)
        try settings.apply(arguments: ["server": "42", "interval": "2.5", "isQuiet": "yes", "limit": " 3 "])
        #expect(settings.server == "42")
        #expect((settings.interval, settings.isQuiet, settings.limit) == (2.5, true, 3))
        #expect(settings.storedValues.isEmpty && !settings.$interval.isSet)
        // A setting of the user is stored beside the argument, which still counts.
        try settings.set(\.interval, to: 8)
        #expect((settings.interval, folder.store.contents["interval"]) == (2.5, .real(8)))
        // A change starts from the stored value, else from what is below it, never from the argument.
        try settings.$interval.update { $0 += 1 }
        try settings.$isQuiet.update { $0.toggle() }
        #expect(folder.store.contents == ["interval": .real(9), "isQuiet": true])
        #expect(try !folder.text().contains("42"))
        folder.store.arguments = [:]
        #expect((settings.interval, settings.isQuiet, settings.limit) == (9, true, nil))
    }

    @Test("An argument for an unknown setting or of the wrong type is refused, and none is applied")
    func mistakes() throws {
        let settings = PageSettings(store: .inMemory())
        #expect { try settings.apply(arguments: ["interval": "9", "colr": "red"]) } throws: { .invalidKey ~= $0 }
        let error = #expect(throws: StorageError.self) {
            try settings.apply(arguments: ["server": "x", "interval": "often"])
        }
        #expect(
            error?.code == .wrongType
                && error?.message.hasPrefix("the argument interval cannot be \"often\"; expected a number") == true)
        #expect((settings.interval, settings.server) == (5, "http://built.in"))
        // Too large for a number.
        #expect { try settings.apply(arguments: ["interval": "1e400"]) } throws: { .wrongType ~= $0 }
        for text in ["inf", "nan", "0x10", "", "1e999999", "$null", "\u{0}", "９"] {
            try settings.apply(arguments: ["server": text])
            #expect(settings.server == text)
            #expect { try settings.apply(arguments: ["limit": text]) } throws: { .wrongType ~= $0 }
        }
    }

    private final class SwitchSettings: Settings, @unchecked Sendable { @Setting var switches: [Bool] = [] }

    @Test("A list of Booleans may mix words and digits")
    func mixedBooleans() throws {
        let settings = SwitchSettings(store: .inMemory())
        try settings.apply(arguments: ["switches": "yes,no,1,0,off"])
        #expect(settings.switches == [true, false, true, false, false])
    }

    private enum Quality: String, Codable, CaseIterable { case low, high }

    private final class PlayerSettings: Settings, @unchecked Sendable {
        @Setting var isMuted = false
        @Setting var folders = ["Music"]
        @Setting var tracks: Set<Int> = []
        @Setting var levels: [Double]?
        @Setting var size: UInt8 = 10
        @Setting var quality = Quality.low
        @Setting var upload: URL?
    }

    @Test("A Boolean is yes, true, y, t, on or 1, or the opposite of these, in capitals too")
    func booleans() throws {
        let settings = PlayerSettings(store: .inMemory())
        for (texts, expected) in [
            (["yes", "true", "y", "t", "on", "1", "YES", " On "], true),
            (["no", "false", "n", "f", "off", "0", "N"], false),
        ] {
            for text in texts {
                try settings.apply(arguments: ["isMuted": expected ? "no" : "yes"])
                try settings.apply(arguments: ["isMuted": text])
                #expect(settings.isMuted == expected, "\(text)")
                settings.store.arguments = ["isMuted": .string(text)]
                #expect(settings.store.bool(forKey: "isMuted") == expected, "\(text)")
            }
        }
        for text in ["", "maybe", "2", "yesno", "ja"] {
            let error = #expect(throws: StorageError.self) { try settings.apply(arguments: ["isMuted": text]) }
            #expect(error?.message == "the argument isMuted cannot be \(text.debugDescription); expected yes or no")
        }
    }

    @Test("Arrays and sets have their elements between commas, or one of each repeated argument")
    func lists() throws {
        let settings = PlayerSettings(store: .inMemory())
        try settings.apply(arguments: ["folders": "Music, Talks ,2", "tracks": "3,1,3", "levels": "1,0.5"])
        #expect(
            settings.folders == ["Music", "Talks", "2"] && settings.tracks == [1, 3] && settings.levels == [1, 0.5])
        try settings.apply(arguments: ["folders": "", "tracks": "7"])
        #expect(settings.folders.isEmpty && settings.tracks == [7] && settings.levels == [1, 0.5])
        try settings.apply(repeatedArguments: [
            "folders": ["Bach, J. S.", "Talks"], "tracks": ["1", "2"], "size": ["3", "4"], "levels": [],
        ])
        #expect(settings.folders == ["Bach, J. S.", "Talks"] && settings.tracks == [1, 2])
        #expect(settings.size == 4 && settings.levels == [1, 0.5])
        let error = #expect(throws: StorageError.self) {
            try settings.apply(repeatedArguments: ["tracks": ["1", "two"], "folders": ["none"]])
        }
        #expect(
            error?.message
                == "the argument tracks cannot be \"1\", \"two\"; expected a whole number from \(Int.min) to \(Int.max), "
                + "which may be repeated")
        #expect(settings.tracks == [1, 2] && settings.folders == ["Bach, J. S.", "Talks"])
    }

    @Test("A message names the argument and what is expected, and quotes a long text in part")
    func messages() throws {
        let settings = PlayerSettings(store: .inMemory())
        let expected = [
            ("size", "256", "a whole number from 0 to 255"), ("quality", "medium", "one of low, high"),
            ("levels", "1,loud", "a number, such as 2.5, or several with commas between them"),
        ]
        for (name, text, expectation) in expected {
            let error = #expect(throws: StorageError.self) { try settings.apply(arguments: [name: text]) }
            #expect(error?.message == "the argument \(name) cannot be \"\(text)\"; expected \(expectation)")
            #expect(error?.code == .wrongType && error?.advice == "expected \(expectation)")
        }
        let long = #expect(throws: StorageError.self) {
            try settings.apply(arguments: ["size": "\n\u{1B}" + String(repeating: "9", count: 10_000)])
        }
        #expect(long.map { $0.message.utf8.count < 200 && $0.message.contains(#"\n\u{1B}99"#) } == true)
        let unknown = #expect(throws: StorageError.self) { try settings.apply(arguments: ["colour": "red"]) }
        #expect(
            unknown?.message
                == "there is no setting called \"colour\"; expected one of folders, isMuted, levels, quality, "
                + "size, tracks, upload")
        try settings.apply(arguments: ["quality": "high", "upload": "https://example.org/a?b=1"])
        #expect(settings.quality == .high && settings.upload?.query() == "b=1")
    }

    @Test("A screen lists the settings of any class, and sets them by name, as values or as text")
    func listing() throws {
        let store = SettingsStore.inMemory()
        let settings = PlayerSettings(store: store)
        let listing = settings.listing
        #expect(listing.map(\.name) == settings.properties)
        let quality = try #require(settings.property(named: "quality"))
        #expect(quality.choices == ["low", "high"] && quality.value == "low" && quality.defaultValue == "low")
        #expect(quality.expectation == "one of low, high" && !quality.isSet && quality.origin == nil)
        let upload = try #require(settings.property(named: "upload"))
        #expect(upload.isOptional && upload.valueType == URL.self && upload.value == nil && upload.choices.isEmpty)
        #expect(settings.property(named: "size")?.valueType == UInt8.self && settings.property(named: "none") == nil)

        try settings.set("size", to: 200)
        try settings.set("quality", fromText: "high")
        try settings.set("folders", fromText: "Music, Talks")
        try settings.set("isMuted", fromText: "yes")
        #expect((settings.size, settings.quality, settings.folders) == (200, .high, ["Music", "Talks"]))
        #expect(settings.isMuted)
        let size = try #require(settings.property(named: "size"))
        #expect(size.value == 200 && size.defaultValue == 10 && size.isSet && size.origin == .user)
        #expect(store.contents[size.key] == 200)
        try settings.set("size", to: nil)
        #expect(settings.size == 10 && store.contents[size.key] == nil)

        let wrong = [
            #expect(throws: StorageError.self) { try settings.set("size", to: 256) },
            #expect(throws: StorageError.self) { try settings.set("size", fromText: "256") },
        ]
        #expect(
            wrong.map(\.?.message) == [
                "the setting size cannot be \"256\"; expected a whole number from 0 to 255",
                "the setting size cannot be \"256\"; expected a whole number from 0 to 255",
            ])
        #expect(wrong.allSatisfy { $0?.code == .wrongType } && settings.size == 10)
        #expect { try settings.set("colour", to: 1) } throws: { .invalidKey ~= $0 }
    }

    @Test("Arguments are taken back by name or all together, and stored values show again")
    func takingBack() throws {
        let store = SettingsStore.inMemory()
        let (settings, page) = (PlayerSettings(store: store), PageSettings(store: store))
        try settings.set(\.size, to: 20)
        try settings.apply(arguments: ["size": "30", "isMuted": "on"])
        try page.apply(arguments: ["interval": "9"])
        settings.removeArguments(for: ["size", "unknown"])
        #expect(settings.size == 20 && settings.isMuted && page.interval == 9)
        try settings.apply(arguments: ["size": "31"])
        settings.removeArguments()
        #expect(settings.size == 20 && !settings.isMuted && page.interval == 9)
        page.removeArguments()
        #expect(store.arguments.isEmpty && page.interval == 5)
    }

    @Test("A URL that is not one of a file is no store: settings last until the process ends, and lastError says so")
    func elsewhere() throws {
        let folder = try SettingsFolder()
        let store = SettingsStore(url: URL(filePath: folder.path + "/a b%20é/page.plist"))
        try PageSettings(store: store).set(\.interval, to: 7)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/a b%20é/page.plist"))
        #expect(store.url == URL(filePath: folder.path + "/a b%20é/page.plist") && store.lastError == nil)
        let web = SettingsStore(url: try #require(URL(string: "https://example.org/page.plist")))
        let settings = PageSettings(store: web)
        settings.interval = 8
        #expect(settings.interval == 8 && web.url == nil)
        #expect(web.lastError?.message.contains("https://example.org/page.plist is not a file") == true)
    }
}
