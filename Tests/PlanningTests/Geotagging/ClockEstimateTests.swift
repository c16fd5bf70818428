import Foundation
import LKGeo
import LKMetadata
import LKTracks
import TestSupport
import Testing

@testable import LKPlanning

@Suite struct ClockEstimateTests {
    /// A day's walk with stops, and photos of which most are taken on stops.
    private struct Day {
        var track: Track
        /// Seconds since 1970.
        var moments: [Double] = []

        init(seed: UInt64, photos: Int, standing: Double = 0.7) {
            var random = SeededGenerator(seed: seed)
            var place = Walk.berlin
            var time = Walk.utc(2026, 5, 1, 7)
            var fixes: [Location] = []
            var stops: [ClosedRange<Double>] = []
            while fixes.count < 9 * 360 {
                let isStop = Int.random(in: 0..<3, using: &random) == 0
                let length = Int.random(in: isStop ? 12...50 : 20...120, using: &random)
                let course = Double.random(in: 0..<360, using: &random)
                if isStop { stops.append(time...time + Double(length) * 10) }
                for _ in 0..<length {
                    let noise = Double.random(in: 0...2, using: &random)
                    place = place.destination(bearing: course, distance: isStop ? 0 : 13) ?? place
                    fixes.append(Walk.fix(time, place.destination(bearing: course + 90, distance: noise) ?? place))
                    time += 10
                }
            }
            track = Track(name: "Day", segments: [.init(fixes)])
            let first = Walk.utc(2026, 5, 1, 7)
            moments = (0..<photos).map { _ in
                guard Double.random(in: 0..<1, using: &random) < standing,
                    let stop = stops.randomElement(using: &random)
                else { return Double.random(in: first...time, using: &random) }
                return Double.random(in: stop, using: &random)
            }.sorted()
        }
    }

    private func tagger(_ track: Track, _ change: (inout Geotagger.Configuration) -> Void = { _ in }) -> Geotagger {
        var configuration = Geotagger.Configuration()
        configuration.clock = .automatic
        change(&configuration)
        return Geotagger(
            tracks: TrackTimeline([track], maximumGap: .seconds(1800), maximumExtrapolation: .seconds(1800)),
            zones: Walk.zones,
            configuration: configuration)
    }

    private func photo(_ time: Double, offset: Int?, model: String = "Camera", gps: Double? = nil) -> PhotoFacts {
        let wall = PhotoDate.WallTime(secondsSince1970: Int(time.rounded(.down)) + (offset ?? 7200))
        var location: PhotoLocation?
        if let gps {
            location = PhotoLocation(coordinate: Walk.berlin)
            location?.timestamp = Date(timeIntervalSince1970: gps)
        }
        return Walk.photo(wall, offset: offset, model: model, at: location)
    }

    @Test(
        "The error of a clock is found from the stops of a day", arguments: [0, 260, -3600, 7200, -30_900], [1, 2, 3])
    func stops(slow: Double, seed: UInt64) throws {
        let day = Day(seed: seed, photos: 60)
        var geotagger = tagger(day.track)
        let plan = geotagger.plan(for: day.moments.map { photo($0 - slow, offset: 7200) })
        let clock = try #require(plan.clocks.first)
        #expect(abs(clock.seconds - slow) < 90, "\(clock)")
        #expect(clock.confidence > 0.8 && clock.isUsed && !clock.includesZone)
        #expect(plan.photos.allSatisfy { $0.written != nil })
    }

    @Test("Without offsets, zone and error are found together", arguments: [0, -3600, 500])
    func zoneAndError(slow: Double) throws {
        let day = Day(seed: 9, photos: 60)
        var geotagger = tagger(day.track)
        let plan = geotagger.plan(for: day.moments.map { photo($0 - slow, offset: nil) })
        let clock = try #require(plan.clocks.first)
        #expect(!clock.includesZone && clock.isUsed && abs(clock.seconds - slow) < 90, "\(clock)")
        let planned = plan.photos[0]
        #expect(planned.moment?.zoneSource == .position && planned.moment?.offset == 7200)
        #expect(planned.moment?.zoneName == "Europe/Berlin")
        #expect(abs(try #require(planned.moment).correction - slow) < 90)
    }

    @Test("A clock that is months wrong is matched to the track")
    func aClockWrongByMonthsMeetsTheTrack() throws {
        let day = Day(seed: 4, photos: 80)
        var geotagger = tagger(day.track)
        let plan = geotagger.plan(for: day.moments.map { photo($0 - 90 * 86_400, offset: 7200) })
        let clock = try #require(plan.clocks.first)
        #expect(abs(clock.seconds - 90 * 86_400) < 90 && clock.isUsed, "\(clock)")
    }

    @Test(
        "What few photos, and such that were taken anywhere, leave open is in the stated error",
        arguments: 1...(Fixtures.isThorough ? 12 : 4))
    func unsure(seed: UInt64) throws {
        for day in [Day(seed: seed, photos: 3), Day(seed: seed, photos: 40, standing: 0)] {
            var geotagger = tagger(day.track)
            let plan = geotagger.plan(for: day.moments.map { photo($0 - 1234, offset: 7200) })
            #expect(plan.clocks.allSatisfy { !$0.isUsed || $0.seconds == 0 || abs($0.seconds - 1234) < 120 })
            for (planned, moment) in zip(plan.photos, day.moments) {
                guard let written = planned.written else { continue }
                let truth = try #require(day.track.location(at: Date(timeIntervalSince1970: moment)))
                let distance = written.coordinate.distance(to: truth.location.coordinate)
                #expect(distance <= max(100, written.horizontalAccuracy ?? 0), "\(plan.clocks)")
            }
        }
    }

    @Test(
        "Photos in summer time, in winter time and in Tokyo are placed as they are without a search for clock offsets",
        .enabled(if: TimeZones.exists("Asia/Tokyo"), "the package tzdata is not installed"), arguments: [nil, true])
    func rightClock(statesOffset: Bool?) throws {
        let stays = [
            (Walk.utc(2026, 7, 15, 10), 7200, Walk.berlin), (Walk.utc(2026, 11, 15, 10), 3600, Walk.berlin),
            (Walk.utc(2026, 11, 20, 2), 9 * 3600, Walk.tokyo),
        ]
        let tracks = stays.map { time, _, place in
            Walk.track(
                "Stay", from: time - 3600, to: time + 3600, place,
                place.destination(bearing: 70, distance: 7000) ?? place)
        }
        let photos = stays.map { time, offset, _ in photo(time + 600, offset: offset) }.map { photo in
            var photo = photo
            if statesOffset == nil { photo.date?.offset = nil }
            return photo
        }
        func plan(_ clock: Geotagger.Configuration.Clock) -> PlannedSet {
            var configuration = Geotagger.Configuration()
            configuration.clock = clock
            var geotagger = Geotagger(
                tracks: TrackTimeline(tracks, maximumGap: .seconds(1800), maximumExtrapolation: .seconds(1800)),
                zones: Walk.zones,
                configuration: configuration)
            return geotagger.plan(for: photos)
        }
        let (without, automatic) = (plan(.corrected(.none)), plan(.automatic))
        #expect(without.photos.allSatisfy { $0.written != nil })
        #expect(automatic.photos.map { $0.written?.coordinate } == without.photos.map { $0.written?.coordinate })
        #expect(automatic.photos.map { $0.moment?.offset } == stays.map(\.1))
        #expect(automatic.clocks.map(\.seconds) == [0])
        // Three photos prove nothing.
        #expect(automatic.photos.allSatisfy { $0.match?.error ?? 0 > 100 })
    }

    @Test(
        "One clock offset is found across summer time and time zones",
        .enabled(if: TimeZones.exists("Asia/Tokyo"), "the package tzdata is not installed"))
    func aClockOffsetIsTheSameAcrossSummerTimeAndZones() throws {
        let days = [Day(seed: 21, photos: 30), Day(seed: 22, photos: 30)]
        // The second day half a year later, in winter time.
        let half = 200 * 86_400.0
        var later = days[1].track
        later.segments = later.segments.map { segment in
            .init(
                segment.locations.map { location in
                    var location = location
                    location.timestamp = location.timestamp?.addingTimeInterval(half)
                    return location
                })
        }
        var configuration = Geotagger.Configuration()
        configuration.clock = .automatic
        var geotagger = Geotagger(
            tracks: TrackTimeline(
                [days[0].track, later], maximumGap: .seconds(1800), maximumExtrapolation: .seconds(1800)),
            zones: Walk.zones, configuration: configuration)
        let slow = 3600.0
        let photos = zip(days, [0, half]).flatMap { day, shift in
            day.moments.map { moment in
                let time = moment + shift - slow
                return Walk.photo(PhotoDate.WallTime(secondsSince1970: Int(time) + (shift == 0 ? 7200 : 3600)))
            }
        }
        let plan = geotagger.plan(for: photos)
        let clock = try #require(plan.clocks.first)
        #expect(clock.isUsed && !clock.includesZone && abs(clock.seconds - slow) < 90, "\(clock)")
        #expect(Set(plan.photos.compactMap { $0.moment?.offset }) == [3600, 7200])
    }

    @Test("GPS times in a few photos give the clock offset for all")
    func theReceiversTimeInAFewPhotosTellsForAll() throws {
        let day = Day(seed: 5, photos: 10)
        var photos = day.moments.map { photo($0 - 3725, offset: 7200) }
        photos += day.moments.prefix(3).map { photo($0 - 3725, offset: 7200, gps: $0.rounded(.down)) }
        var geotagger = tagger(day.track)
        let plan = geotagger.plan(for: photos)
        let clock = try #require(plan.clocks.first)
        #expect(clock.evidence == .receiver(photos: 3) && clock.seconds == 3725 && clock.isUsed)
        #expect(plan.photos[0].moment?.correction == 3725)
    }

    @Test("Photos of a phone taken at the same times give the clock offset")
    func aPhoneThatTookPhotosAtTheSameTimesTells() throws {
        var random = SeededGenerator(seed: 31)
        let moments = (0..<40).map { _ in Double.random(in: 0...28_800, using: &random) + Walk.utc(2026, 5, 1, 8) }
            .sorted()
        let phone = moments.map {
            photo($0 + Double.random(in: -15...15, using: &random), offset: 7200, model: "Phone", gps: $0)
        }
        var geotagger = tagger(Track())
        let plan = geotagger.plan(for: phone + moments.map { photo($0 - 5000, offset: 7200) })
        let clock = try #require(plan.clocks.first { $0.camera?.model == "Camera" })
        #expect(abs(clock.seconds - 5000) < 60 && clock.isUsed, "\(clock)")
        #expect(plan.clocks.first { $0.camera?.model == "Phone" }.map { abs($0.seconds) < 20 } == true)
    }

    @Test("Each of two cameras has its own clock offset")
    func twoCamerasHaveTwoClocks() throws {
        let day = Day(seed: 6, photos: 120)
        let photos = day.moments.enumerated().map { number, moment in
            number % 2 == 0
                ? photo(moment - 3600, offset: 7200, model: "A") : photo(moment + 90, offset: 7200, model: "B")
        }
        var geotagger = tagger(day.track)
        let clocks = geotagger.plan(for: photos).clocks
        #expect(clocks.map { $0.camera?.model } == ["A", "B"])
        #expect(abs(clocks[0].seconds - 3600) < 90 && abs(clocks[1].seconds + 90) < 90, "\(clocks)")
    }

    @Test("Without tracks and GPS times no clock is estimated")
    func withoutTrackAndReceiverNothingIsSaid() {
        var geotagger = tagger(Track())
        #expect(geotagger.plan(for: [photo(Walk.utc(2026, 5, 1), offset: 0)]).clocks.isEmpty)
    }
}
