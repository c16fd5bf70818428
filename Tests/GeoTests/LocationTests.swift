import Foundation
import LKGeo
import Testing

@Suite struct LocationTests {
    private func full() throws -> Location {
        let coordinate = try #require(Coordinate(latitude: 35.681236, longitude: 139.767125))
        var location = Location(coordinate: coordinate, source: .gpsd, isSimulated: true)
        location.altitude = 40.1
        location.ellipsoidalAltitude = 76.8
        location.horizontalAccuracy = Accuracy(radius: 4.2, estimator: .epxEpy)
        location.verticalAccuracy = 8
        location.speed = 0.1
        location.speedAccuracy = 0.05
        location.course = 12.5
        location.courseAccuracy = 3
        location.verticalSpeed = -0.2
        location.timestamp = Date(timeIntervalSinceReferenceDate: 700_000_000.125)
        location.timestampDoubt = .weekRollover
        location.fix = .threeDimensional
        location.correction = .rtkFloat
        location.satellites = Location.SatelliteCount(used: 9, visible: 14)
        location.horizontalDilution = 0.9
        location.device = "/dev/ttyACM0"
        return location
    }

    @Test("A location is described by its position, accuracy, altitude and time, as far as known")
    func description() throws {
        let location = try full()
        #expect("\(location)" == "35.681236,139.767125 ± 4.2 m, altitude 40.1 m, 2023-03-08T20:26:40Z")
        #expect("\(Location(coordinate: location.coordinate))" == "35.681236,139.767125")
        var distant = Location(coordinate: location.coordinate)
        distant.timestamp = Date(timeIntervalSince1970: 1e300)
        #expect("\(distant)" == "35.681236,139.767125")
    }

    @Test("Coding keeps every property, and their absence")
    func codes() throws {
        let location = try full()
        let bare = Location(coordinate: location.coordinate)
        for value in [location, bare] {
            let data = try JSONEncoder().encode(value)
            #expect(try JSONDecoder().decode(Location.self, from: data) == value)
        }
    }

    @Test("Decoding a location at latitude 95 fails and says where")
    func decodingFails() throws {
        let text = #"{"coordinate":{"latitude":95,"longitude":0},"source":"other","isSimulated":false}"#
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode(Location.self, from: Data(text.utf8))
        }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(error) is not about corrupted data")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["coordinate"])
        #expect(context.debugDescription.contains("95.0"))
    }

    @Test("A two-dimensional fix is less than a three-dimensional one")
    func ordersFixes() {
        #expect(Location.Fix.twoDimensional < .threeDimensional)
        #expect(!(Location.Fix.threeDimensional < .threeDimensional))
    }
}
