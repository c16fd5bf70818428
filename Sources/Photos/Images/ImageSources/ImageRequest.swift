public import LKMetadata
import Synchronization

/// What an ``ImageSource`` is asked for, and what it delivers: options, sizes, priorities, results.
///
/// ```swift
/// let options = ImageRequest.Options(size: .fitSize(PixelSize(width: 640, height: 480)))
/// let image = try await photo.imageSource().image(options: options)
/// ```
public enum ImageRequest {
    /// The options of an image request.
    public struct Options: Sendable {
        /// The size.
        public var size: Size

        /// Whether to deliver once or progressively.
        public var deliveryMode: DeliveryMode

        /// Whether to deliver the file's metadata too.
        public var needsMetadata: Bool

        /// The priority among waiting requests.
        public var priority: Priority

        /// Called when a download starts; not for local files.
        public var onDownloadStart: (@Sendable (ID) -> Void)?

        /// Called exactly once after each ``onDownloadStart``, even when the download fails or is cancelled.
        public var onDownloadFinish: (@Sendable (ID) -> Void)?

        /// Creates options; by default for the full image, delivered once.
        ///
        /// - Parameters:
        ///   - size: The size.
        ///   - deliveryMode: Whether to deliver once or progressively.
        ///   - needsMetadata: Whether to deliver the file's metadata too.
        ///   - priority: The priority among waiting requests.
        ///   - onDownloadStart: Called when a download starts.
        ///   - onDownloadFinish: Called once after each start.
        public init(
            size: Size = .fullResolution, deliveryMode: DeliveryMode = .best,
            needsMetadata: Bool = false,
            priority: Priority = .normal, onDownloadStart: (@Sendable (ID) -> Void)? = nil,
            onDownloadFinish: (@Sendable (ID) -> Void)? = nil
        ) {
            self.size = size
            self.deliveryMode = deliveryMode
            self.needsMetadata = needsMetadata
            self.priority = priority
            self.onDownloadStart = onDownloadStart
            self.onDownloadFinish = onDownloadFinish
        }
    }

    /// How often a request delivers an image.
    public enum DeliveryMode: Sendable, Hashable {
        /// As soon as possible, then better: a cached copy of another size, the embedded thumbnail, a coarse image, the
        /// final image.
        case progressive
        /// Once, as requested.
        case best
    }

    /// The priority of an image request.
    public enum Priority: Int, Sendable, Hashable, Comparable, CaseIterable {
        /// When nothing else is waiting.
        case veryLow
        /// For prefetching.
        case low
        /// The default.
        case normal
        /// For images that will be visible soon.
        case high
        /// For visible images.
        case veryHigh

        /// Returns whether the left priority is lower.
        public static func < (lhs: Priority, rhs: Priority) -> Bool {
            lhs.rawValue < rhs.rawValue
        }
    }

    /// The result of a request: an image or an error.
    public struct Result: Sendable {
        /// The upright image; `nil` when ``error`` is set.
        public var image: PixelImage?

        /// Whether a better image follows.
        public var isDegraded: Bool

        /// Whether the file is truncated or damaged, so that the image is incomplete.
        public var isDamaged: Bool

        /// The request, as returned by ``ImageSource/requestImage(options:resultHandler:)``.
        public var requestID: ID

        /// The file's metadata, with the last result if requested.
        public var metadata: PhotoMetadata?

        /// Why there is no image.
        public var error: ImageError?

        /// Creates a result.
        ///
        /// - Parameters:
        ///   - image: The upright image.
        ///   - isDegraded: Whether a better image follows.
        ///   - isDamaged: Whether the image of a damaged file is incomplete.
        ///   - requestID: The request.
        ///   - metadata: The file's metadata.
        ///   - error: Why there is no image.
        public init(
            image: PixelImage?, isDegraded: Bool = false, isDamaged: Bool = false, requestID: ID,
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

    /// Identifies an image request; unique within the process.
    public struct ID: Sendable, Hashable {
        private static let last = Atomic<UInt64>(0)
        private let number: UInt64

        /// Creates a new identifier.
        public init() { number = Self.last.add(1, ordering: .relaxed).newValue }
    }
}
