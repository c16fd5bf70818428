public import Metadata

/// What a request gives: a picture or an error.
public struct ImageRequestResult: Sendable {
    /// The picture, upright; `nil` when there is none to be had, and then ``error`` says why.
    public var image: PixelImage?

    /// Whether a better picture follows.
    public var isDegraded: Bool

    /// Whether the file is cut off or damaged, and the picture what could be had of it.
    public var isDamaged: Bool

    /// Which request this belongs to: what ``ImageSource/requestImage(options:resultHandler:)`` returned.
    public var requestID: ImageRequestID

    /// What the file says of the picture, with the last result and when it was asked for.
    public var metadata: PhotoMetadata?

    /// Why there is no picture.
    public var error: ImageError?

    /// Makes a result.
    ///
    /// - Parameters:
    ///   - image: The picture, upright.
    ///   - isDegraded: Whether a better picture follows.
    ///   - isDamaged: Whether it is what could be had of a damaged file.
    ///   - requestID: Which request it belongs to.
    ///   - metadata: What the file says of it.
    ///   - error: Why there is no picture.
    public init(
        image: PixelImage?, isDegraded: Bool = false, isDamaged: Bool = false, requestID: ImageRequestID,
        metadata: PhotoMetadata? = nil, error: ImageError? = nil
    ) {
        self.image = image
        self.isDegraded = isDegraded
        self.isDamaged = isDamaged
        self.requestID = requestID
        self.metadata = metadata
        self.error = error
    }
}
