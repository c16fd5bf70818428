import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKMetadata

@Suite("EXIF that is edited")
struct EXIFEditingTests {
    private func metadata(_ block: [UInt8]) throws -> PhotoMetadata {
        try MetadataReader().metadata(of: PhotoFixture.jpeg(PhotoFixture.app1(block)))
    }

    @Test(
        "A position is added to EXIF of either byte order, all else stays, and repeating changes nothing",
        arguments: [true, false])
    func getsAPositionInEitherByteOrderAndKeepsAllElse(bigEndian: Bool) throws {
        let old = TIFFFixture.bytes(
            [
                (0x010F, .ascii("Maker of cameras")), (0x0112, .short([6])),
                (0x8769, .directory([(0x9003, .ascii("2008:10:22 16:28:39")), (0x927C, .undefined(Bytes.zeros(40)))])),
            ], [(0x0103, .short([6]))], bigEndian: bigEndian)
        let new = try #require(try EXIFEditing.edited(old, by: Edits.sydney))
        // Nothing moves: all but the place of the first directory stays.
        let rest = old[8...]
        #expect(new[8..<old.count] == rest)
        let photo = try metadata(new)
        let location = try #require(photo.location)
        #expect(
            location.coordinate.distance(to: Coordinate(latitude: -33.856812345, longitude: 151.215312345)!) < 0.001)
        #expect(location.altitude == -12.345 && location.horizontalAccuracy == 7.25)
        #expect(location.timestamp == Date(timeIntervalSince1970: 1_700_000_000.25))
        #expect(photo.camera?.make == "Maker of cameras" && photo.orientation == .right)
        #expect(photo.date?.wallTime.description == "2008-10-22T16:28:39")
        #expect(photo.warnings.isEmpty)
        #expect(try EXIFEditing.edited(new, by: Edits.sydney) == nil)
    }

    @Test("A new position replaces the old one in place, of which no bytes remain")
    func positionsThatAreThereAreReplacedWhereTheyStand() throws {
        let old = PhotoFixture.camera
        let first = try #require(try EXIFEditing.edited(old, by: Edits.sydney))
        var edit = Edits.edit(12, -34)
        if case .set(var location) = edit.location {
            (location.altitude, location.horizontalAccuracy) = (5, 3)
            location.timestamp = Date(timeIntervalSince1970: 0)
            edit = Edits.edit(location)
        }
        let second = try #require(try EXIFEditing.edited(first, by: edit))
        #expect(second.count == first.count)
        #expect(try metadata(second).location?.coordinate.description == "12.0,-34.0")
        // Of the old position nothing is left.
        let latitude: [UInt8] = [43, 0, 0, 0, 1, 0, 0, 0, 28]
        #expect(old.indices.contains { old[$0...].starts(with: latitude) })
        #expect(!first.indices.contains { first[$0...].starts(with: latitude) })
    }

    @Test("Fields of the old position are removed, and other fields of the GPS directory stay")
    func whatBelongsToAnOldPositionGoesAndTheRestOfItsDirectoryStays() throws {
        let old = TIFFFixture.bytes([
            (
                0x8825,
                .directory([
                    (5, .byte([1])), (6, .rational([(50, 1)])), (8, .ascii("07")), (9, .ascii("V")),
                    (0x0A, .ascii("3")), (0x0B, .rational([(15, 10)])), (0x0C, .ascii("K")),
                    (0x0D, .rational([(5, 1)])),
                    (0x10, .ascii("M")), (0x11, .rational([(90, 1)])), (0x1B, .undefined(Bytes.text("ASCII\0\0\0GPS"))),
                    (0x1F, .rational([(2000, 1)])),
                ])
            )
        ])
        let new = try #require(try EXIFEditing.edited(old, by: Edits.edit(1, 2)))
        let location = try #require(try metadata(new).location)
        #expect(location.altitude == nil && location.horizontalAccuracy == nil && !location.isVoid)
        #expect(location.imageDirection == 90 && location.isImageDirectionMagnetic)
        let file = FileBytes()
        file.open(bytes: new)
        let block = try #require(try TIFFBlock(in: file, at: 0, count: new.count))
        let first = try #require(try block.directory(at: block.firstDirectory))
        let gps = try #require(try block.target(of: block.fields(of: first)[0]))
        let tags = try block.fields(of: try #require(try block.directory(at: gps))).map(\.tag)
        #expect(tags == [0, 1, 2, 3, 4, 9, 0x10, 0x11, 0x12])
    }

    @Test("A derived position is marked as such, and its time does not give the photo's offset from UTC")
    func aDerivedPositionSaysSoAndItsTimeIsNoReceivers() throws {
        var location = PhotoLocation(coordinate: Coordinate(latitude: 1, longitude: 2)!)
        // Two hours before the time that the fixture's camera shows.
        location.timestamp = Date(timeIntervalSince1970: 1_224_685_719)
        let old = TIFFFixture.bytes([(0x8769, .directory([(0x9003, .ascii("2008:10:22 16:28:39"))]))])
        let receivers = try metadata(try #require(try EXIFEditing.edited(old, by: Edits.edit(location))))
        #expect(receivers.location?.isDerived == false)
        #expect(receivers.date?.offset == 7200 && receivers.date?.offsetRule == .gps)
        location.isDerived = true
        let new = try #require(try EXIFEditing.edited(old, by: Edits.edit(location)))
        let derived = try metadata(new)
        #expect(derived.location?.isDerived == true && derived.location?.timestamp == location.timestamp)
        #expect(derived.date?.offset == nil)
        location.isDerived = false
        let again = try #require(try EXIFEditing.edited(new, by: Edits.edit(location)))
        #expect(try metadata(again).location?.isDerived == false)
    }

    @Test("A removed position leaves no bytes in EXIF")
    func aRemovedPositionIsGoneFromTheBytes() throws {
        let old = try #require(try EXIFEditing.edited(PhotoFixture.camera, by: Edits.sydney))
        let new = try #require(try EXIFEditing.edited(old, by: Edits.removal))
        #expect(new.count == old.count)
        let photo = try metadata(new)
        #expect(photo.location == nil && photo.camera?.model == "COOLPIX P6000" && photo.warnings.isEmpty)
        #expect(!new.indices.contains { new[$0...].starts(with: "WGS-84".utf8) })
        #expect(try EXIFEditing.edited(new, by: Edits.removal) == nil)
    }

    @Test("Bytes shared with another field are not overwritten, and removal is refused")
    func bytesThatSomethingElseNeedsAreNotOverwritten() throws {
        // The latitude and the resolution are the same bytes.
        let shared = 8 + 2 + 3 * 12 + 4
        let old = TIFFFixture.bytes([
            (0x010E, .ascii("twelve bytes and some more")), (0x011A, .raw(type: 5, count: 3, value: shared)),
            (0x8825, .directory([(1, .ascii("N")), (2, .raw(type: 5, count: 3, value: shared))])),
        ])
        let new = try #require(try EXIFEditing.edited(old, by: Edits.edit(1, 2)))
        #expect(try metadata(new).caption == "twelve bytes and some more")
        #expect(throws: EditRefusal.self) { try EXIFEditing.edited(old, by: Edits.removal) }
    }

    @Test("A UTC offset is written to the field of the original date, and refused without that date")
    func anOffsetGoesToTheFieldOfTheShot() throws {
        var edit = MetadataEdit()
        edit.offset = -12_600
        let new = try #require(try EXIFEditing.edited(PhotoFixture.camera, by: edit))
        #expect(try metadata(new).date?.offset == -12_600)
        let with = TIFFFixture.bytes([
            (0x8769, .directory([(0x9003, .ascii("2008:10:22 16:28:39")), (0x9011, .ascii("+02:00"))]))
        ])
        #expect(try EXIFEditing.edited(with, by: edit)?.count == with.count)
        let without = TIFFFixture.bytes([(0x8769, .directory([(0x9003, .ascii("2008:10:22 16:28:39"))]))])
        let added = try #require(try EXIFEditing.edited(without, by: edit))
        #expect(try metadata(added).date?.offset == -12_600)
        #expect(throws: EditRefusal.self) {
            try EXIFEditing.edited(TIFFFixture.bytes([(0x112, .short([1]))]), by: edit)
        }
    }

    @Test("A photo without EXIF gets a complete block with the position")
    func picturesWithoutEXIFGetWhatItDemands() throws {
        let new = try #require(try EXIFEditing.edited(nil, by: Edits.edit(-0.5, 180)))
        #expect(try metadata(new).location?.coordinate.description == "-0.5,-180.0")
        #expect(try metadata(new).warnings.isEmpty)
        #expect(try EXIFEditing.edited(nil, by: Edits.removal) == nil)
    }

    @Test("EXIF with a value cut off at its end is not edited")
    func aValueThatIsCutOffIsNotFilledUp() {
        // It would read what is added as its end.
        let old = TIFFFixture.bytes([(0x010F, .raw(type: 2, count: 60, value: 20))])
        #expect(throws: EditRefusal.self) { try EXIFEditing.edited(old, by: Edits.sydney) }
    }

    @Test("A TIFF header that a value points to is kept")
    func aHeadThatAValuePointsToStays() throws {
        let old = TIFFFixture.bytes([(0x8825, .directory([(5, .raw(type: 1, count: 5, value: 0))]))])
        let new = try #require(try EXIFEditing.edited(old, by: Edits.sydney))
        #expect(new[..<8] == old[..<8])
        #expect(try metadata(new).location?.altitude == -12.345)
    }

    @Test(
        "A fraction keeps as many decimals as fit, and is refused beyond its range",
        arguments: [(0.0, 1), (0.1, 10), (1_234.5678, 1000), (4_294_967_295, 1), (429_496_729.5, 10)])
    func fractionsHaveAsManyDecimalsAsFit(value: Double, denominator: Int) throws {
        let fraction = try #require(EXIFRational(value, decimals: 3))
        #expect(fraction.denominator == denominator && fraction.numerator <= Int(UInt32.max))
        #expect(abs(Double(fraction.numerator) / Double(denominator) - value) < 0.001)
        #expect(EXIFRational(-1, decimals: 2) == nil && EXIFRational(.nan, decimals: 2) == nil)
        #expect(EXIFRational(5e9, decimals: 2) == nil && EXIFRational(.infinity, decimals: 2) == nil)
    }
}
