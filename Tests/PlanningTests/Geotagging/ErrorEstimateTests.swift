import Foundation
import LKGeo
import LKTracks
import TestSupport
import Testing

@testable import LKPlanning

/// An error is honest when about two thirds of the positions are nearer, and useful when it is not much more.
@Suite struct ErrorEstimateTests {
    /// Somebody who walks, drives or stands about, seen each second without error.
    private func way(_ kind: String, _ random: inout SeededGenerator) -> [Location] {
        var place = Walk.place(47, 9)
        var course = 90.0
        var rest = 0
        return (0..<7200).map { second in
            let speed: Double
            switch kind {
            case "walk":
                if rest > 0 { rest -= 1 } else if Int.random(in: 0..<400, using: &random) == 0 { rest = 120 }
                speed = rest > 0 ? 0 : 1.3
                course += Double.random(in: -6...6, using: &random)
            case "drive":
                speed = 14
                if Int.random(in: 0..<90, using: &random) == 0 { course += Double.random(in: -90...90, using: &random) }
            default:
                speed = 25
                course += sin(Double(second) / 300) * 0.1
            }
            place = place.destination(bearing: Bearing.normalized(course), distance: speed) ?? place
            return Walk.fix(Double(second), place, radius: 0.5)
        }
    }

    @Test(
        "Between fixes the estimated error holds for at least 60 percent of positions",
        arguments: ["walk", "drive", "train"], [10, 60, 300])
    func betweenFixesTwoThirdsAreNearer(kind: String, step: Int) throws {
        var random = SeededGenerator(seed: 77)
        let way = way(kind, &random)
        let seen = stride(from: 0, to: way.count, by: step).map { way[$0] }
        let timeline = TrackTimeline([Track(segments: [.init(seen)])], maximumGap: .seconds(1800))
        var (inside, count, sum, errors) = (0, 0, 0.0, 0.0)
        for second in stride(from: step * 2 + 1, to: way.count - step * 3, by: 7) where second % step != 0 {
            let position = try #require(timeline.position(at: Date(timeIntervalSince1970: Double(second))))
            let truth = position.location.coordinate.distance(to: way[second].coordinate)
            let error = ErrorEstimate.radius(of: position, clock: 0)
            inside += truth <= error ? 1 : 0
            (count, sum, errors) = (count + 1, sum + truth, errors + error)
        }
        let share = Double(inside) / Double(count)
        #expect(share >= 0.6, "\(kind) each \(step) s: \(share) inside, off by \(sum / Double(count)) m on average")
        #expect(
            errors < 6 * sum + 10 * Double(count), "\(errors / Double(count)) m where \(sum / Double(count)) m are true"
        )
    }

    @Test("Somebody between two locations half an hour apart may have rested", arguments: [1_100.0, 3_000, 20_000])
    func rests(metres: Double) throws {
        let first = Walk.place(47, 9)
        let last = try #require(first.destination(bearing: 90, distance: metres))
        let track = Track(segments: [.init([Walk.fix(0, first), Walk.fix(1780, last)])])
        let timeline = TrackTimeline([track], maximumGap: .seconds(1800))
        var random = SeededGenerator(seed: 5)
        var (inside, count, errors) = (0, 0, 0.0)
        for _ in 0..<500 {
            // At twice the average, at least as a walker, with one rest somewhere.
            let moving = metres / max(1.4, 2 * metres / 1780)
            let begin = Double.random(in: 0...moving, using: &random)
            for time in stride(from: 90.0, to: 1780, by: 170) {
                let moved = time <= begin ? time : max(begin, time - (1780 - moving))
                let position = try #require(timeline.position(at: Date(timeIntervalSince1970: time)))
                let truth = try #require(first.destination(bearing: 90, distance: metres * moved / moving))
                let error = ErrorEstimate.radius(of: position, clock: 0)
                inside += position.location.coordinate.distance(to: truth) <= error ? 1 : 0
                (count, errors) = (count + 1, errors + error)
            }
        }
        let share = Double(inside) / Double(count)
        #expect(share >= 0.6, "\(share) inside")
        #expect(errors / Double(count) < 0.35 * metres + 100, "\(errors / Double(count)) m")
    }

    @Test("The error grows with the gap between fixes and with the clock's uncertainty")
    func theErrorGrowsWithTheGapAndWithWhatTheClockMayBeOff() throws {
        let fixes = (0..<10).map { Walk.fix(Double($0) * 60, Walk.place(47, 9 + Double($0) * 0.001)) }
        let timeline = TrackTimeline(
            [Track(segments: [.init(fixes)])], maximumGap: .seconds(60), maximumExtrapolation: .seconds(1800))
        func error(_ time: Double, clock: Double = 0) throws -> Double {
            let position = try #require(timeline.position(at: Date(timeIntervalSince1970: time)))
            return ErrorEstimate.radius(of: position, clock: clock)
        }
        #expect(try error(60) == 5)
        #expect(try error(60, clock: 100) > error(60, clock: 10))
        #expect(try error(640) < error(700))
        #expect(try error(700) < error(2000))
        #expect(try error(90) >= 5)
    }

    @Test("A receiver's accuracy sets the error, then its dilution, then a default")
    func whatTheReceiverSaysCounts() throws {
        var fix = Walk.fix(0, Walk.place(47, 9), radius: nil)
        func error(_ fix: Location) throws -> Double {
            let position = try #require(Track(segments: [.init([fix])]).location(at: Date(timeIntervalSince1970: 0)))
            return ErrorEstimate.radius(of: position, clock: 0)
        }
        #expect(try error(fix) == ErrorEstimate.unknownAccuracy)
        fix.horizontalDilution = 4
        #expect(try error(fix) == 20)
        fix.horizontalAccuracy = Accuracy(radius: 3, estimator: .gst)
        #expect(try error(fix) == 3)
    }

    @Test(
        "In a gap between segments the error covers the fix on the other side",
        arguments: [(22_000.0, 1200.0), (5_000, 600), (2_000, 3600), (300_000, 57_600)])
    func gapBetweenSegments(metres: Double, seconds: Double) throws {
        let first = Walk.place(47, 9)
        let last = try #require(first.destination(bearing: 90, distance: metres))
        let before = Track.Segment([Walk.fix(-60, first), Walk.fix(0, first)])
        let after = Track.Segment([Walk.fix(seconds, last), Walk.fix(seconds + 60, last)])
        // In one file, and in two that are added in the wrong order.
        let timelines = [
            Walk.timeline(Track(segments: [before, after])),
            Walk.timeline(Track(segments: [after]), Track(segments: [before])),
        ]
        for timeline in timelines {
            var random = SeededGenerator(seed: 11)
            var (inside, count) = (0, 0)
            for _ in 0..<400 {
                // A rest, a way at twice the average but not slower than a walk, another rest.
                let moving = metres / max(1.4, 2 * metres / seconds)
                let leaving = Double.random(in: 0...max(0, seconds - moving), using: &random)
                for time in stride(from: 30, to: min(seconds / 2, 1800), by: 60) {
                    let moved = max(0, min(1, (time - leaving) / moving)) * metres
                    let truth = first.destination(bearing: 90, distance: moved) ?? first
                    let position = try #require(timeline.position(at: Date(timeIntervalSince1970: time)))
                    #expect(position.kind == .extrapolated)
                    inside +=
                        position.location.coordinate.distance(to: truth) <= ErrorEstimate.radius(of: position, clock: 0)
                        ? 1 : 0
                    count += 1
                }
            }
            #expect(Double(inside) / Double(count) >= 0.65, "\(Double(inside) / Double(count))")
        }
        // Without the other side only the way of a walker counts.
        let alone = try #require(
            Walk.timeline(Track(segments: [before])).position(at: Date(timeIntervalSince1970: 480)))
        #expect(ErrorEstimate.radius(of: alone, clock: 0) < 700)
        if metres == 22_000 {
            let position = try #require(timelines[0].position(at: Date(timeIntervalSince1970: 480)))
            #expect(ErrorEstimate.radius(of: position, clock: 0) > 8000)
        }
    }
}
