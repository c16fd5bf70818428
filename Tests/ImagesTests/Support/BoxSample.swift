import LKMetadata

@testable import LKImages

/// Builds files of boxes: tracks with one sample, and videos of JPEGs, which every program can decode.
enum BoxSample {
    static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { index in
            let shift = 8 * (count - 1 - index)
            return shift < 64 ? UInt8(truncatingIfNeeded: value >> shift) : 0
        }
    }

    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8, 4) + Array(type.utf8) + content
    }

    /// Turns nothing.
    static let identity = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000]
    /// A quarter to the right, as telephones that are held upright write it.
    static let right = [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x4000_0000]

    static func track(
        handler: String, size: PixelSize, matrix: [Int], description: [UInt8], sample: Range<Int>, count: Int = 1
    ) -> [UInt8] {
        let header =
            number(7, 4) + number(0, 8) + number(1, 4) + number(0, 4) + number(count * 100, 4) + number(0, 16)
            + matrix.flatMap { number($0, 4) } + number(size.width << 16, 4) + number(size.height << 16, 4)
        let table =
            box("stsd", number(0, 4) + number(1, 4) + description)
            + box("stts", number(0, 4) + number(1, 4) + number(count, 4) + number(100, 4))
            + box("stsc", number(0, 4) + number(1, 4) + number(1, 4) + number(count, 4) + number(1, 4))
            + box("stsz", number(0, 4) + number(sample.count, 4) + number(count, 4))
            + box("stco", number(0, 4) + number(1, 4) + number(sample.lowerBound, 4))
        let data = box("dref", number(0, 4) + number(1, 4) + box("url ", number(1, 4)))
        let media =
            box("mdhd", number(0, 12) + number(1000, 4) + number(count * 100, 4) + number(0, 4))
            + box("hdlr", number(0, 4) + Array("mhlr".utf8) + Array(handler.utf8) + number(0, 13))
            + box("minf", box("vmhd", number(1, 4) + number(0, 8)) + box("dinf", data) + box("stbl", table))
        return box("trak", box("tkhd", header) + box("mdia", media))
    }

    /// A QuickTime video that shows one picture for two seconds.
    static func video(_ image: PixelImage, matrix: [Int] = identity) throws -> [UInt8] {
        let picture = [UInt8](try image.jpegData(quality: 95))
        let type = box("ftyp", Array("qt  ".utf8) + number(0, 4) + Array("qt  ".utf8))
        let count = 20
        let start = type.count + 8
        let description = box(
            "jpeg",
            number(0, 6) + number(1, 2) + number(0, 16) + number(image.size.width, 2) + number(image.size.height, 2)
                + number(0x48_0000, 4) + number(0x48_0000, 4) + number(0, 4) + number(1, 2) + number(0, 32)
                + number(24, 2)
                + number(0xFFFF, 2))
        let header =
            number(0, 12) + number(1000, 4) + number(count * 100, 4) + number(0x10000, 4) + number(0x100, 2)
            + number(0, 10)
            + identity.flatMap { number($0, 4) } + number(0, 24) + number(2, 4)
        let movie = box(
            "moov",
            box("mvhd", header)
                + track(
                    handler: "vide", size: image.size, matrix: matrix, description: description,
                    sample: start..<start + picture.count, count: count))
        let samples = (0..<count).flatMap { _ in picture }
        return type + box("mdat", samples) + movie
    }
}
