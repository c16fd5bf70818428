/// EXIF for a picture that has none: what EXIF demands of each, with the values that it presumes.
enum NewEXIF {
    /// Two directories, the second of which is EXIF's own.
    ///
    /// - Parameter size: The width and height of the picture as it is stored; `nil` where it is not known.
    /// - Returns: The bytes.
    static func bytes(for size: PixelSize?) -> [UInt8] { head + exifDirectory(for: size) }

    private static let head: [UInt8] =
        Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
        + [0, 5]
        + entry(0x011A, 5, 1, 74)  // XResolution
        + entry(0x011B, 5, 1, 82)  // YResolution
        + entry(0x0128, 3, 1, 2 << 16)  // ResolutionUnit: inches
        + entry(0x0213, 3, 1, 1 << 16)  // YCbCrPositioning: centred
        + entry(0x8769, 4, 1, 90)
        + [0, 0, 0, 0]
        + [0, 0, 0, 72, 0, 0, 0, 1] + [0, 0, 0, 72, 0, 0, 0, 1]

    private static func exifDirectory(for size: PixelSize?) -> [UInt8] {
        var entries = [
            entry(0x9000, 7, 4, 0x3032_3332),  // ExifVersion 2.32
            entry(0x9101, 7, 4, 0x0102_0300),  // ComponentsConfiguration: Y, Cb, Cr
            entry(0xA000, 7, 4, 0x3031_3030),  // FlashpixVersion 1.00
            entry(0xA001, 3, 1, 0xFFFF << 16),  // ColorSpace: not said
        ]
        if let size {
            entries += [entry(0xA002, 4, 1, size.width), entry(0xA003, 4, 1, size.height)]  // PixelX-, PixelYDimension
        }
        var bytes: [UInt8] = [0, UInt8(entries.count)]
        for entry in entries { bytes += entry }
        return bytes + [0, 0, 0, 0]
    }

    private static func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
        [tag >> 8, tag, 0, type, 0, 0, 0, count, value >> 24, value >> 16, value >> 8, value].map {
            UInt8(truncatingIfNeeded: $0)
        }
    }
}
