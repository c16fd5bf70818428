import Synchronization

/// One piece of work, for all who wait for it.
struct StageUnit {
    struct Subscriber: Sendable {
        var priority: ImagePriority
        var receiver: Receiver
    }

    enum Receiver: Sendable {
        /// A later stage.
        case unit(UInt64)
        /// Somebody outside, who is called without the lock.
        case caller(@Sendable (StageEvent) -> Void)
    }

    typealias Process = @Sendable (DecodedImage) throws(ImageError) -> DecodedImage

    enum Phase {
        /// For what it depends on.
        case waiting
        /// For a thread.
        case queued(StageJob)
        case running
        /// As a download, which `cancel` ends.
        case downloading(cancel: (@Sendable () -> Void)?)
    }

    let id: UInt64
    let key: StageKey
    let loading: ContentLoading
    let process: Process?
    /// By the subscriber's id.
    var subscribers: [UInt64: Subscriber] = [:]
    var phase = Phase.waiting
    /// The subscriber that this unit is of what it depends on.
    var dependencySubscription: UInt64?
    var isDownloadUnderWay = false
    /// For the thread that does it.
    let cancellation = CancellationFlag()

    /// The highest of those who wait.
    var priority: ImagePriority { subscribers.values.lazy.map(\.priority).max() ?? .veryLow }
}

/// Tells a thread that nobody wants any more what it is doing.
final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}

/// What a thread has to do for a unit.
enum StageJob: Sendable {
    case load(@Sendable () throws(ImageError) -> ImageBytes)
    /// Waits for its turn among the downloads.
    case download(ContentLoading.Download)
    case decode(ImageBytes, DecodedForm)
    case process(DecodedImage, StageUnit.Process)

    /// Later stages come first, so that what was loaded does not pile up.
    var rank: Int {
        switch self {
        case .process: 4
        case .decode: 3
        case .load: 1
        case .download: 0
        }
    }
}
