import Foundation
import LKGeo
import Testing

@testable import LKTrackFormats

@Suite("GPXWriter") struct GPXWriterTests {
    private static func point(_ latitude: Double, _ longitude: Double) -> TrackPoint {
        TrackPoint(Location(coordinate: Coordinate(latitude: latitude, longitude: longitude)!, source: .track))
    }

    @Test("Coordinates have nine decimals at most, without zeros at the end, and stay within GPX's range")
    func coordinates() throws {
        let text = try Tracks.text(
            [
                .point(Self.point(1, 2.5)), .point(Self.point(-0.1234567891, 179.99999999999)),
                .point(Self.point(90, -180)),
            ], .gpx)
        #expect(text.contains("lat=\"1\" lon=\"2.5\"/>"))
        #expect(text.contains("lat=\"-0.123456789\" lon=\"-180\""))
        #expect(text.contains("lat=\"90\" lon=\"-180\""))
    }

    @Test("The height above the ellipsoid never becomes the elevation") func heights() throws {
        var point = Self.point(1, 2)
        point.location.ellipsoidalAltitude = 50
        let alone = try Tracks.text([.point(point)], .gpx)
        #expect(!alone.contains("<ele>") && !alone.contains("<geoidheight>"))
        #expect(alone.contains("ellipsoidalAltitude=\"50\""))
        point.location.altitude = 20.5
        let both = try Tracks.text([.point(point)], .gpx)
        #expect(both.contains("<ele>20.5</ele>") && both.contains("<geoidheight>29.5</geoidheight>"))
    }

    @Test("Empty segments are not written, and nothing is written twice") func segments() throws {
        let text = try Tracks.text(
            [
                .trackStart(TrackMetadata(name: "a")), .segmentStart, .segmentStart, .point(Self.point(1, 2)),
                .segmentStart,
            ], .gpx)
        #expect(text.split(separator: "<trkseg>").count == 2 && text.split(separator: "</trkseg>").count == 2)
        #expect(text.hasSuffix("</trkseg>\n</trk>\n</gpx>\n"))
    }

    @Test("What comes too late for GPX is an error that says so") func misplaced() {
        let point = Self.point(1, 2)
        let late: [[TrackElement]] = [
            [.point(point), .waypoint(point)], [.routeStart(TrackMetadata()), .waypoint(point)],
            [.trackStart(TrackMetadata()), .routeStart(TrackMetadata())],
        ]
        for elements in late {
            let error = #expect(throws: TrackFormatError.self) { try Tracks.write(elements, .gpx) }
            #expect(error?.code == .misplaced)
        }
    }

    @Test("Copying sorts the parts of a file as GPX wants them") func copy() throws {
        let point = Self.point(1, 2)
        let mixed: [TrackElement] = [
            .trackStart(TrackMetadata(name: "t")), .segmentStart, .point(point), .waypoint(TrackPoint(Tracks.full)),
            .routeStart(TrackMetadata(name: "r")), .point(point), .point(Self.point(2, 2)),
        ]
        let source = try Tracks.write(mixed, .geojson)
        var bytes: [UInt8] = []
        try TrackFormat.gpx.copy(to: TrackSink { bytes += $0 }) { () throws(TrackFormatError) in
            try TrackFormat.geojson.reader(FileChunks(bytes: source, name: "source"))
        }
        let found = TrackPointReader(try GPXReader(FileChunks(bytes: bytes, name: "copy")))
        var kinds: [TrackPointReader.Point.Kind] = []
        while let point = try found.next() { kinds.append(point.kind) }
        #expect(kinds == [.waypoint, .route, .route, .track])
    }

    @Test("A sink that fails says why, and goes on failing") func failing() {
        struct Full: Error {}
        let writer = GPXWriter(to: TrackSink(name: "out.gpx") { _ in throw Full() })
        for _ in 0..<2 {
            let error = #expect(throws: TrackFormatError.self) { try writer.finish() }
            #expect(error?.code == .unwritable && error?.message.hasPrefix("out.gpx cannot be written") == true)
        }
    }

    @Test(
        "Times have none or three decimals and years of any length",
        arguments: [
            (0, "2001-01-01T00:00:00Z"), (0.25, "2001-01-01T00:00:00.250Z"), (-0.001, "2000-12-31T23:59:59.999Z"),
            (-978_307_200, "1970-01-01T00:00:00Z"), (-64_000_000_000, "-0028-12-06T22:13:20Z"),
            (300_000_000_000, "11507-08-28T05:20:00Z"),
        ] as [(Double, String)])
    func times(seconds: Double, text: String) throws {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        var bytes: [UInt8] = []
        #expect(ISO8601Time.append(date, to: &bytes))
        let written = String(decoding: bytes, as: UTF8.self)
        // Far from the present only the way back is checked.
        if abs(seconds) < 1e9 { #expect(written == text) }
        let back = ISO8601Time.parse(bytes.span)
        #expect(back.map { abs($0.timeIntervalSince(date)) < 1e-9 } == true)
    }
}
