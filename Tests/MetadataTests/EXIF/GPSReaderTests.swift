import FoundationEssentials
import LKGeo
import TestSupport
import Testing

@testable import LKMetadata

@Suite struct GPSReaderTests {
    private static let latitude: TIFFFixture.Value = .rational([(33, 1), (30, 1), (0, 1)])
    private static let longitude: TIFFFixture.Value = .rational([(70, 1), (15, 1), (36, 1)])

    private func location(_ gps: PhotoFixture.Entries) throws -> PhotoLocation? {
        try PhotoFixture.metadata(PhotoFixture.jpeg(exif: [], gps: gps)).location
    }

    private func position(_ other: PhotoFixture.Entries = []) -> PhotoFixture.Entries {
        [(1, .ascii("S")), (2, Self.latitude), (3, .ascii("W")), (4, Self.longitude)] + other
    }

    @Test("Coordinates are signed by their hemisphere letters")
    func thePositionHasTheSignsOfItsHemispheres() throws {
        let location = try #require(try location(position()))
        #expect(location.coordinate == Coordinate(latitude: -33.5, longitude: -70.26))
        #expect(location.altitude == nil)
        #expect(!location.isVoid)
        #expect(location.timestamp == nil)
    }

    @Test("A GPS directory without both coordinates gives no position")
    func aDirectoryWithoutLatitudeIsNoPosition() throws {
        #expect(try location([(0, .byte([2, 3, 0, 0]))]) == nil)
        #expect(try location([(1, .ascii("N")), (2, Self.latitude)]) == nil)
        #expect(try location([(3, .ascii("E")), (4, Self.longitude), (6, .rational([(5, 1)]))]) == nil)
    }

    @Test("A zero denominator in degrees or minutes gives no position, and in seconds is ignored")
    func zeroDenominatorsAreNotKnown() throws {
        func latitude(_ parts: [(Int, Int)]) throws -> Double? {
            try location([(1, .ascii("N")), (2, .rational(parts)), (3, .ascii("E")), (4, Self.longitude)])?.coordinate
                .latitude
        }
        #expect(try latitude([(0, 0), (0, 0), (0, 0)]) == nil)
        #expect(try latitude([(33, 0), (30, 1), (0, 1)]) == nil)
        #expect(try latitude([(33, 1), (30, 1), (0, 0)]) == 33.5)
        #expect(try latitude([(33, 1), (30, 1)]) == 33.5)
        #expect(try latitude([(335, 10)]) == 33.5)
        #expect(try latitude([]) == nil)
    }

    @Test("Coordinates outside the Earth give no position")
    func whatIsNowhereOnTheEarthIsNoPosition() throws {
        #expect(try location([(2, .rational([(91, 1)])), (4, Self.longitude)]) == nil)
        #expect(try location([(2, Self.latitude), (4, .rational([(4_000_000_000, 1)]))]) == nil)
        // A NaN as a number of 64 bits.
        #expect(
            try location([(2, .raw(type: 12, count: 1, value: 8)), (4, Self.longitude)])?.coordinate.latitude.isNaN
                != true)
    }

    @Test("Coordinates without hemisphere letters are north and east")
    func withoutLettersItIsNorthAndEast() throws {
        #expect(
            try location([(2, Self.latitude), (4, Self.longitude)])?.coordinate
                == Coordinate(latitude: 33.5, longitude: 70.26))
    }

    @Test("Zero coordinates or a void fix are marked as void, and both together give no position")
    func zerosAreDoubtfulAndWithoutAFixNothing() throws {
        let zero: TIFFFixture.Value = .rational([(0, 1), (0, 1), (0, 1)])
        let island: PhotoFixture.Entries = [(1, .ascii("N")), (2, zero), (3, .ascii("E")), (4, zero)]
        #expect(try location(island)?.isVoid == true)
        #expect(try location(island + [(9, .ascii("V"))]) == nil)
        #expect(try location(position([(9, .ascii("V"))]))?.isVoid == true)
        #expect(try location(position([(9, .ascii("A"))]))?.isVoid == false)
    }

    @Test(
        "An altitude is signed and related to sea level or ellipsoid by its reference",
        arguments: [(nil, 12.5, false), (0, 12.5, false), (1, -12.5, false), (2, 12.5, true), (3, -12.5, true)])
    func altitudesHaveTheirReference(reference: Int?, altitude: Double, isEllipsoidal: Bool) throws {
        let entries: PhotoFixture.Entries = reference.map { [(5, .byte([UInt8($0)]))] } ?? []
        let location = try #require(try location(position(entries + [(6, .rational([(125, 10)]))])))
        #expect(location.altitude == altitude)
        #expect(location.altitudeReference == (isEllipsoidal ? .ellipsoid : .seaLevel))
    }

    @Test("Speed, course, image direction and accuracy are converted from their units")
    func directionSpeedAndErrorAreInTheirUnits() throws {
        let location = try #require(
            try location(
                position([
                    (0x0C, .ascii("N")), (0x0D, .rational([(3600, 1852)])), (0x0E, .ascii("T")),
                    (0x0F, .rational([(360, 1)])),
                    (0x10, .ascii("M")), (0x11, .rational([(465, 10)])), (0x1F, .rational([(2000, 1)])),
                ])))
        #expect(abs(try #require(location.speed) - 1) < 1e-12)
        #expect(location.course == 0)
        #expect(location.imageDirection == 46.5)
        #expect(location.isImageDirectionMagnetic)
        #expect(location.horizontalAccuracy == 2000)
        let other = try #require(
            try self.location(
                position([(0x0D, .rational([(36, 1)])), (0x11, .rational([(361, 1)])), (0x1F, .rational([(0, 1)]))])))
        #expect(other.speed == 10)
        #expect(other.imageDirection == nil)
        #expect(other.horizontalAccuracy == nil)
    }

    @Test("A malformed GPS date gives no timestamp", arguments: ["2014:09:259", "0000:00:00", "2014/99/01", ""])
    func aMalformedDayGivesNoTime(day: String) throws {
        let time: TIFFFixture.Value = .rational([(14, 1), (27, 1), (724, 100)])
        #expect(try location(position([(7, time), (0x1D, .ascii(day))]))?.timestamp == nil)
    }

    @Test("GPS date and time give the timestamp of the position, and 24 hours is rejected")
    func dayAndTimeAreTheMomentOfThePosition() throws {
        let time: TIFFFixture.Value = .rational([(14, 1), (27, 1), (725, 100)])
        for day in ["2008:10:22", "2008:10:22 14:27:07"] {
            let stamp = try #require(try location(position([(7, time), (0x1D, .ascii(day))]))?.timestamp)
            #expect(stamp.timeIntervalSince1970 == 1_224_685_627.25)
        }
        let late: TIFFFixture.Value = .rational([(24, 1), (0, 1), (0, 1)])
        #expect(try location(position([(7, late), (0x1D, .ascii("2008:10:22"))]))?.timestamp == nil)
    }
}
