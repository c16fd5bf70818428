/// A small image inside the file, such as EXIF's thumbnail.
///
/// It is stored in the same orientation as the main image, so ``PhotoMetadata/orientation`` applies to it, too. Cameras
/// add black bars to thumbnails of wide images.
package struct EmbeddedImage: Sendable, Hashable, Codable {
    /// The byte offset in the file.
    package var offset: Int
    /// The size in bytes.
    package var count: Int
    /// The image format.
    package var format: PhotoFormat
    /// Its size as stored, if the file states it.
    package var size: PixelSize?

    /// Creates an embedded image.
    ///
    /// - Parameters:
    ///   - offset: The byte offset in the file.
    ///   - count: The size in bytes.
    ///   - format: The image format.
    ///   - size: Its size in pixels.
    package init(offset: Int, count: Int, format: PhotoFormat, size: PixelSize? = nil) {
        self.offset = offset
        self.count = count
        self.format = format
        self.size = size
    }
}

/// The size of an image, in pixels.
public struct PixelSize: Sendable, Hashable, Codable {
    /// The width in pixels.
    public var width: Int

    /// The height in pixels.
    public var height: Int

    /// Creates a size.
    ///
    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size with width and height exchanged.
    public var turned: PixelSize { PixelSize(width: height, height: width) }
}

extension PixelSize: CustomStringConvertible {
    /// Width and height: `4032x3024`.
    public var description: String { "\(width)x\(height)" }
}
