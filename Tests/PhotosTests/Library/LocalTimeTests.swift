import Foundation
import LKGeo
import LKMetadata
import Testing

@testable import LKPhotos

/// Files that state their time in UTC only.
struct LocalTimeTests {
    /// Zones by longitude, a quarter of an hour west of the full hour, as far as the tests need them.
    private static let lookup: PhotoLibrary.OffsetLookup = { place, _ in Int((place.longitude / 15).rounded()) * 3600 }

    @Test("A video in UTC is sorted and grouped by the local time at its position") func evening() async throws {
        let test = TestLibrary()
        // 20:30 in New York, which is 01:30 of the next day in UTC.
        try test.write("still.jpg", "photo jpeg date=2024-01-04T20:30:00 at=40.7,-74")
        try test.write("video.mp4", "photo mp4 utc=2024-01-05T01:30:20 at=40.7,-74")
        try test.write("later.jpg", "photo jpeg date=2024-01-04T23:00:00 at=40.7,-74")
        let library = test.library(offsetLookup: Self.lookup)
        try await library.reload()
        #expect(library.names == ["still.jpg", "video.mp4", "later.jpg"])
        let assets = library.allPhotos.assets
        #expect(CalendarGrouping(.day).entries(of: assets).map(\.assets.count) == [3])
        let date = try #require(assets[1].date)
        #expect(date.wallTime.description == "2024-01-04T20:30:20")
        #expect(date.offset == -5 * 3600 && date.offsetRule == .assumed && date.rule == .movieHeader)
        #expect(date.instant == Date(timeIntervalSince1970: 1_704_418_220))
    }

    @Test("Without a lookup or a position the time stays in UTC") func unknown() async throws {
        let test = TestLibrary()
        try test.write("placed.mp4", "photo mp4 utc=2024-01-05T01:30:20 at=40.7,-74")
        let plain = test.library()
        try await plain.reload()
        #expect(plain.allPhotos.assets[0].date?.wallTime.description == "2024-01-05T01:30:20")
        try test.write("unplaced.mp4", "photo mp4 utc=2024-01-05T01:30:20")
        let library = test.library(offsetLookup: Self.lookup)
        try await library.reload()
        #expect(library.names == ["placed.mp4", "unplaced.mp4"])
        #expect(library.allPhotos.assets.map(\.date?.offsetRule) == [.assumed, .utc])
    }

    @Test("The position of a sidecar finds the local time too") func sidecar() async throws {
        let test = TestLibrary()
        try test.write("video.mp4", "photo mp4 utc=2024-01-05T01:30:20")
        try test.write("video.mp4.xmp", "at=40.7,-74")
        let library = test.library(offsetLookup: Self.lookup)
        try await library.reload()
        #expect(library.allPhotos.assets[0].date?.wallTime.description == "2024-01-04T20:30:20")
    }

    @Test("A time with its own zone is not changed") func stated() async throws {
        let test = TestLibrary()
        try test.write("a.jpg", "photo jpeg date=2024-01-04T20:30:00 offset=0 at=40.7,-74")
        let library = test.library(offsetLookup: Self.lookup)
        try await library.reload()
        #expect(library.allPhotos.assets[0].date?.wallTime.description == "2024-01-04T20:30:00")
    }
}
