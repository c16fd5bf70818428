import Foundation
import LKMetadata
import Testing

@testable import LKPhotos

struct GroupingTests {
    private func words(_ assets: [PhotoAsset], _ grouping: some PhotoGrouping) -> [String] {
        grouping.entries(of: assets).map(\.words)
    }

    @Test("A week that starts with a photo on Sunday begins on the Monday before")
    func aWeekWhoseFirstPhotoIsOnASundayBeginsOnItsMonday() throws {
        let entries = CalendarGrouping.week.entries(of: Samples.assets("2014-06-01"))
        guard case .period(let week)? = entries.first?.id else { throw TestFailure() }
        #expect(week.begin == Samples.wallTime("2014-05-26")?.secondsSince1970)
    }

    private struct TestFailure: Error {}

    @Test("Weeks around 1970 include every photo")
    func nothingIsDroppedAround1970() {
        let assets = Samples.assets("1969-12-28", "1969-12-29", "1970-01-01", "1970-01-11", "1970-01-12")
        #expect(CalendarGrouping.week.entries(of: assets).map(\.assets.count) == [1, 2, 1, 1])
    }

    @Test("Photos in any order give the same groups")
    func inputInAnyOrderGivesTheSameEntries() {
        let assets = Samples.assets("2014-05-01", "2015-01-01", "2014-05-02", "2013-01-01", "2015-01-02")
        #expect(
            words(assets, .year) == ["2013: 2013-01-01", "2014: 2014-05-01 2014-05-02", "2015: 2015-01-01 2015-01-02"])
        let titles = CalendarGrouping.month.entries(of: assets.reversed()).map(\.title)
        #expect(titles == ["2013-01", "2014-05", "2015-01"])
    }

    @Test("An empty list gives no groups")
    func noAssetsMakeNoEntries() {
        #expect(words([], .all).isEmpty && words([], .day).isEmpty && words([], .moment).isEmpty)
        #expect(words([], PlaceGrouping(naming: nil)).isEmpty)
    }

    @Test("Photos without a date form the last group")
    func whatHasNoDateStandsAtTheEnd() {
        let assets = [Samples.asset("a"), Samples.asset("b", "2014-01-01")]
        #expect(words(assets, .day) == ["2014-01-01: b", "No date: a"])
    }

    @Test("Days are those at the place of the photo, unless another clock is chosen")
    func daysAreThoseWhereThePhotoWasTaken() {
        let tokyo = Samples.asset("a", "2014-05-24T01:00:00", offset: 9 * 3600)
        #expect(words([tokyo], .day) == ["2014-05-24: a"])
        #expect(words([tokyo], CalendarGrouping(.day, clock: .utc)) == ["2014-05-23: a"])
        if let zone = TimeZone(identifier: "America/New_York") {
            #expect(words([tokyo], CalendarGrouping(.hour, clock: .zone(zone))) == ["2014-05-23T12: a"])
        }
    }

    @Test("Places are ordered by country, state and city, and photos without a place come last")
    func placesAreOrderedByCountryStateAndCity() {
        let assets = [
            Samples.asset("a", place: Samples.place("Japan", "Tokyo", "Shibuya")), Samples.asset("b"),
            Samples.asset("c", place: Samples.place("France", "Paris", "Paris ")),
            Samples.asset("d", place: Samples.place("Japan", "Osaka", "Osaka")),
            Samples.asset("e", place: Samples.place("Japan")),
            Samples.asset("f", place: Samples.place("France", "Paris", "Paris")),
        ]
        #expect(
            words(assets, PlaceGrouping(naming: nil)) == [
                "France, Paris, Paris: c f", "Japan, Osaka, Osaka: d", "Japan, Tokyo, Shibuya: a", "Japan: e",
                "No place: b",
            ])
        #expect(words(assets, PlaceGrouping(.country, naming: nil)) == ["France: c f", "Japan: a d e", "No place: b"])
    }
}

struct MomentGroupingTests {
    private func moments(_ assets: [PhotoAsset]) -> [[String]] {
        MomentGrouping().entries(of: assets).map { $0.assets.map(\.fileName) }
    }

    @Test("A pause of more than two hours ends a moment")
    func aPauseEndsAMoment() {
        let assets = [
            Samples.asset("a", "2014-05-24T10:00:00"), Samples.asset("b", "2014-05-24T12:00:00"),
            Samples.asset("c", "2014-05-24T14:00:01"),
        ]
        #expect(moments(assets) == [["a", "b"], ["c"]])
    }

    @Test("Midnight does not end a moment")
    func midnightEndsNone() {
        let assets = [Samples.asset("a", "2014-12-31T23:50:00"), Samples.asset("b", "2015-01-01T00:10:00")]
        #expect(moments(assets) == [["a", "b"]])
    }

    @Test("Photos of two cameras in two cities form separate moments")
    func twoCamerasInTwoCitiesHaveMomentsOfTheirOwn() {
        let (tokyo, osaka) = ((35.68, 139.76), (34.69, 135.50))
        let assets = [
            Samples.asset("a", "2014-05-24T10:00:00", at: tokyo), Samples.asset("b", "2014-05-24T10:01:00", at: osaka),
            Samples.asset("c", "2014-05-24T10:10:00", at: tokyo), Samples.asset("d", "2014-05-24T10:11:00", at: osaka),
            Samples.asset("e", "2014-05-24T10:12:00"),
        ]
        #expect(moments(assets) == [["a", "c"], ["b", "d", "e"]])
        #expect(moments(assets.reversed()) == [["a", "c"], ["b", "d", "e"]])
    }

    @Test("Photos of a journey form a single moment")
    func aJourneyIsOneMoment() {
        let assets = (0..<30).map { minute in
            Samples.asset(
                "\(minute)", "2014-05-24T10:\(minute):00", at: (35 + Double(minute) * 0.01, 139))
        }
        #expect(moments(assets).count == 1)
    }
}
