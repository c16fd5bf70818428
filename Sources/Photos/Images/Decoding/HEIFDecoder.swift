import CLKHEIF
import Glibc
import LKMetadata

/// Decodes HEIC and AVIF with libheif, which applies the orientation itself, so the EXIF orientation must not be
/// applied again.
struct HEIFDecoder: PixelDecoder, ~Copyable {
    let size: PixelSize
    /// The size of the largest embedded thumbnail.
    let thumbnailSize: PixelSize?
    private let bytes: ImageBytes
    private let limits: ImagePipeline.Limits
    private let reader: OpaquePointer

    /// Reads the header.
    init(_ bytes: ImageBytes, limits: ImagePipeline.Limits) throws(ImageError) {
        guard cheif_load() != 0 else { throw .missingLibrary("HEIC and AVIF", "libheif", package: "libheif1") }
        guard let reader = cheif_open(bytes.start, bytes.count, 1 << 16) else {
            throw ImageError(.tooLarge, "no memory for a HEIF decoder")
        }
        let size = PixelSize(width: Int(cheif_width(reader)), height: Int(cheif_height(reader)))
        guard size.width > 0, size.height > 0 else {
            let error = Self.failure(reader, bytes.name)
            cheif_close(reader)
            throw error
        }
        let small = PixelSize(width: Int(cheif_thumbnail_width(reader)), height: Int(cheif_thumbnail_height(reader)))
        thumbnailSize = small.width > 0 && small.height > 0 ? small : nil
        self.bytes = bytes
        self.limits = limits
        self.reader = reader
        self.size = size
    }

    deinit { cheif_close(reader) }

    mutating func decode(atLeast target: PixelSize) throws(ImageError) -> DecodedPixels {
        // libheif allocates its own planes in addition to the pixels.
        guard size.width * size.height * 8 <= limits.memory else { throw .beyondMemory(bytes.name, size, limits) }
        return try decode(isThumbnail: false, target)
    }

    /// Decodes the embedded thumbnail; `nil` when it is missing or damaged.
    mutating func decodeThumbnail() -> DecodedPixels? {
        guard let thumbnailSize, thumbnailSize.width * thumbnailSize.height <= 1 << 22 else { return nil }
        return try? decode(isThumbnail: true, thumbnailSize)
    }

    private func decode(isThumbnail: Bool, _ target: PixelSize) throws(ImageError) -> DecodedPixels {
        guard cheif_decode(reader, isThumbnail ? 1 : 0) == CHEIF_OK else { throw Self.failure(reader, bytes.name) }
        var (width, height, stride): (Int32, Int32, Int) = (0, 0, 0)
        guard let pixels = cheif_pixels(reader, &width, &height, &stride), width > 0, height > 0 else {
            throw .damaged(bytes.name, "HEIF", "it has no pixels")
        }
        let made = PixelSize(width: Int(width), height: Int(height))
        // The coded image may be larger than the boxes say.
        guard made.width * made.height * 8 <= limits.memory else { throw .beyondMemory(bytes.name, made, limits) }
        let isOpaque = cheif_has_alpha(reader) == 0
        let space = colorSpace
        if target.width < made.width, target.height < made.height {
            var scaler = try AreaScaler(from: made, to: target, hasAlpha: !isOpaque)
            for y in 0..<made.height { scaler.addRow(pixels + y * stride) }
            return DecodedPixels(
                image: PixelImage(
                    scaler.buffer, size: target, stride: target.width * 4, isOpaque: isOpaque, colorSpace: space))
        }
        let memory = try PixelImage.memory(for: made)
        for y in 0..<made.height {
            (memory.base + y * made.width * 4).copyMemory(from: pixels + y * stride, byteCount: made.width * 4)
        }
        if isOpaque { PixelImage.makeOpaque(memory) }
        return DecodedPixels(
            image: PixelImage(memory, size: made, stride: made.width * 4, isOpaque: isOpaque, colorSpace: space))
    }

    /// Returns the EXIF block.
    func exif() -> [UInt8]? {
        var exif: UnsafeMutablePointer<UInt8>?
        let count = cheif_exif(reader, &exif)
        guard let exif else { return nil }
        defer { free(exif) }
        let bytes = Array(UnsafeBufferPointer(start: exif, count: count))
        guard bytes.count > 4 else { return nil }
        let start = 4 + bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
        return start < bytes.count ? Array(bytes[start...]) : nil
    }

    private var colorSpace: PixelImage.ColorSpace {
        var profile: UnsafeMutablePointer<UInt8>?
        let count = cheif_profile(reader, &profile)
        guard let profile else { return .sRGB }
        defer { free(profile) }
        return PixelImage.ColorSpace(profile: Array(UnsafeBufferPointer(start: profile, count: count)))
    }

    private static func failure(_ reader: OpaquePointer, _ name: String) -> ImageError {
        let reason = String(cString: cheif_message(reader))
        guard cheif_is_unsupported(reader) != 0 else { return .damaged(name, "HEIF", reason) }
        return ImageError(
            .unsupported, "\(name) has a coding that libheif cannot decode (\(reason))", advice: "convert it")
    }
}
