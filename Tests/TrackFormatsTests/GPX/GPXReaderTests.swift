import Foundation
import LKGeo
import LKTrackFormats
import TestSupport
import Testing

@Suite("GPXReader") struct GPXReaderTests {
    static func read(_ text: String) throws -> (points: [TrackPointReader.Point], warnings: [TrackWarnings.Warning]) {
        let file = try TemporaryFile(text.utf8)
        let reader = TrackPointReader(try GPXReader(path: file.path))
        var points: [TrackPointReader.Point] = []
        while let point = try reader.next() { points.append(point) }
        return (points, reader.warnings)
    }

    static let full = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"
         xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
        <metadata><name>not a point's</name><time>2026-01-01T00:00:00Z</time></metadata>
        <wpt lat="35.681236" lon="139.767125"><ele>3.5</ele><name>Tokyo &amp; Station</name></wpt>
        <rte><name>route</name><rtept lat="1" lon="2"/><rtept lat="3" lon="4"/></rte>
        <trk><name>track</name>
        <trkseg>
        <trkpt lat="35.1" lon="139.1"><ele>40.25</ele><geoidheight>36.7</geoidheight>
        <time>2026-11-21T06:29:50.25Z</time><fix>3d</fix><sat>9</sat><hdop>0.8</hdop>
        <extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>1.3</gpxtpx:speed>
        <gpxtpx:course>270.5</gpxtpx:course></gpxtpx:TrackPointExtension><accuracy>4.2</accuracy></extensions></trkpt>
        <trkpt lat="35.2" lon="139.2"/>
        </trkseg>
        <trkseg><trkpt lat="35.3" lon="139.3"/></trkseg>
        </trk></gpx>
        """

    @Test("Tracks, routes and waypoints come in the order of the file, with kinds, lines and segments")
    func structure() throws {
        let points = try Self.read(Self.full).points
        #expect(points.map(\.kind) == [.waypoint, .route, .route, .track, .track, .track])
        #expect(points.map(\.startsSegment) == [true, true, false, true, false, true])
        #expect(points.map(\.line) == [5, 6, 6, 9, 13, 15])
        #expect(points.map(\.name) == ["Tokyo & Station", nil, nil, nil, nil, nil])
    }

    @Test("A point's values are read, extensions included")
    func values() throws {
        let location = try #require(try Self.read(Self.full).points.dropFirst(3).first).location
        #expect(location.coordinate == Coordinate(latitude: 35.1, longitude: 139.1))
        #expect(location.altitude == 40.25)
        #expect(location.ellipsoidalAltitude == 76.95)
        #expect(location.timestamp == Date(timeIntervalSince1970: 1_795_242_590.25))
        #expect(location.fix == .threeDimensional)
        #expect(location.satellites == Location.SatelliteCount(used: 9, visible: 9))
        #expect(location.horizontalDilution == 0.8)
        #expect(location.speed == 1.3)
        #expect(location.course == 270.5)
        #expect(location.horizontalAccuracy == Accuracy(radius: 4.2, estimator: .receiver))
        #expect(location.source == .track)
    }

    @Test("GPX 1.0 has speed and course in the point; prefixes do not matter")
    func versionOne() throws {
        let text = """
            <g:gpx xmlns:g="http://www.topografix.com/GPX/1/0" version="1.0"><g:trk><g:trkseg>
            <g:trkpt lat="-33.5" lon="-70.25"><g:time>2004-05-06T07:08:09</g:time><g:course>360</g:course>
            <g:speed>2.5</g:speed><g:fix>dgps</g:fix></g:trkpt></g:trkseg></g:trk></g:gpx>
            """
        let location = try #require(try Self.read(text).points.first).location
        #expect(location.speed == 2.5 && location.course == 0)
        #expect(location.fix == .twoDimensional && location.correction == .dgps)
        #expect(location.timestamp == Date(timeIntervalSince1970: 1_083_827_289))
    }

    @Test(
        "Times have fractions and offsets",
        arguments: [
            ("2026-11-21T06:29:50Z", 1_795_242_590), ("2026-11-21T15:29:50+09:00", 1_795_242_590),
            ("2026-11-21T00:59:50.5-0530", 1_795_242_590.5), ("2026-11-21t06:29:50.125z", 1_795_242_590.125),
            (" 2016-12-31T23:59:60Z ", 1_483_228_800), ("1969-12-31T23:59:59Z", -1),
            ("2024-02-29T24:00:00Z", 1_709_251_200),
        ] as [(String, Double)])
    func times(text: String, seconds: Double) throws {
        let found = try Self.read("<gpx><wpt lat='1' lon='2'><time>\(text)</time></wpt></gpx>")
        #expect(found.points.first?.location.timestamp == Date(timeIntervalSince1970: seconds))
        #expect(found.warnings.isEmpty)
    }

    @Test("Days are those of the calendar")
    func calendar() throws {
        // From 1621 on: before 1582 Foundation goes by Caesar's calendar.
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<200 {
            let date = Date(
                timeIntervalSince1970: Double(Int.random(in: -11_000_000_000...200_000_000_000, using: &generator)))
            let text = date.formatted(.iso8601)
            guard text.utf8.count == 20 else { continue }
            let found = try Self.read("<gpx><wpt lat='1' lon='2'><time>\(text)</time></wpt></gpx>").points.first
            #expect(found?.location.timestamp == date, "\(text)")
        }
    }

    @Test(
        "What is not a valid time is a warning, the point stays",
        arguments: [
            "yesterday", "2026-02-30T00:00:00Z", "2026-11-21", "2026-11-21T25:00:00Z", "2026-11-21T06:29:50.Z",
            "2026-11-21T06:29:50Zx",
        ])
    func badTimes(text: String) throws {
        let found = try Self.read("<gpx>\n<wpt lat='1' lon='2'>\n<time>\(text)</time></wpt></gpx>")
        #expect(found.points.count == 1)
        #expect(found.points.first?.location.timestamp == nil)
        #expect(found.warnings.map(\.line) == [3])
        #expect(found.warnings.map(\.message) == ["\"\(text)\" is not a valid time"])
    }

    @Test(
        "Points that are none are warnings with their line",
        arguments: [
            "lat='91' lon='2'", "lat='1'", "lon='1'", "lat='' lon=''", "lat='nan' lon='1'", "lat='1' lon='400'",
            "lat='0x10' lon='1'",
        ])
    func badPoints(attributes: String) throws {
        let found = try Self.read(
            "<gpx><trk><trkseg>\n<trkpt \(attributes)/>\n<trkpt lat='1' lon='2'/></trkseg></trk></gpx>")
        #expect(found.points.count == 1)
        #expect(found.points.first?.startsSegment == true)
        #expect(found.warnings.map(\.line) == [2])
    }

    @Test("Longitude 180 is normalised, negative speeds and unknown fixes stay unknown")
    func oddities() throws {
        let text =
            "<gpx><wpt lat='1' lon='180'><speed>-1</speed><course>-1</course><fix>none</fix><hdop>0</hdop><sat>-3</sat></wpt></gpx>"
        let found = try Self.read(text)
        let location = try #require(found.points.first).location
        #expect(location.coordinate.longitude == -180)
        #expect(location.speed == nil && location.course == nil && location.fix == nil)
        #expect(location.horizontalDilution == nil && location.satellites == nil)
        #expect(found.warnings.isEmpty)
    }

    @Test("Points larger than a chunk and files larger than many come through")
    func large() throws {
        let note = String(repeating: "n", count: 60_000)
        let points = (0..<3000).map {
            "<trkpt lat='\(Double($0) / 100)' lon='1'><time>2026-11-21T06:29:50Z</time></trkpt>\n"
        }
        let text =
            "<gpx><wpt lat='1' lon='2'><desc>\(note)</desc></wpt><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
        let found = try Self.read(text).points
        #expect(found.count == 3001)
        #expect(found.last?.location.coordinate.latitude == 29.99)
        #expect(found.last?.line == 3000)
    }

    @Test("A missing file is named")
    func missing() {
        let error = #expect(throws: TrackFormatError.self) { try GPXReader(path: "/nowhere/walk.gpx") }
        #expect(error?.code == .unreadable && error?.errno == 2)
    }
}
