import Foundation
import TestSupport
import Testing

@testable import LKCommandLine
@testable import LKPhotoCommands
@testable import LKPlaceCommands
@testable import LKPositionCommands
@testable import LKSharedOptions
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
        func names<Values>(_ table: OutputTable<Values>) -> Set<String> { Set(table.keys.map(\.name)) }
        // Of a photo's place only the names are known.
        let settlement: Set = [
            "place.geonameId", "place.population", "place.distance", "place.partOf", "place.confidence",
            "place.corrected",
        ]
        #expect(names(LocationReport.table) == (try Schema.leaves("location")))
        // A point or name that nothing is known of leaves an empty line.
        #expect(names(PlaceReport.table) == (try Schema.leaves("reverse").subtracting(["error", "input"])))
        // The line that was searched for is a member of the input.
        #expect(names(SearchReport.table) == (try Schema.leaves("search").subtracting(["error", "query"])))
        #expect(names(PhotoReport.table) == (try Schema.leaves("photo").subtracting(settlement)))
        #expect(names(SortReport.table) == (try Schema.leaves("photo-move")))
        #expect(names(TaggingReport.table) == (try Schema.leaves("photo-action").subtracting(settlement)))
        #expect(
            names(PhotoEventReport.table)
                == (try Schema.leaves("photo-event").union(Schema.leaves("photo")).union(Schema.leaves("photo-action")))
                .subtracting(settlement).subtracting(["group"]))
        // How many fixes were not kept has keys of its own.
        #expect(names(TrackReport.table) == (try Schema.leaves("track-info").subtracting(["suppressed"])))
        #expect(names(SettingReport.table) == (try Schema.leaves("setting")))
    }

    /// The keys of each command that templates and help know.
    private static let commands: [String: (templates: [OutputKey], listed: [OutputKey])] = [
        "locate": (LocationReport.table.templateKeys, LocationReport.table.listedKeys),
        "reverse": (PlaceReport.table.templateKeys, PlaceReport.table.listedKeys),
        "search": (SearchReport.table.templateKeys, SearchReport.table.listedKeys),
        "photos list": (PhotoReport.table.templateKeys, PhotoReport.table.listedKeys),
        "photos tag": (TaggingReport.table.templateKeys, TaggingReport.table.listedKeys),
        "photos sort": (SortReport.table.templateKeys, SortReport.table.listedKeys),
        "photos watch": (PhotoEventReport.table.templateKeys, PhotoEventReport.table.listedKeys),
        "track info": (TrackReport.table.templateKeys, TrackReport.table.listedKeys),
        "settings list": (SettingReport.table.templateKeys, SettingReport.table.listedKeys),
    ]

    @Test("No two keys of a command have one column or one word in templates, and help explains each key")
    func columns() {
        for columns in [
            LocationReport.table.columns, PlaceReport.table.columns, SearchReport.table.columns,
            PhotoReport.table.columns, TaggingReport.table.columns, SortReport.table.columns,
            PhotoEventReport.table.columns, TrackReport.table.columns, SettingReport.table.columns,
        ] {
            #expect(Set(columns).count == columns.count)
        }
        for (command, keys) in Self.commands {
            let words = keys.templates.flatMap(\.words)
            #expect(Set(words).count == words.count, "\(command)")
            #expect(keys.listed.allSatisfy { !$0.meaning.isEmpty }, "\(command)")
            #expect(Set(keys.listed.map(\.name)).isSubset(of: keys.templates.map(\.name)), "\(command)")
        }
    }

    @Test(
        "Every command that names a place takes the words of the others for it",
        arguments: ["locate", "reverse", "search", "photos list", "photos tag", "photos watch"])
    func vocabulary(command: String) throws {
        let keys = try #require(Self.commands[command]).templates
        let parts = [
            "place", "place.name", "place.city", "city", "addr.City", "address.dictionary.City", "place.state", "state",
            "addr.State", "place.country", "country", "addr.Country", "place.countryCode", "countryCode",
            "addr.CountryCode", "place.subLocality", "subLocality", "addr.SubLocality",
        ]
        for word in parts { _ = try OutputTemplate("%" + word, keys: keys, of: "locate " + command) }
        let ids = command.hasPrefix("photos") ? [] : ["place.geonameId", "geonameId", "place.population", "population"]
        for word in ids { _ = try OutputTemplate("%" + word, keys: keys, of: "locate " + command) }
        let times = command == "locate" || command == "photos tag" ? ["timestamp", "time", "timeZone", "zone"] : []
        for word in times { _ = try OutputTemplate("%" + word, keys: keys, of: "locate " + command) }
    }

    @Test("A column of CSV is the last part of its key in snake case")
    func columnNames() {
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
        for key in AddressReport.parts.compactMap(\.key.path.last) { #expect(page.contains("`\(key)`")) }
    }
}
