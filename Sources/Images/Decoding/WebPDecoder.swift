internal import CWebP
import Metadata

/// WebP by libwebp, which scales while it decodes; of an animation the first picture.
struct WebPDecoder: PixelDecoder, ~Copyable {
    let size: PixelSize
    private let bytes: ImageBytes
    private let limits: DecodeLimits
    private let picture: UnsafeBufferPointer<UInt8>
    private let header: cwebp_header

    /// Reads the header.
    init(_ bytes: ImageBytes, limits: DecodeLimits) throws(ImageError) {
        guard cwebp_load() != 0 else { throw .missingLibrary("WebP", "libwebp", package: "libwebp7") }
        var header = cwebp_header()
        var code = cwebp_read_header(bytes.start, bytes.count, &header)
        var picture = UnsafeBufferPointer(start: bytes.start, count: bytes.count)
        if header.has_animation != 0 {
            guard let first = Self.firstFrame(bytes.buffer) else {
                throw .damaged(bytes.name, "WebP", "its first picture is missing")
            }
            picture = UnsafeBufferPointer(rebasing: picture[first])
            code = cwebp_read_header(bytes.start + first.lowerBound, first.count, &header)
        }
        // The header may be there where the picture is not.
        guard code != CWEBP_FATAL, header.width > 0, header.height > 0 else {
            throw .damaged(bytes.name, "WebP", code == CWEBP_SHORT ? "it ends in its header" : "its header is invalid")
        }
        self.bytes = bytes
        self.limits = limits
        self.picture = picture
        self.header = header
        size = PixelSize(width: Int(header.width), height: Int(header.height))
    }

    mutating func decode(atLeast target: PixelSize) throws(ImageError) -> DecodedPixels {
        // Without loss the whole picture is decoded first, whatever is made of it.
        guard max(size.width * size.height, target.width * target.height) * 4 <= limits.memory else {
            throw .beyondMemory(bytes.name, size, limits)
        }
        let memory = try PixelImage.memory(for: target)
        guard let start = picture.baseAddress else { throw .damaged(bytes.name, "WebP", "it is empty") }
        // What a damaged picture lacks is gray.
        memory.base.initializeMemory(as: UInt8.self, repeating: 0x80, count: memory.count)
        let code = cwebp_decode(
            start, picture.count, memory.base.assumingMemoryBound(to: UInt8.self), target.width * 4,
            Int32(target.width), Int32(target.height), target == size ? 0 : 1)
        guard code != CWEBP_FATAL else { throw .damaged(bytes.name, "WebP", "its data make no picture") }
        if code != CWEBP_OK, header.has_alpha == 0 { PixelImage.makeOpaque(memory) }
        let profile = RIFFChunks.range(of: "ICCP", in: bytes.buffer).map {
            PixelColorSpace(profile: Array(bytes.buffer[$0]))
        }
        return DecodedPixels(
            image: PixelImage(
                memory, size: target, stride: target.width * 4, isOpaque: header.has_alpha == 0,
                colorSpace: profile ?? .sRGB),
            isDamaged: code != CWEBP_OK)
    }

    /// The chunks of the first picture of an animation, which stand behind 16 bytes that say where it is shown.
    private static func firstFrame(_ bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        guard let frame = RIFFChunks.range(of: "ANMF", in: bytes), frame.count > 16 else { return nil }
        return frame.lowerBound + 16..<frame.upperBound
    }
}
