import Foundation
import LKGeo
import LKMetadata
import Testing

@testable import LKPhotos

struct PhotoCollectionTests {
    private let assets = [
        Samples.asset("a", "2014-05-01T08:00:00", at: (35, 139)), Samples.asset("b", "2014-05-02", format: .mp4),
        Samples.asset("c", "2014-06-01", format: .png, size: PixelSize(width: 1920, height: 1080)),
        Samples.asset("d", "2014-06-02", at: (35.001, 139)),
    ]

    private func words(_ collection: PhotoCollection) -> [String] { collection.entries.map(\.words) }

    @Test("Filters for kind, place and date are combined")
    func filtersAreCombined() {
        let collection = PhotoCollection(assets: assets, grouping: .all)
        func names(_ filter: (any PhotoFilter)?) -> String {
            collection.filter = filter
            return collection.entries.flatMap { $0.assets.map(\.fileName) }.joined()
        }
        #expect(names(nil) == "abcd")
        #expect(names(.photo) == "acd")
        #expect(names(.video || .png) == "bc")
        #expect(names(.photo && !.screenshot) == "ad")
        #expect(names(.hasLocation.and(.matching { @Sendable in $0.fileName > "b" })) == "d")
        #expect(names(.near(Coordinate(latitude: 35, longitude: 139)!, within: 100)) == "a")
        #expect(names(.near(Coordinate(latitude: 35, longitude: 139)!, within: 112)) == "ad")
        #expect(names(.jpeg.inverted) == "bc")
        let day = CalendarGrouping.Period(.day, wallSeconds: Samples.wallTime("2014-05-02")!.secondsSince1970)
        let month = CalendarGrouping.Period(.month, wallSeconds: Samples.wallTime("2014-06-02")!.secondsSince1970)
        #expect(names(.taken(in: day)) == "b")
        #expect(names(.taken(in: day, through: month)) == "bcd")
        let range = Date(timeIntervalSince1970: 1_398_902_400)..<Date(timeIntervalSince1970: 1_398_988_800)
        #expect(names(.taken(in: range)) == "a")
    }

    @Test("A group that the filter empties is hidden unless empty groups are kept")
    func anEntryThatTheFilterEmptiesGoesUnlessItIsKept() {
        let collection = PhotoCollection(assets: assets, grouping: .month)
        collection.filter = .video
        #expect(words(collection) == ["2014-05: b"])
        collection.keepsEmptyEntries = true
        #expect(words(collection) == ["2014-05: b", "2014-06: "])
    }

    @Test("Descending order reverses groups and photos, and undated photos stay last")
    func descendingTurnsEntriesAndWhatIsInThem() {
        let collection = PhotoCollection(assets: assets + [Samples.asset("z")], grouping: .month)
        collection.sorter = .descending
        #expect(words(collection) == ["2014-06: d c", "2014-05: b a", "No date: z"])
        collection.sorter = .date(.descending, inside: .ascending)
        #expect(words(collection) == ["2014-06: c d", "2014-05: a b", "No date: z"])
        collection.sorter = nil
        #expect(words(collection) == ["2014-05: a b", "2014-06: c d", "No date: z"])
    }

    @Test("An index path leads to a photo and back")
    func indexPathsLeadBothWays() {
        let collection = PhotoCollection(assets: assets, grouping: .month)
        for entry in collection.entries.indices {
            for index in collection.entries[entry].assets.indices {
                let path = PhotoCollection.IndexPath(entry: entry, asset: index)
                #expect(collection.asset(at: path).flatMap { collection.indexPath(of: $0.id) } == path)
            }
        }
        #expect(collection.asset(at: .init(entry: 2, asset: 0)) == nil)
        #expect(collection.asset(at: .init(entry: 0, asset: -1)) == nil)
        #expect(collection.lastIndexPath == .init(entry: 1, asset: 1))
        collection.filter = .video
        #expect(collection.indexPath(of: assets[0].id) == nil)
    }

    @Test("The last index path skips an empty group")
    func theLastPlaceIsFoundAlsoBehindAnEmptyEntry() {
        let collection = PhotoCollection(assets: assets, grouping: .month)
        collection.keepsEmptyEntries = true
        collection.filter = .video
        #expect(collection.lastIndexPath == .init(entry: 0, asset: 0))
    }

    @Test("Changes of filter and order are announced as differences that lead to the new list")
    func anotherFilterTellsWhatMoved() async throws {
        let collection = PhotoCollection(assets: assets, grouping: .month)
        let changes = collection.changes
        var entries = changes.entries
        collection.filter = .video
        collection.filter = nil
        collection.sorter = .descending
        var iterator = changes.makeAsyncIterator()
        for _ in 0..<3 {
            let told = await iterator.next(isolation: #isolation)
            let change = try #require(told)
            change.entries.apply(to: &entries)
            #expect(entries == change.entriesAfter)
        }
        #expect(entries == collection.entries)
    }

    @Test("Grouping by week costs at most twice as much as by month")
    func weeksCostAtMostTwiceAsMuchAsMonths() {
        let assets = (0..<100_000).map { index -> PhotoAsset in
            let day = (index * 7919) % 7300
            let time = PhotoDate.WallTime(secondsSince1970: 946_684_800 + day * 86_400)
            return Samples.asset("\(index)", time.map { "\($0)" })
        }
        func cost(_ grouping: some PhotoGrouping) -> Duration {
            ContinuousClock().measure { _ = grouping.entries(of: assets) }
        }
        var (months, weeks) = (Duration.seconds(1000), Duration.seconds(1000))
        // Other programs may disturb some rounds, but not all.
        for _ in 0..<50 {
            months = min(months, cost(.month))
            weeks = min(weeks, cost(.week))
            if weeks < months * 2 { break }
        }
        print("grouping of 100,000: months \(months), weeks \(weeks)")
        #expect(weeks < months * 2)
    }
}
