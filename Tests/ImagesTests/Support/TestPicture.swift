import Foundation
import LKMetadata
import TestSupport

@testable import LKImages

/// Pictures made in tests.
enum TestPicture {
    /// A picture whose pixels are all different as far as bytes go.
    static func gradient(_ width: Int, _ height: Int, isOpaque: Bool = true) throws -> PixelImage {
        try PixelImage(size: PixelSize(width: width, height: height), isOpaque: isOpaque) { bytes in
            for y in 0..<height {
                for x in 0..<width {
                    let index = (y * width + x) * 4
                    bytes[index] = UInt8(x * 255 / max(1, width - 1))
                    bytes[index + 1] = UInt8(y * 255 / max(1, height - 1))
                    bytes[index + 2] = UInt8((x * 7 + y * 13) % 256)
                    bytes[index + 3] = isOpaque ? 255 : UInt8((x + y) % 256)
                }
            }
        }
    }

    /// The left upper quarter is red, the right one green, the left lower one blue, the right one white.
    static func quarters(_ width: Int, _ height: Int) throws -> PixelImage {
        try PixelImage(size: PixelSize(width: width, height: height), isOpaque: true) { bytes in
            for y in 0..<height {
                for x in 0..<width {
                    let (right, low) = (x * 2 >= width, y * 2 >= height)
                    let index = (y * width + x) * 4
                    bytes[index] = right == low ? 255 : 0
                    bytes[index + 1] = right ? 255 : 0
                    bytes[index + 2] = low ? 255 : 0
                    bytes[index + 3] = 255
                }
            }
        }
    }

    /// A JPEG with EXIF: orientation, position 35.5 north 139.75 east and, if there is one, a thumbnail.
    static func jpeg(_ image: PixelImage, orientation: Int = 1, thumbnail: PixelImage? = nil) throws -> Data {
        let small = try thumbnail.map { [UInt8](try $0.jpegData(quality: 90)) } ?? []
        return try image.jpegData(quality: 95, exif: exif(orientation: orientation, thumbnail: small))
    }

    static func exif(orientation: Int, thumbnail: [UInt8]) -> [UInt8] {
        let gps: [(Int, TIFFFixture.Value)] = [
            (1, .ascii("N")), (2, .rational([(35, 1), (30, 1), (0, 1)])), (3, .ascii("E")),
            (4, .rational([(139, 1), (45, 1), (0, 1)])),
        ]
        let first: [(Int, TIFFFixture.Value)] = [(0x0112, .short([orientation])), (0x8825, .directory(gps))]
        guard !thumbnail.isEmpty else { return TIFFFixture.bytes(first, bigEndian: true) }
        let second: [(Int, TIFFFixture.Value)] = [
            (0x0103, .short([6])), (0x0201, .block(thumbnail)), (0x0202, .long([thumbnail.count])),
        ]
        return TIFFFixture.bytes(first, second, bigEndian: true)
    }
}
