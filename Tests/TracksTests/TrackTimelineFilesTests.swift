import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKTracks

@Suite struct TrackTimelineFilesTests {
    private func at(_ seconds: Double) -> Date { Samples.start.addingTimeInterval(seconds) }

    /// A location of which anything may be known.
    private func location(_ seconds: Double, _ random: inout SeededGenerator) -> Location {
        func perhaps(_ range: ClosedRange<Double>) -> Double? {
            Bool.random(using: &random) ? Double.random(in: range, using: &random) : nil
        }
        var location = Samples.fix(
            seconds, metres: Double.random(in: 0...9000, using: &random), radius: perhaps(1...90))
        location.altitude = perhaps(-10...4000)
        location.ellipsoidalAltitude = perhaps(0...4000)
        location.verticalAccuracy = perhaps(1...50)
        location.speed = perhaps(0...40)
        location.speedAccuracy = perhaps(0.1...2)
        location.course = perhaps(0...359)
        location.courseAccuracy = perhaps(1...9)
        location.verticalSpeed = perhaps(-2...2)
        location.horizontalDilution = perhaps(0.5...9)
        location.timestampDoubt = Bool.random(using: &random) ? .backwards : nil
        location.fix = Bool.random(using: &random) ? .threeDimensional : nil
        location.correction = Bool.random(using: &random) ? .dgps : nil
        location.satellites =
            Bool.random(using: &random) ? .init(used: 7, visible: Int.random(in: 7...9, using: &random)) : nil
        location.device = Bool.random(using: &random) ? "/dev/ttyS0" : nil
        location.source = Bool.random(using: &random) ? .gpsd : .track
        location.isSimulated = Bool.random(using: &random)
        return location
    }

    @Test("Fixes come back unchanged, and of equal times the last one counts")
    func whatWasAddedComesBackAsItWas() {
        var random = SeededGenerator(seed: 8)
        var locations = (0..<400).map { location(Double($0 / 3 * 3), &random) }
        let timeline = TrackTimeline([Track(segments: [.init(locations)])])
        // Of equal times the last counts.
        locations = locations.indices.filter { $0 % 3 == 2 || $0 == 399 }.map { locations[$0] }
        for location in locations {
            let position = location.timestamp.flatMap { timeline.position(at: $0) }
            #expect(position?.kind == .recorded && position?.location == location)
        }
        #expect(timeline.count == locations.count)
    }

    @Test("A file is added to a timeline without its routes and waypoints")
    func aFileIsAsItsTrackWithoutRoutesAndWaypoints() throws {
        let folder = TemporaryFolder()
        let text = """
            <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>Walk</name></metadata>
            <wpt lat="1" lon="1"><time>2026-05-01T10:00:30Z</time></wpt>
            <rte><rtept lat="2" lon="2"><time>2026-05-01T10:00:30Z</time></rtept></rte>
            <trk><trkseg><trkpt lat="47" lon="9"><ele>5.25</ele><time>2026-05-01T10:00:00Z</time></trkpt>
            <trkpt lat="47.001" lon="9"><ele>6.25</ele><time>2026-05-01T10:01:00Z</time></trkpt></trkseg>
            <trkseg><trkpt lat="48" lon="9"><time>2026-05-01T10:02:00Z</time></trkpt></trkseg></trk></gpx>
            """
        try folder.write("walk.gpx", Data(text.utf8))
        var timeline = TrackTimeline([Track(name: "Other")])
        try timeline.append(contentsOf: folder.file("walk.gpx"))
        let moment = Date(timeIntervalSince1970: 1_777_629_630)
        let position = try #require(timeline.position(at: moment))
        #expect(position.kind == .interpolated && position.origin == .init(track: 1, segment: 0))
        #expect(position.location.altitude == 5.75 && timeline.names == ["Other", "Walk"])
        var same = TrackTimeline([Track(name: "Other")])
        same.append(try Track(contentsOf: URL(filePath: folder.file("walk.gpx"))))
        #expect(same.position(at: moment) == position && same.interval == timeline.interval)
        #expect(timeline.position(at: moment + 65)?.kind == .extrapolated)
    }

    @Test("A damaged file adds nothing to a timeline")
    func aDamagedFileAddsNothing() throws {
        let folder = TemporaryFolder()
        try folder.write(
            "cut.gpx", Data("<gpx><trk><trkseg><trkpt lat='1' lon='2'><time>2026-05-01T10:00:00Z</time></trkpt>".utf8))
        var timeline = TrackTimeline()
        #expect(throws: (any Error).self) { try timeline.append(contentsOf: folder.file("cut.gpx")) }
        #expect(throws: (any Error).self) { try timeline.append(contentsOf: folder.file("none.gpx")) }
        #expect(timeline.count == 0 && timeline.names.isEmpty && timeline.interval == nil)
    }

    @Test("A step longer than the maximum is not interpolated")
    func aStepTooLongIsNotInterpolated() {
        let track = Track(segments: [.init([Samples.fix(0), Samples.fix(200, metres: 5000)])])
        #expect(TrackTimeline([track], maximumDistance: 5001).position(at: at(100))?.kind == .interpolated)
        #expect(TrackTimeline([track], maximumDistance: 4999).position(at: at(100)) == nil)
        #expect(TrackTimeline([track], maximumDistance: 4999).position(at: at(20))?.kind == .extrapolated)
    }

    @Test("A segment in reverse order of time is reversed")
    func aSegmentThatIsToldBackwardsIsTurnedRound() throws {
        let fixes = (0..<5).map { Samples.fix(Double($0) * 60, metres: Double($0) * 100) }
        let timeline = TrackTimeline([Track(segments: [.init(fixes.reversed())])])
        let position = try #require(timeline.position(at: at(90)))
        #expect(position.kind == .interpolated && position.stepSeconds == 60)
        #expect(position == TrackTimeline([Track(segments: [.init(fixes)])]).position(at: at(90)))
    }

    @Test("Motion at a position shows the bends of the track nearby")
    func howItMovedTellsABendFromAStraightLine() throws {
        let straight = (0..<5).map { Samples.fix(Double($0) * 10, metres: Double($0) * 100) }
        let line = try #require(TrackTimeline([Track(segments: [.init(straight)])]).position(at: at(15)))
        #expect(line.motion.bends.count == 2 && line.motion.bends.allSatisfy { $0.metres < 0.1 && $0.seconds == 10 })
        #expect(abs(line.motion.speed - 10) < 0.1)
        var bent = straight
        bent[1].coordinate = try #require(bent[1].coordinate.destination(bearing: 0, distance: 60))
        let bend = try #require(TrackTimeline([Track(segments: [.init(bent)])]).position(at: at(15)))
        #expect(bend.motion.bends.contains { abs($0.metres - 60) < 1 })
    }

    @Test("The right one among hundreds of segments is found")
    func amongThousandsOfSegmentsTheRightOneIsFound() throws {
        var random = SeededGenerator(seed: 21)
        var time = 0.0
        let segments = (0..<600).map { index in
            time += Double.random(in: 0...200, using: &random)
            let length = Double.random(in: 0...(index % 50 == 0 ? 5000 : 90), using: &random)
            return Track.Segment([
                Samples.fix(time, metres: Double(index)), Samples.fix(time + length, metres: Double(index)),
            ])
        }
        let whole = TrackTimeline([Track(segments: segments)], maximumGap: .seconds(5000))
        for _ in 0..<100 {
            let moment = at(Double.random(in: 0...time, using: &random))
            let each = segments.compactMap {
                TrackTimeline([Track(segments: [$0])], maximumGap: .seconds(5000)).position(at: moment)
            }
            let best = each.min {
                let sure = ($0.kind != .extrapolated, $1.kind != .extrapolated)
                return sure.0 == sure.1 ? $0.gapSeconds < $1.gapSeconds : sure.0
            }
            #expect(whole.position(at: moment)?.location.coordinate == best?.location.coordinate)
        }
    }
}
