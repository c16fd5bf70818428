import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKTrackFormats

@Suite("Other programs read our files, and we theirs") struct PeerTests {
    /// A track of two segments and a waypoint, with what every format has.
    private static let track: [TrackElement] = {
        var elements: [TrackElement] = []
        func location(_ index: Int, _ source: Location.Source) -> Location {
            let coordinate = Coordinate(
                latitude: 35.68 + Double(index) / 1000, longitude: 139.76 - Double(index) / 500)!
            var location = Location(coordinate: coordinate, source: source)
            location.altitude = 40.5 + Double(index)
            // Without them gpsbabel writes NMEA that says there is no fix.
            location.fix = .threeDimensional
            location.satellites = Location.SatelliteCount(used: 7, visible: 7)
            location.timestamp = Date(timeIntervalSince1970: 1_795_242_590 + Double(index))
            return location
        }
        elements.append(.waypoint(TrackPoint(location(0, .other), name: "東京 & 駅")))
        elements.append(.trackStart(TrackMetadata(name: "Sumida <1>")))
        for segment in 0..<2 {
            elements.append(.segmentStart)
            for index in 0..<3 { elements.append(.point(TrackPoint(location(segment * 10 + index, .track)))) }
        }
        return elements
    }()

    private static var points: [TrackPoint] { TrackRoundTripTests.points(track) }

    private func same(_ found: [TrackElement], times: Bool = true, altitudes: Bool = true) -> Bool {
        let found = TrackRoundTripTests.points(found)
        guard found.count == Self.points.count else { return false }
        return zip(found, Self.points).allSatisfy { new, old in
            new.location.coordinate.distance(to: old.location.coordinate) < 0.2
                && (!times || new.location.timestamp == old.location.timestamp)
                && (!altitudes || abs((new.location.altitude ?? 0) - (old.location.altitude ?? 0)) < 0.01)
        }
    }

    @Test(
        "Gpsbabel reads GPX and KML as we mean them",
        .enabled(if: Judge.isThere(Judge.gpsbabel), "the package gpsbabel is not installed"),
        arguments: [TrackFormat.gpx, .kml])
    func babelReads(format: TrackFormat) async throws {
        let file = try TemporaryFile(try Tracks.write(Self.track, format))
        let end = try await Judge.run([
            Judge.gpsbabel, "-w", "-t", "-i", format.rawValue, "-f", file.path, "-o", "gpx", "-F", "-",
        ])
        #expect(end.status == 0, "\(end.errors.prefix(500))")
        let found = Tracks.read(end.output.utf8, .gpx)
        #expect(found.error == nil)
        #expect(same(found.elements), "\(end.output.prefix(3000))")
        #expect(end.output.contains("東京 &amp; 駅") && end.output.contains("Sumida &lt;1&gt;"))
    }

    @Test(
        "Gpsbabel reads our points from GeoJSON, CSV and NMEA",
        .enabled(if: Judge.isThere(Judge.gpsbabel), "the package gpsbabel is not installed"),
        arguments: [(TrackFormat.geojson, "geojson", 7), (.csv, "unicsv", 7), (.nmea, "nmea", 6)])
    func babelReadsPoints(format: TrackFormat, name: String, count: Int) async throws {
        let file = try TemporaryFile(try Tracks.write(Self.track, format))
        let end = try await Judge.run([
            Judge.gpsbabel, "-w", "-t", "-i", name, "-f", file.path, "-o", "gpx", "-F", "-",
        ])
        #expect(end.status == 0, "\(end.errors.prefix(500))")
        let found = TrackRoundTripTests.points(Tracks.read(end.output.utf8, .gpx).elements)
        #expect(found.count == count, "\(end.output.prefix(3000))")
        for point in Self.points {
            #expect(found.contains { $0.location.coordinate.distance(to: point.location.coordinate) < 0.2 })
        }
    }

    @Test(
        "We read what gpsbabel writes",
        .enabled(if: Judge.isThere(Judge.gpsbabel), "the package gpsbabel is not installed"),
        arguments: [
            (TrackFormat.gpx, "gpx"), (.kml, "kml,points=0,line=0,track=1"), (.geojson, "geojson"), (.nmea, "nmea"),
        ])
    func babelWrites(format: TrackFormat, name: String) async throws {
        let file = try TemporaryFile(try Tracks.write(Self.track, .gpx))
        let end = try await Judge.run([
            Judge.gpsbabel, "-w", "-t", "-i", "gpx", "-f", file.path, "-o", name, "-F", "-",
        ])
        #expect(end.status == 0, "\(end.errors.prefix(500))")
        let found = Tracks.read(end.output.utf8, format)
        #expect(found.error == nil)
        let coordinates = Set(TrackRoundTripTests.points(found.elements).map { $0.location.coordinate })
        let isNear = { (point: TrackPoint) in
            coordinates.contains { $0.distance(to: point.location.coordinate) < 0.5 }
        }
        #expect(Self.points.allSatisfy(isNear), "\(end.output.prefix(3000))")
        if format == .gpx { #expect(same(found.elements)) }
    }

    @Test(
        "Gpxpy reads our GPX and we read gpxpy's",
        .enabled(if: Judge.gpxpy != nil, "the package python3-gpxpy is not installed"))
    func gpxpy() async throws {
        let file = try TemporaryFile(try Tracks.write(Self.track, .gpx))
        let program = """
            import gpxpy, sys
            gpx = gpxpy.parse(open(sys.argv[1], encoding="utf-8"))
            assert [len(s.points) for t in gpx.tracks for s in t.segments] == [3, 3]
            assert gpx.tracks[0].name == "Sumida <1>" and gpx.waypoints[0].name == "東京 & 駅"
            sys.stdout.write(gpx.to_xml())
            """
        let end = try await Judge.run([Judge.gpxpy ?? "", "-c", program, file.path])
        #expect(end.status == 0, "\(end.errors.prefix(1000))")
        let found = Tracks.read(end.output.utf8, .gpx)
        #expect(found.error == nil)
        #expect(same(found.elements))
    }
}
