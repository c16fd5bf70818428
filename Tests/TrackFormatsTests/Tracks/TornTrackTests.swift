import Foundation
import LKFormats
import LKGeo
import TestSupport
import Testing

@testable import LKTrackFormats

@Suite("Readers of tracks: torn files and values that are lost") struct TornTrackTests {
    private static let fixes = (0..<40).map { index in
        var location = Tracks.full
        location.coordinate = Coordinate(latitude: 35 + Double(index) / 1000, longitude: 139.5)!
        location.timestamp = Tracks.full.timestamp?.addingTimeInterval(Double(index))
        return location
    }

    private static func bytes(_ format: TrackFormat) throws -> [UInt8] {
        try Tracks.write(
            [.trackStart(TrackMetadata(name: "walk")), .segmentStart] + fixes.map { .point(TrackPoint($0)) }, format)
    }

    private static func latitudes(_ elements: [TrackElement]) -> [Double] {
        TrackRoundTripTests.points(elements).map(\.location.coordinate.latitude)
    }

    @Test("A torn file gives its whole points and no other, and an error", arguments: TrackFormat.writable)
    func torn(format: TrackFormat) throws {
        let bytes = try Self.bytes(format)
        let whole = Self.latitudes(Tracks.read(bytes, format).elements)
        #expect(whole.count == 40)
        for length in stride(from: bytes.count / 3, to: bytes.count - 60, by: Fixtures.isThorough ? 37 : 113) {
            let found = Tracks.read(bytes[..<length], format)
            // Between two lines, and in the last field of a row, nothing tells that more has been there.
            let isLine = bytes[length - 1] == 10 || bytes[length] == 10 || bytes[length] == 13
            let commas = bytes[..<length].reversed().prefix { $0 != 10 }.count { $0 == UInt8(ascii: ",") }
            let isRow = format == .csv && commas == bytes.prefix { $0 != 10 }.count { $0 == UInt8(ascii: ",") }
            #expect(found.error != nil || isLine || isRow, "\(format) \(length)")
            let points = Self.latitudes(found.elements)
            // Of an epoch of NMEA the first sentence may be all there is.
            #expect(points == Array(whole.prefix(points.count)), "\(format) \(length)")
        }
        let half = Self.latitudes(Tracks.read(bytes[..<(bytes.count * 3 / 4)], format).elements).count
        // In KML and GeoJSON the columns of values come first.
        #expect(half > 8 || format == .kml || format == .geojson)
    }

    @Test("Of a torn line of GeoJSON the positions before the damage are given, with or without its type")
    func tornLine() {
        let beginnings = [
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"LineString","coordinates":["#,
            #"{"type":"Feature","geometry":{"coordinates":["#, #"{"type":"LineString","coordinates":["#,
        ]
        for beginning in beginnings {
            let found = Tracks.read((beginning + "[5,1],[6,2],[7,3").utf8, .geojson)
            #expect(found.error?.code == .malformed && Self.latitudes(found.elements) == [1, 2])
        }
    }

    @Test("Damaged sentences are warnings with their line; those of ships are not")
    func sentences() throws {
        var lines = String(decoding: try Self.bytes(.nmea), as: UTF8.self).split(separator: "\r\n")
        lines[4].replace("$GP", with: "$GQ", maxReplacements: 1)
        lines.insert("!AIVDM,1,1,,A,13aEOK?P00PD2wVMdLDRhgvL289?,0*26", at: 6)
        let found = Tracks.read((lines.joined(separator: "\r\n") + "\r\n").utf8, .nmea)
        #expect(found.error == nil)
        #expect(found.warnings.map(\.line) == [5])
        #expect(found.warnings.first?.message.contains("checksum") == true)
    }

    @Test(
        "Columns that mean the same are refused for positions and said for others",
        arguments: [
            ("lat,lon,lat\n1,2,3\n", "lat", 0, 0), ("lat,lon,Longitude\n1,2,3\n", "Longitude", 0, 0),
            ("lat,lon,ele,altitude\n1,2,3,4\n", nil, 1, 1), ("x,y,lat,lon\n500000,20000,1,2\n", nil, 0, 1),
            ("lat,lon\n1,2,3\n", nil, 1, 1), ("lat,lon\n1,2,,\n", nil, 0, 1),
        ])
    func columns(text: String, refused: String?, warnings: Int, points: Int) {
        let found = Tracks.read(text.utf8, .csv)
        #expect((found.error?.message.contains("\"\(refused ?? "")\"") ?? false) == (refused != nil))
        #expect(found.warnings.count == warnings && Self.latitudes(found.elements).count == points)
        if points > 0 { #expect(Self.latitudes(found.elements) == [1]) }
    }

    @Test(
        "Members that are there twice are refused",
        arguments: [
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1],"coordinates":[3,1]},"properties":{}}"#,
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"geometry":null,"properties":{}}"#,
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"name":"a","name":"b"}}"#,
            #"{"type":"Point","coordinates":[2,1],"coordinates":[3,1]}"#,
            #"{"type":"FeatureCollection","features":[],"features":[]}"#,
            #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[2,1],[3,1]]},"#
                + #""properties":{"coordTimes":["2026-01-01T00:00:00Z"],"times":["2026-01-01T00:00:00Z"]}}"#,
        ])
    func members(text: String) {
        let error = Tracks.read(text.utf8, .geojson).error
        #expect(error?.code == .malformed, "\(text)")
    }

    @Test("Geometries within a collection have types and coordinates of their own") func collection() {
        let text =
            #"{"type":"Feature","properties":{},"geometry":{"type":"GeometryCollection","geometries":["#
            + #"{"type":"Point","coordinates":[2,1]},{"type":"Point","coordinates":[3,2]}]}}"#
        let found = Tracks.read(text.utf8, .geojson)
        #expect(found.error == nil && Self.latitudes(found.elements) == [1, 2])
    }

    @Test("Each value of a point that cannot be read is a warning") func values() {
        let text =
            #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[2,1],[3,1]]},"properties":{"#
            + #""coordinateProperties":{"times":["soon","later"],"speeds":["fast",1]}}}"#
        let found = Tracks.read(text.utf8, .geojson)
        #expect(found.error == nil && found.warnings.count == 3, "\(found.warnings)")
    }

    @Test("UTF-16 without a byte order mark is named") func utf16() throws {
        let wide = "lat,lon\n1,2\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        for bytes in [wide, "{\"type\":1}".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }] {
            let file = try TemporaryFile(bytes)
            let error = #expect(throws: TrackFormatError.self) { try TrackFormat.reader(path: file.path) }
            #expect(error?.message.contains("UTF-16") == true)
        }
    }

    @Test(
        "Hazards of terminals are escaped in JSON and XML, and come back",
        arguments: [
            "a\u{9B}31m\u{202E}b\u{2066}c\u{85}d é €", "a\u{7F}\u{61C}b\u{200B}\u{FEFF}", "a\u{2028}\u{2029}b",
            "\u{E0041}x\u{E000}",
            "می\u{200C}خواهم 👨\u{200D}👩",
        ])
    func controls(name: String) throws {
        for format in [TrackFormat.geojson, .gpx, .kml] {
            let point = TrackPoint(Location(coordinate: Coordinate(latitude: 1, longitude: 2)!), name: name)
            let bytes = try Tracks.write([.waypoint(point)], format)
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.split(separator: "\n").allSatisfy { String($0).isDisplayable })
            #expect(TrackRoundTripTests.points(Tracks.read(bytes, format).elements).first?.name == name)
        }
    }
}
