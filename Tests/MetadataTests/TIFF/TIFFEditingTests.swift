import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKMetadata

@Suite("TIFF files that are edited")
struct TIFFEditingTests {
    @Test("A new position is appended to a TIFF, and only the header is changed to point to it")
    func whatIsNewStandsBehindTheEndAndTheHeadPointsThere() throws {
        let old = TIFFFixture.bytes([(0x0100, .short([3])), (0x0101, .short([7]))]) + [1, 2, 3]
        guard case .patch(let patch) = try MetadataWriter().outcome(of: Edits.sydney, on: old) else {
            throw CancellationError()
        }
        #expect(patch.keepsOffsets && patch.splices.count == 2)
        #expect(patch.splices[0].range == 4..<8 && patch.splices[1].range == old.count..<old.count)
        let photo = try PhotoFixture.metadata(patch.applied(to: old))
        #expect(photo.location?.altitude == -12.345 && photo.storedSize == PixelSize(width: 3, height: 7))
        #expect(photo.warnings.isEmpty)
    }

    @Test("A position in a TIFF is replaced, or removed in place")
    func aPositionThatIsThereIsReplacedOrRemovedInPlace() throws {
        let new = try #require(try Edits.apply(Edits.edit(10, 20), to: Edits.tiff))
        #expect(try PhotoFixture.metadata(new).location?.coordinate.description == "10.0,20.0")
        let without = try #require(try Edits.apply(Edits.removal, to: Edits.tiff))
        #expect(without.count == Edits.tiff.count)
        #expect(try PhotoFixture.metadata(without).location == nil)
        #expect(try PhotoFixture.metadata(without).date != nil)
    }

    @Test("The processing method is written to a TIFF, but not to a DNG")
    func howThePositionWasFoundIsSaidWhereItIsAskedFor() throws {
        func method(_ more: [(Int, TIFFFixture.Value)]) throws -> String? {
            let old = TIFFFixture.bytes([(0x0100, .short([3])), (0x0101, .short([7]))] + more)
            let new = try #require(try Edits.apply(Edits.sydney, to: old))
            let methods = ["GPS", "CELLID", "MANUAL"]
            return methods.first { name in
                let bytes = Bytes.text("ASCII\0\0\0\(name)")
                return new.indices.contains { new[$0...].starts(with: bytes) }
            }
        }
        #expect(try method([]) == "GPS")
        #expect(try method([(0x8825, .directory([(0x1B, .undefined(Bytes.text("ASCII\0\0\0CELLID")))]))]) == "GPS")
        #expect(try method([(0xC612, .byte([1, 4, 0, 0]))]) == nil)
    }

    @Test("A position in BigTIFF is read and removed, but none is written", arguments: [true, false])
    func fromBigTIFFAPositionIsReadAndRemovedAndNothingIsWritten(bigEndian: Bool) throws {
        func number(_ value: Int, _ size: Int) -> [UInt8] {
            let big = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
            return bigEndian ? big : big.reversed()
        }
        func entry(_ tag: Int, _ value: Int) -> [UInt8] {
            number(tag, 2) + number(3, 2) + number(1, 8) + number(value, 2) + Bytes.zeros(6)
        }
        func letter(_ tag: Int, _ text: String) -> [UInt8] {
            number(tag, 2) + number(2, 2) + number(2, 8) + Bytes.text(text) + Bytes.zeros(7)
        }
        func degrees(_ tag: Int, at place: Int) -> [UInt8] {
            number(tag, 2) + number(5, 2) + number(3, 8) + number(place, 8)
        }
        let head = Array((bigEndian ? "MM" : "II").utf8) + number(43, 2) + number(8, 2) + number(0, 2) + number(16, 8)
        let pointer = number(0x8825, 2) + number(16, 2) + number(1, 8) + number(92, 8)
        let first = number(3, 8) + entry(0x0100, 3) + entry(0x0101, 7) + pointer + number(0, 8)
        let gps = [letter(1, "S"), degrees(2, at: 188), letter(3, "E"), degrees(4, at: 212)].flatMap { $0 }
        let numbers = [33, 1, 30, 1, 0, 1, 151, 1, 15, 1, 0, 1].flatMap { number($0, 4) }
        let file = head + first + number(4, 8) + gps + number(0, 8) + numbers
        let photo = try PhotoFixture.metadata(file)
        #expect(photo.location?.coordinate == Coordinate(latitude: -33.5, longitude: 151.25))
        #expect(photo.storedSize == PixelSize(width: 3, height: 7))
        #expect(try Edits.apply(Edits.sydney, to: file) == nil)
        let without = try #require(try Edits.apply(Edits.removal, to: file))
        #expect(try PhotoFixture.metadata(without).location == nil)
        #expect(try PhotoFixture.metadata(without).storedSize == photo.storedSize)
        for count in 0..<file.count { _ = try? PhotoFixture.metadata(Array(file[..<count])) }
    }

    @Test("Raw photos are not edited, except DNG")
    func rawPicturesAreLeftAloneButDNGIsNot() throws {
        let raw = TIFFFixture.bytes([(0x0100, .short([3])), (0x0101, .short([7])), (0x0106, .long([32_803]))])
        #expect(try Edits.apply(Edits.sydney, to: raw) == nil)
        let dng = TIFFFixture.bytes([
            (0x0100, .short([3])), (0x0101, .short([7])), (0x0106, .long([32_803])), (0xC612, .byte([1, 4, 0, 0])),
        ])
        #expect(try PhotoFixture.metadata(try #require(try Edits.apply(Edits.sydney, to: dng))).location != nil)
    }
}
