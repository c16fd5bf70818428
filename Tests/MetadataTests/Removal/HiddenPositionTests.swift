import Foundation
import TestSupport
import Testing

@testable import LKMetadata

/// Positions and names where no reader looks, each of which has to be a refusal.
@Suite("Positions in parts that are not edited")
struct HiddenPositionTests {
    private func outcome(_ bytes: [UInt8]) throws -> MetadataWriter.Outcome {
        try MetadataWriter().outcome(of: XMPEdits.removal, on: bytes)
    }

    private static let gps: [UInt8] = TIFFFixture.bytes([
        (
            0x8825,
            .directory([
                (1, .ascii("N")), (2, .rational([(47, 1), (7, 1), (24_444, 1000)])), (3, .ascii("E")),
                (4, .rational([(8, 1), (45, 1), (55_555, 1000)])),
            ])
        )
    ])
    private static let position = Bytes.text("+47.1235+008.7654/")
    private static let bare = Bytes.xmp("tiff:Make='Phone'")
    private static let city = Bytes.xmp("photoshop:City='Rom'")
    private static let drone = Bytes.xmp("xmlns:d='http://www.dji.com/drone-dji/1.0/' d:GpsLatitude='47.1'")

    private static func com(_ bytes: [UInt8]) -> [UInt8] { PhotoFixture.jpeg(PhotoFixture.segment(0xFE, bytes)) }
    private static func app(_ number: UInt8, _ text: String, _ bytes: [UInt8]) -> [UInt8] {
        PhotoFixture.jpeg(PhotoFixture.segment(0xE0 + number, Bytes.text(text) + bytes))
    }
    private static func png(_ kind: String, _ text: String, _ bytes: [UInt8] = []) -> [UInt8] {
        PhotoFixture.png(PhotoFixture.chunk(kind, Bytes.text(text) + bytes))
    }
    /// A latitude and a longitude as JSON, packed by Python's zlib.
    private static let packed: [UInt8] = [
        0x78, 0xDA, 0xAB, 0x56, 0xCA, 0x49, 0x2C, 0xC9, 0x2C, 0x29, 0x4D, 0x49, 0x55, 0xB2, 0x32, 0x31, 0xD7, 0x33,
        0xD4, 0x51, 0xCA, 0xC9, 0xCF, 0x4B, 0x87, 0x0A, 0x58, 0xE8, 0x99, 0xD6, 0x02, 0x00, 0xBB, 0x44, 0x0A, 0xAD,
    ]
    private static func digits(_ bytes: [UInt8]) -> [UInt8] {
        Bytes.text("\nx\n\(bytes.count)\n" + bytes.map { String(format: "%02x", $0) }.joined() + "\n")
    }
    private static func resource(_ number: Int, _ data: [UInt8]) -> [UInt8] {
        Bytes.text("8BIM") + Bytes.u16(number) + [0, 0] + Bytes.u32(data.count) + data + Bytes.zeros(data.count % 2)
    }
    private static let iptc = resource(0x0404, PhotoFixture.dataset(2, 90, Bytes.text("Zugleckstadt")))
    /// Maker notes of a known form: all others are overwritten.
    private static func note(_ bytes: [UInt8]) -> [UInt8] {
        PhotoFixture.jpeg([(0x8769, .directory([(0x927C, .undefined(Bytes.text("SANYO\0") + bytes))]))])
    }
    private static func heat(_ isValid: Bool) -> [UInt8] {
        let head = Bytes.text("FFF\0ATAU\0") + Bytes.zeros(11) + Bytes.u32(101) + Bytes.u32(64) + Bytes.u32(1)
        let entry = Bytes.u16(0x2B) + Bytes.zeros(10) + Bytes.u32(96) + Bytes.u32(8) + Bytes.zeros(12)
        return app(1, "FLIR\0\u{1}\0\0", head + Bytes.zeros(32) + entry + [isValid ? 1 : 0] + Bytes.zeros(7))
    }
    private static func wide(_ packet: [UInt8], _ width: Int) -> [UInt8] {
        packet.flatMap { [$0] + Bytes.zeros(width - 1) }
    }

    private static let hidden: [(name: String, bytes: [UInt8])] = [
        ("TIFF behind the picture", PhotoFixture.jpeg() + gps),
        ("TIFF in Photoshop's resource", app(13, "Photoshop 3.0\0", resource(0x0422, gps))),
        ("XMP in Photoshop's resource", app(13, "Photoshop 3.0\0", resource(0x0424, city))),
        ("IPTC under an old name", app(13, "Adobe_Photoshop2.5:", iptc)),
        ("IPTC in EXIF", PhotoFixture.jpeg([(0x83BB, .undefined(PhotoFixture.dataset(2, 90, Bytes.text("Rom"))))])),
        (
            "IPTC behind the picture",
            PhotoFixture.jpeg() + PhotoFixture.jpeg(PhotoFixture.app13(Array(iptc.dropFirst(12))))
        ),
        ("XMP in EXIF", PhotoFixture.jpeg([(0x02BC, .byte(city))])),
        ("XMP of a drone behind the picture", PhotoFixture.jpeg() + PhotoFixture.jpeg(PhotoFixture.appXMP(drone))),
        ("second packet of a drone", PhotoFixture.jpeg(PhotoFixture.appXMP(bare), PhotoFixture.appXMP(drone))),
        ("second packet with a city", PhotoFixture.jpeg(PhotoFixture.appXMP(bare), PhotoFixture.appXMP(city))),
        ("UTF-16", PhotoFixture.jpeg(PhotoFixture.appXMP(wide(city, 2)))),
        ("UTF-32", PhotoFixture.jpeg(PhotoFixture.appXMP(wide(drone, 4)))),
        ("comment in ISO 6709", com(position)), ("comment of a receiver", com(Bytes.text("$GPRMC,120000,A,4707.4"))),
        ("comment with a name", com(Bytes.text("gps latitude = 47"))), ("heat", heat(true)),
        ("comment with JSON", com(Bytes.text(#"{"latitude": 47.1234, "longitude": 8.5}"#))),
        ("comment with JSON, quoted", com(Bytes.text(#"{\"latitude\":47.1}"#))),
        ("comment with JSON of texts", com(Bytes.text(#"{'Longitude' : '-8.5'}"#))),
        ("comment with JSON, short", com(Bytes.text(#"{"lat":47.1234,"lng":8.5}"#))),
        ("comment with XML", com(Bytes.text("<latitude>47.12</latitude>"))),
        ("comment with XML, short", com(Bytes.text("<lat>47.12</lat>"))),
        ("comment with XML, attribute", com(Bytes.text("<wpt lat='47.12' lon=\"8\"/>"))),
        ("comment with a setting", com(Bytes.text("DecimalLatitude=47.12"))),
        ("comment with an address", com(Bytes.text("https://m.example/?lat=47.1&lon=8.5"))),
        ("comment with a query", com(Bytes.text("https://m.example/maps?q=47.1234,8.5678"))),
        ("comment with an escaped query", com(Bytes.text("https://m.example/?ll=47.1234%2C-8.5678"))),
        ("comment with a map", com(Bytes.text("https://m.example/maps/@47.1234,8.5678,15z"))),
        ("comment with geo", com(Bytes.text("geo:47.1234,8.5678;u=35"))),
        ("comment with geo, whole numbers", com(Bytes.text("geo:-47,8"))),
        ("comment in UTF-16", com(wide(Bytes.text(#"{"latitude":47.1}"#), 2))),
        ("address in Photoshop's resource", app(13, "Photoshop 3.0\0", resource(0x040B, Bytes.text("geo:47.1,8.5")))),
        (
            "map in Photoshop's resource",
            app(13, "Photoshop 3.0\0", resource(0x040B, Bytes.text("https://m.example/?q=47.1,8.5")))
        ),
        (
            "user's comment",
            PhotoFixture.jpeg([
                (0x8769, .directory([(0x9286, .undefined(Bytes.text("ASCII\0\0\0{\"latitude\":47.1}")))]))
            ])
        ),
        ("behind the picture", PhotoFixture.jpeg() + Bytes.text(#"{"latitude":47.1,"longitude":8.5}"#)),
        ("GeoTIFF in EXIF", PhotoFixture.jpeg([(0x8482, .raw(type: 12, count: 1, value: 8))])),
        ("GeoTIFF in EXIF, scale", PhotoFixture.jpeg([(0x830E, .raw(type: 12, count: 1, value: 8))])),
        ("GeoTIFF in EXIF, matrix", PhotoFixture.jpeg([(0x85D8, .raw(type: 12, count: 1, value: 8))])),
        (
            "GeoTIFF in the second directory",
            PhotoFixture.jpeg(
                PhotoFixture.app1(TIFFFixture.bytes([(0x010F, .ascii("A"))], [(0x8482, .ascii("12345"))])))
        ),
        ("PNG: GeoTIFF", png("eXIf", "", TIFFFixture.bytes([(0x8482, .raw(type: 12, count: 1, value: 8))]))),
        ("PNG: JSON", png("tEXt", #"Comment\0{"latitude":47.1}"#)),
        ("video: loci", PhotoFixture.jpeg() + Bytes.full("loci", 0, 0, Bytes.u16(0x15C7), Bytes.zeros(20))),
        (
            "video: iTunes",
            PhotoFixture.jpeg() + Bytes.box("©xyz", Bytes.box("data", Bytes.u32(1), Bytes.u32(0), position))
        ),
        ("note: TIFF", note(gps)),
        ("TIFF with points on a map", TIFFFixture.bytes([(0x8482, .raw(type: 12, count: 1, value: 8))])),
        ("PNG: profile of IPTC", png("tEXt", "Raw profile type iptc\0", digits(iptc))),
        ("PNG: profile of resources", png("tEXt", "Raw profile type 8bim\0", digits(iptc))),
        ("PNG: profile of EXIF in large letters", png("tEXt", "Raw profile type EXIF\0", digits(gps))),
        ("PNG: keyword", png("tEXt", "Location\0Rom")),
        ("PNG: damaged text", png("zTXt", "Raw profile type iptc\0\0", [1, 2, 3])),
        ("PNG: after a packed text", png("zTXt", "Comment\0\0", packed + packed)),
        ("PNG: after packed XMP", png("zTXt", "XML:com.adobe.xmp\0\0", PNGTexts.stored(bare) + packed)),
        (
            "PNG: packed text behind the end",
            PhotoFixture.png() + PhotoFixture.chunk("zTXt", Bytes.text("a\0\0") + packed)
        ),
        (
            "PNG: packed text in a second image",
            PhotoFixture.png() + PhotoFixture.png(PhotoFixture.chunk("zTXt", Bytes.text("a\0\0") + packed))
        ),
        ("PNG: compressed EXIF", png("zxIf", "\0\0\0\0\u{1}")), ("PNG: TIFF behind the end", PhotoFixture.png() + gps),
        (
            "WebP: second packet",
            PhotoFixture.webP(
                PhotoFixture.riff("VP8X", [4, 0, 0, 0, 99, 0, 0, 49, 0, 0]), PhotoFixture.riff("VP8 ", Bytes.zeros(10)),
                PhotoFixture.riff("XMP ", bare), PhotoFixture.riff("XMP ", drone))
        ),
        (
            "video: comment",
            EditableVideos.video(.movieFirst, Bytes.box("udta", Bytes.box("©cmt", [0, 18, 0, 0], position)))
        ),
        (
            "video: user data beside it",
            EditableVideos.video(.movieFirst) + Bytes.box("udta", Bytes.box("©xyz", [0, 18, 0, 0], position))
        ),
        (
            "video: unknown box",
            EditableVideos.video(.movieFirst) + Bytes.box("junk", Bytes.box("©xyz", [0, 18, 0, 0], position))
        ),
        (
            "video: key beside it",
            EditableVideos.video(.movieFirst) + Bytes.box("meta", Bytes.text("com.apple.quicktime.location.name"))
        ),
    ]

    @Test(
        "Removal is refused if a file may hold a position in a place that cannot be edited",
        arguments: hidden.map(\.name))
    func areRefused(name: String) throws {
        let bytes = try #require(Self.hidden.first { $0.name == name }).bytes
        guard case .refused(let refusal) = try outcome(bytes) else {
            Issue.record("nothing is said of \(name)")
            return
        }
        #expect(!refusal.reason.isEmpty)
        // No truncation of it is a trap, whatever it says.
        for count in stride(from: 12, to: bytes.count, by: 7) { _ = try? outcome(Array(bytes.prefix(count))) }
    }

    private static let unknown: [(name: String, bytes: [UInt8])] = [
        ("TIFF in an unknown segment", app(7, "X", gps)),
        ("UTF-32 in an unknown segment", app(7, "X", wide(drone, 4))),
        ("segment 7 with JSON", app(7, "X\0", Bytes.text(#"{"latitude":47.1234,"longitude":8.5}"#))),
        ("segment 15 with XML", app(15, "X\0", Bytes.text("<Longitude>8.5</Longitude>"))),
        ("telemetry", app(6, "GoPro\0DEVC", Bytes.text("GPS5l") + Bytes.zeros(24))),
    ]

    @Test(
        "Removal overwrites positions in unknown segments in place, and a second removal finds nothing",
        arguments: unknown.map(\.name))
    func areOverwrittenInUnknownSegments(name: String) throws {
        let old = try #require(Self.unknown.first { $0.name == name }).bytes
        guard case .patch(let patch) = try outcome(old) else {
            Issue.record("\(name) is refused")
            return
        }
        let new = patch.applied(to: old)
        #expect(new.count == old.count)
        let file = FileBytes()
        file.open(bytes: new)
        #expect(try PositionTraces.find(in: file).isEmpty)
        #expect(try outcome(new) == .patch(FilePatch(oldCount: new.count)))
    }

    private static let harmless: [(name: String, bytes: [UInt8])] = [
        (
            "words of a latitude",
            com(Bytes.text(#"the "latitude" and <longitude> of it; geo: nothing; lat=?; attitude: 12"#))
        ),
        ("words that end so", com(Bytes.text(#"<a flat="1" Flat='0' plat=3/> x.jpg?q=80,1 &q=90,100"#))),
        ("words with an altitude", com(Bytes.text(#"{"altitude": 12, "magnitude": 3, "attitude":4}"#))),
        ("words with two numbers", com(Bytes.text("geo:99,1 geo:1;2 ?q=1,x ?q=200,1 &q=1"))),
        ("words", com(Bytes.text("latitude of the video: +12.5, -3; GPS off; $GPRMC,,V"))),
        ("position of a video that is not known", com(Bytes.text("+00.0000+000.0000/"))),
        ("heat without a position", heat(false)),
        ("TIFF without a position", PhotoFixture.jpeg() + TIFFFixture.bytes([])),
        ("second packet", PhotoFixture.jpeg(PhotoFixture.appXMP(bare), PhotoFixture.appXMP(bare))),
        ("note", note(Bytes.text("MM\0*II*\0©xyzlociitudeExif\0\0"))),
        ("PNG: text", png("tEXt", "Comment\0Hello")),
        ("PNG: padded text", png("zTXt", "Comment\0\0", PNGTexts.stored(Bytes.text("Hello")) + Bytes.zeros(8))),
        ("PNG: text behind the end", PhotoFixture.png() + PhotoFixture.chunk("tEXt", Bytes.text("a\0b")) + [1, 2, 3]),
        ("PNG: damaged text", png("zTXt", "Comment\0\0", [1, 2, 3])),
    ]

    @Test("Data that only resemble a position are left unchanged", arguments: harmless.map(\.name))
    func whatOnlyLooksLikeOneIsNone(name: String) throws {
        let bytes = try #require(Self.harmless.first { $0.name == name }).bytes
        guard case .patch(let patch) = try outcome(bytes) else {
            Issue.record("\(name) is refused: \(try outcome(bytes))")
            return
        }
        #expect(patch.isEmpty)
    }

    @Test("Removal is refused if another segment repeats the position in another number format")
    func theSamePositionInAnotherFormIsFound() throws {
        func file(_ other: [UInt8]) -> [UInt8] {
            PhotoFixture.jpeg(PhotoFixture.app1(Self.gps), PhotoFixture.segment(0xFE, other))
        }
        let degrees = 47 + 7 / 60.0 + 24.444 / 3600
        let double = withUnsafeBytes(of: degrees.bitPattern.bigEndian) { Array($0) }
        let fraction = [47, 1, 7, 1, 24_444, 1000].flatMap { Bytes.u32($0) }
        let turned = [47, 1, 7, 1, 24_444, 1000].flatMap { Bytes.u32($0).reversed() }
        for other in [double, double.reversed(), fraction, turned, Bytes.text("47.12345")] {
            guard case .refused(let refusal) = try outcome(file(other)) else {
                Issue.record("\(other) is not found")
                continue
            }
            #expect(refusal.reason.hasPrefix("it holds a copy of its position"))
        }
        guard case .patch(let patch) = try outcome(file(Bytes.text("47.2345 8.1"))) else { throw CancellationError() }
        #expect(!patch.isEmpty)
    }

    @Test(
        "XMP properties for cells, drones and coordinates are removed, and in a second packet refused",
        arguments: [
            "xmlns:cell='http://developer.sonyericsson.com/cell/1.0/' cell:cgi='2620100FF'",
            "xmlns:cell='http://developer.sonyericsson.com/cell/1.0/' cell:lac='123'",
            "xmlns:cell='http://developer.sonyericsson.com/cell/1.0/' cell:mcc='262' cell:mnc='01'",
            "xmlns:x1='urn:x' x1:cellid='77'",
            "xmlns:d='http://www.dji.com/drone-dji/1.0/' d:AbsoluteAltitude='+123.4'",
            "xmlns:d='http://www.dji.com/drone-dji/1.0/' d:absolutealtitude='+123.4' d:GpsLatitude='1'",
            "xmlns:e='urn:e' e:decimalLatitude='47'", "xmlns:e='urn:e' e:Longitude='8'",
        ])
    func namesOfPositionsGo(attributes: String) throws {
        let old = PhotoFixture.jpeg(PhotoFixture.appXMP(Bytes.xmp(attributes)))
        guard case .patch(let patch) = try outcome(old) else {
            Issue.record("refused")
            return
        }
        #expect(!patch.isEmpty)
        guard case .patch(let again) = try outcome(patch.applied(to: old)) else {
            Issue.record("it still says a position")
            return
        }
        #expect(again.isEmpty)
        let second = PhotoFixture.jpeg(PhotoFixture.appXMP(Self.bare), PhotoFixture.appXMP(Bytes.xmp(attributes)))
        guard case .refused = try outcome(second) else {
            Issue.record("a second packet is not looked into")
            return
        }
    }
}
