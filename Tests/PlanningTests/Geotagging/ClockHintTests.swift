import Foundation
import LKGeo
import LKMetadata
import LKTracks
import Testing

@testable import LKPlanning

@Suite struct ClockHintTests {
    /// A walk in Berlin from 10:00 to 11:00 UTC, which is 12:00 to 13:00 by the clocks there.
    private let start = Walk.utc(2021, 7, 25, 10)
    private var hour: Track {
        Walk.track("Walk", from: start, to: start + 3600, Walk.berlin, Walk.place(52.53, 13.45))
    }

    private func hints(
        _ photos: [PhotoFacts], _ track: Track? = nil, change: (inout Geotagger.Configuration) -> Void = { _ in }
    ) -> [ClockHint] {
        var configuration = Geotagger.Configuration()
        change(&configuration)
        var geotagger = Geotagger(
            tracks: Walk.timeline(track ?? hour), zones: Walk.zones, configuration: configuration)
        _ = geotagger.plan(for: photos)
        return geotagger.hints
    }

    private func still(_ hour: Int, _ minute: Int, model: String = "E-M1") -> PhotoFacts {
        Walk.photo(Walk.wall(2021, 7, 25, hour, minute), model: model, name: "\(hour)-\(minute).jpg")
    }

    private func video(
        _ hour: Int, _ minute: Int, offset: Int? = 0, make: String? = nil, model: String = "Action"
    ) -> PhotoFacts {
        var facts = Walk.photo(
            Walk.wall(2021, 7, 25, hour, minute), offset: offset, model: model, rule: .movieHeader, offsetRule: .utc)
        facts.camera?.make = make
        return facts
    }

    private func phone(_ hour: Int, _ minute: Int) -> PhotoFacts {
        var location = PhotoLocation(coordinate: Walk.berlin)
        location.timestamp = Date(timeIntervalSince1970: Walk.utc(2021, 7, 25, hour - 2, minute))
        return Walk.photo(
            Walk.wall(2021, 7, 25, hour, minute), offset: 7200, model: "Phone", name: "p\(hour)-\(minute).jpg",
            at: location)
    }

    @Test("A clock that was not set for summer time is named with the offset that covers its photos") func summerTime()
    {
        let found = hints([still(11, 30), still(11, 45)])
        let covered = Date(timeIntervalSince1970: start)...Date(timeIntervalSince1970: start + 3600)
        #expect(
            found == [
                .outsideTracks(camera: still(11, 30).camera, outside: 2, of: 2, covered: covered, shift: 3600)
            ])
    }

    @Test("Photos that no whole hour brings into the tracks are counted without an offset") func noShift() throws {
        let short = Walk.track("Fast", from: start, to: start + 600, Walk.berlin, Walk.place(52.6, 13.5))
        let found = hints([still(12, 38)], short)
        guard case .outsideTracks(_, 1, 1, _, nil) = found.first else { return #expect(found.first == nil) }
    }

    @Test("Nothing is said of a clock that most photos confirm, nor of photos of other days") func right() {
        #expect(hints([still(12, 10), still(12, 50), still(13, 30)]).isEmpty)
        let other = Walk.photo(Walk.wall(2021, 7, 20, 12), model: "E-M1")
        #expect(hints([other]).isEmpty)
        #expect(hints([still(11, 30), still(11, 45)]) { $0.clock = .corrected(.constant(3600)) }.isEmpty)
    }

    @Test("Photos that have a position are not compared with the tracks") func placed() {
        #expect(hints([phone(11, 20), phone(11, 40)]).isEmpty)
    }

    @Test("A camera an hour behind a phone that takes the same moments is named") func apart() {
        let day = Walk.track("Day", from: start - 7200, to: start + 14_400, Walk.berlin, Walk.place(52.6, 13.6))
        let minutes = [(11, 4), (11, 31), (12, 17), (12, 52), (13, 40)]
        let phones = minutes.map { phone($0.0, $0.1) }
        let slow = minutes.map { still($0.0 - 1, $0.1 + 1) }
        #expect(
            hints(phones + slow, day) == [
                .apart(camera: slow[0].camera, other: phones[0].camera, shift: 3600, isOtherSure: true)
            ])
        #expect(hints(phones + minutes.map { still($0.0, $0.1 + 1) }, day).isEmpty)
    }

    @Test("Of two cameras without a receiver either may be wrong, and one is named") func eitherCamera() {
        let day = Walk.track("Day", from: start - 7200, to: start + 14_400, Walk.berlin, Walk.place(52.6, 13.6))
        let minutes = [(11, 4), (11, 31), (12, 17), (12, 52), (13, 40)]
        let photos = minutes.flatMap { [still($0.0, $0.1, model: "A"), still($0.0 - 1, $0.1, model: "B")] }
        let found = hints(photos, day)
        #expect(
            found == [.apart(camera: photos[0].camera, other: photos[1].camera, shift: -3600, isOtherSure: false)])
    }

    @Test("A photo each ten minutes fits with any clock, so nothing is said") func dense() {
        let day = Walk.track("Day", from: start - 7200, to: start + 14_400, Walk.berlin, Walk.place(52.6, 13.6))
        let phones = (0..<36).map { phone(10 + $0 / 6, $0 % 6 * 10) }
        #expect(hints(phones + [still(12, 5), still(12, 35), still(13, 15)], day).isEmpty)
    }

    @Test("Videos whose time fits the photos of the camera only as local time are named") func localVideos() {
        let photos = [still(12, 20, model: "Action"), still(12, 21, model: "Action")]
        #expect(
            hints(photos + [video(12, 22)]) == [.videosShow(camera: video(12, 22).camera, count: 1, clock: .local)])
        #expect(hints(photos + [video(10, 22)]).isEmpty)
        // With that option they are where the photos are.
        #expect(hints(photos + [video(12, 22)]) { $0.videoClock = .local }.isEmpty)
    }

    @Test("A video is compared even if its camera has taken thousands of photos") func fewVideos() {
        let photos = [PhotoFacts](repeating: still(12, 20, model: "Action"), count: 3001)
        #expect(
            hints(photos + [video(12, 22)]) == [.videosShow(camera: video(12, 22).camera, count: 1, clock: .local)])
    }

    @Test("Tracks of several days cover the times between their ends and as far around as asked") func coveredTimes() {
        let covered = CoveredTimes(intervals: [0...10, 100...100, 200...250])
        for time in [0.0, 10, 100, 200, 250] { #expect(covered.contains(time)) }
        for time in [-1.0, 11, 99, 101, 199, 251] {
            #expect(!covered.contains(time) && covered.contains(time, within: 1))
        }
        // Where the surroundings of two intervals overlap, both count.
        #expect(covered.contains(149, within: 200) && covered.contains(-200, within: 200))
        #expect(!covered.contains(451, within: 200) && !CoveredTimes(intervals: []).contains(0, within: 200))
    }

    @Test("A camera of a maker that usually writes local time may write UTC") func utcVideos() {
        let photos = [still(12, 20, model: "Action"), still(12, 21, model: "Action")]
        #expect(
            hints(photos + [video(10, 22, offset: nil)])
                == [.videosShow(camera: video(10, 22).camera, count: 1, clock: .utc)])
        #expect(hints(photos + [video(12, 22, offset: nil)]).isEmpty)
    }

    @Test("A video of an unknown maker without photos beside it is read as UTC, which is said") func unknownMaker() {
        let alone = video(12, 22)
        let day = Walk.track("Day", from: start, to: start + 14_400, Walk.berlin, Walk.place(52.6, 13.6))
        #expect(hints([alone], day) == [.videosReadAsUTC(camera: alone.camera, count: 1)])
        #expect(hints([video(12, 22, make: "Apple")], day).isEmpty)
        // As local time it would be before the track.
        #expect(hints([video(10, 22)], day).isEmpty)
    }

    @Test("A video that the track covers only as local time is named") func trackDecides() {
        let alone = video(12, 22)
        #expect(hints([alone]).contains(.videosShow(camera: alone.camera, count: 1, clock: .local)))
    }

    @Test("The zone configured for clocks counts for videos that show local time") func zoneOfVideos() {
        func instant(_ photo: PhotoFacts, _ clock: VideoClock?) -> Double? {
            var configuration = Geotagger.Configuration()
            configuration.timeZone = .offset(7200)
            configuration.videoClock = clock
            var geotagger = Geotagger(tracks: Walk.timeline(hour), configuration: configuration)
            return geotagger.plan(for: [photo]).photos[0].moment?.instant.timeIntervalSince1970
        }
        #expect(instant(video(12, 30, offset: nil), nil) == start + 1800)
        #expect(instant(video(12, 30), .local) == start + 1800)
        #expect(instant(video(10, 30, offset: nil), .utc) == start + 1800)
        #expect(instant(video(10, 30), nil) == start + 1800)
    }
}
