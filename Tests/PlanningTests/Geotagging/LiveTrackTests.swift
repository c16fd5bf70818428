import Foundation
import LKGeo
import LKMetadata
import LKPositioning
import LKTracks
import Synchronization
import TestSupport
import Testing

@testable import LKPlanning

@Suite(.timeLimit(.minutes(10))) struct LiveTrackTests {
    private func recording(_ folder: TemporaryFolder) throws -> String {
        let points = (0..<30).map { second in
            "<trkpt lat=\"47\" lon=\"\(9 + Double(second) / 1000)\"><time>2026-05-01T10:00:\(second < 10 ? "0" : "")\(second)Z</time></trkpt>"
        }
        let text =
            "<gpx version=\"1.1\" creator=\"t\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>"
            + points.joined() + "</trkseg></trk></gpx>"
        try folder.write("live.gpx", Data(text.utf8))
        return folder.file("live.gpx")
    }

    @Test("Fixes that arrive live place photos")
    func whatComesInPlacesPhotos() async throws {
        let folder = TemporaryFolder()
        let manager = LocationManager(source: ReplaySource(path: try recording(folder), speed: 1000))
        let live = LiveTrack(manager, continuing: Walk.timeline())
        await live.finish()
        #expect(live.failure == nil)
        var geotagger = Geotagger(tracks: Walk.timeline())
        geotagger.tracks = live.timeline
        let planned = geotagger.planned(Walk.photo(Walk.wall(2026, 5, 1, 10, 0, 20), offset: 0))
        #expect(abs(try #require(planned.written).coordinate.longitude - 9.02) < 1e-9)
        #expect(planned.match?.position.kind == .recorded && planned.match?.source == .track("track 1"))
    }

    @Test("A receiver that fails is reported")
    func aBrokenReceiverIsTold() async throws {
        let live = LiveTrack(LocationManager(source: ReplaySource(path: "/nonexistent/recording")))
        await live.finish()
        #expect(live.failure != nil && live.timeline.count == 0)
    }

    @Test("Stopping ends a live track")
    func stoppingEndsIt() async throws {
        let folder = TemporaryFolder()
        let manager = LocationManager(source: ReplaySource(path: try recording(folder), speed: 1))
        let live = LiveTrack(manager)
        live.stop()
        await live.finish()
        #expect(live.timeline.count < 30)
    }
}
