/// A small picture inside the file, such as EXIF's thumbnail.
///
/// It is stored as the large one is: the same ``PhotoMetadata/orientation`` makes it upright. Cameras put thumbnails of
/// wide pictures between black bars.
public struct EmbeddedImage: Sendable, Hashable, Codable {
    /// Where it begins in the file, in bytes.
    public var offset: Int
    /// How many bytes it has.
    public var count: Int
    /// What it is.
    public var format: PhotoFormat
    /// Its size as stored, where the file says it.
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
