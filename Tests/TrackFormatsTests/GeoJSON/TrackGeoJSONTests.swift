import Foundation
import LKGeo
import Testing

@testable import LKTrackFormats

@Suite("GeoJSON of tracks") struct TrackGeoJSONTests {
    private static func point(_ latitude: Double, _ longitude: Double, time: Double? = nil) -> TrackElement {
        var location = Location(coordinate: Coordinate(latitude: latitude, longitude: longitude)!, source: .track)
        location.timestamp = time.map { Date(timeIntervalSince1970: $0) }
        return .point(TrackPoint(location))
    }

    private static func object(_ elements: [TrackElement]) throws -> [[String: Any]] {
        let data = Data(try Tracks.write(elements, .geojson))
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        return try #require(object["features"] as? [[String: Any]])
    }

    private static func geometry(_ feature: [String: Any]) -> [String: Any] {
        feature["geometry"] as? [String: Any] ?? [:]
    }

    @Test("One segment is a LineString, several are a MultiLineString, one point is a Point") func shapes() throws {
        let one: [TrackElement] = [.segmentStart, Self.point(1, 2), Self.point(3, 4)]
        #expect(try Self.object(one).map { Self.geometry($0)["type"] as? String } == ["LineString"])
        #expect(try Self.object(one + one).map { Self.geometry($0)["type"] as? String } == ["MultiLineString"])
        let single: [TrackElement] = one + [.segmentStart, Self.point(5, 6)] + one
        #expect(
            try Self.object(single).map { Self.geometry($0)["type"] as? String } == [
                "LineString", "Point", "LineString",
            ])
        let track = [.trackStart(TrackMetadata(name: "n"))] + single
        #expect(try Tracks.roundTrip(track, .geojson) == track)
    }

    @Test("Positions are longitude first, with the height above the ellipsoid; times are in coordTimes")
    func values() throws {
        var location = Tracks.full
        let elements: [TrackElement] = [.point(TrackPoint(location)), Self.point(3, 4)]
        let feature = try #require(try Self.object(elements).first)
        let coordinates = try #require(Self.geometry(feature)["coordinates"] as? [[Double]])
        #expect(coordinates == [[139.767125987, 35.681236123, 76.95], [4, 3]])
        let properties = try #require(feature["properties"] as? [String: Any])
        #expect((properties["coordTimes"] as? [Any])?.first as? String == "2026-11-21T06:29:50.250Z")
        let columns = try #require(properties["coordinateProperties"] as? [String: [Any]])
        #expect(columns["altitude"]?.first as? Double == 40.25 && columns["altitude"]?.last is NSNull)
        location.timestamp = nil
        let untimed = try Self.object([.point(TrackPoint(location)), Self.point(3, 4)]).first?["properties"]
        #expect((untimed as? [String: Any])?["coordTimes"] == nil)
    }

    @Test("A line across the 180th meridian is cut there, and comes back whole") func antimeridian() throws {
        let track: [TrackElement] = [
            .trackStart(TrackMetadata()), .segmentStart, Self.point(0, 179, time: 0), Self.point(2, -179, time: 10),
            Self.point(3, -178, time: 20), Self.point(1, 178, time: 30),
        ]
        let feature = try #require(try Self.object(track).first)
        let lines = try #require(Self.geometry(feature)["coordinates"] as? [[[Double]]])
        #expect(lines.map { $0.count } == [2, 4, 2])
        #expect(
            lines[0][1] == [180, 1] && lines[1][0] == [-180, 1] && lines[1][3] == [-180, 2] && lines[2][0] == [180, 2])
        let times = (feature["properties"] as? [String: Any])?["coordTimes"] as? [[String]]
        #expect(times?[0][1] == "1970-01-01T00:00:05Z")
        #expect(try Tracks.roundTrip(track, .geojson) == track)
    }

    @Test(
        "Files of other programs: any order of members, coordTimes of both kinds, single features, features one a line")
    func foreign() {
        let line = """
            {"geometry":{"coordinates":[[[2,1],[4,3]],[[6,5,7]]],"type":"MultiLineString"},"properties":{"name":"x","desc":"y",
            "stroke":{"a":[1,{"b":2}]},"coordinateProperties":{"times":[["2026-01-01T00:00:00Z","2026-01-01T00:00:01Z"],
            [1767225602000]],"heart":[[1,2],[3]]}},"type":"Feature","id":7}
            """
        let found = Tracks.read(line.utf8, .geojson)
        #expect(found.error == nil && found.warnings.isEmpty)
        let points = TrackRoundTripTests.points(found.elements)
        #expect(
            points.map { $0.location.timestamp?.timeIntervalSince1970 } == [
                1_767_225_600, 1_767_225_601, 1_767_225_602,
            ])
        #expect(points.last?.location.ellipsoidalAltitude == 7)
        #expect(found.elements.filter { $0 == .segmentStart }.count == 2)
        #expect(found.elements.first == .trackStart(TrackMetadata(name: "x", note: "y")))
        let several = Tracks.read(
            "\u{1E}\(line.replacing("\n", with: " "))\n\u{1E}{\"type\":\"Point\",\"coordinates\":[1,2]}\n".utf8,
            .geojson)
        #expect(several.error == nil && TrackRoundTripTests.points(several.elements).count == 4)
    }

    @Test("Geometries within collections are read, areas are passed over with a warning") func collections() {
        let text = """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":null,"geometry":{"type":"GeometryCollection",
            "geometries":[{"type":"Point","coordinates":[1,2]},{"type":"LineString","coordinates":[[1,2],[3,4]]}]}},
            {"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}},
            {"type":"Feature","properties":{},"geometry":null}]}
            """
        let found = Tracks.read(text.utf8, .geojson)
        #expect(found.error == nil && found.warnings.count == 1)
        #expect(TrackRoundTripTests.points(found.elements).count == 3)
    }

    @Test(
        "What is no JSON or no GeoJSON is an error with its line",
        arguments: [
            "", "[]", "{", "{}", "{\"type\":\"Feature\",}", "{\"features\":[{]}", "{\"type\":NaN}", "{\"a\":01}",
            "{\"a\":1 \"b\":2}",
            "{\"type\":\"FeatureCollection\",\"features\":[\n\n{\"geometry\":{\"coordinates\":[[1,true]]}}]}",
            "{\"a\":\"\\x\"}",
            "{\"a\":\"\u{1}\"}", "{\"a\":tru}", "{\"a\":1]",
        ])
    func malformed(text: String) {
        let found = Tracks.read(text.utf8, .geojson)
        #expect(found.error?.code == .malformed)
        #expect(found.error?.message.hasPrefix("test:\(text.contains("\n") ? 3 : 1): ") == true)
    }

    @Test("Long lines go through a temporary file and come back in order") func long() throws {
        var track: [TrackElement] = [.trackStart(TrackMetadata()), .segmentStart]
        for index in 0..<60_000 {
            track.append(Self.point(Double(index % 90), Double(index % 170) / 2, time: Double(index)))
        }
        let bytes = try Tracks.write(track, .geojson)
        let points = TrackRoundTripTests.points(Tracks.read(bytes, .geojson).elements)
        #expect(points.count == 60_000)
        let times = points.map { $0.location.timestamp?.timeIntervalSince1970 }
        let expected: [Double?] = (0..<60_000).map { Double($0) }
        #expect(times == expected)
    }
}
