/// A small image inside the file, such as EXIF's thumbnail.
///
/// It is stored like the large one: the same ``PhotoMetadata/orientation`` makes it upright. Cameras embed thumbnails of
/// wide images between black bars.
public struct EmbeddedImage: Sendable, Hashable, Codable {
    /// Where it begins in the file, in bytes.
    public var offset: Int
    /// How many bytes it has.
    public var count: Int
    /// What it is.
    public var format: PhotoFormat
    /// Its size as stored, if the file states it.
    public var size: PixelSize?

    /// Makes a range of a file.
    ///
    /// - Parameters:
    ///   - offset: Where it begins, in bytes.
    ///   - count: How many bytes it has.
    ///   - format: What it is.
    ///   - size: Its size in pixels.
    public init(offset: Int, count: Int, format: PhotoFormat, size: PixelSize? = nil) {
        self.offset = offset
        self.count = count
        self.format = format
        self.size = size
    }
}

/// The size of an image, in pixels.
public struct PixelSize: Sendable, Hashable, Codable {
    /// Pixels from left to right.
    public var width: Int

    /// Pixels from top to bottom.
    public var height: Int

    /// Makes a size.
    ///
    /// - Parameters:
    ///   - width: Pixels from left to right.
    ///   - height: Pixels from top to bottom.
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
