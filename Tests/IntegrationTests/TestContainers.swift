import Foundation
import LocationKit
import LocationKitPhotos
import TestSupport

/// Photos and videos in other containers than JPEG, made in code.
enum TestContainers {
    /// A PNG with EXIF.
    static func png(_ facts: TestPhotos.Facts) throws -> Data {
        let image = try PixelImage(size: PixelSize(width: 4, height: 3), isOpaque: true) { bytes in
            for index in bytes.indices { bytes[index] = 255 }
        }
        let data = try image.pngData()
        // Behind the head, which is the first chunk.
        return data.prefix(33) + Data(chunk("eXIf", TestPhotos.exif(facts))) + data.dropFirst(33)
    }

    /// A WebP of one pixel, without loss, with EXIF.
    static func webP(_ facts: TestPhotos.Facts) -> Data {
        let pixels: [UInt8] = [0x2F, 0, 0, 0, 0, 0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0xFE, 0x07, 0]
        let body =
            Array("WEBP".utf8) + riff("VP8X", [8, 0, 0, 0, 0, 0, 0, 0, 0, 0]) + riff("VP8L", pixels)
            + riff("EXIF", TestPhotos.exif(facts))
        return Data(riff("RIFF", body))
    }

    /// A TIFF of one strip at its end, in the other order of bytes than ``TestPhotos`` has.
    static func tiff(date: String) -> Data {
        let entries: [(Int, TIFFFixture.Value)] = [
            (0x0100, .short([4])), (0x0101, .short([2])), (0x0102, .short([8])), (0x0103, .short([1])),
            (0x0106, .short([1])), (0x0111, .block(Array("PIXELS!!".utf8))), (0x0116, .short([2])),
            (0x0117, .long([8])),
            (0x011A, .rational([(72, 1)])), (0x011B, .rational([(72, 1)])),
            (0x8769, .directory([(0x9003, .ascii(date))])),
        ]
        return Data(TIFFFixture.bytes(entries))
    }

    /// A video whose recording begins at a time.
    ///
    /// - Parameters:
    ///   - begin: The time, in seconds since 1970.
    ///   - isQuickTime: Whether it is a MOV.
    ///   - mediaCount: The bytes of its images, of which only the head is written; they have 64 bits for their size.
    ///   - movieFirst: Whether the movie stands before the images.
    /// - Returns: What stands before the images, and what behind.
    static func video(
        _ begin: Int, isQuickTime: Bool, mediaCount: Int, movieFirst: Bool
    ) -> (head: Data, tail: Data) {
        let type = isQuickTime ? "qt  " : "isom"
        let brand = Array(type.utf8)
        let head = box("ftyp", brand + big(0, 4) + brand)
        let media = big(1, 4) + Array("mdat".utf8) + big(16 + mediaCount, 8)
        let count = movie(begin, start: 0).count
        let start = head.count + (movieFirst ? count : 0) + media.count
        let movie = movie(begin, start: start)
        return movieFirst ? (Data(head + movie + media), Data()) : (Data(head + media), Data(movie))
    }

    private static func movie(_ begin: Int, start: Int) -> [UInt8] {
        let time = big(begin + 2_082_844_800, 4)
        let matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000].flatMap { big($0, 4) }
        let zeros = { (count: Int) in [UInt8](repeating: 0, count: count) }
        let header = box(
            "mvhd",
            zeros(4) + time + time + big(600, 4) + big(600, 4) + big(0x10000, 4) + big(0x100, 2) + zeros(10) + matrix
                + zeros(24) + big(2, 4))
        let track = box(
            "tkhd",
            big(7, 4) + time + time + big(1, 4) + zeros(4) + big(600, 4) + zeros(16) + matrix + big(64 << 16, 4)
                + big(48 << 16, 4))
        let sample = box(
            "avc1",
            zeros(6) + big(1, 2) + zeros(16) + big(64, 2) + big(48, 2) + big(72 << 16, 4) + big(72 << 16, 4) + zeros(4)
                + big(1, 2) + zeros(32) + big(24, 2) + big(0xFFFF, 2))
        let table =
            box("stsd", zeros(4) + big(1, 4) + sample) + box("stts", zeros(4) + big(1, 4) + big(1, 4) + big(600, 4))
            + box("stsc", zeros(4) + big(1, 4) + big(1, 4) + big(1, 4) + big(1, 4))
            + box("stsz", zeros(4) + big(16, 4) + big(1, 4)) + box("stco", zeros(4) + big(1, 4) + big(start, 4))
        let reference = box("dinf", box("dref", zeros(4) + big(1, 4) + box("url ", big(1, 4))))
        let media = box(
            "mdia",
            box("mdhd", zeros(4) + time + time + big(600, 4) + big(600, 4) + big(0x55C4, 2) + zeros(2))
                + box("hdlr", zeros(8) + Array("vide".utf8) + zeros(12) + [0])
                + box("minf", box("vmhd", big(1, 4) + zeros(8)) + reference + box("stbl", table)))
        return box("moov", header + box("trak", track + media))
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        big(content.count + 8, 4) + Array(type.utf8) + content
    }

    private static func riff(_ type: String, _ content: [UInt8]) -> [UInt8] {
        Array(type.utf8) + little(content.count, 4) + content + [UInt8](repeating: 0, count: content.count % 2)
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(type.utf8) + content
        let sum = named.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return big(content.count, 4) + named + big(Int(~sum), 4)
    }

    private static func big(_ value: Int, _ count: Int) -> [UInt8] { little(value, count).reversed() }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
