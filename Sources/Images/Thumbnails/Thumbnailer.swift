import Metadata

/// Makes thumbnails, and shares them with the file managers of the user.
///
/// ```swift
/// let thumbnailer = Thumbnailer(cache: try .user())
/// let image = try thumbnailer.thumbnail(of: "IMG_0001.JPG", side: 256)
/// ```
///
/// Blocks the thread.
public struct Thumbnailer: Sendable {
    /// Where thumbnails are looked for and kept; `nil` for nowhere.
    public var cache: ThumbnailCache?

    /// What decodes the pictures.
    public var decoder: ImageDecoder

    /// Makes a thumbnailer.
    ///
    /// - Parameters:
    ///   - cache: Where thumbnails are looked for and kept; `nil` for nowhere.
    ///   - decoder: What decodes the pictures.
    public init(cache: ThumbnailCache?, decoder: ImageDecoder = ImageDecoder()) {
        self.cache = cache
        self.decoder = decoder
    }

    /// A picture of a file that fits into a square, upright.
    ///
    /// From the cache where it has one of the file's present state in this size or the next larger; else it is made, and
    /// kept in the smallest size of the cache that is not below.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - side: The square's side, in pixels.
    /// - Returns: The thumbnail, never larger than the picture itself.
    /// - Throws: `ImageError`: `missing`, `unreadable`, `unsupported`, `damaged`, `tooLarge`, `unavailable`, `cancelled`.
    public func thumbnail(of path: String, side: Int) throws(ImageError) -> PixelImage {
        let option = ImageSizeOption.fitSize(PixelSize(width: side, height: side))
        guard let cache, let size = ThumbnailCache.Size(atLeast: side), let file = ThumbnailedFile(path),
            // Thumbnails of thumbnails would fill the cache by themselves.
            !file.uri.hasPrefix(FileURI.uri(of: cache.folder) + "/")
        else { return try decoder.decode(path, size: option).image }
        if let kept = cache.thumbnail(of: file, size, as: option) { return kept }
        if cache.hasFailed(file) {
            throw ImageError(.damaged, "\(path) could not be decoded before and is still the same; copy it again")
        }
        do throws(ImageError) {
            let decoded = try decoder.decode(path, size: .fitSize(size.box))
            cache.keep(decoded.image, of: file, size, fullSize: decoded.fullSize)
            return try decoded.image.downscaled(option)
        } catch {
            // Not what a larger machine, or another package, would mend.
            if error.code == .damaged { cache.keepFailure(of: file) }
            throw error
        }
    }

    /// The middle of a picture of a file as a square, upright.
    ///
    /// What is beyond the square is cut off evenly at both sides. From the cache where a thumbnail there has enough pixels.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - side: The square's side, in pixels.
    /// - Returns: The square, smaller only where the picture's shorter side is.
    /// - Throws: As ``thumbnail(of:side:)``.
    public func squareThumbnail(of path: String, side: Int) throws(ImageError) -> PixelImage {
        let option = ImageSizeOption.cropSize(PixelSize(width: side, height: side))
        // The cache's thumbnails have their longer side bounded; the shorter one has to suffice, also where the preview of a raw
        // file is a little narrower than the picture.
        if cache != nil, 1...1024 ~= side, let whole = try? decoder.size(of: path),
            min(whole.width, whole.height) > 0
        {
            let (long, short) = (max(whole.width, whole.height), min(whole.width, whole.height))
            let needed = Double(side) * Double(long) / Double(short) * 1.03
            if needed <= 1024, let size = ThumbnailCache.Size(atLeast: Int(needed.rounded(.up))) {
                return try thumbnail(of: path, side: size.side).downscaled(option)
            }
        }
        return try decoder.decode(path, size: option).image
    }
}
