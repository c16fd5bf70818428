internal import CJPEG
import Glibc
import Metadata

/// JPEG by libturbojpeg, which can decode at 1/2, 1/4 and 1/8 of the size for a fraction of the time.
struct JPEGDecoder: PixelDecoder, ~Copyable {
    let size: PixelSize
    private let bytes: ImageBytes
    private let range: Range<Int>
    private let limits: DecodeLimits
    private let handle: UnsafeMutableRawPointer
    private var header: cjpeg_header

    /// Reads the header of the picture in a part of a file.
    init(_ bytes: ImageBytes, range: Range<Int>? = nil, limits: DecodeLimits) throws(ImageError) {
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
        // Twice as large as wanted: the decoder's own reduction is coarser than the filter that follows.
        let eighths = [1, 2, 4].first { eighths in
            target.width * 2 * 8 <= size.width * eighths && target.height * 2 * 8 <= size.height * eighths
        }
        return try decode(eighths: eighths ?? 8)
    }

    /// Decodes at a fraction of the size.
    mutating func decode(eighths: Int) throws(ImageError) -> DecodedPixels {
        let picture = UnsafeRawBufferPointer(start: start, count: range.count)
        // A scan of few bytes goes over all of the picture: kilobytes of them take minutes.
        guard JPEGScans.count(picture, atMost: JPEGScans.most) <= JPEGScans.most else {
            throw .damaged(bytes.name, "JPEG", "it has more than \(JPEGScans.most) scans, as no picture needs")
        }
        let profile = JPEGSegments(picture)
        let scaled = PixelSize(
            width: Int(cjpeg_scaled(header.width, Int32(eighths))),
            height: Int(cjpeg_scaled(header.height, Int32(eighths))))
        // Of a progressive picture all coefficients are kept until the last scan.
        let coefficients = profile.isProgressive ? size.width * size.height * 6 : 0
        guard scaled.width * scaled.height * 4 + coefficients <= limits.memory else {
            throw .beyondMemory(bytes.name, size, limits)
        }
        let memory = try PixelImage.memory(for: scaled)
        // What a damaged picture lacks is gray.
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
        let space = isPrint ? .sRGB : profile.profile.map { PixelColorSpace(profile: $0) } ?? .sRGB
        return DecodedPixels(
            image: PixelImage(memory, size: scaled, stride: scaled.width * 4, isOpaque: true, colorSpace: space),
            isDamaged: code != CJPEG_OK)
    }

    /// Cyan, magenta, yellow and black to red, green and blue, without a profile.
    private static func mixInks(_ memory: PixelBuffer, isInverted: Bool) {
        let bytes = memory.base.assumingMemoryBound(to: UInt8.self)
        for index in Swift.stride(from: 0, to: memory.count, by: 4) {
            // Adobe stores how much of an ink is missing.
            let black = isInverted ? UInt32(bytes[index + 3]) : 255 - UInt32(bytes[index + 3])
            for part in 0..<3 {
                let ink = UInt32(bytes[index + part])
                bytes[index + part] = UInt8((isInverted ? ink : 255 - ink) * black / 255)
            }
            bytes[index + 3] = 255
        }
    }
}

/// In how many scans a JPEG is coded.
enum JPEGScans {
    /// The most that are decoded; programs write about ten, and those that search for the smallest file some dozens.
    static let most = 100

    /// Counts the scans of a picture; what lies in its segments, such as a thumbnail, is not counted.
    ///
    /// - Parameters:
    ///   - bytes: The picture, which may be cut off.
    ///   - most: Where counting ends, with one more.
    /// - Returns: How many scans begin.
    static func count(_ bytes: UnsafeRawBufferPointer, atMost most: Int) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        var (offset, count) = (2, 0)
        while offset + 4 <= bytes.count {
            // Coded pixels, and what decoders pass over, until the next marker.
            guard let found = memchr(base + offset, 0xFF, bytes.count - offset) else { return count }
            offset = UnsafeRawPointer(found) - base
            guard offset + 4 <= bytes.count else { return count }
            switch bytes[offset + 1] {
            case 0xFF: offset += 1
            case 0xD9: return count
            case 0x00, 0x01, 0xD0...0xD8: offset += 2
            case let marker:
                if marker == 0xDA { count += 1 }
                if count > most { return count }
                offset += 2 + max(2, Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3]))
            }
        }
        return count
    }
}
