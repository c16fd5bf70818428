import Foundation
import LKMetadata

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
        var bytes: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
        }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count, 4) + value + Array(repeating: 0, count: 4 - value.count)
        }
        let gps = 8 + 2 + 2 * 12 + 4
        let values = gps + 2 + 4 * 12 + 4
        let second = values + 48
        let picture = second + 2 + 3 * 12 + 4
        bytes += number(2, 2) + entry(0x0112, 3, 1, number(orientation, 2)) + entry(0x8825, 4, 1, number(gps, 4))
        bytes += number(thumbnail.isEmpty ? 0 : second, 4)
        bytes += number(4, 2) + entry(1, 2, 2, Array("N\0".utf8)) + entry(2, 5, 3, number(values, 4))
        bytes += entry(3, 2, 2, Array("E\0".utf8)) + entry(4, 5, 3, number(values + 24, 4)) + number(0, 4)
        for (value, divisor) in [(35, 1), (30, 1), (0, 1), (139, 1), (45, 1), (0, 1)] {
            bytes += number(value, 4) + number(divisor, 4)
        }
        guard !thumbnail.isEmpty else { return bytes }
        bytes += number(3, 2) + entry(0x0103, 3, 1, number(6, 2)) + entry(0x0201, 4, 1, number(picture, 4))
        bytes += entry(0x0202, 4, 1, number(thumbnail.count, 4)) + number(0, 4) + thumbnail
        return bytes
    }
}
