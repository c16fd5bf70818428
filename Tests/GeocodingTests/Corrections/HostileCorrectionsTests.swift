import Foundation
import Glibc
import LKTrackFormats
import TestSupport
import Testing

@testable import LKGeocoding

/// A feature whose area has one ring of some positions.
private func ring(_ positions: String) -> String {
    CorrectionText.feature(#""city":"A""#, "Polygon", "[[\(positions)]]")
}

private typealias Text = CorrectionText

@Suite("PlaceCorrections: wrong, damaged and hostile files") struct HostileCorrectionsTests {
    private func failure(_ text: String, salvaging: Bool = false) -> GeocodingError? {
        do throws(GeocodingError) {
            _ = try PlaceCorrections(text, salvaging: salvaging)
            return nil
        } catch { return error }
    }

    @Test(
        "A feature that is wrong is named with its line and number, and the reason",
        arguments: [
            (Text.feature("", "Point", "[1,2]"), "it names nothing; give it one of the properties name, "),
            (Text.feature(#""ctiy":"A""#, "Point", "[1,2]"), "it names nothing"),
            (Text.feature(#""city":"""#, "Point", "[1,2]"), #""city" is empty"#),
            (Text.feature(#""city":" \u0007 ""#, "Point", "[1,2]"), #""city" is empty"#),
            (Text.feature(#""city":true"#, "Point", "[1,2]"), #""city" is not text"#),
            (Text.feature(#""city":{"a":[1]}"#, "Point", "[1,2]"), #""city" is not text"#),
            (Text.feature(#""city":"A","city":"B""#, "Point", "[1,2]"), #"two properties "city""#),
            (Text.feature("\"city\":\"\(String(repeating: "A", count: 501))\"", "Point", "[1,2]"), "longer than 500"),
            (Text.feature(#""countryCode":"DEU""#, "Point", "[1,2]"), #""DEU" is not a country's code"#),
            (Text.feature(#""city":"A","radius":0"#, "Point", "[1,2]"), "its radius is not"),
            (Text.feature(#""city":"A","radius":-5"#, "Point", "[1,2]"), "its radius is not"),
            (Text.feature(#""city":"A","radius":1e7"#, "Point", "[1,2]"), "its radius is not"),
            (Text.feature(#""city":"A","radius":1e999"#, "Point", "[1,2]"), "its radius is not"),
            (Text.feature(#""city":"A","radius":"80 m""#, "Point", "[1,2]"), "its radius is not"),
            (Text.feature(#""city":"A""#, "Point", "[139.7,95]"), "latitude 95.0 is not on the Earth"),
            (Text.feature(#""city":"A""#, "Point", "[35.6,139.7]"), "GeoJSON has the longitude first"),
            (Text.feature(#""city":"A""#, "Point", "[1e999,2]"), "is not on the Earth"),
            (Text.feature(#""city":"A""#, "Point", "[400,2]"), "is not on the Earth"),
            (Text.feature(#""city":"A""#, "Point", "[1]"), "its coordinates are not"),
            (Text.feature(#""city":"A""#, "Point", "[]"), "its coordinates are not"),
            (Text.feature(#""city":"A""#, "Point", "[[1,2]]"), "its coordinates are not"),
            (Text.feature(#""city":"A""#, "Point", #"["1","2"]"#), "its coordinates are not"),
            (Text.feature(#""city":"A""#, "Point", "null"), "its coordinates are not"),
            (Text.feature(#""city":"A""#, "Point", #"{"x":1}"#), "its coordinates are not"),
            (Text.feature(#""city":"A""#, "LineString", "[[1,2],[3,4]]"), "its geometry is a LineString"),
            (Text.feature(#""city":"A""#, "GeometryCollection", "[]"), "its geometry is a GeometryCollection"),
            (#"{"type":"Feature","properties":{"city":"A"},"geometry":null}"#, "it has no geometry"),
            (#"{"type":"Feature","properties":{"city":"A"}}"#, "it has no geometry"),
            (#"{"type":"Point","properties":{"city":"A"},"coordinates":[1,2]}"#, "it is not of the type Feature"),
            ("7", "it is not a feature"), ("[]", "it is not a feature"), ("null", "it is not a feature"),
            (ring("[0,0],[1,0],[0,0]"), "a ring has 3 positions; it needs four"),
            (ring(""), "a ring has 0 positions"), (ring("[0,0],[1,0],[1,1],[0,1]"), "a ring is not closed"),
            (ring("[0,0],[1,0],[1,0],[0,0]"), "a ring has fewer than three different positions"),
            (ring("[0,0],[1,1],[2,2],[0,0]"), "crosses or touches itself"),
            (ring("[0,0],[1,1],[1,0],[0,1],[0,0]"), "crosses or touches itself near longitude"),
            (ring("[0,0],[4,0],[4,4],[2,0],[0,4],[0,0]"), "crosses or touches itself"),
            (ring("[0,0],[4,0],[4,4],[4,2],[4,6],[0,4],[0,0]"), "crosses or touches itself"),
            (ring("[170,0],[-170,0],[-170,5],[170,5],[170,0]"), "an edge goes from longitude 170.0 to -170.0"),
            (ring("[0,0],1,[1,1],[0,0]"), "its coordinates are not"),
            (ring("[0,0],[[1,0]],[1,1],[0,0]"), "its coordinates are not"),
            (Text.feature(#""city":"A""#, "Polygon", "[]"), "its coordinates are not"),
            (Text.feature(#""city":"A""#, "MultiPolygon", "[]"), "its coordinates are not"),
            (Text.feature(#""city":"A""#, "MultiPolygon", "[[]]"), "its coordinates are not"),
            (Text.feature(#""city":"A""#, "MultiPolygon", "[\(Text.ring(0, 0, 1, 1))]"), "its coordinates are not"),
            (Text.feature(#""city":"A""#, "Polygon", "[[\(Text.ring(0, 0, 1, 1))]]"), "its coordinates are not"),
            (
                Text.feature(#""city":"A""#, "Polygon", "[\(Text.ring(0, 0, 5, 5)),\(Text.ring(1, 1, 6, 2))]"),
                "crosses or touches itself"
            ),
            (
                Text.feature(#""city":"A""#, "Polygon", "[\(Text.ring(0, 0, 5, 5)),\(Text.ring(7, 7, 8, 8))]"),
                "a hole outside its outline"
            ),
        ] as [(String, String)])
    func feature(text: String, reason: String) throws {
        let (before, behind) = (Text.box("before", 20, 20, 21, 21), Text.box("behind", 30, 30, 31, 31))
        let whole = Text.collection(before, text, behind)
        let error = try #require(failure(whole))
        #expect(error.code == .dataDamaged)
        #expect(
            error.message.hasPrefix("x.geojson:2: feature 2: ") && error.message.contains(reason), "\(error.message)")
        // Asked for, the others are used.
        let salvaged = try PlaceCorrections(whole, salvaging: true)
        #expect(salvaged.count == 2 && salvaged.problems.map(\.message) == [error.message])
        #expect(salvaged.city(20.5, 20.5) == "before" && salvaged.city(30.5, 30.5) == "behind")
        #expect(failure(Text.collection(text), salvaging: true)?.message.contains("feature 1: ") == true)
    }

    @Test(
        "What is not GeoJSON in WGS 84 is refused whole",
        arguments: [
            ("", "there is no GeoJSON in it"), (" \n", "there is no GeoJSON in it"), ("hello", "this is not JSON"),
            ("[]", "expected a FeatureCollection or a Feature"), ("7", "expected a FeatureCollection or a Feature"),
            ("{}", "expected a FeatureCollection or a Feature"), ("<gpx/>", "this is not JSON"),
            (#"{"type":"Point","coordinates":[1,2]}"#, "expected a FeatureCollection or a Feature"),
            (#"{"type":"FeatureCollection"}"#, "expected a FeatureCollection or a Feature"),
            (#"{"type":"FeatureCollection","features":{}}"#, "expected one array of features"),
            (#"{"type":"FeatureCollection","features":[],"features":[]}"#, "expected one array of features"),
            (#"{"features":[]}"#, "expected a FeatureCollection or a Feature"),
            (#"{"type":"FeatureCollection","features":[]} {}"#, "something follows the GeoJSON"),
            (
                #"{"crs":{"type":"name","properties":{"name":"EPSG:3857"}},"type":"FeatureCollection","features":[]}"#,
                "EPSG:3857"
            ),
        ] as [(String, String)])
    func whole(text: String, reason: String) throws {
        for salvaging in [false, true] {
            let error = try #require(failure(text, salvaging: salvaging))
            #expect(error.code == .inputInvalid && error.message.hasPrefix("x.geojson:"), "\(error.message)")
            #expect(error.message.contains(reason), "\(error.message)")
        }
    }

    @Test("A file that cannot be opened or read has advice, and the error beneath") func unreadable() throws {
        let folder = TemporaryFolder()
        let missing = #expect(throws: GeocodingError.self) {
            try PlaceCorrections(url: URL(filePath: folder.file("none.geojson")))
        }
        #expect(missing?.code == .dataUnreadable && missing?.underlying != nil)
        #expect(missing?.advice == "check the name and its permissions")
        #expect(missing?.advice.map { missing?.message.hasSuffix("; " + $0) == true } == true)
        try folder.write("text.geojson", Data("hello".utf8))
        let malformed = #expect(throws: GeocodingError.self) {
            try PlaceCorrections(url: URL(filePath: folder.file("text.geojson")))
        }
        let beneath = try #require(malformed?.underlying as? TrackFormatError)
        #expect(malformed?.message == beneath.message && malformed?.advice == beneath.advice)
        #expect(malformed.map { "\($0)" == $0.message } == true)
    }

    @Test("Another reference system behind the features is noticed, WGS 84 is read") func referenceSystem() throws {
        func text(_ name: String) -> String {
            #"{"type":"FeatureCollection","features":["# + Text.box("A", 0, 0, 1, 1)
                + #"],"crs":{"type":"name","properties":{"name":"\#(name)"}}}"#
        }
        #expect(failure(text("EPSG:25832"), salvaging: true)?.code == .inputInvalid)
        #expect(try PlaceCorrections(text("urn:ogc:def:crs:OGC:1.3:CRS84")).count == 1)
    }

    @Test("Words for non-finite numbers are rejected as not JSON", arguments: ["NaN", "Infinity", "-Infinity"])
    func noNumbers(word: String) {
        #expect(failure(Text.collection(Text.feature(#""city":"A""#, "Point", "[\(word),1]")))?.code == .dataDamaged)
    }

    @Test("Deep nesting ends early, wherever it is") func nesting() {
        let deep = String(repeating: "[", count: 1_000_000)
        for text in [
            deep, #"{"a":"# + deep, Text.collection(Text.feature(#""city":"A""#, "Polygon", deep)),
            Text.collection(Text.feature(#""city":"# + deep, "Polygon", "[]")), #"{"crs":"# + deep,
        ] {
            let error = failure(text)
            #expect(error?.message.contains("nested") == true || error?.message.contains("expected") == true)
        }
    }

    @Test("Text that is not UTF-8 is a wrong name") func encoding() throws {
        var bytes = Array(Text.collection(Text.point("A#", 1, 2)).utf8)
        let index = try #require(bytes.firstIndex(of: UInt8(ascii: "#")))
        bytes[index] = 0xFF
        #expect(throws: GeocodingError.self) { try PlaceCorrections(geoJSON: bytes) }
    }

    private static let small = Text.collection(
        Text.point("A", 1, 2, radius: 80),
        Text.feature(#""city":"é\u00e9","x":[null]"#, "Polygon", "[\(Text.ring(0, 0, 9, 9))]"))

    @Test("A file cut at any byte is an error, and salvaged it is what is in front of the cut") func truncated() throws
    {
        let bytes = Array((Self.small + "\n").utf8)
        let end = bytes.count - 1
        for count in 0..<end {
            let cut = Array(bytes.prefix(count))
            #expect(throws: GeocodingError.self, "\(count)") { try PlaceCorrections(geoJSON: cut) }
            if let salvaged = try? PlaceCorrections(geoJSON: cut, salvaging: true) {
                #expect(salvaged.count > 0 && salvaged.problems.count == 1 && salvaged.city(1, 2) == "A")
            }
        }
        #expect(try PlaceCorrections(geoJSON: Array(bytes.prefix(end))).count == 2)
        #expect(try PlaceCorrections(geoJSON: Array(bytes.prefix(end - 2)), salvaging: true).count == 2)
    }

    @Test("No damage traps", arguments: 0..<20 as Range<UInt64>) func damaged(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bytes = Array(Self.small.utf8)
        for _ in 0..<500 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = damaged.indices.randomElement(using: &generator) ?? 0
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: damaged[index] = UInt8.random(in: 0...255, using: &generator)
                case 1: damaged.remove(at: index)
                default: damaged.insert(Array("[]{},:\"0-9eE.".utf8).randomElement(using: &generator) ?? 0, at: index)
                }
            }
            for salvaging in [false, true] {
                _ = (try? PlaceCorrections(geoJSON: damaged, salvaging: salvaging))?.city(1, 2)
            }
        }
    }

    @Test("An outline of thousands of corners is read, and one too intricate refused in time") func large() throws {
        // A comb whose teeth do not touch; the look-up meets few of its edges.
        var corners: [(Double, Double)] = []
        let count = 10_000
        for tooth in 0..<count {
            let x = Double(tooth) / Double(count) * 10
            corners += [(x, 0), (x + 4e-5, 1)]
        }
        corners += [(10, 0), (10, -1), (0, -1)]
        let ring = (corners + corners.prefix(1)).map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
        #expect(try PlaceCorrections(Text.collection(Self.area(ring))).city(-0.5, 5) == "A")
        // Long edges side by side, each of which might cross any other.
        let edges = (0..<2000).map { number in
            let isEven = number % 2 == 0
            let (y1, y2) = (Double(number) / 1000, Double(number + 1) / 1000)
            return CorrectedEdge(x1: isEven ? 0 : 170, x2: isEven ? 170 : 0, y1: y1, y2: y2, ring: 0, number: number)
        }
        var check = RingCheck(budget: 3_000_000)
        try check.check([edges])
        #expect(throws: RingCheck.Problem.self) { try check.check([edges]) }
    }

    private static func area(_ positions: String) -> String { ring(positions) }

    @Test("Only a regular file of some size is read") func files() throws {
        let folder = TemporaryFolder()
        func code(_ name: String) -> (GeocodingError.Code, String)? {
            do throws(GeocodingError) {
                _ = try PlaceCorrections(path: folder.file(name))
                return nil
            } catch { return (error.code, error.message) }
        }
        #expect(code("missing").map { $0.0 } == .dataUnreadable)
        #expect(code("missing")?.1.contains("cannot be opened: No such file or directory") == true)
        #expect(code("").map { $0.0 } == .dataUnreadable)
        mkfifo(folder.file("pipe"), 0o600)
        #expect(code("pipe")?.1 == "\(folder.file("pipe")) is not a regular file; name a file of GeoJSON")
        #expect(throws: GeocodingError.self) { try PlaceCorrections(path: "/dev/zero") }
        try folder.write("huge", Data())
        #expect(truncate(folder.file("huge"), 2 << 30) == 0)
        #expect(code("huge").map { $0.0 } == .inputInvalid && code("huge")?.1.contains("longer than 64 MiB") == true)
        try folder.write("good", Data(Self.small.utf8))
        #expect(code("good") == nil)
    }
}
