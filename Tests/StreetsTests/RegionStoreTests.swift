import Foundation
import LKGeocoding
import Glibc
import TestSupport
import Testing

@testable import LKStreets

@Suite("Installed regions") struct RegionStoreTests {
    private let own = TemporaryFolder()
    private let shared = TemporaryFolder()
    private var store: RegionStore { RegionStore(ownFolder: own.path, sharedFolders: [shared.path]) }

    private let bytes: Data

    init() throws {
        var map = MapDrawing()
        map.street("Hafenstraße", y: 0, [:])
        bytes = Data(try map.bytes())
    }

    private func install(_ name: String, in folder: TemporaryFolder) throws {
        try folder.write("\(name).streets", bytes)
    }

    @Test("are those of the user and of all users by name, and the user's own hides one of the same name")
    func contents() throws {
        try install("monaco", in: shared)
        try install("andorra", in: shared)
        try install("monaco", in: own)
        try own.write(".hidden.streets", Data())
        try own.write("notes.txt", Data())
        let (regions, problems) = store.contents()
        #expect(regions.map(\.name) == ["andorra", "monaco"] && problems.isEmpty)
        #expect(regions.map(\.path) == [shared.file("andorra.streets"), own.file("monaco.streets")])
        #expect(regions.map(\.isOwn) == [false, true])
        #expect(store.open().streets?.indexes.count == 2)
    }

    @Test("of folders that do not exist are none, without an error")
    func missing() {
        let store = RegionStore(ownFolder: own.file("none"), sharedFolders: [shared.file("none")])
        #expect(store.contents().regions.isEmpty && store.contents().problems.isEmpty)
        #expect(store.open().streets == nil)
    }

    @Test("that are damaged are passed over and named, and the others answer")
    func damaged() throws {
        try install("andorra", in: shared)
        try own.write("empty.streets", Data())
        try own.write("cut.streets", bytes.prefix(100))
        let (streets, problems) = store.open()
        #expect(streets?.indexes.count == 1 && problems.count == 2)
        #expect(problems.map { $0.message.contains("cut.streets") } == [true, false])
        #expect(problems.map { $0.message.contains("empty.streets") } == [false, true])
    }

    @Test("are removed if they are the user's own, and the one for all users then answers")
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

    @Test("need a home folder to be installed in")
    func homeless() throws {
        #expect(try store.path(of: "monaco") == own.file("monaco.streets"))
        #expect { try RegionStore(ownFolder: nil).path(of: "monaco") } throws: { "\($0)".contains("HOME") }
    }

    @Test(
        "have the name of their extract without the day",
        arguments: [
            ("/data/monaco-latest.osm.pbf", "monaco"), ("monaco.osm.pbf", "monaco"), ("north-260101.osm.pbf", "north"),
            ("a/isle-of-man-latest.osm.bz2", "isle-of-man"), ("berlin.o5m", "berlin"), ("x.OSM.PBF", "x"),
            ("map.osm", "map"), ("us-2024.osm.gz", "us-2024"),
        ])
    func name(path: String, name: String) { #expect(RegionStore.name(ofExtract: path) == name) }
}
