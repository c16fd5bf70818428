import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKMetadata

@Suite("Positions that are removed")
struct PositionRemovalTests {
    private func refusal(_ bytes: [UInt8]) throws -> String? {
        guard case .refused(let refusal) = try MetadataWriter().outcome(of: Edits.removal, on: bytes) else {
            return nil
        }
        return refusal.reason
    }

    private func traces(_ bytes: [UInt8]) throws -> [PositionTraces.Trace] {
        let file = FileBytes()
        file.open(bytes: bytes)
        return try PositionTraces.find(in: file)
    }

    @Test("Further images after the first lose their positions too")
    func picturesBehindTheFirstLoseTheirsToo() throws {
        let photo = PhotoFixture.jpeg(PhotoFixture.app1(PhotoFixture.camera))
        let old = photo + [1, 2, 3] + photo
        #expect(try traces(old).count == 2)
        let new = try #require(try Edits.apply(Edits.removal, to: old))
        #expect(new.count == old.count)
        #expect(try traces(new).isEmpty)
        #expect(!new.indices.contains { new[$0...].starts(with: [43, 0, 0, 0, 1, 0, 0, 0, 28]) })
    }

    @Test("A thumbnail with its own EXIF loses its position too")
    func thumbnailsWithEXIFOfTheirOwnLoseTheirsToo() throws {
        let thumbnail = PhotoFixture.jpeg(PhotoFixture.app1(PhotoFixture.camera))
        func block(_ place: Int) -> [UInt8] {
            TIFFFixture.bytes(
                [(0x0112, .short([6]))], [(0x0201, .long([place])), (0x0202, .long([thumbnail.count]))])
        }
        let old = PhotoFixture.jpeg(PhotoFixture.app1(block(block(0).count) + thumbnail))
        #expect(try traces(old).count == 1)
        let new = try #require(try Edits.apply(Edits.removal, to: old))
        #expect(try traces(new).isEmpty)
        #expect(try PhotoFixture.metadata(new).thumbnail != nil)
    }

    @Test("A position in extended XMP, a comment or an appended video is refused with its place")
    func whatCannotBeTakenOutIsRefusedByName() throws {
        let position = Bytes.text("exif:GPSLatitude='1,2N'")
        let extended = PhotoFixture.segment(
            0xE1, Bytes.text("http://ns.adobe.com/xmp/extension/\0") + Bytes.zeros(40) + position)
        #expect(try refusal(PhotoFixture.jpeg(extended)) == "another part of its XMP has a position")
        let other = PhotoFixture.jpeg(PhotoFixture.segment(0xFE, position))
        #expect(try refusal(other)?.hasPrefix("another part of it names a position") == true)
        let video = PhotoFixture.jpeg() + [0xA9] + Bytes.text("xyz") + [0, 18, 0, 0] + Bytes.text("+48.8577+002.295/")
        #expect(try refusal(video) == "the video after its image has a position")
    }

    @Test("Place names in Panasonic's maker notes are refused on removal, and do not prevent a new position")
    func namesOfPlacesInNotesOfPanasonicAreRefused() throws {
        let note = Bytes.text("Panasonic\0\0\0") + TIFFFixture.bytes([(0x6D, .undefined(Bytes.text("Rom")))])[8...]
        let block = TIFFFixture.bytes([
            (0x8769, .directory([(0x927C, .undefined(note))])), (0x8825, .directory([(1, .ascii("N"))])),
        ])
        #expect(try refusal(PhotoFixture.jpeg(PhotoFixture.app1(block))) == "its maker notes name the place")
        #expect(try Edits.apply(Edits.sydney, to: PhotoFixture.jpeg(PhotoFixture.app1(block))) != nil)
    }

    @Test("Editing is refused if it would move a preview that the maker notes refer to")
    func aPreviewBehindThePictureIsNotMovedAway() throws {
        func photo(_ place: Int) -> [UInt8] {
            let note = TIFFFixture.bytes([(0x2001, .raw(type: 7, count: 600, value: place))])[8...] + Bytes.zeros(20)
            return PhotoFixture.jpeg(
                PhotoFixture.app1(TIFFFixture.bytes([(0x8769, .directory([(0x927C, .undefined(Array(note)))]))])),
                PhotoFixture.segment(0xFE, Bytes.zeros(2000)))
        }
        let preview = PhotoFixture.jpeg()
        let old = photo(photo(0).count - 12) + preview
        guard case .refused(let refusal) = try MetadataWriter().outcome(of: Edits.sydney, on: old) else {
            throw CancellationError()
        }
        #expect(refusal.reason.contains("preview after the image"))
        #expect(try Edits.apply(Edits.sydney, to: photo(5) + preview) != nil)
    }
}
