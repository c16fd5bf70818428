import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKTrackFormats

@Suite("Readers of tracks and damaged or hostile input") struct TrackDamageTests {
    /// Waypoints first: the others stay in their order.
    private static func rank(_ element: TrackElement) -> Int {
        switch element {
        case .metadata: 0
        case .waypoint: 1
        default: 2
        }
    }

    private static func someTracks() -> [TrackElement] {
        Tracks.random(seed: 4, routes: false) + Tracks.random(seed: 5, routes: false).filter { rank($0) == 2 }
    }

    @Test(
        "Every truncation gives what stands before it, then an error with the line or an end",
        arguments: TrackFormat.writable)
    func truncation(format: TrackFormat) throws {
        let bytes = try Tracks.write(Self.someTracks(), format)
        let whole = TrackRoundTripTests.points(Tracks.read(bytes, format).elements).count
        let step = max(1, bytes.count / (Fixtures.isThorough ? 700 : 100))
        for length in stride(from: 0, to: bytes.count - 3, by: step) {
            let found = Tracks.read(bytes[..<length], format, chunkSize: 512)
            #expect(TrackRoundTripTests.points(found.elements).count <= whole)
            if let error = found.error {
                #expect(error.message.hasPrefix("test:"), "\(error.message)")
                #expect([.malformed, .tooLarge].contains(error.code))
            } else {
                // Files of lines may end at any line.
                #expect(format == .csv || format == .nmea || length == 0, "\(length) of \(bytes.count)")
            }
        }
    }

    @Test("Seeded corruption is an error or other points, never a trap", arguments: TrackFormat.writable, 0..<12)
    func corruption(format: TrackFormat, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let original = try Tracks.write(Self.someTracks(), format)
        for _ in 0..<Fixtures.rounds(20) {
            var bytes = original
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let found = Tracks.read(bytes, format, chunkSize: 100)
            #expect(found.elements.count < 1000)
            for point in TrackRoundTripTests.points(found.elements) {
                #expect(abs(point.location.coordinate.latitude) <= 90)
            }
        }
    }

    @Test("Pieces of any size give the same elements", arguments: TrackFormat.writable) func pieces(format: TrackFormat)
        throws
    {
        let bytes = try Tracks.write(Self.someTracks(), format)
        let whole = Tracks.read(bytes, format)
        for size in [1, 7, 64, 1000] {
            let found = Tracks.read(bytes, format, chunkSize: size)
            #expect(found.elements == whole.elements, "\(size)")
            #expect(found.error == nil)
        }
    }

    @Test("UTF-16 is read in XML, and named where it cannot be")
    func utf16() throws {
        for format in TrackFormat.writable where format.isXML {
            let text = try Tracks.text(Self.someTracks(), format)
            let wide: [UInt8] =
                [0xFF, 0xFE]
                + text.replacing("encoding=\"UTF-8\"", with: "encoding=\"UTF-16\"").utf16.flatMap {
                    [UInt8($0 & 0xFF), UInt8($0 >> 8)]
                }
            let found = Tracks.read(wide, format)
            #expect(found.error == nil)
            #expect(found.elements.count == Tracks.read(text.utf8, format).elements.count)
            #expect(TrackFormat(beginning: wide) == format)
        }
        for format in [TrackFormat.geojson, .csv] {
            #expect(Tracks.read([0xFF, 0xFE, 0x7B, 0], format).error?.message.contains("UTF-16") == true)
        }
    }

    @Test("Invalid UTF-8 is an error in XML and repaired elsewhere")
    func invalidUTF8() {
        let gpx = Array("<gpx><wpt lat='1' lon='2'><name>".utf8) + [0xC3, 0x28] + Array("</name></wpt></gpx>".utf8)
        #expect(Tracks.read(gpx, .gpx).error?.code == .malformed)
        let json =
            Array(#"{"type":"Feature","properties":{"name":"a"#.utf8) + [0xC3]
            + Array(#"b"},"geometry":{"type":"Point","coordinates":[2,1]}}"#.utf8)
        #expect(TrackRoundTripTests.points(Tracks.read(json, .geojson).elements).first?.name == "a\u{FFFD}b")
    }

    @Test("Deep nesting is refused without recursion")
    func depth() {
        let arrays = #"{"type":"Feature","geometry":{"coordinates":"# + String(repeating: "[", count: 100_000)
        #expect(Tracks.read(arrays.utf8, .geojson).error?.code == .tooLarge)
        let xml = "<kml>" + String(repeating: "<Folder>", count: 1000)
        #expect(Tracks.read(xml.utf8, .kml).error?.code == .tooLarge)
    }

    @Test("Entities of KML are refused")
    func entities() {
        let bomb =
            "<!DOCTYPE kml [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><kml><Document><name>&b;</name></Document></kml>"
        #expect(Tracks.read(bomb.utf8, .kml).error?.code == .refused)
    }

    @Test("NaN and infinite coordinates are no points", arguments: ["nan", "inf", "1e999", "-Infinity"])
    func noNumbers(text: String) {
        let gpx = Tracks.read("<gpx><wpt lat='\(text)' lon='2'/><wpt lat='1' lon='2'/></gpx>".utf8, .gpx)
        #expect(gpx.elements.count == 1 && gpx.warnings.count == 1)
        let csv = Tracks.read("lat,lon\n\(text),2\n1,2\n".utf8, .csv)
        #expect(TrackRoundTripTests.points(csv.elements).count == 1 && csv.warnings.map(\.line) == [2])
        let kml = Tracks.read(
            "<kml><Placemark><LineString><coordinates>2,\(text) 2,1</coordinates></LineString></Placemark></kml>".utf8,
            .kml)
        #expect(TrackRoundTripTests.points(kml.elements).count == 1 && kml.warnings.count == 1)
    }

    @Test("Nothing that is not finite is ever written", arguments: TrackFormat.writable) func finite(
        format: TrackFormat
    ) throws {
        var location = Tracks.full
        location.altitude = .nan
        location.ellipsoidalAltitude = .infinity
        location.speed = -.infinity
        location.course = .nan
        location.verticalSpeed = 1e300
        location.horizontalDilution = .nan
        location.timestamp = Date(timeIntervalSinceReferenceDate: .infinity)
        location.verticalAccuracy = .nan
        let points: [TrackElement] = [.segmentStart, .point(TrackPoint(location)), .point(TrackPoint(location))]
        let text = try Tracks.text(points, format).lowercased()
        #expect(
            !text.contains("nan") && !text.contains("inf\"") && !text.contains("inf<") && !text.contains("infinity"))
        #expect(Tracks.read(try Tracks.write(points, format), format).error == nil)
    }

    @Test("Characters that XML cannot say are dropped from names", arguments: [TrackFormat.gpx, .kml])
    func controls(format: TrackFormat) throws {
        var point = TrackPoint(Tracks.full, name: "a\u{0}b\u{1B}c\u{FFFE}d\u{FFFF}e\rf")
        point.location.source = .other
        let back = try Tracks.roundTrip([.waypoint(point)], format)
        #expect(TrackRoundTripTests.points(back).first?.name == "abcde\rf")
    }

    @Test("A string or text of megabytes stays out of memory, or is refused", arguments: TrackFormat.allCases)
    func immense(format: TrackFormat) throws {
        let head: String
        let tail: String
        switch format {
        case .gpx: (head, tail) = ("<gpx><wpt lat='1' lon='2'/><foo>", "</foo></gpx>")
        case .kml: (head, tail) = ("<kml><Placemark><Snippet>", "</Snippet></Placemark></kml>")
        case .geojson: (head, tail) = (#"{"type":"FeatureCollection","x":""#, #"","features":[]}"#)
        case .csv: (head, tail) = ("lat,lon\n1,2\n", "\n")
        case .nmea: (head, tail) = ("$GPRMC,", "\r\n")
        }
        let bytes = Array(head.utf8) + [UInt8](repeating: 0x61, count: 1 << 24) + Array(tail.utf8)
        let found = Tracks.read(bytes, format)
        #expect(found.error == nil || found.error?.code == .tooLarge)
        #expect(TrackRoundTripTests.points(found.elements).count <= 1)
    }
}
