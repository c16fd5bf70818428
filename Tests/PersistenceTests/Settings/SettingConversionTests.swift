import FoundationEssentials
import LKPersistence
import Testing

@Suite("Values of a settings store by type") struct SettingConversionTests {
    private struct Row {
        var value: PropertyListValue
        var string: String?
        var integer = 0
        var double = 0.0
        var bool = false
    }

    private static let rows: [Row] = [
        Row(value: "12", string: "12", integer: 12, double: 12, bool: true),
        Row(value: " -2.75\n", string: " -2.75\n", integer: -2, double: -2.75, bool: true),
        Row(value: "1e3", string: "1e3", integer: 1000, double: 1000, bool: true),
        Row(value: "9223372036854775807", string: "9223372036854775807", integer: .max, double: 0x1p63, bool: true),
        Row(value: "12 pt", string: "12 pt"), Row(value: "", string: ""), Row(value: "0", string: "0"),
        Row(value: "inf", string: "inf"), Row(value: "0x10", string: "0x10"),
        Row(value: "YES", string: "YES", bool: true), Row(value: "true", string: "true", bool: true),
        Row(value: "t", string: "t", bool: true), Row(value: "No", string: "No"), Row(value: "maybe", string: "maybe"),
        Row(value: true, string: "1", integer: 1, double: 1, bool: true), Row(value: false, string: "0"),
        Row(value: 7, string: "7", integer: 7, double: 7, bool: true),
        Row(value: .integer(1 << 70), string: "1180591620717411303424", double: 0x1p70, bool: true),
        Row(value: 0.5, string: "0.5", double: 0.5, bool: true),
        Row(value: -3.99, string: "-3.99", integer: -3, double: -3.99, bool: true),
        Row(value: 14.0, string: "14", integer: 14, double: 14, bool: true),
        Row(value: 1e300, string: nil, double: 1e300, bool: true),
        Row(value: .real(.infinity), string: "inf", double: .infinity, bool: true),
        Row(value: .date(Date(timeIntervalSince1970: 1)), string: nil), Row(value: .data(Data([1])), string: nil),
        Row(value: [1], string: nil), Row(value: ["a": 1], string: nil),
    ]

    @Test("Texts, numbers and Booleans are converted as documented", arguments: rows.indices)
    func scalars(index: Int) {
        let (row, store) = (Self.rows[index], SettingsStore.inMemory())
        store["key"] = row.value
        if case .real(1e300) = row.value {
            #expect(store.string(forKey: "key") == "1e+300")
        } else {
            #expect(store.string(forKey: "key") == row.string)
        }
        #expect(store.integer(forKey: "key") == row.integer)
        #expect(store.double(forKey: "key") == row.double)
        #expect(store.bool(forKey: "key") == row.bool)
    }

    @Test("Missing keys have neither text nor number")
    func missing() {
        let store = SettingsStore.inMemory()
        #expect(store.string(forKey: "x") == nil && store.data(forKey: "x") == nil && store.array(forKey: "x") == nil)
        #expect(store.dictionary(forKey: "x") == nil && store.url(forKey: "x") == nil)
        #expect(store.stringArray(forKey: "x") == nil)
        #expect(store.integer(forKey: "x") == 0 && store.double(forKey: "x") == 0 && !store.bool(forKey: "x"))
    }

    @Test("Data, arrays and dictionaries are returned, and not made from other types")
    func containers() {
        let store = SettingsStore.inMemory()
        store["data"] = .data(Data([1, 2]))
        store["texts"] = ["a", "b"]
        store["mixed"] = ["a", 1]
        store["members"] = ["a": 1]
        #expect(store.data(forKey: "data") == Data([1, 2]) && store.data(forKey: "texts") == nil)
        #expect(store.array(forKey: "mixed") == ["a", 1] && store.array(forKey: "members") == nil)
        #expect(store.stringArray(forKey: "texts") == ["a", "b"] && store.stringArray(forKey: "mixed") == nil)
        #expect(store.dictionary(forKey: "members") == ["a": 1] && store.dictionary(forKey: "mixed") == nil)
    }

    private final class Page: Settings, @unchecked Sendable {
        @Setting var home: URL?
        override class var namespace: String { "" }
    }

    @Test("A URL keeps its query, which the original lost; a path is a file's URL")
    func urls() throws {
        let store = SettingsStore.inMemory()
        let address = try #require(URL(string: "http://xcatsan.com/hello?a=1&b=1"))
        Page(store: store).home = address
        #expect(store.url(forKey: "home") == address)
        let relative = try #require(URL(string: "b?c", relativeTo: URL(string: "http://a.example/")))
        Page(store: store).home = relative
        #expect(store.url(forKey: "home")?.absoluteString == "http://a.example/b?c")
        store["home"] = "/srv/photos"
        #expect(store.url(forKey: "home")?.isFileURL == true && store.url(forKey: "home")?.path == "/srv/photos")
        store["home"] = "~/photos"
        #expect(
            store.url(forKey: "home")?.path == FileManager.default.homeDirectoryForCurrentUser.path + "/photos")
        store["home"] = 5
        #expect(store.url(forKey: "home") == nil)
    }

    @Test("A value that cannot be converted gives way to that of the next layer")
    func layers() {
        let store = SettingsStore.inMemory()
        store.register(defaults: ["size": 12])
        store["size"] = "large"
        #expect((store.integer(forKey: "size"), store.string(forKey: "size")) == (12, "large"))
        store.arguments = ["size": "20"]
        #expect((store.integer(forKey: "size"), store.string(forKey: "size")) == (20, "20"))
    }
}
