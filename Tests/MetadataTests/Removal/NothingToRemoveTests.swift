import Foundation
import TestSupport
import Testing

@testable import LKMetadata

@Suite("Files that cannot be changed, and need not be to tell no place")
struct NothingToRemoveTests {
    /// What becomes of a file: `nil` where it stays as it is, as nothing is in it.
    private func refusal(_ bytes: [UInt8], _ edit: MetadataEdit = XMPEdits.removal) throws -> String? {
        switch try MetadataWriter().outcome(of: edit, on: bytes) {
        case .refused(let refusal): return refusal.reason
        case .patch(let patch):
            #expect(patch.isEmpty)
            return nil
        }
    }

    private static let bare = TIFFFixture.bytes([(0x0112, .short([6]))])
    private static let cut: [(name: String, bare: [UInt8], placed: [UInt8])] = {
        func cutOff(_ file: [UInt8], _ count: Int) -> [UInt8] { Array(file.dropLast(count)) }
        func jpeg(_ exif: [UInt8]) -> [UInt8] { cutOff(PhotoFixture.jpeg(PhotoFixture.app1(exif)), 14) }
        func png(_ exif: [UInt8]) -> [UInt8] {
            cutOff(PhotoFixture.png(PhotoFixture.chunk("eXIf", exif)), 13)
        }
        func raf(_ exif: [UInt8]) -> [UInt8] {
            let picture = PhotoFixture.jpeg(PhotoFixture.app1(exif))
            return Bytes.text("FUJIFILMCCD-RAW ") + Bytes.zeros(68) + Bytes.u32(108) + Bytes.u32(picture.count)
                + Bytes.u32(96) + Bytes.zeros(12) + picture
        }
        func gif(_ comment: String) -> [UInt8] {
            PhotoFixture.gif([0x21, 0xFE, UInt8(comment.utf8.count)] + Bytes.text(comment) + [0])
        }
        func video(_ comment: String) -> [UInt8] {
            typealias Video = MatroskaContainerTests
            return Video.head
                + Bytes.element(
                    0x1853_8067, Video.information, Video.tracks(), Video.cluster,
                    Bytes.element(0xEC, Bytes.text(comment))
                )
        }
        return [
            ("jpeg", jpeg(bare), jpeg(PhotoFixture.camera)), ("png", png(bare), png(PhotoFixture.camera)),
            ("raf", raf(bare), raf(PhotoFixture.camera)), ("gif", gif("nothing"), gif("exif:GPSLatitude='1,2N'")),
            ("matroska", video("nothing"), video("LOCATION +52.3+006.6/")),
            ("names in gif", gif("photoshop:Town='Rom'"), gif("photoshop:City='Rom'")),
        ]
    }()

    @Test("A truncated file counts as free of positions only if nothing in it can hold one", arguments: cut.map(\.name))
    func onlyWhatMaySayAPlaceIsComplainedOf(name: String) throws {
        let files = try #require(Self.cut.first { $0.name == name })
        #expect(try refusal(files.bare) == nil)
        #expect(try refusal(files.placed) != nil)
        // To set a position is refused in any case.
        #expect(try Edits.apply(Edits.sydney, to: files.bare) == nil)
    }

    @Test("Removal is refused if unreadable EXIF, GPS data or IPTC might hold a position")
    func ofWhatCannotBeReadNothingIsPromised() throws {
        let headless = PhotoFixture.app1(Bytes.text("XX") + Self.bare.dropFirst(2))
        #expect(try refusal(Array(PhotoFixture.jpeg(headless).dropLast(14))) != nil)
        // A directory of GPS without a position, in EXIF of a PNG, whose beginning no name marks.
        let gps = TIFFFixture.bytes([(0x8825, .directory([(0x1D, .ascii("2014:05:24"))]))])
        #expect(try refusal(Array(PhotoFixture.png(PhotoFixture.chunk("eXIf", gps)).dropLast(13))) != nil)
        let iptc = PhotoFixture.app13(PhotoFixture.dataset(2, 55, Bytes.text("20140524")))
        #expect(try refusal(Array(PhotoFixture.jpeg(iptc).dropLast(14))) != nil)
    }

    @Test("A raw file without a position needs no removal, and one with a position is refused")
    func rawPicturesWithoutPositionsNeedNoChange() throws {
        let facts: [(Int, TIFFFixture.Value)] = [
            (0x0100, .short([3])), (0x0101, .short([7])), (0x0106, .long([32_803])),
        ]
        #expect(try refusal(TIFFFixture.bytes(facts)) == nil)
        let gps = facts + [(0x8825, .directory([(1, .ascii("N")), (2, .rational([(1, 1), (2, 1), (3, 1)]))]))]
        #expect(try refusal(TIFFFixture.bytes(gps)) == "it is a raw photo, which is never changed")
        let packet = Bytes.xmp("photoshop:City='Rom'")
        #expect(try refusal(TIFFFixture.bytes(facts + [(0x02BC, .byte(packet))])) != nil)
    }

    @Test("A TIFF whose values overlap its header needs no removal if it has no position")
    func aTIFFWhoseDirectoryOverlapsItsHeadNeedsNoChangeEither() throws {
        // A value that lies in the head.
        let shared = TIFFFixture.bytes([(0x0100, .short([3])), (0x010F, .raw(type: 2, count: 6, value: 2))])
        #expect(try refusal(shared) == nil)
    }
}
