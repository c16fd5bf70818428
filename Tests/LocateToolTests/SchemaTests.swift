import Foundation
import TestSupport
import Testing

@testable import LocateTool

/// The schemas of what `--json` prints, read as JSON.
private struct Schema {
    private static let folder = Fixtures.package.appending(path: "Docs/Schemas")
    private static let ending = ".schema.json"

    /// A key with the path to it, such as `place.city`.
    struct Key {
        var path: String
        var name: String
        var types: Set<String>
        /// Whether nothing is below it.
        var isLeaf: Bool
    }

    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(ending) }
            .map { String($0.dropLast(ending.count)) }.sorted()
    }

    static func object(_ name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: folder.appending(path: name + ending))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// All keys of a kind of object, and of the objects in it.
    static func keys(_ name: String) throws -> [Key] { try keys(try object(name), prefix: "") }

    /// The paths to the keys that have values.
    static func leaves(_ name: String) throws -> Set<String> { Set(try keys(name).filter(\.isLeaf).map(\.path)) }

    private static func keys(_ schema: [String: Any], prefix: String) throws -> [Key] {
        var found: [Key] = []
        for (name, value) in schema["properties"] as? [String: [String: Any]] ?? [:] {
            var value = value
            if let reference = value["$ref"] as? String { value = try object(String(reference.dropLast(ending.count))) }
            let below = try keys(value, prefix: prefix + name + ".")
            found.append(
                Key(
                    path: prefix + name, name: name, types: Set([value["type"] as? String].compactMap { $0 }),
                    isLeaf: below.isEmpty))
            found += below
            if let items = value["items"] as? [String: Any] { found += try keys(items, prefix: prefix + name + ".") }
        }
        return found
    }
}

@Suite("Schemas of JSON") struct SchemaTests {
    @Test("A key has one spelling in all objects, in camelCase, and one type")
    func spelling() throws {
        let names = try Schema.names()
        #expect(names.count >= 12)
        var spellings: [String: Set<String>] = [:]
        var types: [String: Set<String>] = [:]
        for name in names {
            // The dictionary has the keys of address books.
            for key in try Schema.keys(name) where !key.path.contains("dictionary.") {
                #expect(key.name.wholeMatch(of: /[a-z][A-Za-z0-9]*/) != nil, "\(name): \(key.path)")
                spellings[key.name.lowercased(), default: []].insert(key.name)
                // Of a photo that got a position it is how far that may be off.
                let isLength = name.hasPrefix("photo-") && key.path == "error"
                types[isLength ? "error in metres" : key.name, default: []].formUnion(key.types)
            }
        }
        for (_, spellings) in spellings { #expect(spellings.count == 1, "\(spellings)") }
        for (key, types) in types { #expect(types.count == 1, "\(key): \(types)") }
        #expect(spellings["countrycode"] == ["countryCode"] && spellings["timestamp"] == ["timestamp"])
        #expect(types["accuracy"] == nil && types["error"] == ["string"])
    }

    @Test("Templates and CSV know the keys of JSON")
    func keys() throws {
        func names(_ keys: [OutputKey]) -> Set<String> { Set(keys.map(\.name)) }
        // Of a photo's place only the names are known.
        let settlement: Set = [
            "place.geonameId", "place.population", "place.distance", "place.partOf", "place.confidence",
            "place.corrected",
        ]
        #expect(names(LocationReport.keys) == (try Schema.leaves("location")))
        // A point or name that nothing is known of leaves an empty line.
        #expect(names(PlaceReport.keys) == (try Schema.leaves("reverse").subtracting(["error", "input"])))
        #expect(names(SearchReport.keys) == (try Schema.leaves("search").subtracting(["error"])))
        #expect(names(PhotoReport.listKeys) == (try Schema.leaves("photo").subtracting(settlement)))
        #expect(names(SortReport.keys) == (try Schema.leaves("photo-move")))
        #expect(names(TaggingReport.keys) == (try Schema.leaves("photo-action").subtracting(settlement)))
        #expect(
            names(PhotoEvent.keys)
                == (try Schema.leaves("photo-event").union(Schema.leaves("photo")).union(Schema.leaves("photo-action")))
                .subtracting(settlement).subtracting(["group"]))
        // How many fixes were not kept has keys of its own.
        #expect(names(TrackReport.keys) == (try Schema.leaves("track-info").subtracting(["suppressed"])))
        #expect(names(SettingsCommand.keys) == (try Schema.leaves("setting")))
    }

    @Test("No two keys of a command have one column or one word in templates")
    func columns() {
        for keys in [
            PhotoReport.listKeys, TaggingReport.keys, SortReport.keys, PhotoEvent.keys, TrackReport.keys,
            SettingsCommand.keys,
        ] {
            #expect(Set(keys.map(\.column)).count == keys.count)
        }
        for keys in [LocationReport.templateKeys, PlaceReport.keys, SearchReport.keys, TaggingReport.keys] {
            let words = keys.flatMap(\.words)
            #expect(Set(words).count == words.count)
        }
        #expect(OutputKey("place.countryCode", "").column == "country_code")
        #expect(OutputKey("place.name", "").column == "place" && OutputKey("isSet", "").column == "is_set")
    }

    @Test("The page about JSON lists every kind of object and every key")
    func page() throws {
        let page = try String(
            contentsOf: Fixtures.package.appending(path: "Docs/Formats/JSON.md"), encoding: .utf8)
        for name in try Schema.names() {
            #expect(page.contains("(../Schemas/\(name).schema.json)"))
            let own = try Schema.object(name)["properties"] as? [String: Any] ?? [:]
            for key in own.keys { #expect(page.contains("\n| `\(key)` | "), "\(name): \(key)") }
        }
        for key in AddressReport.keys { #expect(page.contains("`\(key)`")) }
    }
}
