import Foundation
import LKGeo
import LKMetadata
import Testing

@Suite("A photo's position and a location")
struct PhotoLocationConversionTests {
    private static let coordinate = Coordinate(latitude: 46.02, longitude: 7.749)!
    private static let time = Date(timeIntervalSince1970: 1_700_000_000)

    private static func fix() -> Location {
        var fix = Location(coordinate: coordinate, source: .gpsd)
        fix.altitude = 1608.5
        fix.horizontalAccuracy = Accuracy(radius: 4.5, estimator: .gst)
        fix.speed = 1.25
        fix.course = 271
        fix.timestamp = time
        return fix
    }

    @Test("A fix becomes a photo's position with altitude, accuracy, speed, course and time")
    func photoOfFix() {
        let photo = PhotoLocation(Self.fix())
        #expect(photo.coordinate == Self.coordinate)
        #expect(photo.altitude == 1608.5 && photo.altitudeReference == .seaLevel)
        #expect(photo.horizontalAccuracy == 4.5)
        #expect(photo.speed == 1.25 && photo.course == 271)
        #expect(photo.timestamp == Self.time)
        #expect(photo.imageDirection == nil && !photo.isVoid && !photo.isDerived)
    }

    @Test("A height above the ellipsoid keeps its reference both ways, and is not used where the sea's is known")
    func references() {
        var fix = Self.fix()
        fix.ellipsoidalAltitude = 1660
        #expect(PhotoLocation(fix).altitude == 1608.5)
        fix.altitude = nil
        let photo = PhotoLocation(fix)
        #expect(photo.altitude == 1660 && photo.altitudeReference == .ellipsoid)
        #expect(Location(photo).ellipsoidalAltitude == 1660 && Location(photo).altitude == nil)
    }

    @Test("A photo's position becomes a location of a photo, and back without loss of what both have")
    func roundTrip() {
        let photo = PhotoLocation(Self.fix())
        let location = Location(photo)
        #expect(location.source == .photo && !location.isSimulated)
        #expect(location.horizontalAccuracy?.radius == 4.5)
        #expect(PhotoLocation(location) == photo)
    }

    @Test("An accuracy that is not a radius is left out", arguments: [-1, Double.nan, .infinity])
    func accuracy(radius: Double) {
        var photo = PhotoLocation(coordinate: Self.coordinate)
        photo.horizontalAccuracy = radius
        #expect(Location(photo).horizontalAccuracy == nil)
    }
}
