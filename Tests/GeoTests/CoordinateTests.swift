import Foundation
import LKGeo
import TestSupport
import Testing

@Suite struct CoordinateTests {
    @Test(
        "Numbers that name no point make no coordinate",
        arguments: [
            (.nan, 0), (0, .nan), (.infinity, 0), (-.infinity, 0), (0, .infinity), (0, -.infinity), (90.0000001, 0),
            (-90.0000001, 0), (90.00000000000001, 0), (1e300, 0),
        ] as [(Double, Double)])
    func refuses(latitude: Double, longitude: Double) {
        #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
    }

    @Test(
        "Longitudes are brought into -180..<180 exactly",
        arguments: [
            (180, -180), (190, -170), (-180, -180), (-190, 170), (540, -180), (-540, -180), (360, 0), (720, 0),
            (179.99999999999997, 179.99999999999997), (-180.00000000000003, 179.99999999999997),
            (360.00000000000006, 5.684341886080802e-14), (0.1, 0.1), (360e12 + 0.125, 0.125),
        ] as [(Double, Double)])
    func normalizes(longitude: Double, expected: Double) throws {
        let coordinate = try #require(Coordinate(latitude: 0, longitude: longitude))
        #expect(coordinate.longitude == expected)
    }

    @Test("A longitude of 1e300 is somewhere on the Earth")
    func normalizesHuge() throws {
        let coordinate = try #require(Coordinate(latitude: 0, longitude: 1e300))
        #expect(coordinate.longitude >= -180 && coordinate.longitude < 180)
        #expect(coordinate.longitude == (1e300).remainder(dividingBy: 360))
    }

    @Test("Every normalised longitude is within its range and whole turns away")
    func normalizesAny() throws {
        var random = SeededGenerator(seed: 180)
        for _ in 0..<10_000 {
            let longitude = Double.random(in: -1000...1000, using: &random)
            let normalized = try #require(Coordinate(latitude: 0, longitude: longitude)).longitude
            #expect(normalized >= -180 && normalized < 180)
            #expect((longitude - normalized).remainder(dividingBy: 360).magnitude < 1e-12)
        }
    }

    @Test("Negative zeros are zeros: equal, alike in hash and text")
    func negativeZero() throws {
        let negative = try #require(Coordinate(latitude: -0.0, longitude: -0.0))
        let positive = try #require(Coordinate(latitude: 0, longitude: 0))
        let turned = try #require(Coordinate(latitude: 0, longitude: -360))
        #expect(negative == positive && negative.hashValue == positive.hashValue)
        #expect(negative.latitude.sign == .plus && negative.longitude.sign == .plus)
        #expect(turned.longitude.sign == .plus)
        #expect("\(negative)" == "0.0,0.0")
    }

    @Test("The two names of the antimeridian are one point")
    func antimeridian() {
        #expect(Coordinate(latitude: 1, longitude: 180) == Coordinate(latitude: 1, longitude: -180))
    }

    @Test("Coding keeps every bit")
    func codes() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<100 {
            let coordinate = RandomPlaces.anywhere(using: &random)
            let data = try JSONEncoder().encode(coordinate)
            #expect(try JSONDecoder().decode(Coordinate.self, from: data) == coordinate)
        }
    }

    @Test("Decoding a point that is not on the Earth fails", arguments: ["95", "-90.5", "1e300"])
    func decodingFails(latitude: String) {
        let data = Data(#"{"latitude":\#(latitude),"longitude":0}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Coordinate.self, from: data) }
    }
}
