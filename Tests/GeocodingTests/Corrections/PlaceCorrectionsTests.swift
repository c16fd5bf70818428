import LKGeo
import TestSupport
import Testing

@testable import LKGeocoding

/// GeoJSON as tests write it.
enum CorrectionText {
    static func feature(_ properties: String, _ type: String, _ coordinates: String) -> String {
        """
        {"type":"Feature","properties":{\(properties)},"geometry":{"type":"\(type)","coordinates":\(coordinates)}}
        """
    }

    static func collection(_ features: String...) -> String {
        #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",\n") + "]}"
    }

    /// The ring of a box, closed.
    static func ring(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> String {
        "[[\(west),\(south)],[\(east),\(south)],[\(east),\(north)],[\(west),\(north)],[\(west),\(south)]]"
    }

    static func box(
        _ name: String, _ south: Double, _ west: Double, _ north: Double, _ east: Double
    ) -> String {
        feature("\"city\":\"\(name)\"", "Polygon", "[\(ring(south, west, north, east))]")
    }

    static func point(_ name: String, _ latitude: Double, _ longitude: Double, radius: Double? = nil) -> String {
        feature(
            "\"city\":\"\(name)\"" + (radius.map { ",\"radius\":\($0)" } ?? ""), "Point", "[\(longitude),\(latitude)]")
    }
}

extension PlaceCorrections {
    init(_ text: String, salvaging: Bool = false) throws(GeocodingError) {
        try self.init(geoJSON: Array(text.utf8), name: "x.geojson", salvaging: salvaging)
    }

    /// The city at a point where no provider knows anything.
    func city(_ latitude: Double, _ longitude: Double) -> String? {
        corrected(Placemark(coordinate: .point(latitude, longitude), provider: "test")).locality
    }
}

@Suite("PlaceCorrections: where they hold") struct PlaceCorrectionsTests {
    private typealias Text = CorrectionText

    @Test("A feature alone and a collection, in any order of members") func forms() throws {
        #expect(try PlaceCorrections(Text.box("A", 0, 0, 1, 1)).city(0.5, 0.5) == "A")
        let text =
            #"{"name":"mine","features":[{"geometry":{"coordinates":[1,2,30],"type":"Point"},"id":7,"#
            + #""properties":{"x":{"y":[1]},"city":"A"},"type":"Feature"}],"crs":null,"type":"FeatureCollection"}"#
        let corrections = try PlaceCorrections(text)
        #expect(corrections.city(2, 1) == "A" && corrections.unknownProperties == ["x"])
        #expect(try PlaceCorrections(Text.collection()).count == 0)
        #expect(try PlaceCorrections(Text.collection()).city(0, 0) == nil)
    }

    @Test("The border belongs to an area, its holes do not") func holes() throws {
        let area = Text.feature(
            #""city":"A""#, "Polygon", "[\(Text.ring(0, 0, 10, 10)),\(Text.ring(4, 4, 6, 6)),\(Text.ring(0, 8, 1, 9))]")
        let corrections = try PlaceCorrections(area)
        for (latitude, longitude) in [(1.0, 1.0), (0, 0), (10, 10), (5, 0), (5, 10), (0, 5), (10, 5), (3.9, 5), (4, 5)]
        {
            #expect(corrections.city(latitude, longitude) == "A", "\(latitude) \(longitude)")
        }
        for (latitude, longitude) in [(5.0, 5.0), (-0.1, 5), (10.1, 5), (5, -0.1), (5, 10.1), (0.5, 8.5)] {
            #expect(corrections.city(latitude, longitude) == nil, "\(latitude) \(longitude)")
        }
    }

    @Test("The smallest area counts, of circles the one nearest for its radius, of equals the first") func smallest()
        throws
    {
        let corrections = try PlaceCorrections(
            Text.collection(
                Text.box("large", 0, 0, 10, 10), Text.box("small", 1, 1, 2, 2), Text.box("again", 1, 1, 2, 2),
                Text.point("wide", 1.5, 1.5, radius: 20_000), Text.point("narrow", 1.5, 1.55, radius: 8_000),
                Text.point("huge", 5, 5, radius: 1_000_000), Text.point("default", -20, 0)))
        #expect(corrections.city(9, 9) == "large" && corrections.city(1.05, 1.05) == "small")
        #expect(corrections.city(1.5, 1.5) == "wide" && corrections.city(1.5, 1.56) == "narrow")
        #expect(corrections.city(5, 5) == "large" && corrections.city(-1, 5) == "huge")
        // 500 m are 0.00449 degrees of longitude at the equator, a little more at 20° south.
        #expect(corrections.city(-20, 0.0047) == "default" && corrections.city(-20, 0.0049) == nil)
    }

    @Test("Areas across the 180th meridian, cut or with longitudes beyond it") func dateLine() throws {
        let cut = Text.feature(
            #""city":"A""#, "MultiPolygon", "[[\(Text.ring(-18, 177, -16, 180))],[\(Text.ring(-18, -180, -16, -179))]]")
        for text in [cut, Text.box("A", -18, 177, -16, 181), Text.box("A", -18, -183, -16, -179)] {
            let corrections = try PlaceCorrections(text)
            for longitude in [177.5, 179.9999, 180, -180, -179.5] {
                #expect(corrections.city(-17, longitude) == "A", "\(longitude)")
            }
            for longitude in [176.9, -178.9, 0] { #expect(corrections.city(-17, longitude) == nil, "\(longitude)") }
        }
        // A table of attributes has a radius for areas too, which is null.
        #expect(
            try PlaceCorrections(Text.feature(#""city":"A","radius":null"#, "Point", "[0,0]")).city(0, 0.004) == "A")
        // An area that ends at the meridian has it; so has a circle around it.
        #expect(try PlaceCorrections(Text.box("A", -18, 177, -16, 180)).city(-17, -180) == "A")
        let circle = try PlaceCorrections(Text.point("A", -17, 179.999, radius: 1000))
        #expect(circle.city(-17, -179.995) == "A" && circle.city(-17, -179.98) == nil)
        #expect(try PlaceCorrections(Text.box("A", 10, 190, 20, 200)).city(15, -165) == "A")
        #expect(throws: GeocodingError.self) { try PlaceCorrections(Text.box("A", -18, 179, -16, -179)) }
    }

    @Test("Caps of the poles, and circles around them") func poles() throws {
        let cap = try PlaceCorrections(Text.box("A", -90, -180, -60, 180))
        for longitude in [-180.0, -90, 0, 90, 179.9] {
            #expect(
                cap.city(-90, longitude) == "A" && cap.city(-61, longitude) == "A" && cap.city(-59, longitude) == nil)
        }
        let circle = try PlaceCorrections(Text.point("A", 89.9, 0, radius: 50_000))
        #expect(circle.city(90, 0) == "A" && circle.city(89.8, 180) == "A" && circle.city(89, 180) == nil)
        let world = try PlaceCorrections(Text.box("A", -90, -180, 90, 180))
        #expect(world.city(0, 0) == "A" && world.city(90, -180) == "A")
    }

    /// A star of some corners around a point, and whether it holds another: the oracle counts turns.
    private struct Star {
        let middle: (x: Double, y: Double)
        let radius: Double
        var corners: [(x: Double, y: Double)] = []

        init(_ generator: inout SeededGenerator, radius: Double) {
            self.radius = radius
            let (x, y) = (
                Double.random(in: -175...175, using: &generator), Double.random(in: -80...80, using: &generator)
            )
            middle = (x, y)
            let count = Int.random(in: 3...80, using: &generator)
            for number in 0..<count {
                let angle = (Double(number) + 0.2) / Double(count) * 2 * .pi
                let reach = radius * Double.random(in: 0.5...1, using: &generator)
                corners.append((x + reach * Self.cosine(angle), y + reach * Self.cosine(angle - .pi / 2)))
            }
        }

        private static func cosine(_ angle: Double) -> Double {
            // The series is enough for a test, and needs no C library.
            var (term, sum) = (1.0, 1.0)
            let reduced = angle.remainder(dividingBy: 2 * .pi)
            for step in stride(from: 1.0, to: 40, by: 2) {
                term *= -reduced * reduced / (step * (step + 1))
                sum += term
            }
            return sum
        }

        func holds(_ x: Double, _ y: Double) -> Bool {
            var winding = 0
            for (index, start) in corners.enumerated() {
                let end = corners[(index + 1) % corners.count]
                let side = (end.x - start.x) * (y - start.y) - (x - start.x) * (end.y - start.y)
                if start.y <= y, end.y > y, side > 0 { winding += 1 }
                if start.y > y, end.y <= y, side < 0 { winding -= 1 }
            }
            return winding != 0
        }

        var text: String {
            let ring = (corners + corners.prefix(1)).map { "[\($0.x),\($0.y)]" }
            return "[[\(ring.joined(separator: ","))]]"
        }
    }

    @Test("The feature that applies is the one that a search of all features finds", arguments: [1, 2, 3] as [UInt64])
    func oracle(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        // Sizes far enough apart to be in order whatever the latitude.
        let stars = (0..<60).map { Star(&generator, radius: [4, 0.3, 0.02][$0 % 3]) }
        let features = stars.enumerated().map { Text.feature("\"city\":\"\($0)\"", "Polygon", $1.text) }
        let corrections = try PlaceCorrections(
            #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}")
        var hits = 0
        for number in 0..<1500 {
            let star = stars[number % stars.count]
            let x = star.middle.x + star.radius * Double.random(in: -1...1, using: &generator)
            let y = star.middle.y + star.radius * Double.random(in: -1...1, using: &generator)
            let point = Coordinate.point(y, x)
            let holding = stars.indices.filter { stars[$0].holds(x, y) }
            let found = corrections.feature(at: point)
            if holding.isEmpty {
                #expect(found == nil)
            } else {
                hits += 1
                // Of several of one kind the oracle knows no sizes.
                let finest = holding.map { $0 % 3 }.max()
                let found = try #require(found)
                #expect(holding.contains(found) && found % 3 == finest)
            }
        }
        #expect(hits > 200)
    }
}
