public import Metadata

/// A picture that was decoded, upright.
public struct DecodedImage: Sendable {
    /// Its pixels, upright.
    public var image: PixelImage

    /// The whole picture's size, upright, of which ``image`` may be a smaller form.
    public var fullSize: PixelSize

    /// Whether the file is cut off or damaged, and the picture is what could be had of it.
    public var isDamaged: Bool

    /// What the file says of the picture.
    public var metadata: PhotoMetadata?

    /// Makes a result.
    ///
    /// - Parameters:
    ///   - image: Its pixels, upright.
    ///   - fullSize: The whole picture's size, upright.
    ///   - isDamaged: Whether the picture is only what could be had.
    ///   - metadata: What the file says of the picture.
    public init(
        image: PixelImage, fullSize: PixelSize, isDamaged: Bool = false, metadata: PhotoMetadata? = nil
    ) {
        self.image = image
        self.fullSize = fullSize
        self.isDamaged = isDamaged
        self.metadata = metadata
    }
}
