import Foundation
import Glibc
import LKGeo
import LKGeocoding
import TestSupport
import Testing

@testable import LKStreets

/// A street index that another program shortens while it is in use.
@Suite("A street index that is shortened") struct ShortenedIndexTests {
    /// A provider with an index of streets along many pages, and a point in it.
    fileprivate static func provider() throws -> (
        folder: TemporaryFolder, path: String, provider: StreetIndexes, point: Coordinate
    ) {
        var map = MapDrawing()
        map.boundary(2, "Liechtenstein", (-90_000, -90_000, 90_000, 90_000), ["ISO3166-1": "LI"])
        for row in 0..<400 { map.street("Street \(row)", y: Double(row) * 60, [:]) }
        let folder = TemporaryFolder()
        let path = folder.file("small.streets")
        try Data(map.bytes()).write(to: URL(filePath: path))
        return (folder, path, StreetIndexes(indexes: [try StreetIndex(path: path)]), map.at(80, 65))
    }

    fileprivate static func refuses(_ query: () throws -> Void) -> Bool {
        do {
            try query()
            return false
        } catch {
            return (error as? GeocodingError)?.code == .dataDamaged && "\(error)".contains("small.streets is ")
        }
    }

    @Test("Queries of the provider fail with an error, and those that cannot fail find less")
    func fails() async {
        await #expect(processExitsWith: .success) {
            for size in [0, 4096, 8192] {
                let (folder, path, provider, point) = try ShortenedIndexTests.provider()
                defer { withExtendedLifetime(folder) {} }
                let place = try provider.placemark(at: point, languages: [])
                precondition(place?.thoroughfare == "Street 1")
                precondition(truncate(path, off_t(size)) == 0)
                precondition(ShortenedIndexTests.refuses { try provider.indexes[0].verify() })
                precondition(ShortenedIndexTests.refuses { _ = try provider.placemark(at: point, languages: []) })
                precondition(ShortenedIndexTests.refuses { try provider.checkIntact() })
                precondition(ShortenedIndexTests.refuses { _ = try provider.search(StreetQuery("Street 1")) })
                _ = provider.indexes[0].search(StreetQuery("Street 1"))
                _ = provider.indexes[0].placemark(at: point, languages: [.english])
                precondition(ShortenedIndexTests.refuses { _ = try StreetIndex(path: path) })
            }
        }
    }

    @Test("The query that is the first to read what is missing fails too")
    func failsAtFirstRead() async {
        await #expect(processExitsWith: .success) {
            let (folder, path, provider, point) = try ShortenedIndexTests.provider()
            defer { withExtendedLifetime(folder) {} }
            precondition(truncate(path, 4096) == 0)
            precondition(ShortenedIndexTests.refuses { _ = try provider.placemark(at: point, languages: []) })
        }
    }
}
