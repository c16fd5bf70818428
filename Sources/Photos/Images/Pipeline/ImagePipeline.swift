import LKThreads
import Synchronization

/// Reads, downloads and decodes images for all sources, on its own threads.
///
/// Equal requests are coalesced, and cancelled when the last of them is. Requests run by priority. Decoded images and
/// downloaded files are cached. A program needs one pipeline; ``shared`` is the default.
public final class ImagePipeline: Sendable {
    /// The default pipeline of sources.
    public static let shared = ImagePipeline()

    /// The pipeline's configuration.
    public let configuration: Configuration

    private let state: Mutex<PipelineState>
    private let delivery = SerialThread("locate-images")

    /// Creates a pipeline.
    ///
    /// - Parameter configuration: The pipeline's configuration.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        state = Mutex(PipelineState(configuration))
    }

    /// Empties the caches, so that the next requests read and download files again.
    public func removeAllCachedImages() {
        change { state in
            state.cache.removeAll()
            state.files.removeAll()
        }
    }

    /// The size of the cached images, in bytes of pixels.
    public var cachedByteCount: Int { change { $0.cache.cost } }

    /// The size of the cached downloads, in bytes of files.
    public var downloadedByteCount: Int { change { $0.files.cost } }

    /// The number of units running or waiting; for tests.
    var unitCount: Int { change { $0.units.count } }

    /// Changes the state, then performs the resulting actions after unlocking.
    func change<Result: Sendable>(_ body: (inout PipelineState) -> Result) -> Result {
        let (result, actions) = state.withLock { state in
            let result = body(&state)
            defer { state.actions = [] }
            return (result, state.actions)
        }
        for action in actions { perform(action) }
        return result
    }

    /// Calls `body` where results are delivered, in order.
    func deliver(_ body: @escaping @Sendable () -> Void) {
        if let deliver = configuration.deliver { return deliver(body) }
        // Without a new thread, use the current one.
        if delivery.run(body) != 0 { body() }
    }

    private func perform(_ action: PipelineState.Action) {
        switch action {
        case .notify(let receive, let event): receive(event)
        case .cancelDownload(let cancel): cancel()
        case .startDownload(let unit, let download): start(download, unit)
        case .startThread:
            let code = SystemThread.start("locate-pixels") { @Sendable [self] in work() }
            // Without a new thread, use the current one.
            if code != 0 { work() }
        }
    }

    private func start(_ download: ContentLoading.Download, _ unit: UInt64) {
        let cancel = download(
            { @Sendable [self] in change { $0.setDownload(of: unit, isUnderWay: true) } },
            { @Sendable [self] result in
                change { state in
                    state.endDownload(unit)
                    state.finish(unit, result.map { .bytes($0) })
                }
            })
        if !change({ $0.setCancel(cancel, of: unit) }) { cancel() }
    }

    private func work() {
        while let work = change({ $0.nextWork() }) {
            switch work {
            case .errand(let body): body()
            case .job(let unit, let job, let cancellation):
                let result = Result { () throws(ImageError) in try value(of: job, cancellation) }
                change { $0.end(unit, job, result) }
            }
        }
    }

    private func value(of job: StageJob, _ cancellation: CancellationFlag) throws(ImageError) -> StageValue {
        var decoder = ImageDecoder(limits: configuration.limits)
        decoder.isCancelled = { @Sendable in cancellation.isSet }
        switch job {
        case .load(let read): return .bytes(try read())
        case .download: return .image(nil)
        case .decode(let bytes, .embedded): return .image(decoder.embedded(in: bytes))
        case .decode(let bytes, .coarse): return .image(decoder.coarse(bytes))
        case .decode(let bytes, .size(let size)): return .image(try decoder.decode(bytes, size: size))
        case .process(let image, let process): return .image(try process(image))
        }
    }
}

extension ImagePipeline {
    /// Runs a blocking closure on a thread of the pipeline.
    func blocking<Value: Sendable>(
        _ body: @escaping @Sendable () throws(ImageError) -> Value
    ) async throws(ImageError) -> Value {
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<Value, ImageError>, Never>) in
            change { state in
                state.enqueue(errand: { @Sendable in
                    continuation.resume(returning: Result { () throws(ImageError) in try body() })
                })
            }
        }
        return try result.get()
    }

    /// Waits for the result of a unit, which is cancelled with its last waiter.
    func value(of key: StageKey, _ content: any ImageContent) async throws(ImageError) -> StageValue {
        let waiter = Mutex<CheckedContinuation<Result<StageValue, ImageError>, Never>?>(nil)
        let claimWaiter: @Sendable () -> CheckedContinuation<Result<StageValue, ImageError>, Never>? = {
            waiter.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
        }
        let subscription = change { $0.nextID() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiter.withLock { $0 = continuation }
                let subscriber = StageUnit.Subscriber(
                    priority: .normal,
                    receiver: .caller({ @Sendable event in
                        if case .finished(let result) = event { claimWaiter()?.resume(returning: result) }
                    }))
                change { $0.subscribe(subscription, to: key, loading: content.loading, process: nil, subscriber) }
                // The cancellation handler may have run before the subscription existed.
                if Task.isCancelled, let waiting = claimWaiter() {
                    change { $0.unsubscribe(subscription) }
                    waiting.resume(returning: .failure(.canceled))
                }
            }
        } onCancel: { [self] in
            guard let waiting = claimWaiter() else { return }
            // On another thread, because the runtime holds locks of the task here.
            change { state in
                state.enqueue(errand: { @Sendable [self] in
                    change { $0.unsubscribe(subscription) }
                    waiting.resume(returning: .failure(.canceled))
                })
            }
        }
        return try result.get()
    }
}

extension ImageError {
    static let canceled = ImageError(.canceled, "the image request was cancelled")
}

extension ImagePipeline {
    /// The settings of a pipeline.
    public struct Configuration: Sendable {
        /// The number of images read and decoded at the same time; by default the number of processors.
        public var threads = SystemThread.processors

        /// The number of simultaneous downloads; 6.
        public var downloads = 6

        /// The limit of bytes read but not yet decoded; 64 MiB.
        public var waitingBytes = 64 << 20

        /// The size of the cache of decoded images, in bytes; 128 MiB.
        public var cacheSize = 128 << 20

        /// The size of the cache of downloaded files, in bytes; 64 MiB.
        ///
        /// With it, another size of an image, its dimensions and its data need no second download. Beyond it, a file is
        /// kept while requests for it are running.
        public var downloadCacheSize = 64 << 20

        /// The limits of decoding one image.
        public var limits = ImagePipeline.Limits()

        /// Dispatches calls of result handlers, in order, without waiting for them.
        ///
        /// `nil` calls them on a thread of the pipeline. To use the main queue: `{ DispatchQueue.main.async(execute:
        /// $0) }`.
        public var deliver: (@Sendable (@escaping @Sendable () -> Void) -> Void)?

        /// Creates the default configuration.
        public init() {}
    }
}
