import Foundation
import LKGeo
import LKMetadata
import LKTracks
import TestSupport
import Testing

@testable import LKPlanning

@Suite struct GeotaggerTests {
    private let start = Walk.utc(2026, 5, 1, 10)

    private func tagger(
        _ tracks: [Track], change: (inout Geotagger.Configuration) -> Void = { _ in }
    ) -> Geotagger {
        var configuration = Geotagger.Configuration()
        change(&configuration)
        return Geotagger(
            tracks: TrackTimeline(tracks, maximumGap: .seconds(1800), maximumExtrapolation: .seconds(1800)),
            configuration: configuration)
    }

    private func photo(
        _ seconds: Int, model: String = "Camera", at location: PhotoLocation? = nil, rule: PhotoDate.Rule = .original
    ) -> PhotoFacts {
        let wall = PhotoDate.WallTime(secondsSince1970: Int(start) + seconds)
        return Walk.photo(wall, offset: 0, model: model, rule: rule, at: location)
    }

    private func old(_ place: Coordinate, radius: Double? = nil) -> PhotoLocation {
        var location = PhotoLocation(coordinate: place)
        location.horizontalAccuracy = radius
        return location
    }

    private func location(_ seconds: Double, _ longitude: Double) -> Location {
        Walk.fix(start + seconds, Walk.place(50, longitude))
    }

    @Test("Positions are not interpolated between segments")
    func segmentsAreNeverCrossed() {
        let track = Track(segments: [
            .init([location(0, 8), location(60, 8.001)]), .init([location(1260, 9), location(1320, 9.001)]),
        ])
        var geotagger = tagger([track])
        let plan = geotagger.plan(for: [photo(30), photo(600), photo(720), photo(1290)])
        #expect(
            plan.photos.map { $0.match?.position.kind } == [.interpolated, .extrapolated, .extrapolated, .interpolated])
        #expect(plan.photos[1].written?.coordinate.longitude == 8.001)
        #expect(plan.photos[2].written?.coordinate.longitude == 9)
        #expect(
            plan.photos[1].match?.position.origin.segment == 0 && plan.photos[2].match?.position.origin.segment == 1)
        #expect(Array(plan.written).count == 4)
    }

    @Test("No position is given beyond the limits for gaps and extrapolation")
    func beyondTheLimitsThereIsNothing() {
        var geotagger = tagger([Track(segments: [.init([location(0, 8), location(60, 8.001), location(1961, 8.1)])])])
        let plan = geotagger.plan(for: [photo(-1800), photo(-1801), photo(1010), photo(3761), photo(3762)])
        #expect(plan.photos.map { $0.written != nil } == [true, false, true, true, false])
        // 1901 seconds are too many to interpolate over.
        #expect(plan.photos[2].match?.position.kind == .extrapolated)
        #expect(plan.photos[1].reason == .noPosition && plan.photos[1].moment != nil)
    }

    @Test("Positions written by a first run neither mislead the clock of a second nor place other photos")
    func aSecondRunIsNotMisledByWhatTheFirstHasWritten() throws {
        let track = Walk.track(
            "Day", from: start, to: start + 7200, Walk.place(50, 8), Walk.place(50, 9))
        let offset = Geotagger.Configuration.Clock.corrected(.constant(3600))
        var first = tagger([track]) { $0.clock = offset }
        let shot = photo(600)
        let written = try #require(first.plan(for: [shot]).photos[0].written)
        #expect(written.isDerived && written.timestamp?.timeIntervalSince1970 == start + 4200)
        var second = tagger([track]) { ($0.clock, $0.policy) = (offset, .replace) }
        let again = second.plan(for: [photo(600, at: written)]).photos[0]
        #expect(again.written?.coordinate == written.coordinate)
        // It neither tells of the clock nor places others.
        var third = tagger([]) { $0.clock = .automatic }
        let plan = third.plan(for: [photo(600, at: written), photo(660)])
        #expect(plan.clocks.isEmpty && plan.photos[1].reason == .noPosition)
    }

    @Test("An offset derived from GPS time is not applied on top of a clock correction")
    func aReceiversTimeHasTheWrongHourInItAlready() throws {
        let track = Walk.track("Day", from: start, to: start + 7200, Walk.place(50, 8), Walk.place(50, 9))
        // The camera is an hour and 20 s behind; the receiver's time made its zone UTC instead of UTC+1.
        let wall = PhotoDate.WallTime(secondsSince1970: Int(start) + 580)
        let shot = Walk.photo(wall, offset: 0, offsetRule: .gps)
        var geotagger = tagger([track]) { $0.clock = .corrected(.constant(3620)) }
        #expect(geotagger.plan(for: [shot]).photos[0].moment?.instant.timeIntervalSince1970 == start + 600)
    }

    @Test("Interpolation crosses the pole, and courses cross north")
    func polesAndHeadingsAreRound() throws {
        var first = Walk.fix(start, Walk.place(89.9, 0))
        var last = Walk.fix(start + 600, Walk.place(89.9, 180))
        (first.course, last.course) = (350, 30)
        var geotagger = tagger([Track(segments: [.init([first, last])])])
        let location = try #require(geotagger.plan(for: [photo(300)]).photos[0].written)
        #expect(abs(location.coordinate.latitude - 90) < 1e-9)
        #expect(abs(try #require(location.course) - 10) < 1e-9)
    }

    @Test("Altitude, speed and course come from the track, and the timestamp from the photo")
    func whatIsWrittenIsTheTracksWordAndThePhotosMoment() throws {
        var (first, last) = (location(0, 8), location(100, 8.01))
        (first.altitude, last.altitude) = (100, 200)
        (first.speed, last.speed) = (6, 8)
        (first.course, last.course) = (90, 90)
        var geotagger = tagger([Track(segments: [.init([first, last])])])
        let written = try #require(geotagger.plan(for: [photo(25)]).photos[0].written)
        #expect(written.altitude == 125 && written.altitudeReference == .seaLevel && written.speed == 6.5)
        #expect(written.course == 90 && written.timestamp == Date(timeIntervalSince1970: start + 25))
        #expect(try #require(written.horizontalAccuracy) >= 5 && !written.isVoid && written.imageDirection == nil)
        (first.altitude, last.altitude) = (nil, nil)
        (first.ellipsoidalAltitude, last.ellipsoidalAltitude) = (30, 30)
        var other = tagger([Track(segments: [.init([first, last])])])
        let ellipsoid = try #require(other.plan(for: [photo(25)]).photos[0].written)
        #expect(ellipsoid.altitude == 30 && ellipsoid.altitudeReference == .ellipsoid)
    }

    @Test("The policy decides whether an existing position is replaced")
    func policiesDecideAboutPositionsThatAreThere() {
        let track = Track(segments: [.init([location(0, 8), location(1, 8), location(2, 8)])])
        let far = Walk.place(51, 9)
        var void = old(far)
        void.isVoid = true
        let photos = [
            photo(1, at: old(far)), photo(1, at: old(far, radius: 500)), photo(1, at: old(far, radius: 2)),
            photo(1, at: void), photo(1),
        ]
        func writes(_ policy: GeotagPolicy) -> [Bool] {
            var geotagger = tagger([track]) { $0.policy = policy }
            return geotagger.plan(for: photos).photos.map { $0.written != nil }
        }
        #expect(writes(.keep) == [false, false, false, true, true])
        #expect(writes(.replace) == [true, true, true, true, true])
        #expect(writes(.replaceIfWorse) == [false, true, false, true, true])
        var geotagger = tagger([track]) { $0.policy = .replaceIfWorse }
        let reasons = geotagger.plan(for: photos).photos.map(\.reason)
        #expect(reasons[0] == .accuracyUnknown)
        guard case .isAsAccurate(2, let new) = reasons[2] else { return #expect(reasons[2] == nil) }
        #expect(new >= 5)
    }

    @Test("A photo without a time, with a day only or with the file's time is refused")
    func timesThatAreNoneAreRefused() {
        var geotagger = tagger([Track(segments: [.init([location(0, 8), location(7200, 8)])])])
        var day = photo(60)
        day.date?.wallTime.isDayOnly = true
        let plan = geotagger.plan(for: [Walk.photo(nil), photo(60, rule: .fileTime), day, photo(60, rule: .modified)])
        #expect(plan.photos.map(\.reason) == [.noTime, .onlyFileTime, .onlyDay, nil])
    }

    @Test("A position whose error exceeds the maximum is refused")
    func anErrorBeyondTheLimitIsRefused() {
        let track = Track(segments: [.init([location(0, 8), location(1500, 8.2)])])
        var strict = tagger([track]) { $0.maximumError = 50 }
        let planned = strict.plan(for: [photo(700), photo(0)]).photos
        guard case .tooInaccurate(let error)? = planned[0].reason else { return #expect(planned[0].reason == nil) }
        #expect(error > 50 && planned[1].written != nil)
    }

    @Test(
        "Where little shows whether a clock is right, the reason says so instead of calling the track inaccurate",
        arguments: [PhotoDate.Rule.original, .movieHeader])
    func unprovenClock(rule: PhotoDate.Rule) throws {
        // A drive without a stop, which fits any offset.
        let track = Track(
            segments: [.init((0...780).map { location(Double($0) * 60, 8 + Double($0) * 1e-3) })])
        let photos = [photo(30000, rule: rule), photo(30060), photo(30120)]
        var plain = tagger([track]) { $0.maximumError = 1000 }
        #expect(plain.plan(for: photos).photos.allSatisfy { $0.written != nil })
        var automatic = tagger([track]) { ($0.maximumError, $0.clock) = (1000, .automatic) }
        for photo in automatic.plan(for: photos).photos {
            guard case .unprovenClock(0, let confidence, let error)? = photo.reason else {
                Issue.record("\(photo.action)")
                continue
            }
            #expect(confidence < 0.95 && error > 1000)
        }
        var unlimited = tagger([track]) { $0.clock = .automatic }
        #expect(unlimited.plan(for: photos).photos.allSatisfy { $0.written != nil })
    }

    @Test("A phone's photos place those of a camera, but not themselves")
    func aPhonesPhotosPlaceTheCameras() throws {
        var geotagger = tagger([])
        let plan = geotagger.plan(for: [
            photo(0, model: "Phone", at: old(Walk.place(50, 8), radius: 8)), photo(300),
            photo(600, model: "Phone", at: old(Walk.place(50, 8.01), radius: 8)), photo(9000),
        ])
        #expect(plan.photos.map { $0.written != nil } == [false, true, false, false])
        let match = try #require(plan.photos[1].match)
        #expect(match.source == .photos("Phone") && match.position.kind == .interpolated)
        #expect(abs(match.coordinate.longitude - 8.005) < 1e-6 && match.error > 50)
        // A photo does not place itself.
        var replacing = tagger([]) { $0.policy = .replace }
        let own = replacing.plan(for: [photo(0, model: "Phone", at: old(Walk.place(50, 8)))]).photos[0]
        #expect(own.reason == .noPosition)
        var without = tagger([]) { $0.usesPhotos = false }
        #expect(without.plan(for: [photo(0, at: old(Walk.place(50, 8))), photo(1)]).photos[1].reason == .noPosition)
    }

    @Test("The more accurate of track and photos places a photo")
    func ofTrackAndPhotosTheMoreAccurateCounts() {
        let track = Track(
            name: "Walk", segments: [.init((0...20).map { location(Double($0) * 10, 8 + Double($0) * 1e-5) })])
        var geotagger = tagger([track])
        let plan = geotagger.plan(for: [
            photo(-600, model: "Phone", at: old(Walk.place(50, 8))), photo(100),
            photo(1900, model: "Phone", at: old(Walk.place(50, 8))), photo(1910),
        ])
        #expect(plan.photos[1].match?.source == .track("Walk"))
        #expect(plan.photos[3].match?.source == .photos("Phone"))
    }

    @Test("Learning photos one by one gives the same plan as planning all at once")
    func learningOneByOneIsPlanningAtOnce() {
        let track = Track(segments: [.init([location(0, 8), location(1000, 8.1)])])
        let photos = [photo(0, model: "Phone", at: old(Walk.place(50, 8))), photo(5), photo(500), photo(5000)]
        var one = tagger([track])
        for photo in photos { one.learn(photo) }
        one.finishLearning()
        var all = tagger([track])
        #expect(photos.map { one.planned($0) } == all.plan(for: photos).photos)
    }

    @Test(
        "An absurd clock correction places nothing and never traps", arguments: [1e300, -1e300, .infinity, .nan, 1e13])
    func aCorrectionThatMakesNoSenseFindsNothing(seconds: Double) {
        let track = Track(segments: [.init([location(0, 8), location(100, 8.1)])])
        var configuration = Geotagger.Configuration()
        configuration.clock = .corrected(.constant(seconds))
        var geotagger = Geotagger(tracks: Walk.timeline(track), zones: Walk.zones, configuration: configuration)
        let plan = geotagger.plan(for: [photo(10), Walk.photo(Walk.wall(2026, 5, 1, 12))])
        #expect(plan.photos.allSatisfy { $0.written == nil && $0.reason != nil })
    }

    @Test("Every reason for not writing is its own sentence")
    func reasonsAreSentences() {
        let reasons: [PlannedPhoto.Reason] = [
            .hasPosition, .isAsAccurate(old: 2.04, new: .nan), .accuracyUnknown, .noTime, .onlyFileTime, .onlyDay,
            .noZone,
            .noPosition, .unprovenClock(seconds: 0, confidence: 0.72, error: 96773), .tooInaccurate(1234.6),
        ]
        #expect(Set(reasons.map(\.description)).count == reasons.count)
        #expect(reasons[1].description == "its position is good to 2.0 m, the new one to an unknown distance")
        #expect(reasons.last?.description == "its position would be good to 1235 m only")
    }
}
