import Foundation
import Glibc
import LKGeocoding
import LKStorage
import TestSupport
import Testing

@testable import LKStreets

@Suite("Installed regions") struct RegionStoreTests {
    private let own = TemporaryFolder()
    private let shared = TemporaryFolder()
    private var store: RegionStore { RegionStore(ownPath: own.path, sharedPaths: [shared.path]) }

    private let bytes: Data

    init() throws {
        var map = MapDrawing()
        map.street("Hafenstraße", y: 0, [:])
        bytes = Data(try map.bytes())
    }

    private func install(_ name: String, in folder: TemporaryFolder) throws {
        try folder.write("\(name).streets", bytes)
    }

    @Test("Are those of the user and of all users by name, and the user's own hides one of the same name")
    func contents() throws {
        try install("monaco", in: shared)
        try install("andorra", in: shared)
        try install("monaco", in: own)
        try own.write(".hidden.streets", Data())
        try own.write("notes.txt", Data())
        let (regions, problems) = (store.contents().regions, store.contents(verifying: true).problems)
        #expect(regions.map(\.name) == ["andorra", "monaco"] && problems.isEmpty)
        #expect(regions.map(\.path) == [shared.file("andorra.streets"), own.file("monaco.streets")])
        #expect(regions.map(\.isOwn) == [false, true])
        #expect(store.open().streets?.indexes.count == 2)
    }

    @Test("Folders that do not exist contain no regions, without an error")
    func missing() {
        let store = RegionStore(
            ownFolder: URL(filePath: own.file("none")), sharedFolders: [URL(filePath: shared.file("none"))])
        #expect(store.contents().regions.isEmpty && store.contents().problems.isEmpty)
        #expect(store.open().streets == nil)
    }

    @Test("Are in folders: a web address is none, and nothing is made in the working directory")
    func webAddress() throws {
        let address = try #require(URL(string: "https://example.com/regions"))
        let store = RegionStore(ownFolder: address, sharedFolders: [address])
        #expect(store.ownFolder == nil && store.folders.isEmpty)
    }

    @Test("That are damaged are passed over and named, and the others answer")
    func damaged() throws {
        try install("andorra", in: shared)
        try own.write("empty.streets", Data())
        try own.write("cut.streets", bytes.prefix(100))
        let (streets, problems) = store.open()
        #expect(streets?.indexes.count == 1 && problems.count == 2)
        #expect(problems.map { $0.message.contains("cut.streets") } == [true, false])
        #expect(problems.map { $0.message.contains("empty.streets") } == [false, true])
    }

    @Test("That cannot be used are listed with the reason, beside those that can and what is wrong with folders")
    func problems() throws {
        try install("andorra", in: shared)
        try own.write("cut.streets", bytes.prefix(100))
        try own.write("gone.streets", bytes)
        try FileManager.default.removeItem(atPath: own.file("gone.streets"))
        symlink(own.file("nowhere"), own.file("gone.streets"))
        try own.write("text.streets", Data("no index".utf8) + Data(repeating: 0, count: 200))
        _ = own.path.withCString { folder in
            mkfifo(String(cString: folder) + "/pipe.streets", 0o600)
        }
        let contents = store.contents()
        #expect(contents.regions.map(\.name) == ["andorra", "cut", "gone", "pipe", "text"])
        #expect(
            contents.regions.map(\.problem?.code)
                == [nil, .dataDamaged, .dataUnreadable, .dataUnreadable, .dataDamaged])
        #expect(contents.regions.map(\.problem?.advice)[1] == "import it again")
        #expect(contents.regions.map(\.problem?.advice)[4] == "import it again")
        for region in contents.regions.dropFirst() {
            #expect(region.problem?.description.contains("Refusal") == false)
            #expect(region.problem?.message.contains(region.url.lastPathComponent) == true)
        }
        #expect(contents.problems.map(\.message) == contents.regions.compactMap(\.problem?.message))
        let everywhere = RegionStore(ownPath: own.file("cut.streets"), sharedPaths: [own.file("none"), shared.path])
        #expect(everywhere.contents().regions.map(\.name) == ["andorra"])
    }

    @Test("Are removed if they are the user's own, and the one for all users then answers")
    func remove() throws {
        try install("monaco", in: shared)
        try install("monaco", in: own)
        try install("malta", in: own)
        #expect(try store.remove("malta") == nil)
        #expect(try store.remove("monaco")?.path == shared.file("monaco.streets"))
        #expect(own.names.isEmpty && shared.names == ["monaco.streets"])
        #expect { try store.remove("monaco") } throws: { error in
            (error as? GeocodingError)?.code == .outputFailed && "\(error)".contains(shared.file("monaco.streets"))
        }
        #expect(shared.names == ["monaco.streets"])
        #expect { try store.remove("atlantis") } throws: { ($0 as? GeocodingError)?.code == .dataUnreadable }
    }

    @Test("Need a home folder to be installed in")
    func homeless() throws {
        #expect(try store.path(of: "monaco") == own.file("monaco.streets"))
        #expect { try RegionStore(ownFolder: nil).url(of: "monaco") } throws: { "\($0)".contains("HOME") }
    }

    @Test(
        "Have the name of their extract without the day",
        arguments: [
            ("/data/monaco-latest.osm.pbf", "monaco"), ("monaco.osm.pbf", "monaco"), ("north-260101.osm.pbf", "north"),
            ("a/isle-of-man-latest.osm.bz2", "isle-of-man"), ("berlin.o5m", "berlin"), ("x.OSM.PBF", "x"),
            ("map.osm", "map"), ("us-2024.osm.gz", "us-2024"),
        ])
    func name(path: String, name: String) { #expect(RegionStore.name(ofExtract: path) == name) }

    private func index(_ name: String = "monaco.streets") throws -> URL {
        let copy = shared.file("to-install")
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        try bytes.write(to: URL(filePath: copy).appending(path: name))
        return URL(filePath: copy).appending(path: name)
    }

    @Test("Are installed under the file's name or another, in place of an older one, and count at once")
    func install() throws {
        let before = RegionStore.version
        let store = RegionStore(ownFolder: URL(filePath: own.file("new/regions")))
        let region = try store.install(try index())
        #expect(
            region.name == "monaco" && region.isOwn
                && region.url == URL(filePath: own.file("new/regions/monaco.streets")))
        #expect(store.contents().regions == [region] && store.contents(verifying: true).problems.isEmpty)
        #expect(try Data(contentsOf: region.url) == bytes && RegionStore.version > before)
        try Data("older".utf8).write(to: region.url)
        #expect(store.contents().problems.count == 1)
        try store.install(try index())
        #expect(store.contents().problems.isEmpty)
        #expect(try store.install(try index(), as: "riviera").name == "riviera")
        #expect(store.contents().regions.map(\.name) == ["monaco", "riviera"])
        // An index may be installed from where it is.
        try store.install(region.url)
        #expect(try Data(contentsOf: region.url) == bytes)
        let names = try FileManager.default.contentsOfDirectory(atPath: own.file("new/regions"))
        #expect(names.sorted() == ["monaco.streets", "riviera.streets"])
    }

    @Test("That are damaged, missing or no index are not installed, and the older region stays")
    func refusals() throws {
        let region = try store.install(try index())
        func code(_ url: URL, as name: String? = nil) -> GeocodingError.Code? {
            do throws(GeocodingError) { try store.install(url, as: name) } catch { return error.code }
            return nil
        }
        var damaged = bytes
        damaged[damaged.count - 3] ^= 0xFF
        try own.write("damaged.part", damaged)
        #expect(code(URL(filePath: own.file("damaged.part")), as: "monaco") == .dataDamaged)
        for length in [0, 1, 7, 100, bytes.count / 2, bytes.count - 1] {
            try own.write("damaged.part", bytes.prefix(length))
            #expect(code(URL(filePath: own.file("damaged.part")), as: "monaco") == .dataDamaged, "\(length)")
        }
        try own.write("a.osm", Data("<osm version=\"0.6\"></osm>".utf8))
        #expect(code(URL(filePath: own.file("a.osm"))) == .dataUnsupported)
        #expect(code(URL(filePath: own.file("missing.streets"))) == .dataUnreadable)
        for name in ["", ".hidden", "a/b", "..", "a\nb", String(repeating: "x", count: 300)] {
            #expect(code(region.url, as: name) == .requestInvalid, "\(name)")
        }
        try own.write("file", Data())
        let blocked = RegionStore(ownFolder: URL(filePath: own.file("file/regions")))
        let error = #expect(throws: GeocodingError.self) { try blocked.install(region.url) }
        let beneath = try #require(error?.underlying as? StorageError)
        #expect(error?.code == .outputFailed && error?.message == beneath.message && error?.advice == beneath.advice)
        // What the message says is not said twice.
        #expect(error.map { "\($0)" == $0.message } == true)
        #expect { try RegionStore(ownFolder: nil).install(region.url) } throws: { "\($0)".contains("HOME") }
        #expect(try Data(contentsOf: region.url) == bytes)
    }

    @Test("With damage in their content are found by a complete reading alone") func verifying() throws {
        var damaged = bytes
        damaged[damaged.count - 3] ^= 0xFF
        try own.write("damaged.streets", damaged)
        #expect(store.contents().problems.isEmpty)
        let regions = store.contents(verifying: true).regions
        #expect(regions.map(\.problem?.code) == [.dataDamaged])
        #expect(regions.first?.problem?.message.contains("damaged.streets") == true)
    }
}
