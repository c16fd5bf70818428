import LKMetadata

/// Makes thumbnails, and shares them with the user's file managers.
///
/// ```swift
/// let thumbnailer = Thumbnailer(cache: try .user())
/// let image = try thumbnailer.thumbnail(of: "IMG_0001.JPG", side: 256)
/// ```
///
/// Blocks the thread.
package struct Thumbnailer: Sendable {
    /// The cache of thumbnails; `nil` for none.
    package var cache: ThumbnailCache?

    /// Decodes the images.
    package var decoder: ImageDecoder

    /// Creates a thumbnailer.
    ///
    /// - Parameters:
    ///   - cache: The cache of thumbnails; `nil` for none.
    ///   - decoder: Decodes the images.
    package init(cache: ThumbnailCache?, decoder: ImageDecoder = ImageDecoder()) {
        self.cache = cache
        self.decoder = decoder
    }

    /// Returns the upright image of a file, fitted into a square.
    ///
    /// Taken from the cache if it has one of the file's current state in this size or the next larger; otherwise made
    /// and cached in the smallest sufficient size.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - side: The square's side, in pixels.
    /// - Returns: The thumbnail, never larger than the image itself.
    /// - Throws: `ImageError`: `missing`, `unreadable`, `unsupported`, `damaged`, `tooLarge`, `unavailable`,
    ///   `canceled`.
    package func thumbnail(of path: String, side: Int) throws(ImageError) -> PixelImage {
        let option = ImageRequest.Size.fitSize(PixelSize(width: side, height: side))
        guard let cache, let size = ThumbnailCache.Size(atLeast: side), let file = ThumbnailedFile(path),
            // Thumbnails of thumbnails would fill the cache.
            !file.uri.hasPrefix(FileURI.uri(of: cache.folder) + "/")
        else { return try decoder.decode(path, size: option).image }
        if let kept = cache.thumbnail(of: file, size, as: option) { return kept }
        if cache.hasFailed(file) {
            throw ImageError(
                .damaged, "\(path) could not be decoded before and has not changed",
                advice: "copy it again from the original")
        }
        do throws(ImageError) {
            let decoded = try decoder.decode(path, size: .fitSize(size.box))
            cache.store(decoded.image, of: file, size, fullSize: decoded.fullSize)
            return try decoded.image.downscaled(option)
        } catch {
            // Not for failures that more memory or another package would fix.
            if error.code == .damaged { cache.storeFailure(of: file) }
            throw error
        }
    }

    /// Returns the centre of a file's image as an upright square.
    ///
    /// The longer side is cropped evenly. Taken from the cache if a thumbnail has enough pixels.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - side: The square's side, in pixels.
    /// - Returns: The square, smaller only if the image's shorter side is.
    /// - Throws: As ``thumbnail(of:side:)``.
    package func squareThumbnail(of path: String, side: Int) throws(ImageError) -> PixelImage {
        let option = ImageRequest.Size.cropSize(PixelSize(width: side, height: side))
        // Cached thumbnails limit the longer side; the shorter one has to be long enough, even if a raw file's
        // preview is slightly narrower than the image.
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
