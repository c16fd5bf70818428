import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKMetadata

@Suite("JPEGs that are edited")
struct JPEGEditingTests {
    private static let jfif = PhotoFixture.segment(0xE0, Bytes.text("JFIF\0") + [1, 1, 0, 0, 1, 0, 1, 0, 0])
    private static let comment = PhotoFixture.segment(0xFE, Bytes.text("a comment"))

    @Test("Adding a position keeps all other segments in order and unchanged")
    func segmentsKeepTheirOrderAndTheirBytes() throws {
        let (exif, other) = (PhotoFixture.app1(PhotoFixture.camera), Self.comment)
        let old = PhotoFixture.jpeg(Self.jfif, other, exif, PhotoFixture.segment(0xE2, Bytes.text("ICC_PROFILE\0")))
        let new = try #require(try Edits.apply(Edits.sydney, to: old))
        let start = 2 + Self.jfif.count + other.count
        #expect(new[..<start] == old[..<start])
        let rest = old[(start + exif.count)...]
        #expect(new.suffix(rest.count) == rest)
        #expect(try PhotoFixture.metadata(new).location?.altitude == -12.345)
        #expect(try Edits.apply(Edits.sydney, to: new) == new)
    }

    @Test("A new EXIF segment is placed after JFIF")
    func newEXIFStandsBehindJFIF() throws {
        let old = PhotoFixture.jpeg(Self.jfif, Self.comment)
        let new = try #require(try Edits.apply(Edits.sydney, to: old))
        let start = 2 + Self.jfif.count
        #expect(new[..<start] == old[..<start] && new[start...].starts(with: [0xFF, 0xE1]))
        let rest = old[start...]
        #expect(new.suffix(rest.count) == rest)
        #expect(try PhotoFixture.metadata(new).location != nil)
        #expect(try Edits.apply(Edits.removal, to: old) == old)
    }

    @Test("The inverse of a patch restores the original file")
    func anInverseMakesTheOldFileAgain() throws {
        let old = PhotoFixture.jpeg(PhotoFixture.app1(PhotoFixture.camera))
        guard case .patch(let patch) = try MetadataWriter().outcome(of: Edits.sydney, on: old) else {
            return #expect(Bool(false))
        }
        let file = FileBytes()
        file.open(bytes: old)
        let new = patch.applied(to: old)
        #expect(new.count == patch.newCount && !patch.keepsOffsets)
        #expect(try patch.inverse(reading: file).applied(to: new) == old)
    }

    @Test("A position that no longer fits into the 64 KB of EXIF is refused")
    func EXIFThatIsFullIsRefused() throws {
        let full = TIFFFixture.bytes([(0x010E, .ascii(String(repeating: "x", count: 65_420)))])
        let old = PhotoFixture.jpeg(PhotoFixture.app1(full))
        let outcome = try MetadataWriter().outcome(of: Edits.sydney, on: old)
        #expect(outcome == .refused(EditRefusal("its EXIF does not fit into 64 KB")))
    }

    @Test("The list of a multi-picture JPEG follows the images that a new position moves", arguments: [true, false])
    func thePicturesBehindTheFirstAreFound(listIsFirst: Bool) throws {
        let second = PhotoFixture.jpeg(width: 10, height: 10)
        func list(_ size: Int, _ offset: Int) -> [UInt8] {
            let entries =
                Bytes.u32(0x30000) + Bytes.u32(size) + Bytes.u32(0) + Bytes.zeros(4) + Bytes.u32(0x20002)
                + Bytes.u32(second.count) + Bytes.u32(offset) + Bytes.zeros(4)
            let block = TIFFFixture.bytes([(0xB001, .long([2])), (0xB002, .undefined(entries))], bigEndian: true)
            return PhotoFixture.segment(0xE2, Bytes.text("MPF\0") + block)
        }
        func first(_ list: [UInt8]) -> [UInt8] {
            let exif = PhotoFixture.app1(PhotoFixture.camera)
            return listIsFirst ? PhotoFixture.jpeg(list, exif) : PhotoFixture.jpeg(exif, list)
        }
        func header(_ bytes: [UInt8]) -> Int {
            (bytes.indices.first { bytes[$0...].starts(with: "MPF\0".utf8) } ?? 0) + 4
        }
        let size = first(list(0, 0)).count
        let offset = size - header(first(list(0, 0)))
        let old = first(list(size, offset)) + second
        let new = try #require(try Edits.apply(Edits.sydney, to: old))
        let moved = new.count - second.count
        #expect(new[moved...].elementsEqual(second) && new.count > old.count)
        let expected = list(moved, moved - header(new))
        #expect(new[(header(new) - 8)...].starts(with: expected))
    }

    @Test("A JPEG truncated within its header is not edited")
    func picturesThatAreCutOffAreRefused() throws {
        let old = PhotoFixture.jpeg(PhotoFixture.app1(PhotoFixture.camera))
        for count in 3..<old.count - 12 {
            let outcome = try MetadataWriter().outcome(of: Edits.sydney, on: Array(old[..<count]))
            guard case .refused = outcome else { return #expect(Bool(false), "\(count)") }
        }
    }
}
