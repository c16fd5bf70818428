public import FoundationEssentials
import Metadata

/// Decodes JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF, the previews of raw files and a frame of a video, upright and no larger than
/// wanted.
///
/// A small picture of a large JPEG costs a fraction of the whole one. What is cut off is given as far as it goes, and
/// marked. Blocks the thread, so in programs with tasks use an ``ImageSource``.
///
/// ```swift
/// let photo = try ImageDecoder().image(at: "IMG_0001.HEIC", size: .fitSize(PixelSize(width: 300, height: 300)))
/// ```
public struct ImageDecoder: Sendable {
    /// What decoding may take.
    public var limits = DecodeLimits()

    /// Asked now and then by what takes long; `true` ends it with ``ImageError/Code/cancelled``.
    ///
    /// A frame of a video and a large TIFF do. `nil` never ends them.
    public var isCancelled: (@Sendable () -> Bool)?

    /// Makes a decoder.
    ///
    /// - Parameter limits: What decoding may take.
    public init(limits: DecodeLimits = DecodeLimits()) { self.limits = limits }

    /// Decodes a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - size: How large the picture is wanted.
    /// - Returns: Its pixels, upright.
    /// - Throws: As ``decode(_:size:)-(String,_)``.
    public func image(
        at path: String, size: ImageSizeOption = .fullResolution
    ) throws(ImageError) -> PixelImage {
        try decode(path, size: size).image
    }

    /// Decodes a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - size: How large the picture is wanted.
    /// - Returns: The picture, upright, and whether it is damaged.
    /// - Throws: `ImageError`: `missing`, `unreadable`, `unsupported`, `damaged`, `tooLarge`, `unavailable`, `cancelled`.
    public func decode(
        _ path: String, size: ImageSizeOption = .fullResolution
    ) throws(ImageError) -> DecodedImage {
        try decode(ImageBytes.file(path, limit: limits.fileSize), size: size)
    }

    /// Decodes the bytes of a file.
    ///
    /// - Parameters:
    ///   - data: The whole file.
    ///   - size: How large the picture is wanted.
    /// - Returns: The picture, upright, and whether it is damaged.
    /// - Throws: `ImageError`: `unsupported`, `damaged`, `tooLarge`, `unavailable`, `cancelled`.
    public func decode(
        _ data: Data, size: ImageSizeOption = .fullResolution
    ) throws(ImageError) -> DecodedImage {
        try decode(ImageBytes(data, name: "the picture"), size: size)
    }

    func decode(_ bytes: ImageBytes, size: ImageSizeOption) throws(ImageError) -> DecodedImage {
        let kind = try ImageKind(bytes.buffer, name: bytes.name)
        if kind == .video { return try frame(of: bytes, size) }
        let metadata = bytes.metadata()
        if kind == .raw || metadata?.format == .raw { return try preview(of: bytes, metadata, size) }
        // libheif turns by itself.
        let orientation = kind == .heif ? .up : metadata?.orientation ?? .up
        var result =
            switch kind {
            case .jpeg: try decode(JPEGDecoder(bytes, limits: limits), bytes, size, orientation)
            case .png: try decode(PNGDecoder(bytes, limits: limits), bytes, size, orientation)
            case .webp: try decode(WebPDecoder(bytes, limits: limits), bytes, size, orientation)
            case .heif: try decode(HEIFDecoder(bytes, limits: limits), bytes, size, orientation)
            case .gif: try decode(GIFDecoder(bytes, limits: limits), bytes, size, orientation)
            default: try decode(TIFFDecoder(bytes, limits: limits, isCancelled), bytes, size, orientation)
            }
        result.metadata = metadata
        return result
    }

    func decode(
        _ decoder: consuming some PixelDecoder & ~Copyable, _ bytes: ImageBytes, _ option: ImageSizeOption,
        _ orientation: PhotoOrientation
    ) throws(ImageError) -> DecodedImage {
        let size = decoder.size
        try check(size, bytes)
        let option = orientation.swapsSides ? option.turned : option
        let target = option.scaledTarget(for: size)
        let pixels = try decoder.decode(atLeast: target)
        let image = try pixels.image.downscaled(to: target).cropped(for: option).upright(from: orientation)
        return DecodedImage(
            image: image, fullSize: orientation.swapsSides ? size.turned : size, isDamaged: pixels.isDamaged)
    }

    func check(_ size: PixelSize, _ bytes: ImageBytes) throws(ImageError) {
        guard size.width <= limits.pixels / max(size.height, 1) else {
            throw .tooManyPixels(bytes.name, size, limits)
        }
    }
}
