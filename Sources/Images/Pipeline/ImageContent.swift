import Metadata

/// Where the bytes of a picture come from.
protocol ImageContent: Sendable {
    /// Tells which bytes it would be now; may block.
    func key() throws(ImageError) -> ContentKey

    /// How its bytes are had.
    var loading: ContentLoading { get }
}

/// How bytes are had.
enum ContentLoading: Sendable {
    /// By reading, which blocks a thread.
    case blocking(@Sendable () throws(ImageError) -> ImageBytes)
    /// By a download, which is begun and goes on by itself.
    case download(Download)

    /// Begins a download: `began` is called at most once, when the first bytes come, `completion` exactly once unless it is
    /// cancelled; what is returned cancels it and must not be called while a lock is held.
    typealias Download =
        @Sendable (
            _ began: @escaping @Sendable () -> Void,
            _ completion: @escaping @Sendable (Result<ImageBytes, ImageError>) -> Void
        ) -> @Sendable () -> Void
}
