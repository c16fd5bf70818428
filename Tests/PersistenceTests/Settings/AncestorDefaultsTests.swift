import FoundationEssentials
import LKPersistence
import Testing

@Suite("Defaults, as the ancestor's tests have them") struct AncestorDefaultsTests {
    let folder: SettingsFolder
    let settings: SampleSettings
    /// Kept to the end of a test: settings whose file is gone when they look at it again have their defaults.
    private let copy: SettingsFolder

    init() throws {
        folder = try SettingsFolder()
        copy = try SettingsFolder()
        settings = SampleSettings(store: folder.store)
    }

    /// The settings as another process would read them.
    private func reread() throws -> SampleSettings {
        try settings.synchronize()
        try copy.write(try folder.text())
        let other = SampleSettings(store: copy.store)
        try other.synchronize()
        _ = other.flag
        return other
    }

    @Test("What was never set shows its registered default")
    func registered() {
        #expect(settings.flag)
        #expect(settings.number == -7)
        #expect(settings.ratio == 0.1)
        #expect(settings.text == "declared")
        #expect(settings.names == ["a", "b"])
        #expect(settings.homepage == nil)
        #expect(!settings.$flag.isSet)
    }

    @Test("A Boolean and its opposite")
    func booleans() throws {
        settings.flag = false
        #expect(try !reread().flag)
        settings.flag = true
        #expect(try reread().flag)
    }

    @Test("Integers of every width, at their ends")
    func integers() throws {
        (settings.number, settings.small, settings.medium, settings.wide) = (.max, .min, .min, .min)
        (settings.long, settings.unsigned, settings.byte, settings.word) = (.max, .max, 0, .max)
        (settings.double, settings.huge) = (.max, UInt64.max - 1)
        let read = try reread()
        #expect((read.number, read.small, read.medium, read.wide) == (.max, .min, .min, .min))
        #expect((read.long, read.unsigned, read.byte, read.word) == (.max, .max, 0, .max))
        #expect((read.double, read.huge) == (.max, UInt64.max - 1))
    }

    @Test("Floating-point numbers to the last bit, infinite ones too")
    func reals() throws {
        for value in [0.1 + 0.2, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -.infinity] {
            settings.ratio = value
            settings.single = Float(value)
            let read = try reread()
            #expect(read.ratio.bitPattern == value.bitPattern)
            #expect(read.single.bitPattern == Float(value).bitPattern)
        }
        settings.ratio = .nan
        #expect(try reread().ratio.isNaN)
    }

    @Test("Text, with what XML gives a meaning or knows nothing of")
    func text() throws {
        for text in ["", " x ", "<&>\"']]>", "a\r\nb\tc", "日本 🗾 e\u{301}", "\u{0}\u{1}\u{1F}", "$null"] {
            settings.text = text
            #expect(Array(try reread().text.unicodeScalars) == Array(text.unicodeScalars))
        }
    }

    @Test("Data, empty and with every byte")
    func data() throws {
        for data in [Data(), Data(0...255)] {
            settings.data = data
            #expect(try reread().data == data)
        }
    }

    @Test("Dates, whole seconds as a property list's date and others without loss")
    func dates() throws {
        for seconds in [0, -1, 1e9, 0.123, -63_114_076_800, 252_423_993_599, 1e15] {
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            settings.date = date
            #expect(try reread().date == date)
        }
        settings.date = Date(timeIntervalSince1970: 1_795_242_600)
        try settings.synchronize()
        #expect(try folder.text().contains("<date>2026-11-21T06:30:00Z</date>"))
    }

    @Test("Arrays and dictionaries, empty ones too")
    func collections() throws {
        (settings.names, settings.ages) = (["x", "", "z"], ["": 0, "b": 2])
        settings.anything = [
            "list": [1, 2.5, "three", true], "inner": ["date": .date(Date(timeIntervalSince1970: 0))],
        ]
        let read = try reread()
        #expect((read.names, read.ages) == (["x", "", "z"], ["": 0, "b": 2]))
        #expect(read.anything == settings.anything)
        (settings.names, settings.ages) = ([], [:])
        #expect(try reread().names.isEmpty)
        #expect(try reread().ages.isEmpty)
    }

    @Test("URLs without loss")
    func urls() throws {
        let web = try #require(URL(string: "http://xcatsan.com/hello?a=1&b=1#c"))
        for url in [web, URL(filePath: "/tmp/a b"), try #require(URL(string: "x?y", relativeTo: web))] {
            settings.homepage = url
            #expect(try reread().homepage == url)
        }
    }

    @Test("Setting nil, or resetting, brings the registered default back")
    func removal() throws {
        settings.URLString = "http://other.example"
        settings.text = "other"
        #expect(try reread().URLString == "http://other.example")
        settings.URLString = nil
        settings.$text.reset()
        #expect(settings.URLString == "http://declared.example")
        let read = try reread()
        #expect((read.URLString, read.text) == ("http://declared.example", "declared"))
        #expect(!read.$text.isSet)
    }

    @Test("Registered defaults can be read whatever is set, one by one and all together")
    func defaults() {
        settings.text = "other"
        #expect(settings.registeredDefaults.text == "declared")
        #expect(settings.$text.defaultValue == "declared")
        #expect(settings.defaultValues["text"] == "declared")
        #expect(settings.defaultValues["homepage"] == nil)
        #expect(settings.defaultValues.count == settings.properties.count - 1)
        #expect(settings.storedValues == ["text": "other"])
    }

    @Test("A subclass has its parent's settings and defaults, and keys of its own")
    func inheritance() throws {
        let extended = ExtendedSettings(store: folder.store)
        #expect((extended.text, extended.more) == ("declared", "more"))
        (extended.text, extended.more) = ("theirs", "set")
        #expect(settings.text == "declared")
        try extended.synchronize()
        #expect(SettingsStore(path: folder.file)["ExtendedSettings.text"] == "theirs")
    }

    @Test("Removing a class's settings leaves those of others")
    func wipe() throws {
        let extended = ExtendedSettings(store: folder.store)
        (settings.text, extended.text, settings.number) = ("ours", "theirs", 1)
        folder.store["foreign"] = "kept"
        settings.reset()
        try settings.synchronize()
        #expect((settings.text, settings.number, extended.text) == ("declared", -7, "theirs"))
        #expect(folder.store.contents == ["ExtendedSettings.text": "theirs", "foreign": "kept"])
    }
}
