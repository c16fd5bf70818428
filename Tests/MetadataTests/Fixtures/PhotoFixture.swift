import TestSupport

@testable import LKMetadata

/// Builds small files of each container in code.
enum PhotoFixture {
    typealias Entries = [(Int, TIFFFixture.Value)]

    static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0xFF, marker] + Bytes.u16(payload.count + 2) + payload
    }

    static func frame(_ width: Int, _ height: Int) -> [UInt8] {
        segment(0xC0, [8] + Bytes.u16(height) + Bytes.u16(width) + [1, 1, 0x11, 0])
    }

    static func app1(_ exif: [UInt8]) -> [UInt8] { segment(0xE1, Bytes.text("Exif\0\0") + exif) }

    static func app13(_ iptc: [UInt8], digest: [UInt8]? = nil) -> [UInt8] {
        segment(0xED, Bytes.text("Photoshop 3.0\0") + resources(iptc, digest: digest))
    }

    static func resources(_ iptc: [UInt8], digest: [UInt8]? = nil) -> [UInt8] {
        func resource(_ identifier: Int, _ data: [UInt8]) -> [UInt8] {
            Bytes.text("8BIM") + Bytes.u16(identifier) + [0, 0] + Bytes.u32(data.count) + data
                + Bytes.zeros(data.count % 2)
        }
        return resource(0x03ED, Bytes.zeros(16)) + resource(0x0404, iptc) + (digest.map { resource(0x0425, $0) } ?? [])
    }

    static func appXMP(_ packet: [UInt8]) -> [UInt8] {
        segment(0xE1, Bytes.text("http://ns.adobe.com/xap/1.0/\0") + packet)
    }

    /// A JPEG of some segments and a frame, without data.
    static func jpeg(_ segments: [UInt8]..., width: Int = 40, height: Int = 30) -> [UInt8] {
        [0xFF, 0xD8] + Array(segments.joined()) + frame(width, height) + segment(0xDA, Bytes.zeros(6)) + [
            1, 2, 0xFF, 0xD9,
        ]
    }

    /// A JPEG with EXIF of a first directory, which may have branches.
    static func jpeg(_ first: Entries, bigEndian: Bool = false) -> [UInt8] {
        jpeg(app1(TIFFFixture.bytes(first, bigEndian: bigEndian)))
    }

    /// A JPEG whose EXIF has a directory of its own and one of GPS.
    static func jpeg(exif: Entries, gps: Entries = [], first: Entries = [], bigEndian: Bool = false) -> [UInt8] {
        jpeg(
            first + [(0x8769, .directory(exif))] + (gps.isEmpty ? [] : [(0x8825, .directory(gps))]),
            bigEndian: bigEndian)
    }

    static func chunk(_ kind: String, _ payload: [UInt8]) -> [UInt8] {
        Bytes.u32(payload.count) + Bytes.text(kind) + payload + Bytes.zeros(4)
    }

    /// Appends whole chunks, since one byte after the other takes seconds for megabytes in a debug build.
    private static func joined(_ chunks: [[UInt8]]) -> [UInt8] { chunks.reduce(into: []) { $0 += $1 } }

    static func png(_ chunks: [UInt8]...) -> [UInt8] {
        [0x89] + Bytes.text("PNG\r\n\u{1A}\n")
            + chunk("IHDR", Bytes.u32(300) + Bytes.u32(200) + [8, 2, 0, 0, 0]) + joined(chunks)
            + chunk("IDAT", Bytes.zeros(10)) + chunk("IEND", [])
    }

    static func riff(_ kind: String, _ payload: [UInt8]) -> [UInt8] {
        Bytes.text(kind) + Bytes.u32(payload.count).reversed() + payload + Bytes.zeros(payload.count % 2)
    }

    static func webP(_ chunks: [UInt8]...) -> [UInt8] {
        let body = Bytes.text("WEBP") + joined(chunks)
        return Bytes.text("RIFF") + Bytes.u32(body.count).reversed() + body
    }

    static func gif(_ blocks: [UInt8] = []) -> [UInt8] {
        Bytes.text("GIF89a") + [100, 0, 50, 0, 0x80, 0, 0] + Bytes.zeros(6) + blocks
            + [0x2C, 0, 0, 0, 0, 100, 0, 50, 0, 0, 2, 1, 0, 0, 0x3B]
    }

    /// A dataset of IPTC.
    static func dataset(_ record: Int, _ number: Int, _ value: [UInt8]) -> [UInt8] {
        [0x1C, UInt8(record), UInt8(number)] + Bytes.u16(value.count) + value
    }

    /// What a camera writes: EXIF with a time, a position and a thumbnail.
    static let camera: [UInt8] = TIFFFixture.bytes(
        [
            (0x010F, .ascii("NIKON CORPORATION")), (0x0110, .ascii("COOLPIX P6000")), (0x0112, .short([6])),
            (0x0132, .ascii("2008:10:23 16:50:00")),
            (
                0x8769,
                .directory([
                    (0x9003, .ascii("2008:10:22 16:28:39")), (0x9004, .ascii("2008:10:22 16:28:39")),
                    (0x9011, .ascii("+02:00")), (0x9286, .undefined(Bytes.text("ASCII\0\0\0Hello"))),
                    (0x9291, .ascii("25")),
                ])
            ),
            (
                0x8825,
                .directory([
                    (1, .ascii("N")), (2, .rational([(43, 1), (28, 1), (281_400_000, 100_000_000)])), (3, .ascii("E")),
                    (4, .rational([(11, 1), (53, 1), (645_599_999, 100_000_000)])), (5, .byte([0])),
                    (6, .rational([(1234, 10)])), (7, .rational([(14, 1), (27, 1), (724, 100)])),
                    (0x1D, .ascii("2008:10:22")),
                ])
            ),
        ], [(0x0103, .short([6])), (0x0201, .long([100])), (0x0202, .long([50]))])

    /// A small file of each container.
    static let ofEachKind: [(name: String, bytes: [UInt8])] = [
        (
            "jpeg",
            jpeg(app1(camera), app13(dataset(2, 90, Bytes.text("Arezzo"))), appXMP(Bytes.xmp("tiff:Make='Phone'")))
        ),
        ("png", png(chunk("eXIf", camera), chunk("tIME", [7, 226, 11, 21, 6, 30, 0]))),
        ("webp", webP(riff("VP8X", [8, 0, 0, 0, 99, 0, 0, 49, 0, 0]), riff("EXIF", camera))),
        ("gif", gif()),
        (
            "tiff",
            TIFFFixture.bytes([(0x0100, .short([64])), (0x0101, .short([32])), (0x0132, .ascii("2008:10:23 16:50:00"))])
        ),
        ("heic", SamplePictures.picture()),
        ("raf", raf),
    ]

    /// A Fujifilm image: its head, a table with the size, and a JPEG.
    static let raf: [UInt8] = {
        let picture = jpeg(app1(camera))
        let table = Bytes.u32(1) + Bytes.u16(0x0111) + Bytes.u16(4) + Bytes.u16(3296) + Bytes.u16(4936)
        let head = Bytes.text("FUJIFILMCCD-RAW ") + Bytes.zeros(68)
        let places = Bytes.u32(100 + table.count) + Bytes.u32(picture.count) + Bytes.u32(100) + Bytes.u32(table.count)
        return head + places + table + picture
    }()

    static func metadata(_ bytes: [UInt8]) throws(MetadataError) -> PhotoMetadata {
        try MetadataReader().metadata(of: bytes)
    }
}
