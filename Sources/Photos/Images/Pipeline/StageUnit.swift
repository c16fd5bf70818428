import LKMetadata
import Synchronization

/// A unit of work, shared by its subscribers.
struct StageUnit {
    struct Subscriber: Sendable {
        var priority: ImageRequest.Priority
        var receiver: Receiver
    }

    enum Receiver: Sendable {
        /// The unit of a later stage.
        case unit(UInt64)
        /// A closure that is called after unlocking.
        case caller(@Sendable (StageEvent) -> Void)
    }

    typealias Process = @Sendable (DecodedImage) throws(ImageError) -> DecodedImage

    enum Phase {
        /// Waiting for its dependency.
        case waiting
        /// Waiting for a thread.
        case queued(StageJob)
        case running
        /// Downloading; `cancel` ends the download.
        case downloading(cancel: (@Sendable () -> Void)?)
    }

    let id: UInt64
    let key: StageKey
    let loading: ContentLoading
    let process: Process?
    /// Subscribers by identifier.
    var subscribers: [UInt64: Subscriber] = [:]
    var phase = Phase.waiting
    /// This unit's subscription to its dependency.
    var dependencySubscription: UInt64?
    var isDownloadUnderWay = false
    /// Set when the result is no longer needed.
    let cancellation = CancellationFlag()

    /// The highest priority of the subscribers.
    var priority: ImageRequest.Priority { subscribers.values.lazy.map(\.priority).max() ?? .veryLow }
}

/// Signals a thread that its job was cancelled.
final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}

/// A job of a unit.
enum StageJob: Sendable {
    case load(@Sendable () throws(ImageError) -> ImageBytes)
    /// Waits for a download slot.
    case download(ContentLoading.Download)
    case decode(ImageBytes, DecodedForm)
    case process(DecodedImage, StageUnit.Process)

    /// Later stages come first, so that loaded files do not pile up.
    var rank: Int {
        switch self {
        case .process: 4
        case .decode: 3
        case .load: 1
        case .download: 0
        }
    }
}

/// The result that a unit produces; equal keys share a unit.
enum StageKey: Hashable, Sendable {
    /// The bytes of a file.
    case load(ContentKey)
    /// A decoded image.
    case decode(ContentKey, DecodedForm)
    /// A processed image.
    case process(ContentKey, DecodedForm, String)

    var content: ContentKey {
        switch self {
        case .load(let content), .decode(let content, _), .process(let content, _, _): content
        }
    }

    /// The result needed first.
    var dependency: StageKey? {
        switch self {
        case .load: nil
        case .decode(let content, _): .load(content)
        case .process(let content, let form, _): .decode(content, form)
        }
    }
}

/// The form of a decoded image.
enum DecodedForm: Hashable, Sendable {
    /// The embedded thumbnail.
    case embedded
    /// A coarse image, if that is much faster.
    case coarse
    /// The final image.
    case size(ImageRequest.Size)
}

/// Identifies bytes in a certain state; a changed file has a different key.
struct ContentKey: Hashable, Sendable {
    /// A path or URL.
    var name: String
    /// Device, inode, size and times of a file.
    var state: [Int] = []
}

/// The result of a unit.
enum StageValue: Sendable {
    case bytes(ImageBytes)
    /// `nil` when the file has no image of that form.
    case image(DecodedImage?)

    var bytes: ImageBytes? { if case .bytes(let bytes) = self { bytes } else { nil } }
    var image: DecodedImage? { if case .image(let image) = self { image } else { nil } }
}

/// An event of a unit; ``finished`` is the last.
enum StageEvent: Sendable {
    /// The download has started.
    case downloadBegan
    /// The download has ended, successfully or not.
    case downloadEnded
    case finished(Result<StageValue, ImageError>)
}

/// The content of an image file, local or remote.
protocol ImageContent: Sendable {
    /// Identifies the current content; may block.
    func key() throws(ImageError) -> ContentKey

    /// How the bytes are loaded.
    var loading: ContentLoading { get }
}

/// How bytes are loaded.
enum ContentLoading: Sendable {
    /// By reading, which blocks a thread.
    case blocking(@Sendable () throws(ImageError) -> ImageBytes)
    /// By an asynchronous download.
    case download(Download)

    /// Starts a download: `began` is called at most once, with the first bytes, `completion` exactly once unless
    /// cancelled.
    ///
    /// The returned closure cancels it and must not be called while holding a lock.
    typealias Download =
        @Sendable (
            _ began: @escaping @Sendable () -> Void,
            _ completion: @escaping @Sendable (Result<ImageBytes, ImageError>) -> Void
        ) -> @Sendable () -> Void
}
