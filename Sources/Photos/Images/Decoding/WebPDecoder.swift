import CLKWebP
import LKMetadata

/// Decodes WebP with libwebp, which scales while decoding; the first frame of an animation.
struct WebPDecoder: PixelDecoder, ~Copyable {
    let size: PixelSize
    private let bytes: ImageBytes
    private let limits: ImagePipeline.Limits
    private let frame: UnsafeBufferPointer<UInt8>
    private let header: cwebp_header

    /// Reads the header.
    init(_ bytes: ImageBytes, limits: ImagePipeline.Limits) throws(ImageError) {
        guard cwebp_load() != 0 else { throw .missingLibrary("WebP", "libwebp", package: "libwebp7") }
        var header = cwebp_header()
        var code = cwebp_read_header(bytes.start, bytes.count, &header)
        var frame = UnsafeBufferPointer(start: bytes.start, count: bytes.count)
        if header.has_animation != 0 {
            guard let first = Self.firstFrame(bytes.buffer) else {
                throw .damaged(bytes.name, "WebP", "its first frame is missing")
            }
            frame = UnsafeBufferPointer(rebasing: frame[first])
            code = cwebp_read_header(bytes.start + first.lowerBound, first.count, &header)
        }
        // The header may be present without the image.
        guard code != CWEBP_FATAL, header.width > 0, header.height > 0 else {
            throw .damaged(bytes.name, "WebP", code == CWEBP_SHORT ? "it ends in its header" : "its header is invalid")
        }
        self.bytes = bytes
        self.limits = limits
        self.frame = frame
        self.header = header
        size = PixelSize(width: Int(header.width), height: Int(header.height))
    }

    mutating func decode(atLeast target: PixelSize) throws(ImageError) -> DecodedPixels {
        // Lossless images are decoded in full before scaling.
        guard max(size.width * size.height, target.width * target.height) * 4 <= limits.memory else {
            throw .beyondMemory(bytes.name, size, limits)
        }
        let memory = try PixelImage.memory(for: target)
        guard let start = frame.baseAddress else { throw .damaged(bytes.name, "WebP", "it is empty") }
        // Missing parts of a damaged image are grey.
        memory.base.initializeMemory(as: UInt8.self, repeating: 0x80, count: memory.count)
        let code = cwebp_decode(
            start, frame.count, memory.base.assumingMemoryBound(to: UInt8.self), target.width * 4,
            Int32(target.width), Int32(target.height), target == size ? 0 : 1)
        guard code != CWEBP_FATAL else { throw .damaged(bytes.name, "WebP", "its image data are invalid") }
        if code != CWEBP_OK, header.has_alpha == 0 { PixelImage.makeOpaque(memory) }
        let profile = Self.content(of: WebPChunk.profile, in: bytes.buffer).map {
            PixelImage.ColorSpace(profile: Array(bytes.buffer[$0]))
        }
        return DecodedPixels(
            image: PixelImage(
                memory, size: target, stride: target.width * 4, isOpaque: header.has_alpha == 0,
                colorSpace: profile ?? .sRGB),
            isDamaged: code != CWEBP_OK)
    }

    /// Returns the chunks of an animation's first frame, which follow a frame header of 16 bytes.
    private static func firstFrame(_ bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        guard let frame = content(of: WebPChunk.frame, in: bytes), frame.count > 16 else { return nil }
        return frame.lowerBound + 16..<frame.upperBound
    }

    /// Returns the content of the first chunk of a kind, clipped to the file.
    static func content(of kind: UInt32, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        var chunks = WebPChunks(of: bytes, end: bytes.count)
        while let chunk = chunks.next() {
            if chunk.kind == kind { return chunk.payload..<min(chunk.payload + chunk.count, bytes.count) }
        }
        return nil
    }
}
