public import FoundationEssentials
public import Metadata

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

/// Pictures for a first look, which come quickly and are coarse.
extension ImageDecoder {
    /// The thumbnail that is embedded in a file, upright and without the bars that cameras put beside wide pictures; of a raw file
    /// the smallest preview.
    ///
    /// - Returns: `nil` where there is none that can be decoded.
    func embedded(in bytes: ImageBytes) -> DecodedImage? {
        guard let kind = try? ImageKind(bytes.buffer, name: bytes.name) else { return nil }
        if kind == .heif {
            guard var decoder = try? HEIFDecoder(bytes, limits: limits), let pixels = decoder.decodeThumbnail() else {
                return nil
            }
            return DecodedImage(image: pixels.image, fullSize: decoder.size)
        }
        if kind == .raw || kind == .tiff { return smallestPreview(of: bytes) }
        guard let metadata = bytes.metadata(), let stored = metadata.storedSize, let thumbnail = metadata.thumbnail,
            thumbnail.format == .jpeg, thumbnail.offset >= 0, thumbnail.count > 0,
            thumbnail.offset <= bytes.count, thumbnail.count <= bytes.count - thumbnail.offset
        else { return nil }
        let range = thumbnail.offset..<thumbnail.offset + thumbnail.count
        guard var decoder = try? JPEGDecoder(bytes, range: range, limits: limits),
            decoder.size.width <= 4096, decoder.size.height <= 4096,
            let pixels = try? decoder.decode(eighths: 8),
            let image = try? pixels.image.cropped(toShapeOf: stored).upright(from: metadata.orientation)
        else { return nil }
        return DecodedImage(image: image, fullSize: metadata.size ?? stored, metadata: metadata)
    }

    /// A large JPEG at an eighth of its size, which takes a fraction of the time; `nil` for anything else.
    func coarse(_ bytes: ImageBytes) -> DecodedImage? {
        guard case .jpeg? = try? ImageKind(bytes.buffer, name: bytes.name),
            var decoder = try? JPEGDecoder(bytes, limits: limits), (try? check(decoder.size, bytes)) != nil,
            decoder.size.width * decoder.size.height >= 2_000_000
        else { return nil }
        let size = decoder.size
        let metadata = bytes.metadata()
        let orientation = metadata?.orientation ?? .up
        guard let pixels = try? decoder.decode(eighths: 1), let image = try? pixels.image.upright(from: orientation)
        else { return nil }
        return DecodedImage(
            image: image, fullSize: orientation.swapsSides ? size.turned : size, isDamaged: pixels.isDamaged,
            metadata: metadata)
    }
}

extension PixelImage {
    /// The middle of the picture, in the shape of another.
    func cropped(toShapeOf whole: PixelSize) -> PixelImage {
        guard whole.width > 0, whole.height > 0 else { return self }
        let width = Double(size.height) * Double(whole.width) / Double(whole.height)
        let height = Double(size.width) * Double(whole.height) / Double(whole.width)
        // Rounding of a small picture's sides makes no bars.
        let isSame = abs(width - Double(size.width)) <= 2 || abs(height - Double(size.height)) <= 2
        guard !isSame else { return self }
        let part = PixelSize(
            width: max(1, min(size.width, Int(width.rounded()))),
            height: max(1, min(size.height, Int(height.rounded()))))
        let area = PixelArea(x: (size.width - part.width) / 2, y: (size.height - part.height) / 2, size: part)
        return cropped(to: area) ?? self
    }
}

extension ImageDecoder {
    /// The size of the picture in a file, upright, by its header.
    ///
    /// - Parameter path: The file.
    /// - Returns: Width and height in pixels.
    /// - Throws: `ImageError`: `missing`, `unreadable`, `unsupported`, `damaged`, `tooLarge`, `unavailable`.
    public func size(of path: String) throws(ImageError) -> PixelSize {
        if let size = ImageBytes.metadata(of: path)?.size { return size }
        // Some headers only a decoder can read.
        return try size(of: ImageBytes.file(path, limit: limits.fileSize))
    }

    func size(of bytes: ImageBytes) throws(ImageError) -> PixelSize {
        let kind = try ImageKind(bytes.buffer, name: bytes.name)
        let isUpright = kind == .heif || kind == .raw || kind == .video
        let turned = !isUpright && bytes.metadata()?.orientation.swapsSides == true
        let size =
            switch kind {
            case .jpeg: try JPEGDecoder(bytes, limits: limits).size
            case .png: try PNGDecoder(bytes, limits: limits).size
            case .webp: try WebPDecoder(bytes, limits: limits).size
            case .heif: try HEIFDecoder(bytes, limits: limits).size
            case .gif: try GIFDecoder(bytes, limits: limits).size
            case .tiff: try TIFFDecoder(bytes, limits: limits).size
            // Their sizes are among their metadata, or nowhere.
            case .raw, .video: try bytes.sizeByMetadata()
            }
        return turned ? size.turned : size
    }
}

extension ImageBytes {
    /// The size that the metadata say, upright.
    fileprivate func sizeByMetadata() throws(ImageError) -> PixelSize {
        guard let size = metadata()?.size else { throw .damaged(name, "file", "it says no size") }
        return size
    }
}
