/// What libturbojpeg does not tell of a JPEG: how it is coded, its colour profile.
struct JPEGSegments {
    private(set) var isProgressive = false
    private(set) var hasAdobeMarker = false
    /// Whether any of the picture is there.
    private(set) var hasScan = false
    /// Where the block of EXIF is.
    private(set) var exif: Range<Int>?
    /// The ICC profile, in as many segments as it takes.
    private(set) var profile: [UInt8]?

    private static let profileName = Array("ICC_PROFILE\0".utf8)
    private static let exifName = Array("Exif\0\0".utf8)
    private static let adobe = Array("Adobe".utf8)

    /// Walks the segments before the first scan.
    init(_ bytes: UnsafeRawBufferPointer) {
        var offset = 2
        while offset + 4 <= bytes.count {
            guard bytes[offset] == 0xFF else { return }
            let marker = bytes[offset + 1]
            // Fill bytes, and markers without content.
            if marker == 0xFF {
                offset += 1
                continue
            }
            if marker == 0x01 || 0xD0...0xD8 ~= marker {
                offset += 2
                continue
            }
            let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
            guard length >= 2 else { return }
            if marker == 0xDA {
                hasScan = offset + 2 + length < bytes.count
                return
            }
            let end = min(offset + 2 + length, bytes.count)
            let content = UnsafeRawBufferPointer(rebasing: bytes[min(offset + 4, end)..<end])
            switch marker {
            case 0xC2, 0xC6, 0xCA, 0xCE: isProgressive = true
            case 0xE1 where exif == nil && content.count > 6 && content.starts(with: Self.exifName):
                exif = offset + 10..<end
            case 0xEE: hasAdobeMarker = hasAdobeMarker || content.starts(with: Self.adobe)
            case 0xE2 where content.count > 14 && content.starts(with: Self.profileName):
                if profile == nil { profile = [] }
                // Of more parts than can be numbered none is a profile's.
                if let count = profile?.count, count < 255 * 65_519 { profile?.append(contentsOf: content[14...]) }
            default: break
            }
            offset = end
        }
    }
}
