package import FoundationEssentials
package import LKMetadata

/// Decodes JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF, previews of raw files and video frames, upright and no larger than
/// requested.
///
/// Decoding a large JPEG at a small size costs a fraction of the full size. Truncated images are decoded as far as
/// possible and marked as damaged. Decoding blocks the thread; in async code use an ``ImageSource``.
///
/// ```swift
/// let photo = try ImageDecoder().image(at: "IMG_0001.HEIC", size: .fitSize(PixelSize(width: 300, height: 300)))
/// ```
package struct ImageDecoder: Sendable {
    /// The limits of decoding.
    package var limits = ImagePipeline.Limits()

    /// Polled by slow operations; `true` ends them with ``ImageError/Code/canceled``.
    ///
    /// Only video frames and large TIFFs poll it.
    package var isCancelled: (@Sendable () -> Bool)?

    /// Creates a decoder.
    ///
    /// - Parameter limits: The limits of decoding.
    package init(limits: ImagePipeline.Limits = ImagePipeline.Limits()) { self.limits = limits }

    /// Decodes a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - size: The requested size.
    /// - Returns: The upright pixels.
    /// - Throws: As ``decode(_:size:)-(String,_)``.
    package func image(
        at path: String, size: ImageRequest.Size = .fullResolution
    ) throws(ImageError) -> PixelImage {
        try decode(path, size: size).image
    }

    /// Decodes a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - size: The requested size.
    /// - Returns: The upright image, and whether it is damaged.
    /// - Throws: `ImageError`: `missing`, `unreadable`, `unsupported`, `damaged`, `tooLarge`, `unavailable`,
    ///   `canceled`.
    package func decode(
        _ path: String, size: ImageRequest.Size = .fullResolution
    ) throws(ImageError) -> DecodedImage {
        try decode(ImageBytes.file(path, maximumSize: limits.fileSize), size: size)
    }

    /// Decodes the bytes of a file.
    ///
    /// - Parameters:
    ///   - data: The whole file.
    ///   - size: The requested size.
    /// - Returns: The upright image, and whether it is damaged.
    /// - Throws: `ImageError`: `unsupported`, `damaged`, `tooLarge`, `unavailable`, `canceled`.
    package func decode(
        _ data: Data, size: ImageRequest.Size = .fullResolution
    ) throws(ImageError) -> DecodedImage {
        try decode(ImageBytes(data, name: "the image"), size: size)
    }

    func decode(_ bytes: ImageBytes, size: ImageRequest.Size) throws(ImageError) -> DecodedImage {
        let kind = try ImageKind(bytes.buffer, name: bytes.name)
        if kind == .video { return try frame(of: bytes, size) }
        let metadata = bytes.metadata()
        if kind == .raw || metadata?.format == .raw { return try preview(of: bytes, metadata, size) }
        // libheif applies the orientation itself.
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
        _ decoder: consuming some PixelDecoder & ~Copyable, _ bytes: ImageBytes, _ option: ImageRequest.Size,
        _ orientation: PhotoMetadata.Orientation
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

/// Previews for progressive delivery.
extension ImageDecoder {
    /// Returns the embedded thumbnail, upright and without the black bars that cameras add; for a raw file, the
    /// smallest preview.
    ///
    /// - Returns: `nil` when there is none that can be decoded.
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

    /// Returns a large JPEG at an eighth of its size, which is much faster to decode, or `nil` for anything else.
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
    /// Returns the centre of the image, cropped to the aspect ratio of another size.
    func cropped(toShapeOf whole: PixelSize) -> PixelImage {
        guard whole.width > 0, whole.height > 0 else { return self }
        let width = Double(size.height) * Double(whole.width) / Double(whole.height)
        let height = Double(size.width) * Double(whole.height) / Double(whole.width)
        // Differences from rounding are not bars.
        let isSame = abs(width - Double(size.width)) <= 2 || abs(height - Double(size.height)) <= 2
        guard !isSame else { return self }
        let part = PixelSize(
            width: max(1, min(size.width, Int(width.rounded()))),
            height: max(1, min(size.height, Int(height.rounded()))))
        let area = PixelImage.Area(x: (size.width - part.width) / 2, y: (size.height - part.height) / 2, size: part)
        return cropped(to: area) ?? self
    }
}

extension ImageDecoder {
    /// Returns the upright size of the image in a file, from its header.
    ///
    /// - Parameter path: The file.
    /// - Returns: Width and height in pixels.
    /// - Throws: `ImageError`: `missing`, `unreadable`, `unsupported`, `damaged`, `tooLarge`, `unavailable`.
    package func size(of path: String) throws(ImageError) -> PixelSize {
        if let size = ImageBytes.metadata(of: path)?.size { return size }
        // Some headers can only be read by a decoder.
        return try size(of: ImageBytes.file(path, maximumSize: limits.fileSize))
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
            // Their sizes are in the metadata or unknown.
            case .raw, .video: try bytes.sizeByMetadata()
            }
        return turned ? size.turned : size
    }
}

extension ImageBytes {
    /// Returns the upright size stated in the metadata.
    fileprivate func sizeByMetadata() throws(ImageError) -> PixelSize {
        guard let size = metadata()?.size else { throw .damaged(name, "file", "it does not state its size") }
        return size
    }
}

/// A decoded image.
package struct DecodedImage: Sendable {
    /// The upright pixels.
    package var image: PixelImage

    /// The upright size of the whole image; ``image`` may be smaller.
    package var fullSize: PixelSize

    /// Whether the file is truncated or damaged, so that the image is incomplete.
    package var isDamaged: Bool

    /// The file's metadata.
    package var metadata: PhotoMetadata?

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - image: The upright pixels.
    ///   - fullSize: The upright size of the whole image.
    ///   - isDamaged: Whether the image is incomplete.
    ///   - metadata: The file's metadata.
    package init(
        image: PixelImage, fullSize: PixelSize, isDamaged: Bool = false, metadata: PhotoMetadata? = nil
    ) {
        self.image = image
        self.fullSize = fullSize
        self.isDamaged = isDamaged
        self.metadata = metadata
    }
}

extension ImagePipeline {
    /// Limits for decoding, so that a small file cannot exhaust the machine.
    public struct Limits: Sendable, Hashable {
        /// The largest file, in bytes; 512 MiB.
        ///
        /// For a raw file the limit applies to its preview; TIFF and videos are read in parts.
        public var fileSize = 512 << 20

        /// The most pixels of an image as stored, regardless of the requested size; 2^29, which is 23,170 x 23,170.
        public var pixels = 1 << 29

        /// The most memory for decoding one image, in bytes; 1 GiB.
        public var memory = 1 << 30

        /// The timeout of the program that decodes a video frame, at most a day; 30 seconds.
        public var programTime = Duration.seconds(30)

        /// Creates the default limits.
        public init() {}
    }
}

/// A decoder of one format, after reading the header.
protocol PixelDecoder: ~Copyable {
    /// Width and height as stored, before applying the orientation.
    var size: PixelSize { get }

    /// Decodes the image at `target` or at any larger size that is cheap.
    mutating func decode(atLeast target: PixelSize) throws(ImageError) -> DecodedPixels
}

/// The result of a decoder.
struct DecodedPixels {
    var image: PixelImage
    var isDamaged = false
}

extension ImageBytes {
    /// Returns the file's metadata, or `nil` if it is unreadable.
    func metadata() -> PhotoMetadata? {
        if let path { return Self.metadata(of: path) }
        return try? MetadataReader().metadata(of: Array(buffer))
    }

    /// Returns the metadata of a file, reading only the header.
    static func metadata(of path: String) -> PhotoMetadata? { try? MetadataReader().metadata(of: path) }
}
