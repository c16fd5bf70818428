import Foundation
import Testing

@testable import LKMetadata

@Suite("XMP in two or four bytes for each letter")
struct WideXMPTests {
    static let encodings: [String.Encoding] = [
        .utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian, .utf32LittleEndian,
    ]

    private func packet(_ properties: String, _ encoding: String.Encoding, declared: Bool = false) throws -> [UInt8] {
        let text = String(decoding: Bytes.xmp(properties), as: UTF8.self)
        let head = declared ? "<?xml version='1.0' encoding='UTF-16'?>" : ""
        return [UInt8](try #require((head + text).data(using: encoding)))
    }

    @Test(
        "XMP in UTF-16 or UTF-32 stays if it has no position or place, and is refused if it does", arguments: encodings)
    func whatSaysNoPlaceStaysAndWhatDoesIsRefused(encoding: String.Encoding) throws {
        for declared in [false, true] {
            let bare = try packet("tiff:Make='Phöne 😀'", encoding, declared: declared)
            #expect(try XMPEditing.edited(bare, by: XMPEdits.removal, hasEXIF: true) == nil)
            for properties in ["exif:GPSLatitude='1,2N'", "photoshop:City='Rom'"] {
                let placed = try packet(properties, encoding, declared: declared)
                #expect(throws: EditRefusal("its XMP is not in UTF-8")) {
                    try XMPEditing.edited(placed, by: XMPEdits.removal, hasEXIF: true)
                }
            }
        }
    }

    @Test("A position in a photo's UTF-16 or UTF-32 XMP is found", arguments: encodings)
    func inPhotosItIsSeen(encoding: String.Encoding) throws {
        let placed = try packet("exif:GPSLatitude='1,2N' exif:GPSLongitude='3,4E'", encoding)
        for edit in [Edits.removal, XMPEdits.removal] {
            let outcome = try MetadataWriter().outcome(
                of: edit, on: PhotoFixture.jpeg(PhotoFixture.appXMP(placed)))
            #expect(outcome == .refused(EditRefusal("its XMP is not in UTF-8")))
        }
        let bare = PhotoFixture.jpeg(PhotoFixture.appXMP(try packet("tiff:Make='Phone'", encoding)))
        #expect(try MetadataWriter().outcome(of: XMPEdits.removal, on: bare) == .patch(FilePatch(oldCount: bare.count)))
    }

    @Test("Text that is not UTF-16 or UTF-32 XMP is not decoded, and truncated text never traps")
    func whatIsNoTextIsNone() throws {
        #expect(WideXMP.plain([]) == nil)
        #expect(WideXMP.plain(Array("<x/>".utf8)) == nil)
        #expect(WideXMP.plain([0x3C, 0]) == nil)
        let whole = try packet("tiff:Make='Phone'", .utf32LittleEndian)
        for count in 0..<whole.count { _ = WideXMP.plain(Array(whole[..<count])) }
    }
}
