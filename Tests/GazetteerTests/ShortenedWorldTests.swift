import Foundation
import Glibc
import LKFormats
import LKGeo
import LKGeocoding
import TestSupport
import Testing

@testable import LKGazetteer

/// A gazetteer file that another program shortens while it is in use.
@Suite("A gazetteer that is shortened") struct ShortenedWorldTests {
    /// Opens a copy of the embedded gazetteer, which is removed with the folder.
    fileprivate static func copy() throws -> (folder: TemporaryFolder, path: String, world: World) {
        let folder = TemporaryFolder()
        let path = folder.file("copy.gazetteer")
        try Data(World.embedded().bytes).write(to: URL(filePath: path))
        return (folder, path, try World(path: path))
    }

    fileprivate static let paris = Coordinate(latitude: 48.8584, longitude: 2.2945)!

    fileprivate static func refuses(_ query: () throws -> Void) -> Bool {
        do {
            try query()
            return false
        } catch {
            return (error as? GeocodingError)?.code == .dataDamaged && "\(error)".contains("copy.gazetteer is ")
        }
    }

    @Test("Every query fails with an error")
    func fails() async {
        await #expect(processExitsWith: .success) {
            for size in [0, 4096, 1 << 20, 20 << 20] {
                let (folder, path, world) = try ShortenedWorldTests.copy()
                defer { withExtendedLifetime(folder) {} }
                let place = try world.placemark(at: ShortenedWorldTests.paris, languages: [.english])
                precondition(place.locality == "Paris")
                precondition(truncate(path, off_t(size)) == 0)
                // All of the file is read, so what is missing is noticed wherever it is.
                precondition(ShortenedWorldTests.refuses { try world.verify() })
                let points = [Coordinate](repeating: ShortenedWorldTests.paris, count: 10_000)
                precondition(
                    ShortenedWorldTests.refuses {
                        _ = try world.placemark(at: ShortenedWorldTests.paris, languages: [.english])
                    })
                precondition(ShortenedWorldTests.refuses { _ = try world.lookup(ShortenedWorldTests.paris) })
                precondition(ShortenedWorldTests.refuses { _ = try world.lookup(points, threads: 2) })
                precondition(ShortenedWorldTests.refuses { _ = try world.placeNameKeys(at: points) })
                precondition(ShortenedWorldTests.refuses { _ = try world.search(name: "Paris") })
                precondition(ShortenedWorldTests.refuses { _ = try world.nearest(ShortenedWorldTests.paris, count: 3) })
                precondition(ShortenedWorldTests.refuses { _ = try world.border(near: ShortenedWorldTests.paris) })
                precondition(ShortenedWorldTests.refuses { _ = try World(path: path) })
            }
        }
    }

    @Test("A query that is the first to read the missing part fails too")
    func failsAtFirstRead() async {
        await #expect(processExitsWith: .success) {
            for query in 0..<4 {
                let (folder, path, world) = try ShortenedWorldTests.copy()
                defer { withExtendedLifetime(folder) {} }
                precondition(truncate(path, 8192) == 0)
                precondition(
                    ShortenedWorldTests.refuses {
                        switch query {
                        case 0: _ = try world.placemark(at: ShortenedWorldTests.paris, languages: [])
                        case 1: _ = try world.lookup([ShortenedWorldTests.paris])
                        case 2: _ = try world.search(name: "Paris")
                        default: _ = try world.nearest(ShortenedWorldTests.paris, count: 3)
                        }
                    }, "\(query)")
            }
        }
    }
}
