/// A JPEG of one pixel with a camera's model and the time of the shot.
public enum DatedPhoto {
    /// Returns the file.
    ///
    /// - Parameters:
    ///   - time: When it was taken, as EXIF has it: `2026:05:01 10:00:07`.
    ///   - offset: The offset from UTC: `+02:00`; `nil` for none.
    /// - Returns: Its bytes.
    public static func bytes(_ time: String, offset: String? = nil) -> [UInt8] {
        var tiff: [UInt8] = Array("II".utf8) + [42, 0, 8, 0, 0, 0]
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> ($0 * 8) & 255) } }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
        }
        // IFD0 at 8: model and the pointer to EXIF; 8 + 2 + 2 * 12 + 4 = 38.
        let model = Array("Camera\0".utf8) + [0]
        let exif = 38 + model.count
        tiff += number(2, 2) + entry(0x0110, 2, 7, 38) + entry(0x8769, 4, 1, exif) + number(0, 4) + model
        let count = offset == nil ? 1 : 2
        let texts = exif + 2 + count * 12 + 4
        tiff += number(count, 2) + entry(0x9003, 2, 20, texts)
        if offset != nil { tiff += entry(0x9011, 2, 7, texts + 20) }
        tiff += number(0, 4) + Array(time.utf8) + [0]
        if let offset { tiff += Array(offset.utf8) + [0] }
        let block = Array("Exif\0\0".utf8) + tiff
        let length = block.count + 2
        return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + block + rest
    }

    private static let rest: [UInt8] =
        [
            0xFF, 0xDB, 0x00, 0x43, 0x00, 0x03, 0x02, 0x02, 0x02, 0x02, 0x02, 0x03, 0x02, 0x02, 0x02, 0x03, 0x03, 0x03,
            0x03, 0x04, 0x06, 0x04, 0x04, 0x04, 0x04, 0x04, 0x08, 0x06, 0x06, 0x05, 0x06, 0x09, 0x08, 0x0A, 0x0A, 0x09,
            0x08, 0x09, 0x09, 0x0A, 0x0C, 0x0F, 0x0C, 0x0A, 0x0B, 0x0E, 0x0B, 0x09, 0x09, 0x0D, 0x11, 0x0D, 0x0E, 0x0F,
            0x10, 0x10, 0x11, 0x10, 0x0A, 0x0C, 0x12, 0x13, 0x12, 0x10, 0x13, 0x0F, 0x10, 0x10, 0x10, 0xFF, 0xC9, 0x00,
            0x0B, 0x08, 0x00, 0x01, 0x00, 0x01, 0x01, 0x01, 0x11, 0x00, 0xFF, 0xCC, 0x00, 0x06, 0x00, 0x10, 0x10, 0x05,
            0xFF, 0xDA, 0x00, 0x08, 0x01, 0x01, 0x00, 0x00, 0x3F, 0x00, 0xD2, 0xCF, 0x20, 0xFF, 0xD9,
        ]
}
