import CLKJPEG
import Glibc
import LKMetadata

/// Decodes JPEG with libturbojpeg, which can decode at 1/2, 1/4 and 1/8 of the size in a fraction of the time.
struct JPEGDecoder: PixelDecoder, ~Copyable {
    let size: PixelSize
    private let bytes: ImageBytes
    private let range: Range<Int>
    private let limits: ImagePipeline.Limits
    private let handle: UnsafeMutableRawPointer
    private var header: cjpeg_header

    /// Reads the header of a JPEG in a part of a file.
    init(_ bytes: ImageBytes, range: Range<Int>? = nil, limits: ImagePipeline.Limits) throws(ImageError) {
        let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
        guard cjpeg_load() != 0 else { throw .missingLibrary("JPEG", "libturbojpeg", package: "libturbojpeg0") }
        guard let handle = cjpeg_decoder() else { throw ImageError(.tooLarge, "no memory for a JPEG decoder") }
        var header = cjpeg_header()
        guard cjpeg_read_header(handle, bytes.start + range.lowerBound, range.count, &header) == CJPEG_OK else {
            let message = String(cString: cjpeg_message(handle))
            cjpeg_free(handle)
            throw .damaged(bytes.name, "JPEG", message)
        }
        self.bytes = bytes
        self.range = range
        self.limits = limits
        self.handle = handle
        self.header = header
        size = PixelSize(width: Int(header.width), height: Int(header.height))
    }

    deinit { cjpeg_free(handle) }

    private var start: UnsafePointer<UInt8> { bytes.start + range.lowerBound }

    mutating func decode(atLeast target: PixelSize) throws(ImageError) -> DecodedPixels {
        // At least twice the target size, because the decoder's own reduction is coarser than the filter that
        // follows.
        let eighths = [1, 2, 4].first { eighths in
            target.width * 2 * 8 <= size.width * eighths && target.height * 2 * 8 <= size.height * eighths
        }
        return try decode(eighths: eighths ?? 8)
    }

    /// Decodes at a fraction of the size.
    mutating func decode(eighths: Int) throws(ImageError) -> DecodedPixels {
        let jpeg = UnsafeRawBufferPointer(start: start, count: range.count)
        // A scan of a few bytes covers the whole image, so that a few kilobytes of scans would take minutes.
        guard JPEGScans.count(jpeg, atMost: JPEGScans.maximumScans) <= JPEGScans.maximumScans else {
            throw .damaged(
                bytes.name, "JPEG", "it has more than \(JPEGScans.maximumScans) scans, more than any image needs")
        }
        let profile = JPEGProperties(jpeg)
        let scaled = PixelSize(
            width: Int(cjpeg_scaled(header.width, Int32(eighths))),
            height: Int(cjpeg_scaled(header.height, Int32(eighths))))
        // A progressive JPEG keeps all coefficients until the last scan.
        let coefficients = profile.isProgressive ? size.width * size.height * 6 : 0
        guard scaled.width * scaled.height * 4 + coefficients <= limits.memory else {
            throw .beyondMemory(bytes.name, size, limits)
        }
        let memory = try PixelImage.memory(for: scaled)
        // Missing parts of a damaged image are grey.
        memory.base.initializeMemory(as: UInt8.self, repeating: 0x80, count: memory.count)
        let code = cjpeg_decode(
            handle, start, range.count, memory.base.assumingMemoryBound(to: UInt8.self), scaled.width * 4, &header,
            Int32(eighths))
        let isPrint = header.space == CJPEG_CMYK || header.space == CJPEG_YCCK
        if isPrint { Self.mixInks(memory, isInverted: profile.hasAdobeMarker) }
        if code != CJPEG_OK {
            if code == CJPEG_FATAL, !profile.hasScan {
                throw .damaged(bytes.name, "JPEG", String(cString: cjpeg_message(handle)))
            }
            PixelImage.makeOpaque(memory)
        }
        let space = isPrint ? .sRGB : profile.profile.map { PixelImage.ColorSpace(profile: $0) } ?? .sRGB
        return DecodedPixels(
            image: PixelImage(memory, size: scaled, stride: scaled.width * 4, isOpaque: true, colorSpace: space),
            isDamaged: code != CJPEG_OK)
    }

    /// Converts cyan, magenta, yellow and black to red, green and blue, without a profile.
    private static func mixInks(_ memory: PixelBuffer, isInverted: Bool) {
        let bytes = memory.base.assumingMemoryBound(to: UInt8.self)
        for index in Swift.stride(from: 0, to: memory.count, by: 4) {
            // Adobe stores inverted inks.
            let black = isInverted ? UInt32(bytes[index + 3]) : 255 - UInt32(bytes[index + 3])
            for part in 0..<3 {
                let ink = UInt32(bytes[index + part])
                bytes[index + part] = UInt8((isInverted ? ink : 255 - ink) * black / 255)
            }
            bytes[index + 3] = 255
        }
    }
}

/// Counts the scans of a JPEG.
///
/// Not by ``JPEGSegments``, which ends at the coded data: there each byte may be a marker, and megabytes are searched.
enum JPEGScans {
    /// The most scans decoded.
    ///
    /// Encoders write about ten, optimizers a few dozen.
    static let maximumScans = 100

    /// Counts the scans, without those inside segments, such as of a thumbnail.
    ///
    /// - Parameters:
    ///   - bytes: The JPEG, which may be truncated.
    ///   - maximumScans: Counting stops at one more than this.
    /// - Returns: The number of scans.
    static func count(_ bytes: UnsafeRawBufferPointer, atMost maximumScans: Int) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        var (offset, count) = (2, 0)
        while offset + 4 <= bytes.count {
            // Skip coded data and garbage up to the next marker.
            guard let found = memchr(base + offset, 0xFF, bytes.count - offset) else { return count }
            offset = UnsafeRawPointer(found) - base
            guard offset + 4 <= bytes.count else { return count }
            switch bytes[offset + 1] {
            case 0xFF: offset += 1
            case 0xD9: return count
            case 0x00, 0x01, 0xD0...0xD8: offset += 2
            case let marker:
                if marker == 0xDA { count += 1 }
                if count > maximumScans { return count }
                offset += 2 + max(2, Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3]))
            }
        }
        return count
    }
}

/// What libturbojpeg does not report about a JPEG: coding, EXIF and colour profile.
struct JPEGProperties {
    private(set) var isProgressive = false
    private(set) var hasAdobeMarker = false
    /// Whether any coded data follows the first scan header.
    private(set) var hasScan = false
    /// The range of the EXIF block.
    private(set) var exif: Range<Int>?
    /// The ICC profile, joined from its segments.
    private(set) var profile: [UInt8]?

    private static let profileName = Array("ICC_PROFILE\0".utf8)
    private static let exifName = Array("Exif\0\0".utf8)
    private static let adobe = Array("Adobe".utf8)

    /// Creates the properties by walking the segments before the first scan.
    init(_ bytes: UnsafeRawBufferPointer) {
        var segments = JPEGSegments(of: bytes, at: 0, end: bytes.count)
        while let segment = segments.next(), segment.marker != JPEGSegment.endOfImage {
            let end = segment.payload + segment.count
            let content = UnsafeRawBufferPointer(rebasing: bytes[segment.payload..<end])
            switch segment.marker {
            case JPEGSegment.startOfScan:
                hasScan = end < bytes.count
                return
            case 0xC2, 0xC6, 0xCA, 0xCE: isProgressive = true
            case JPEGSegment.app1 where exif == nil && content.count > 6 && content.starts(with: Self.exifName):
                exif = segment.payload + 6..<end
            case JPEGSegment.app14: hasAdobeMarker = hasAdobeMarker || content.starts(with: Self.adobe)
            case JPEGSegment.app2 where content.count > 14 && content.starts(with: Self.profileName):
                if profile == nil { profile = [] }
                // A profile has at most 255 parts.
                if let count = profile?.count, count < 255 * 65_519 { profile?.append(contentsOf: content[14...]) }
            default: break
            }
        }
    }
}
