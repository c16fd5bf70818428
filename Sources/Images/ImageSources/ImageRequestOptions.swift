/// Which picture is wanted, and how.
public struct ImageRequestOptions: Sendable {
    /// How large.
    public var size: ImageSizeOption

    /// Once, or progressively.
    public var deliveryMode: ImageDeliveryMode

    /// Whether what the file says of the picture is wanted too.
    public var needsMetadata: Bool

    /// How soon, compared with others that wait.
    public var priority: ImagePriority

    /// Called when bytes begin to come from elsewhere; not for what is on this machine.
    public var onDownloadStart: (@Sendable (ImageRequestID) -> Void)?

    /// Called exactly once after each ``onDownloadStart``: also when the download fails or is cancelled.
    public var onDownloadFinish: (@Sendable (ImageRequestID) -> Void)?

    /// Makes options; when all are left out, the whole picture once.
    ///
    /// - Parameters:
    ///   - size: How large.
    ///   - deliveryMode: Once, or progressively.
    ///   - needsMetadata: Whether what the file says of the picture is wanted too.
    ///   - priority: How soon, compared with others that wait.
    ///   - onDownloadStart: Called when bytes begin to come from elsewhere.
    ///   - onDownloadFinish: Called once after each start.
    public init(
        size: ImageSizeOption = .fullResolution, deliveryMode: ImageDeliveryMode = .best, needsMetadata: Bool = false,
        priority: ImagePriority = .normal, onDownloadStart: (@Sendable (ImageRequestID) -> Void)? = nil,
        onDownloadFinish: (@Sendable (ImageRequestID) -> Void)? = nil
    ) {
        self.size = size
        self.deliveryMode = deliveryMode
        self.needsMetadata = needsMetadata
        self.priority = priority
        self.onDownloadStart = onDownloadStart
        self.onDownloadFinish = onDownloadFinish
    }
}
