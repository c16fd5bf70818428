import Foundation
import LKGeo
import LKMetadata
import LKTracks
import TestSupport
import Testing

@testable import LKPlanning

/// Photos that have positions: their zone, and days that receivers got wrong.
@Suite(.enabled(if: TimeZones.exists("Asia/Tokyo"), "the package tzdata is not installed"))
struct PlacedTimeTests {
    private let times = PlacedTime(zones: Walk.zones, given: nil)

    private func location(_ place: Coordinate, received: Double? = nil) -> PhotoLocation {
        var location = PhotoLocation(coordinate: place)
        location.timestamp = received.map { Date(timeIntervalSince1970: $0) }
        return location
    }

    @Test("A phone's photo without an offset places others by the time zone at its position")
    func aPhonesPhotoWithoutOffsetPlacesOthersByTheZoneAtItsPosition() throws {
        var geotagger = Geotagger(
            tracks: TrackTimeline(maximumGap: .seconds(1800), maximumExtrapolation: .seconds(1800)), zones: Walk.zones)
        let plan = geotagger.plan(for: [
            Walk.photo(Walk.wall(2026, 7, 1, 12), model: "Phone", at: location(Walk.tokyo)),
            Walk.photo(Walk.wall(2026, 7, 1, 12, 5), offset: 9 * 3600),
            Walk.photo(Walk.wall(2026, 7, 1, 12, 5)),
            Walk.photo(Walk.wall(2026, 7, 1, 5, 5), offset: 7200),
        ])
        #expect(plan.photos.map { $0.written?.coordinate } == [nil, Walk.tokyo, Walk.tokyo, Walk.tokyo])
        #expect(plan.photos[1].match?.source == .photos("Phone"))
    }

    @Test("The time zone at a photo's old position applies when the position is replaced")
    func aPhotosOwnZoneCountsWhenItsPositionIsReplaced() {
        let track = Walk.track(
            "Tokyo", from: Walk.utc(2026, 7, 1, 2), to: Walk.utc(2026, 7, 1, 4), Walk.tokyo, Walk.tokyo)
        var configuration = Geotagger.Configuration()
        configuration.policy = .replace
        var geotagger = Geotagger(tracks: Walk.timeline(track), zones: Walk.zones, configuration: configuration)
        let planned = geotagger.plan(for: [
            Walk.photo(Walk.wall(2026, 7, 1, 12), at: location(Walk.place(35, 139)))
        ]).photos[0]
        #expect(planned.moment?.zoneSource == .position && planned.moment?.zoneName == "Asia/Tokyo")
        #expect(planned.written?.coordinate == Walk.tokyo)
    }

    @Test("A photo taken in the hour that repeats in autumn places no others unless GPS time decides")
    func atAnHourThatWasShownTwiceAPhotoPlacesNoOther() {
        let photo = Walk.photo(Walk.wall(2026, 10, 25, 2, 30), at: location(Walk.berlin))
        #expect(times.instant(of: photo) == nil)
        #expect(times.offsets(of: photo)?.seconds == [7200, 3600])
        // A receiver's time says which one it was.
        let received = Walk.utc(2026, 10, 25, 1, 30)
        let other = Walk.photo(Walk.wall(2026, 10, 25, 2, 30), at: location(Walk.berlin, received: received))
        #expect(times.instant(of: other)?.timeIntervalSince1970 == received)
    }

    @Test("A given time zone must agree with that of the photo's position")
    func aZoneThatWasGivenAndThatOfThePositionHaveToAgree() {
        let photo = Walk.photo(Walk.wall(2026, 7, 1, 12), at: location(Walk.tokyo))
        func instant(_ given: ClockZone) -> Double? {
            PlacedTime(zones: Walk.zones, given: given).instant(of: photo)?.timeIntervalSince1970
        }
        #expect(instant(.named("Europe/Berlin")) == nil)
        #expect(instant(.offset(9 * 3600)) == Walk.utc(2026, 7, 1, 3))
        let sea = Walk.photo(Walk.wall(2026, 7, 1, 12), at: location(Walk.place(0, -40)))
        #expect(times.instant(of: sea) == nil)
        #expect(
            PlacedTime(zones: Walk.zones, given: .offset(0)).instant(of: sea)?.timeIntervalSince1970
                == Walk.utc(2026, 7, 1, 12))
    }

    @Test("A receiver's day that is one off follows the local time", arguments: [-1, 0, 1])
    func reconciledDays(days: Int) {
        let received = Walk.utc(2026, 7, 1, 3) + Double(days) * 86_400
        for offset in [nil, 9 * 3600] {
            let photo = Walk.photo(
                Walk.wall(2026, 7, 1, 12), offset: offset, at: location(Walk.tokyo, received: received))
            #expect(times.reconciled(photo).location?.timestamp?.timeIntervalSince1970 == Walk.utc(2026, 7, 1, 3))
            let elsewhere = Walk.photo(
                Walk.wall(2026, 7, 1, 12), offset: offset, at: location(Walk.place(0, -40), received: received))
            #expect(times.reconciled(elsewhere).location?.timestamp?.timeIntervalSince1970 == Walk.utc(2026, 7, 1, 3))
        }
    }

    @Test("An offset from a GPS date that is a day off is corrected by the zone of the position")
    func anOffsetByTheWrongDayIsThatOfThePosition() {
        // 13 hours ahead in Auckland's summer; with the day after, the receiver is 11 hours ahead of the camera.
        let photo = Walk.photo(
            Walk.wall(2026, 1, 2, 3), offset: -11 * 3600, offsetRule: .gps,
            at: location(Walk.place(-36.8, 174.7), received: Walk.utc(2026, 1, 2, 14)))
        let reconciled = times.reconciled(photo)
        #expect(reconciled.date?.offset == 13 * 3600)
        #expect(reconciled.location?.timestamp?.timeIntervalSince1970 == Walk.utc(2026, 1, 1, 14))
        // A camera at New York's time in Tokyo stays there.
        let home = Walk.photo(
            Walk.wall(2026, 1, 2, 3), offset: -5 * 3600, offsetRule: .gps,
            at: location(Walk.tokyo, received: Walk.utc(2026, 1, 2, 8)))
        #expect(times.reconciled(home) == home)
    }

    @Test("A photo with a wrong GPS date places others on the right day only")
    func aWrongDayPlacesNoOtherPhotoWrongly() {
        let wrong = Walk.photo(
            Walk.wall(2026, 7, 1, 16), model: "P6000", at: location(Walk.berlin, received: Walk.utc(2026, 7, 2, 14)))
        var geotagger = Geotagger(
            tracks: TrackTimeline(maximumGap: .seconds(1800), maximumExtrapolation: .seconds(1800)), zones: Walk.zones)
        let plan = geotagger.plan(for: [
            wrong, Walk.photo(Walk.wall(2026, 7, 1, 16, 5), offset: 7200),
            Walk.photo(Walk.wall(2026, 7, 2, 16, 5), offset: 7200),
        ])
        #expect(plan.photos.map { $0.written?.coordinate } == [nil, Walk.berlin, nil])
    }

    @Test("Derived and void positions do not determine a time zone")
    func positionsThatWereDerivedTellOfNoZone() {
        var derived = location(Walk.tokyo)
        derived.isDerived = true
        var void = location(Walk.tokyo)
        void.isVoid = true
        for location in [derived, void] {
            #expect(times.offsets(of: Walk.photo(Walk.wall(2026, 7, 1, 12), at: location)) == nil)
        }
    }
}
