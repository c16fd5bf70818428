import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKMetadata

@Suite("Positions in XMP in the forms that programs write")
struct XMPPositionTests {
    private func properties(_ attributes: String, _ content: String = "") throws -> XMPProperties {
        let packet = Array(XMPPacketTests.packet(attributes, content).utf8)
        return try #require(packet.withUnsafeBytes { XMPPacket.properties(of: $0) })
    }

    /// A position near Halifax: 44.65, -63.57.
    @Test(
        "A separate hemisphere reference is read with coordinates in any form",
        arguments: [
            ("44.65", "N", "63.57", "W"), ("44,39.0", "N", "63,34.2", "W"), ("44,39,0", "N", "63,34,12", "W"),
            ("44,39.0N", "N", "63,34.2W", "W"), ("44,39,0N", "n", "63,34,12W", "w"),
            ("44.65", "North", "-63.57", "West"),
            ("+44.65", "N", "-63.57", "W"), ("44,65", "N", "63,57000", "W"), ("4465/100", "N", "6357/100", "W"),
            ("44° 39' 0\"", "N", "63°34′12″", "W"), ("44,39.0N", "", "63,34.2W", ""), ("N44.65", "", "W 63 34.2", ""),
            ("44.65", "N", "\u{2212}63.57", ""), ("44;39;0,0", "N", "63;34;12,0", "W"),
        ])
    func aSeparateReferenceStatesTheHemisphere(
        _ latitude: String, _ north: String, _ longitude: String, _ west: String
    ) throws {
        let quoted = [latitude, longitude].map { $0.replacingOccurrences(of: "\"", with: "&quot;") }
        let attributes = try properties(
            """
            exif:GPSLatitude="\(quoted[0])" exif:GPSLatitudeRef="\(north)" exif:GPSLongitude="\(quoted[1])" \
            exif:GPSLongitudeRef="\(west)"
            """)
        let elements = try properties(
            "",
            """
            <exif:GPSLatitudeRef>\(north)</exif:GPSLatitudeRef><exif:GPSLatitude>\(quoted[0])</exif:GPSLatitude>
            <exif:GPSLongitude>\(quoted[1])</exif:GPSLongitude><exif:GPSLongitudeRef>\(west)</exif:GPSLongitudeRef>
            """)
        for found in [attributes, elements] {
            let coordinate = try #require(found.location?.coordinate)
            #expect(abs(coordinate.latitude - 44.65) < 1e-9)
            #expect(abs(coordinate.longitude + 63.57) < 1e-9)
            #expect(found.unread.isEmpty)
        }
    }

    @Test(
        "Ambiguous or contradictory coordinates give a warning and no position",
        arguments: [
            ("12,30", ""), ("12.5N", "S"), ("-12.5", "N"), ("12.5", "O"), ("12.5E", ""), ("12,5,6,7N", ""),
            ("12.5 km", ""),
            ("12,61.5N", ""), ("-12.5N", ""), ("12.5,30N", ""), ("12..5N", ""), ("1/0", "N"), ("12.5-", ""),
            ("12.5%", "N"),
        ])
    func aTextWithNoMeaningOrSeveralIsNamedAndNotRead(_ latitude: String, _ reference: String) throws {
        let found = try properties(
            """
            exif:GPSLatitude='\(latitude)' exif:GPSLatitudeRef='\(reference)' exif:GPSLongitude='2,0E'
            """)
        #expect(found.location == nil)
        #expect(found.unread.map(\.name) == ["exif:GPSLatitude"])
        #expect(found.unread.first?.subject == .position)
    }

    @Test(
        "Exponents in coordinates are read, and an E for east is not mistaken for one",
        arguments: [("1e-05", 0.00001), ("-2.5E-3", -0.0025), ("5.0E", nil), ("0.5E0", 0.5)] as [(String, Double?)])
    func exponentsAreReadAndAnEastIsNotOne(_ text: String, _ degrees: Double?) throws {
        let found = try properties("exif:GPSLatitude='\(text)' exif:GPSLongitude='2.5E'").location?.coordinate
        #expect(found?.latitude == degrees)
        #expect(found == nil || found?.longitude == 2.5)
    }

    @Test("Altitudes are read with a decimal comma or in meters, but not in feet")
    func altitudesHaveADecimalCommaOrMetres() throws {
        func altitude(_ text: String) throws -> Double? {
            try properties("exif:GPSLatitude='1,0N' exif:GPSLongitude='2,0E' exif:GPSAltitude='\(text)'").location?
                .altitude
        }
        #expect(try altitude("123,45") == 123.45)
        #expect(try altitude("123.45 m") == 123.45)
        #expect(try altitude("400 ft") == nil)
    }

    @Test("A new position removes the hemisphere references of the old one")
    func aNewPositionRemovesTheReferencesOfTheOldOne() throws {
        var edit = MetadataEdit()
        edit.location = .set(try XMPEdits.location(-33.45, 70.65))
        let old = XMPPacketTests.packet(
            "exif:GPSLatitude='44.65' exif:GPSLatitudeRef='N'",
            "<exif:GPSLongitude>63.57</exif:GPSLongitude><exif:GPSLongitudeRef>W</exif:GPSLongitudeRef>")
        let packet = try XMPEdits.edited(old, edit)
        #expect(!packet.contains("GPSLatitudeRef") && !packet.contains("GPSLongitudeRef"))
        let found = try #require(try XMPEdits.properties(packet.utf8).location?.coordinate)
        #expect(abs(found.latitude + 33.45) < 1e-8 && abs(found.longitude - 70.65) < 1e-8)
    }
}

@Suite("Positions of a photo and its sidecars")
struct SidecarPositionTests {
    private let folder = TemporaryFolder()

    private func photo(_ gps: PhotoFixture.Entries, _ sidecar: String) throws -> (PhotoMetadata, PhotoLocation?) {
        let path = folder.file("IMG.JPG")
        try Data(PhotoFixture.jpeg(exif: [], gps: gps)).write(to: URL(filePath: path))
        try Data(Bytes.xmp(sidecar)).write(to: URL(filePath: folder.file("IMG.xmp")))
        var own = try MetadataReader().metadata(of: path)
        let location = Sidecars(of: path, reading: FileBytes()).location(beside: &own)
        return (own, location)
    }

    private static let halifax: PhotoFixture.Entries = [
        (1, .ascii("N")), (2, .rational([(44, 1), (39, 1), (0, 1)])), (3, .ascii("W")),
        (4, .rational([(63, 1), (34, 1), (12, 1)])),
    ]

    @Test(
        "A sidecar with the photo's position in another hemisphere gives a warning and is ignored",
        arguments: [("44.65", "63.57"), ("-44.65", "-63.57"), ("44,39.0N", "63,34.2E")])
    func theSamePlaceInAnotherHemisphereIsAWarning(_ latitude: String, _ longitude: String) throws {
        let (own, location) = try photo(
            Self.halifax, "exif:GPSLatitude='\(latitude)' exif:GPSLongitude='\(longitude)'")
        #expect(location?.coordinate == Coordinate(latitude: 44.65, longitude: -63.57))
        let warning = try #require(own.warnings.first { $0.subject == .position })
        #expect(warning.message.contains("IMG.xmp has the photo's position in another hemisphere"))
    }

    @Test("A sidecar's other position takes precedence without a warning")
    func anotherPlaceAndTheSamePlaceAreTheSidecars() throws {
        let (own, location) = try photo(Self.halifax, "exif:GPSLatitude='48,0.0N' exif:GPSLongitude='11,30.0E'")
        #expect(location?.coordinate == Coordinate(latitude: 48, longitude: 11.5))
        #expect(own.warnings.isEmpty)
        let (same, other) = try photo(Self.halifax, "exif:GPSLatitude='44,39.0N' exif:GPSLongitude='63,34.2W'")
        #expect(other?.coordinate == Coordinate(latitude: 44.65, longitude: -63.57))
        #expect(same.warnings.isEmpty)
    }

    @Test("The sidecar's hemispheres count if the photo has none")
    func withoutHemispheresInThePhotoThoseOfTheSidecarCount() throws {
        let bare = Self.halifax.filter { $0.0 == 2 || $0.0 == 4 }
        let (own, location) = try photo(bare, "exif:GPSLatitude='44,39.0N' exif:GPSLongitude='63,34.2W'")
        #expect(location?.coordinate == Coordinate(latitude: 44.65, longitude: -63.57))
        #expect(own.warnings.isEmpty)
    }

    @Test("XMP in a photo that contradicts its EXIF position gives a warning and is ignored")
    func theXMPWithinThePhotoIsNamedWhenItContradicts() throws {
        let exif = TIFFFixture.bytes([(0x8825, .directory(Self.halifax))])
        let packet = Bytes.xmp("exif:GPSLatitude='44.65' exif:GPSLongitude='63.57'")
        let found = try PhotoFixture.metadata(PhotoFixture.jpeg(PhotoFixture.app1(exif), PhotoFixture.appXMP(packet)))
        #expect(found.location?.coordinate == Coordinate(latitude: 44.65, longitude: -63.57))
        #expect(found.warnings.contains { $0.subject == .position })
    }
}
