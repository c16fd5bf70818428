import Foundation
import LKGazetteer
import LKGeo
import LKMetadata
import LKTracks
import Testing

@testable import LKPlanning

/// The table of zones: what a clock showed, where the track was, and the moment that follows.
@Suite(.enabled(if: TimeZones.exists("Asia/Tokyo"), "the package tzdata is not installed"))
struct ZoneTableTests {
    private func geotagger(
        _ tracks: Track..., change: (inout Geotagger.Configuration) -> Void = { _ in }
    ) -> Geotagger {
        var configuration = Geotagger.Configuration()
        change(&configuration)
        return Geotagger(
            tracks: TrackTimeline(tracks, maximumGap: .seconds(1800), maximumExtrapolation: .seconds(1800)),
            zones: Walk.zones,
            configuration: configuration)
    }

    /// 10:00 to 12:00 in Tokyo.
    private let tokyo = Walk.track(
        "Tokyo", from: Walk.utc(2026, 5, 1, 1), to: Walk.utc(2026, 5, 1, 3), Walk.tokyo, Walk.place(35.7, 139.8))

    @Test("A photo with an offset is placed at its instant")
    func tokyoWithItsOffset() throws {
        var tagger = geotagger(tokyo)
        let planned = tagger.plan(for: [Walk.photo(Walk.wall(2026, 5, 1, 11), offset: 9 * 3600)]).photos[0]
        #expect(planned.moment?.zoneSource == .file)
        #expect(planned.moment?.instant == Date(timeIntervalSince1970: Walk.utc(2026, 5, 1, 2)))
        let location = try #require(planned.written)
        #expect(location.coordinate.distance(to: Walk.place(35.69, 139.785)) < 20)
        #expect(location.timestamp == planned.moment?.instant)
    }

    @Test("A photo without an offset uses the time zone along the track, and the offset is written")
    func tokyoWithoutOffset() throws {
        var tagger = geotagger(tokyo) { $0.writesOffset = true }
        let planned = tagger.plan(for: [Walk.photo(Walk.wall(2026, 5, 1, 11))]).photos[0]
        #expect(planned.moment?.zoneSource == .position && planned.moment?.zoneName == "Asia/Tokyo")
        #expect(planned.moment?.instant == Date(timeIntervalSince1970: Walk.utc(2026, 5, 1, 2)))
        #expect(planned.match?.position.kind == .recorded && planned.match?.source == .track("Tokyo"))
        guard case .write(let edit) = planned.action else { throw Missing() }
        #expect(edit.offset == 9 * 3600)
    }

    @Test("A given time zone precedes that of the track, but not the offset in the file")
    func theZoneThatIsGivenCountsBeforeThatOfThePlaceButNotBeforeTheFile() {
        // At home's time: 11:00 in Tokyo is 04:00 in Berlin in summer.
        var tagger = geotagger(tokyo) { $0.timeZone = ClockZone("Europe/Berlin") }
        let plan = tagger.plan(for: [
            Walk.photo(Walk.wall(2026, 5, 1, 4)), Walk.photo(Walk.wall(2026, 5, 1, 11), offset: 9 * 3600),
        ])
        #expect(plan.photos.map { $0.moment?.zoneSource } == [.given, .file])
        #expect(plan.photos[0].moment?.instant == plan.photos[1].moment?.instant)
        #expect(plan.photos.allSatisfy { $0.written != nil })
    }

    @Test("The computer's own time zone is never used")
    func noZoneIsNeverThatOfTheComputer() {
        var tagger = Geotagger(tracks: Walk.timeline(tokyo))
        let planned = tagger.plan(for: [Walk.photo(Walk.wall(2026, 5, 1, 2))]).photos[0]
        #expect(planned.reason == .noZone && planned.moment == nil)
        // Another day: no zone would help.
        var other = geotagger(tokyo)
        #expect(other.plan(for: [Walk.photo(Walk.wall(2026, 5, 4, 2))]).photos[0].reason == .noPosition)
    }

    @Test("Summer time follows the date of the photo")
    func summerTimeIsThatOfThePhotosDate() {
        let days = [(1, 11), (7, 10)].map { month, hour in
            Walk.track(
                "Day", from: Walk.utc(2026, month, 15, hour - 1), to: Walk.utc(2026, month, 15, hour + 1), Walk.berlin,
                Walk.berlin)
        }
        var tagger = geotagger(days[0], days[1])
        let plan = tagger.plan(for: [Walk.photo(Walk.wall(2026, 1, 15, 12)), Walk.photo(Walk.wall(2026, 7, 15, 12))])
        #expect(plan.photos.map { $0.moment?.offset } == [3600, 7200])
        #expect(plan.photos.allSatisfy { $0.written != nil })
    }

    @Test("A time skipped in spring is read with the offset before the change")
    func atATimeThatWasSkippedTheClockHadNotBeenSetYet() {
        // 2026-03-29 01:00 UTC: from 02:00 to 03:00.
        let night = Walk.track(
            "Night", from: Walk.utc(2026, 3, 29, 0), to: Walk.utc(2026, 3, 29, 3), Walk.berlin, Walk.place(52.6, 13.4))
        var tagger = geotagger(night)
        let plan = tagger.plan(for: [
            Walk.photo(Walk.wall(2026, 3, 29, 1, 59)), Walk.photo(Walk.wall(2026, 3, 29, 2, 30)),
            Walk.photo(Walk.wall(2026, 3, 29, 3, 10)),
        ])
        let instants = plan.photos.map { $0.moment?.instant.timeIntervalSince1970 }
        #expect(
            instants == [
                Walk.utc(2026, 3, 29, 0, 59), Walk.utc(2026, 3, 29, 1, 30), Walk.utc(2026, 3, 29, 1, 10),
            ])
    }

    @Test("A repeated time is marked as ambiguous with a large error, unless the track decides")
    func aTimeThatWasShownTwiceIsToldAndItsErrorIsHonest() throws {
        // 2026-10-25 01:00 UTC: from 03:00 back to 02:00.
        let whole = Walk.track(
            "Night", from: Walk.utc(2026, 10, 24, 23), to: Walk.utc(2026, 10, 25, 3), Walk.berlin,
            Walk.place(52.6, 13.4))
        var tagger = geotagger(whole)
        let twice = tagger.plan(for: [Walk.photo(Walk.wall(2026, 10, 25, 2, 30))]).photos[0]
        #expect(twice.moment?.isAmbiguous == true)
        #expect(twice.moment?.instant.timeIntervalSince1970 == Walk.utc(2026, 10, 25, 0, 30))
        // An hour's way.
        #expect(try #require(twice.match).error > 2000)
        // The track knows only the second time.
        let half = Walk.track(
            "Half", from: Walk.utc(2026, 10, 25, 1, 5), to: Walk.utc(2026, 10, 25, 2), Walk.berlin, Walk.berlin)
        var other = geotagger(half)
        let once = other.plan(for: [Walk.photo(Walk.wall(2026, 10, 25, 2, 40))]).photos[0]
        #expect(once.moment?.instant.timeIntervalSince1970 == Walk.utc(2026, 10, 25, 1, 40))
        #expect(once.moment?.isAmbiguous == false && once.moment?.offset == 3600)
    }

    @Test("A trip through two time zones places photos in each")
    func twoZonesInOneTrip() {
        let out = Walk.track(
            "Berlin", from: Walk.utc(2026, 6, 1, 8), to: Walk.utc(2026, 6, 1, 10), Walk.berlin, Walk.berlin)
        let there = Walk.track(
            "Helsinki", from: Walk.utc(2026, 6, 2, 8), to: Walk.utc(2026, 6, 2, 10), Walk.place(60.17, 24.94),
            Walk.place(60.2, 25))
        var tagger = geotagger(out, there)
        let plan = tagger.plan(for: [Walk.photo(Walk.wall(2026, 6, 1, 11)), Walk.photo(Walk.wall(2026, 6, 2, 12))])
        #expect(plan.photos.map { $0.moment?.zoneName } == ["Europe/Berlin", "Europe/Helsinki"])
        #expect(plan.photos.map { $0.moment?.offset } == [7200, 10_800])
        #expect(plan.photos.map { $0.match?.position.kind } == [.recorded, .recorded])
    }

    @Test("A time zone that a track only crosses is not mistaken for another")
    func aZoneThatIsOnlyPassedByIsFoundAtThePhotosPlace() {
        // Each fix 15 km on: the zone in between lies between two places that are asked for at first.
        let fixes = (0..<4).map { Walk.fix(Walk.utc(2026, 6, 1, 8, $0 * 10), Walk.place(52, 19.8 + Double($0) * 0.1)) }
        let zones = TimeZones { (19.88...19.92).contains($0.longitude) ? "Europe/Helsinki" : "Europe/Berlin" }
        var tagger = Geotagger(tracks: Walk.timeline(Track(segments: [.init(fixes)])), zones: zones)
        let planned = tagger.plan(for: [Walk.photo(Walk.wall(2026, 6, 1, 11, 10))]).photos[0]
        #expect(planned.moment?.zoneName == nil || planned.moment?.zoneName == "Europe/Helsinki")
    }

    @Test("A correction of an hour moves photos with and without an offset")
    func aCameraAnHourOffIsCorrected() {
        var tagger = geotagger(tokyo) { $0.clock = .corrected(.constant(-3600)) }
        let plan = tagger.plan(for: [
            Walk.photo(Walk.wall(2026, 5, 1, 12, 30), offset: 9 * 3600), Walk.photo(Walk.wall(2026, 5, 1, 12, 30)),
        ])
        for planned in plan.photos {
            #expect(planned.moment?.instant.timeIntervalSince1970 == Walk.utc(2026, 5, 1, 2, 30))
            #expect(planned.moment?.correction == -3600 && planned.moment?.offset == 9 * 3600)
            #expect(planned.match?.position.kind == .recorded)
        }
    }

    @Test("Photos are placed along a track that crosses the date line")
    func aTrackAcrossTheDateLine() throws {
        let fixes = [
            Walk.fix(Walk.utc(2026, 6, 1, 0), Walk.place(-15, 179.9)),
            Walk.fix(Walk.utc(2026, 6, 1, 0, 20), Walk.place(-15, -179.9)),
        ]
        var tagger = geotagger(Track(segments: [.init(fixes)]))
        // Auckland's noon at one end, Pago Pago's 13:15 of the day before at the other.
        let plan = tagger.plan(for: [
            Walk.photo(Walk.wall(2026, 6, 1, 12, 5)), Walk.photo(Walk.wall(2026, 5, 31, 13, 15)),
            Walk.photo(Walk.wall(2026, 6, 1, 0, 10), offset: 0),
        ])
        #expect(plan.photos.map { $0.moment?.zoneName } == ["Pacific/Auckland", "Pacific/Pago_Pago", nil])
        #expect(abs(try #require(plan.photos[0].written).coordinate.longitude - 179.95) < 1e-6)
        #expect(abs(try #require(plan.photos[1].written).coordinate.longitude + 179.95) < 1e-6)
        #expect(abs(abs(try #require(plan.photos[2].written).coordinate.longitude) - 180) < 1e-6)
    }

    @Test("Photos without a zone use the offset of the same camera's other photos")
    func theCamerasOtherPhotosLendTheirOffset() {
        // On the sea no zone is known.
        let sea = Walk.track(
            "Sea", from: Walk.utc(2026, 5, 1, 1), to: Walk.utc(2026, 5, 1, 3), Walk.place(0, -40), Walk.place(0, -40.1))
        var tagger = geotagger(sea)
        let plan = tagger.plan(for: [
            Walk.photo(Walk.wall(2026, 5, 1, 9), offset: 7 * 3600), Walk.photo(Walk.wall(2026, 5, 1, 8, 59)),
            Walk.photo(Walk.wall(2026, 5, 1, 8, 59), model: "Another"),
        ])
        #expect(plan.photos.map { $0.moment?.zoneSource } == [.file, .camera, nil])
        #expect(plan.photos[1].moment?.offset == 7 * 3600 && plan.photos[1].written != nil)
        #expect(plan.photos[2].reason == .noZone)
    }

    @Test("Videos in UTC and photos without a camera give no offset to other photos")
    func videosInUniversalTimeAndPhotosWithoutACameraLendNone() {
        let sea = Walk.track(
            "Sea", from: Walk.utc(2026, 5, 1, 8), to: Walk.utc(2026, 5, 1, 10), Walk.place(0, -40), Walk.place(0, -40.1)
        )
        let wall = Walk.wall(2026, 5, 1, 9)
        // The time of a video is UTC by its format, whatever zone its camera was set to.
        let video = Walk.photo(wall, offset: 0, name: "a.mp4", rule: .movieHeader, offsetRule: .utc)
        for (other, model) in [(video, "Camera"), (Walk.photo(wall, offset: 0, model: nil), nil)] {
            var tagger = geotagger(sea)
            let plan = tagger.plan(for: [other, Walk.photo(wall, model: model, name: "b.jpg")])
            #expect(plan.photos[0].moment?.offset == 0)
            #expect(plan.photos[1].moment == nil && plan.photos[1].reason == .noZone)
        }
    }
}

/// The same with the borders of the embedded world.
@Suite(.enabled(if: TimeZones.exists("Asia/Tokyo"), "the package tzdata is not installed"))
struct RealZoneTests {
    @Test(
        "The time zone of the place is found in the embedded world",
        arguments: [
            (35.68, 139.77, "Asia/Tokyo", 9.0), (52.52, 13.4, "Europe/Berlin", 2.0),
            (27.7, 85.32, "Asia/Kathmandu", 5.75),
            (40.71, -74.0, "America/New_York", -4.0), (-18.14, 178.44, "Pacific/Fiji", 12.0),
        ])
    func theZoneOfThePlace(latitude: Double, longitude: Double, name: String, hours: Double) throws {
        let world = try World.embedded()
        let place = Walk.place(latitude, longitude)
        // At noon of the place.
        let noon = Walk.utc(2026, 6, 1, 12) - hours * 3600
        let track = Walk.track("Here", from: noon - 1800, to: noon + 1800, place, place)
        var geotagger = Geotagger(tracks: Walk.timeline(track), zones: TimeZones { try? world.timeZone(at: $0) })
        let planned = geotagger.plan(for: [Walk.photo(Walk.wall(2026, 6, 1, 12))]).photos[0]
        #expect(planned.moment?.zoneName == name && planned.moment?.instant == Date(timeIntervalSince1970: noon))
        #expect(planned.written?.coordinate == place)
    }
}

struct Missing: Error {}
