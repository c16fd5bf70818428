import Foundation
import LKGeo
import LKTracks
import TestSupport
import Testing

@Suite struct TrackTimelineTests {
    private func at(_ seconds: Double) -> Date { Samples.start.addingTimeInterval(seconds) }

    @Test("A position between two fixes is interpolated with altitude and time")
    func betweenTwoFixesItIsInterpolated() throws {
        let track = Track(segments: [
            .init([Samples.fix(0, altitude: 400), Samples.fix(100, metres: 1000, altitude: 500)])
        ])
        let position = try #require(track.location(at: at(25)))
        #expect(position.kind == .interpolated && position.gapSeconds == 25 && position.stepSeconds == 100)
        #expect(abs(position.location.coordinate.distance(to: Samples.home) - 250) < 0.01)
        #expect(position.location.altitude == 425 && position.location.timestamp == at(25))
        #expect(abs(position.distance - 1000) < 1e-6)
    }

    @Test("A position at the time of a fix is that fix")
    func atAFixItIsRecorded() throws {
        let position = try #require(Track(segments: [.init([Samples.fix(0), Samples.fix(9)])]).location(at: at(9)))
        #expect(position.kind == .recorded && position.gapSeconds == 0)
    }

    @Test("Beyond the ends the nearest fix counts up to the maximum extrapolation")
    func beyondTheEndsTheNearestFixStandsForAWhile() throws {
        let track = Track(segments: [.init([Samples.fix(0), Samples.fix(10, metres: 50)])])
        let position = try #require(track.location(at: at(35)))
        #expect(position.kind == .extrapolated && position.gapSeconds == 25)
        #expect(track.location(at: at(41)) == nil && track.location(at: at(-31)) == nil)
        #expect(track.location(at: at(41), maximumExtrapolation: .seconds(31))?.kind == .extrapolated)
    }

    @Test("Wide gaps and the space between segments are not interpolated")
    func aGapTooWideAndTheSpaceBetweenSegmentsAreNotCrossed() {
        let one = Track(segments: [.init([Samples.fix(0), Samples.fix(1000, metres: 1000)])])
        #expect(one.location(at: at(500)) == nil)
        #expect(one.location(at: at(20))?.kind == .extrapolated)
        let two = Track(segments: [.init([Samples.fix(0)]), .init([Samples.fix(100, metres: 1000)])])
        #expect(two.location(at: at(50)) == nil)
    }

    @Test("The nearest fix among tracks is preferred, and interpolation to extrapolation")
    func ofSeveralTracksTheNearerFixWinsAndInterpolationBeforeExtrapolation() {
        let coarse = Track(segments: [.init([Samples.fix(0), Samples.fix(200, metres: 100)])])
        let fine = Track(segments: [.init([Samples.fix(90, metres: 7), Samples.fix(110, metres: 9)])])
        let single = Track(segments: [.init([Samples.fix(101, metres: 9999)])])
        let timeline = TrackTimeline([coarse, single, fine])
        #expect(timeline.position(at: at(100))?.origin.track == 2)
        #expect(timeline.position(at: at(101))?.origin.track == 1)
        #expect(timeline.position(at: at(150))?.origin.track == 0)
    }

    @Test("Courses and longitudes are interpolated the short way")
    func coursesTurnTheShorterWayAndTheDateLineIsNoObstacle() throws {
        var west = Samples.fix(0, at: try #require(Coordinate(latitude: 10, longitude: 179.99)))
        var east = Samples.fix(10, at: try #require(Coordinate(latitude: 10, longitude: -179.99)))
        west.course = 350
        east.course = 20
        let position = try #require(Track(segments: [.init([west, east])]).location(at: at(5)))
        #expect(abs(abs(position.location.coordinate.longitude) - 180) < 1e-9)
        #expect(position.location.course == 5)
    }

    @Test("A clock that is set back starts a new run")
    func aClockSetBackBeginsANewRun() throws {
        let track = Track(segments: [
            .init([
                Samples.fix(0), Samples.fix(100, metres: 100), Samples.fix(50, metres: 5000),
                Samples.fix(60, metres: 5010),
            ])
        ])
        #expect(track.location(at: at(80))?.kind == .interpolated)
        let position = try #require(track.location(at: at(55)))
        #expect(position.gapSeconds == 5 && position.location.coordinate.distance(to: Samples.home) > 4000)
    }

    @Test("Fixes without a time are skipped")
    func fixesWithoutTimeArePassedOver() {
        var unknown = Samples.fix(0)
        unknown.timestamp = nil
        #expect(Track(segments: [.init([unknown])]).location(at: at(0)) == nil)
        #expect(TrackTimeline([Track(segments: [.init([unknown])])]).interval == nil)
        #expect(TrackTimeline([]).position(at: at(0)) == nil)
    }

    @Test("The search finds the same fix as checking all of them")
    func theSearchFindsWhatALookAtAllFinds() {
        var random = SeededGenerator(seed: 5)
        var time = 0.0
        let fixes = (0..<500).map { index in
            time += Double.random(in: 0.5...20, using: &random)
            return Samples.fix(time, metres: Double(index) * 10)
        }
        let timeline = TrackTimeline([Track(segments: [.init(fixes)])])
        for _ in 0..<2000 {
            let moment = Double.random(in: 0...time, using: &random)
            let gap = fixes.map { abs($0.timestamp!.timeIntervalSince(at(moment))) }.min()!
            guard let position = timeline.position(at: at(moment)) else {
                #expect(gap > 30)
                continue
            }
            #expect(abs(position.gapSeconds - gap) < 1e-6)
        }
    }
}
