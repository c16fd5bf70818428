import Foundation
import TestSupport
import Testing

@testable import LKMetadata

/// Files with several images, each with a position of its own: all are removed, and the check takes what was meant.
@Suite("Positions of further images in a file")
struct EmbeddedImagesTests {
    private let folder = TemporaryFolder()

    private static let position = "exif:GPSLatitude='1,2.3N' exif:GPSLongitude='3,4E'"
    private static let camera = PhotoFixture.app1(PhotoFixture.camera)
    private static let second: [UInt8] = PhotoFixture.jpeg(
        PhotoFixture.app1(
            TIFFFixture.bytes([
                (0x010F, .ascii("Further")), (0x0112, .short([6])),
                (0x8825, .directory([(1, .ascii("S")), (2, .rational([(46, 1), (1, 7), (3, 11)]))])),
            ])))

    /// EXIF with an image in its second directory.
    private static func exif(thumbnail: [UInt8]) -> [UInt8] {
        func block(_ place: Int) -> [UInt8] {
            TIFFFixture.bytes(
                [
                    (0x010F, .ascii("Phone")),
                    (0x8825, .directory([(1, .ascii("N")), (2, .rational([(5, 1), (6, 1), (7, 1)]))])),
                ],
                [(0x0201, .long([place])), (0x0202, .long([thumbnail.count]))])
        }
        return block(block(0).count) + thumbnail
    }

    /// An image with a list of those behind it, and one of these.
    private static func listed(_ second: [UInt8]) -> [UInt8] {
        func list(_ first: Int, _ place: Int) -> [UInt8] {
            func number(_ value: Int) -> [UInt8] { Bytes.u32(value).reversed() }
            let entries =
                number(0x2003_0000) + number(first) + Bytes.zeros(8) + number(0) + number(second.count)
                + number(place) + Bytes.zeros(4)
            return PhotoFixture.segment(
                0xE2,
                Bytes.text("MPF\0")
                    + TIFFFixture.bytes([
                        (0xB000, .undefined(Bytes.text("0100"))), (0xB001, .long([2])), (0xB002, .undefined(entries)),
                    ]))
        }
        let size = PhotoFixture.jpeg(camera, list(0, 0)).count
        return PhotoFixture.jpeg(camera, list(size, size - 2 - camera.count - 8)) + second
    }

    private static let gainMap = PhotoFixture.jpeg(
        camera,
        PhotoFixture.appXMP(Bytes.xmp("xmlns:hdrgm='http://ns.adobe.com/hdr-gain-map/1.0/' hdrgm:Version='1.0'")))

    private static let cleaned: [(name: String, bytes: [UInt8])] = [
        ("a thumbnail", PhotoFixture.jpeg(PhotoFixture.app1(exif(thumbnail: second)))),
        (
            "a thumbnail of a thumbnail",
            PhotoFixture.jpeg(
                PhotoFixture.app1(exif(thumbnail: PhotoFixture.jpeg(PhotoFixture.app1(exif(thumbnail: second))))))
        ),
        ("two JPEGs", PhotoFixture.jpeg(camera) + second),
        ("the same twice", PhotoFixture.jpeg(camera) + PhotoFixture.jpeg(camera)),
        ("three JPEGs", PhotoFixture.jpeg(camera) + second + PhotoFixture.jpeg(camera)),
        ("only the second", PhotoFixture.jpeg() + second),
        ("bytes between", PhotoFixture.jpeg(camera) + [1, 2, 3] + second),
        ("a list of images", listed(second)), ("a gain map", listed(gainMap)),
        ("a list whose picture has a thumbnail", listed(PhotoFixture.jpeg(PhotoFixture.app1(exif(thumbnail: second))))),
        (
            "EXIF in capitals",
            PhotoFixture.jpeg(PhotoFixture.segment(0xE1, Bytes.text("EXIF\0\0") + PhotoFixture.camera))
        ),
        ("EXIF twice", PhotoFixture.jpeg(camera, camera)),
        ("a picture in an unknown segment", PhotoFixture.jpeg(camera, PhotoFixture.segment(0xE9, second))),
        (
            "WebP with a chunk of junk",
            PhotoFixture.webP(
                PhotoFixture.riff("VP8X", [8, 0, 0, 0, 99, 0, 0, 49, 0, 0]), PhotoFixture.riff("VP8 ", Bytes.zeros(10)),
                PhotoFixture.riff("JUNK", Bytes.zeros(33)), PhotoFixture.riff("EXIF", PhotoFixture.camera))
        ),
        (
            "WebP with junk behind",
            PhotoFixture.webP(
                PhotoFixture.riff("VP8X", [8, 0, 0, 0, 99, 0, 0, 49, 0, 0]), PhotoFixture.riff("VP8 ", Bytes.zeros(10)),
                PhotoFixture.riff("EXIF", PhotoFixture.camera), PhotoFixture.riff("JUNK", Bytes.zeros(7)))
        ),
        (
            "WebP with a picture as junk",
            PhotoFixture.webP(
                PhotoFixture.riff("VP8X", [8, 0, 0, 0, 99, 0, 0, 49, 0, 0]), PhotoFixture.riff("VP8 ", Bytes.zeros(10)),
                PhotoFixture.riff("JUNK", second), PhotoFixture.riff("EXIF", PhotoFixture.camera))
        ),
        (
            "WebP with a name before its EXIF",
            PhotoFixture.webP(
                PhotoFixture.riff("VP8X", [8, 0, 0, 0, 99, 0, 0, 49, 0, 0]), PhotoFixture.riff("VP8 ", Bytes.zeros(10)),
                PhotoFixture.riff("EXIF", Bytes.text("EXIF\0\0") + PhotoFixture.camera))
        ),
        (
            "EXIF in a chunk of junk",
            PhotoFixture.webP(
                PhotoFixture.riff("VP8X", [8, 0, 0, 0, 99, 0, 0, 49, 0, 0]),
                PhotoFixture.riff("VP8 ", Bytes.zeros(10)),
                PhotoFixture.riff("JUNK", PhotoFixture.camera))
        ),
        (
            "EXIF in small letters",
            PhotoFixture.webP(
                PhotoFixture.riff("VP8X", [8, 0, 0, 0, 99, 0, 0, 49, 0, 0]),
                PhotoFixture.riff("VP8 ", Bytes.zeros(10)),
                PhotoFixture.riff("exif", PhotoFixture.camera))
        ),
        (
            "PNG with a picture behind its end",
            PhotoFixture.png(PhotoFixture.chunk("eXIf", PhotoFixture.camera)) + second
        ),
    ]

    private func complaint(_ old: [UInt8], _ new: [UInt8], _ patch: FilePatch) throws -> String? {
        try Data(old).write(to: URL(filePath: folder.file("old")))
        try Data(new).write(to: URL(filePath: folder.file("new")))
        return try PatchCheck().complaint(
            about: XMPEdits.removal, patch, from: folder.file("old"), to: folder.file("new"))?.reason
    }

    @Test("Are removed, and nothing else is", arguments: cleaned.map(\.name)) func removed(name: String) throws {
        let old = try #require(Self.cleaned.first { $0.name == name }).bytes
        guard case .patch(let patch) = try MetadataWriter().outcome(of: XMPEdits.removal, on: old) else {
            Issue.record("\(try MetadataWriter().outcome(of: XMPEdits.removal, on: old))")
            return
        }
        let new = patch.applied(to: old)
        #expect(!patch.isEmpty && new != old)
        #expect(try complaint(old, new, patch) == nil)
        let file = FileBytes()
        file.open(bytes: new)
        #expect(try PositionTraces.find(in: file).isEmpty)
        // A second time there is nothing to do.
        #expect(try MetadataWriter().outcome(of: XMPEdits.removal, on: new) == .patch(FilePatch(oldCount: new.count)))
    }

    @Test("The check finds what else changed in them", arguments: ["a thumbnail", "two JPEGs", "a list of images"])
    func damage(name: String) throws {
        let old = try #require(Self.cleaned.first { $0.name == name }).bytes
        guard case .patch(let patch) = try MetadataWriter().outcome(of: XMPEdits.removal, on: old) else {
            throw CancellationError()
        }
        let new = patch.applied(to: old)
        // The maker, the image's data and the frame of the second image, the last of the file.
        for text in ["Further", "\u{1}\u{2}"] {
            let mark = Array(text.utf8)
            let place = try #require(old.indices.last { old[$0...].starts(with: mark) })
            var splices = patch.splices.filter { !$0.range.contains(place) }
            splices.append(.init(range: place..<place + 1, bytes: [old[place] ^ 1]))
            splices.sort { $0.range.lowerBound < $1.range.lowerBound }
            let wrong = try #require(FilePatch(oldCount: old.count, splices: splices))
            #expect(try complaint(old, wrong.applied(to: old), wrong) != nil, "\(text)")
        }
        #expect(try complaint(old, new, patch) == nil)
    }

    @Test(
        "What cannot be removed is said plainly",
        arguments: [
            (
                "a thumbnail with XMP",
                PhotoFixture.jpeg(
                    PhotoFixture.app1(exif(thumbnail: PhotoFixture.jpeg(PhotoFixture.appXMP(Bytes.xmp(position))))))
            ),
            (
                "a second picture with XMP",
                PhotoFixture.jpeg(camera) + PhotoFixture.jpeg(PhotoFixture.appXMP(Bytes.xmp(position)))
            ),
            ("a listed picture with XMP", listed(PhotoFixture.jpeg(PhotoFixture.appXMP(Bytes.xmp(position))))),
        ]) func refused(_ name: String, bytes: [UInt8]) throws
    {
        guard case .refused(let refusal) = try MetadataWriter().outcome(of: XMPEdits.removal, on: bytes) else {
            Issue.record("nothing is said of \(name)")
            return
        }
        #expect(refusal.reason.contains("position"))
    }

    /// Positions in places where no reader looks: refused, or removed where they can be.
    @Test(
        "Images as letters in XMP are cleaned in their place", arguments: [0, 60, 76],
        ["\n", "&#xA;", "&#10;", "\r\n  "])
    func lettersAreCleaned(width: Int, end: String) throws {
        for attribute in [false, true] {
            let text = Self.letters(Self.second, width, end)
            let old = PhotoFixture.jpeg(PhotoFixture.appXMP(attribute ? Self.data(text) : Self.thumbnail(text)))
            guard case .patch(let patch) = try MetadataWriter().outcome(of: XMPEdits.removal, on: old) else {
                Issue.record("refused")
                continue
            }
            let new = patch.applied(to: old)
            #expect(new.count == old.count && new != old)
            #expect(try complaint(old, new, patch) == nil)
            let images = Base64Images.all(in: new)
            #expect(images.count == 1 && Base64Images.facts(in: new) == .init())
            #expect(images.first?.bytes.count == Self.second.count)
            #expect(try images.first.map { try PhotoFixture.metadata($0.bytes).camera?.make } == "Further")
        }
    }

    private static func letters(_ bytes: [UInt8], _ width: Int = 0, _ end: String = "") -> String {
        let text = Data(bytes).base64EncodedString()
        guard width > 0 else { return text }
        return stride(from: 0, to: text.count, by: width).map { String(text.dropFirst($0).prefix(width)) }
            .joined(separator: end)
    }

    private static func thumbnail(_ text: String) -> [UInt8] {
        Bytes.text(
            "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
                + "<rdf:Description rdf:about='' xmlns:xmp='http://ns.adobe.com/xap/1.0/'><xmp:Thumbnails><rdf:Alt>"
                + "<rdf:li rdf:parseType='Resource'><g:image xmlns:g='http://ns.adobe.com/xap/1.0/g/img/'>\(text)</g:image>"
                + "</rdf:li></rdf:Alt></xmp:Thumbnails></rdf:Description></rdf:RDF></x:xmpmeta>")
    }

    private static func data(_ text: String) -> [UInt8] {
        Bytes.xmp("xmlns:GImage='http://ns.google.com/photos/1.0/image/' GImage:Data='\(text)'")
    }

    @Test("Images as letters that cannot be cleaned are refused") func lettersAreRefused() throws {
        let placed = PhotoFixture.jpeg(PhotoFixture.appXMP(Bytes.xmp(Self.position)))
        let within = PhotoFixture.jpeg(PhotoFixture.appXMP(Self.data(Self.letters(Self.second))))
        let png = PhotoFixture.png(PhotoFixture.chunk("eXIf", PhotoFixture.camera))
        for image in [placed, within, png, PhotoFixture.camera] {
            let old = PhotoFixture.jpeg(PhotoFixture.appXMP(Self.data(Self.letters(image))))
            guard case .refused(let refusal) = try MetadataWriter().outcome(of: XMPEdits.removal, on: old) else {
                Issue.record("nothing is said")
                continue
            }
            #expect(refusal.reason == "an image in its XMP says where it was taken")
        }
        // In a packet that takes several segments, whatever their order.
        let packet = Self.data(Self.letters(Self.second))
        func part(_ range: Range<Int>) -> [UInt8] {
            PhotoFixture.segment(
                0xE1,
                Bytes.text("http://ns.adobe.com/xmp/extension/\0" + String(repeating: "A", count: 32))
                    + Bytes.u32(packet.count) + Bytes.u32(range.lowerBound) + packet[range])
        }
        let middle = packet.count / 2
        for parts in [[0..<packet.count], [0..<middle, middle..<packet.count], [middle..<packet.count, 0..<middle]] {
            let old = PhotoFixture.jpeg(parts.flatMap(part))
            guard case .refused(let refusal) = try MetadataWriter().outcome(of: XMPEdits.removal, on: old) else {
                Issue.record("nothing is said of \(parts)")
                continue
            }
            #expect(refusal.reason == "an image in its XMP says where it was taken")
        }
    }

    @Test("Images as letters without a position stay, and letters by chance are none") func harmlessLetters() throws {
        let plain = PhotoFixture.jpeg(PhotoFixture.app1(TIFFFixture.bytes([(0x010F, .ascii("Further"))])))
        for text in [
            Self.letters(plain), Self.letters(plain, 76, "&#xA;"), "/9j/", "a/9j/4AAQSkZJRg", "SUkqA&#xZ;==", "",
        ] {
            let old = PhotoFixture.jpeg(PhotoFixture.appXMP(Self.data(text)))
            #expect(
                try MetadataWriter().outcome(of: XMPEdits.removal, on: old) == .patch(FilePatch(oldCount: old.count)))
        }
    }

    @Test("Letters that are cut off anywhere never trap") func cutLetters() {
        let text = Bytes.text(Self.letters(Self.second, 20, "&#xA;"))
        for count in text.indices { _ = Base64Images.facts(in: Array(text[..<count])) }
        for image in Base64Images.all(in: text) { #expect(image.bytes == Self.second) }
    }
}
