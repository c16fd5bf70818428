import Foundation
import LKGeo
import LKMetadata
import LKTracks
import TestSupport
import Testing

@testable import LKPlanning

@Suite("Positions from photos of another camera") struct PlacedPhotosTests {
    private let start = Walk.utc(2026, 5, 1, 10)

    private func tagger(
        _ tracks: [Track] = [], gap: Double = 1800, zones: TimeZones = Walk.zones,
        change: (inout Geotagger.Configuration) -> Void = { _ in }
    ) -> Geotagger {
        var configuration = Geotagger.Configuration()
        change(&configuration)
        return Geotagger(
            tracks: TrackTimeline(tracks, maximumGap: .seconds(gap), maximumExtrapolation: .seconds(1800)),
            zones: zones,
            configuration: configuration)
    }

    /// A phone's photo, so many seconds after the start, by its clock in Berlin's summer time.
    private func phone(
        _ name: String, _ seconds: Int, _ longitude: Double, offset: Int? = 7200, derived: Bool = false
    ) -> PhotoFacts {
        var location = PhotoLocation(coordinate: Walk.place(50, longitude))
        location.isDerived = derived
        return Walk.photo(
            PhotoDate.WallTime(secondsSince1970: Int(start) + 7200 + seconds), offset: offset, model: "Phone",
            name: name,
            at: location)
    }

    /// A camera's photo, by its clock in the same zone unless it is another's.
    private func camera(_ seconds: Int, offset: Int? = nil, clock: Int = 7200) -> PhotoFacts {
        Walk.photo(
            PhotoDate.WallTime(secondsSince1970: Int(start) + clock + seconds), offset: offset, name: "camera.jpg")
    }

    private func source(_ planned: PlannedPhoto) -> String? {
        guard case .photo(let url)? = planned.match?.source else { return nil }
        return "\(url.lastPathComponent) \(Int(planned.match?.position.gapSeconds ?? -1))"
    }

    @Test("The photo that was taken nearest counts, as near as the gap allows, and nothing is interpolated")
    func nearest() {
        var geotagger = tagger(gap: 600)
        for photo in [phone("b.jpg", 100, 8.1), phone("a.jpg", 0, 8), phone("c.jpg", 2000, 9)] {
            let places = geotagger.learn(placing: photo)
            #expect(places)
        }
        let photos = [40, 60, 100, 700, 701, 1400, -600, -601].map { camera($0, offset: 7200) }
        let plan = geotagger.plan(for: photos)
        #expect(
            plan.photos.map(source) == [
                "a.jpg 40", "b.jpg 40", "b.jpg 0", "b.jpg 600", nil, "c.jpg 600", "a.jpg 600", nil,
            ])
        #expect(plan.photos[0].written?.coordinate == Walk.place(50, 8) && plan.photos[0].written?.isDerived == true)
        #expect(plan.photos[4].reason == .noPosition)
        // As wrong as somebody may have walked away meanwhile.
        #expect((plan.photos[0].written?.horizontalAccuracy ?? 0) > 50)
        #expect((plan.photos[2].written?.horizontalAccuracy ?? 99) < 15)
    }

    @Test("A clock without offset is that of the photos' zone, or of the zone that is given") func zones() {
        var geotagger = tagger()
        geotagger.learn(placing: phone("a.jpg", 0, 8))
        let planned = geotagger.plan(for: [camera(40)]).photos[0]
        #expect(source(planned) == "a.jpg 40" && planned.moment?.zoneName == "Europe/Berlin")
        #expect(planned.written?.timestamp?.timeIntervalSince1970 == start + 40)
        var given = tagger { $0.timeZone = .offset(0) }
        given.learn(placing: phone("a.jpg", 0, 8))
        #expect(given.plan(for: [camera(40)]).photos[0].reason == .noPosition)
        #expect(source(given.planned(camera(40, clock: 0))) == "a.jpg 40")
        var offset = tagger { $0.clock = .corrected(.constant(-300)) }
        offset.learn(placing: phone("a.jpg", 0, 8))
        #expect(source(offset.plan(for: [camera(340)]).photos[0]) == "a.jpg 40")
    }

    @Test("Where no zone is known local times are compared, with the clock's correction") func localTimes() {
        for phoneOffset in [nil, 7200] {
            var geotagger = tagger(zones: .none) { $0.clock = .corrected(.constant(-60)) }
            geotagger.learn(placing: phone("a.jpg", 0, 8, offset: phoneOffset))
            let planned = geotagger.plan(for: [camera(100)]).photos[0]
            #expect(source(planned) == "a.jpg 40")
            #expect(planned.written?.coordinate == Walk.place(50, 8) && planned.written?.timestamp == nil)
            #expect(geotagger.planned(camera(4000)).written == nil)
        }
        // A photo of which UTC is known, and one of which it is not.
        var mixed = tagger(zones: .none)
        mixed.learn(placing: phone("a.jpg", 0, 8, offset: nil))
        #expect(source(mixed.plan(for: [camera(40, offset: 7200)]).photos[0]) == "a.jpg 40")
    }

    @Test("A track wins where it covers, photos elsewhere") func tracks() {
        let track = Walk.track("Day", from: start, to: start + 600, Walk.place(50, 8), Walk.place(50, 8.1))
        var geotagger = Geotagger(
            tracks: TrackTimeline([track], maximumGap: .seconds(1800), maximumExtrapolation: .seconds(60)),
            zones: Walk.zones)
        geotagger.learn(placing: phone("a.jpg", 300, 9))
        geotagger.learn(placing: phone("b.jpg", 1000, 9))
        let plan = geotagger.plan(for: [camera(300, offset: 7200), camera(700, offset: 7200)])
        #expect(plan.photos[0].match?.source == .track("Day") && source(plan.photos[1]) == "b.jpg 300")
    }

    @Test("A photo does not place itself, and neither do positions that were derived") func notItself() throws {
        var geotagger = tagger { $0.policy = .replace }
        let own = Walk.photo(
            PhotoDate.WallTime(secondsSince1970: Int(start)), offset: 0, name: "own.jpg",
            at: PhotoLocation(coordinate: Walk.place(50, 1)))
        var places = [
            geotagger.learn(placing: own), geotagger.learn(placing: phone("derived.jpg", 0, 8, derived: true)),
        ]
        var void = phone("void.jpg", 0, 8)
        void.location?.isVoid = true
        places += [geotagger.learn(placing: void), geotagger.learn(placing: camera(0))]
        #expect(places == [true, false, false, false])
        #expect(geotagger.planned(own).written == nil)
        geotagger.learn(placing: phone("other.jpg", 500, 8))
        #expect(source(geotagger.plan(for: [own]).photos[0]) == "other.jpg 500")
    }

    @Test("Among many photos the nearest is the one that looking through all of them finds") func oracle() throws {
        var random = SeededGenerator(seed: 71)
        var geotagger = tagger(gap: 300)
        var times: [Int] = []
        for number in 0..<2000 {
            times.append(Int.random(in: 0...100_000, using: &random))
            geotagger.learn(placing: phone("\(number).jpg", times[number], 8))
        }
        geotagger.finishLearning()
        for _ in 0..<500 {
            let time = Int.random(in: -1000...101_000, using: &random)
            let gap = times.map { abs($0 - time) }.min() ?? 0
            let found = geotagger.planned(camera(time, offset: 7200)).match?.position.gapSeconds
            #expect(found == (gap <= 300 ? Double(gap) : nil))
        }
    }
}
