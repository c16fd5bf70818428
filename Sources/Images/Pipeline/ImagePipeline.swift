import Synchronization
import Threads

/// Reads, downloads and decodes pictures for all sources, on a few threads of its own.
///
/// Equal work is done once for all who want it, and given up when the last of them cancels. What is most wanted comes
/// first. Pictures are kept for those who ask again. A program needs one; the ``shared`` one is taken when none is named.
public final class ImagePipeline: Sendable {
    /// The one that sources use when none is named.
    public static let shared = ImagePipeline()

    /// What the pipeline was made with.
    public let configuration: Configuration

    private let state: Mutex<PipelineState>
    private let delivery = SerialThread("locate-images")

    /// Makes a pipeline.
    ///
    /// - Parameter configuration: How much it may do at the same time, and keep.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        state = Mutex(PipelineState(configuration))
    }

    /// Forgets the pictures that are kept.
    public func removeAllCachedImages() { change { $0.cache.removeAll() } }

    /// How many bytes of pixels are kept.
    public var cachedByteCount: Int { change { $0.cache.cost } }

    /// How many pieces of work are under way or wait; for tests.
    var unitCount: Int { change { $0.units.count } }

    /// Changes the state, then does without the lock what follows from it.
    func change<Result: Sendable>(_ body: (inout PipelineState) -> Result) -> Result {
        let (result, actions) = state.withLock { state in
            let result = body(&state)
            defer { state.actions = [] }
            return (result, state.actions)
        }
        for action in actions { perform(action) }
        return result
    }

    /// Calls `body` where results are delivered, after all that was given before.
    func deliver(_ body: @escaping @Sendable () -> Void) {
        if let deliver = configuration.deliver { return deliver(body) }
        // Where the system refuses a thread, this one does it.
        if delivery.run(body) != 0 { body() }
    }

    private func perform(_ action: PipelineState.Action) {
        switch action {
        case .tell(let receive, let event): receive(event)
        case .cancelDownload(let cancel): cancel()
        case .startDownload(let unit, let download): start(download, unit)
        case .startThread:
            let code = SystemThread.start("locate-pixels") { @Sendable [self] in work() }
            // Where the system refuses a thread, this one does it.
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
        while let work = change({ $0.takeWork() }) {
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
    /// Does something that blocks, on a thread of the pipeline.
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

    /// Waits for a piece of work, whose last waiter's cancellation ends it.
    func value(of key: StageKey, _ content: any ImageContent) async throws(ImageError) -> StageValue {
        let waiter = Mutex<CheckedContinuation<Result<StageValue, ImageError>, Never>?>(nil)
        let take: @Sendable () -> CheckedContinuation<Result<StageValue, ImageError>, Never>? = {
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
                        if case .finished(let result) = event { take()?.resume(returning: result) }
                    }))
                change { $0.subscribe(subscription, to: key, loading: content.loading, process: nil, subscriber) }
                // The handler below may have run before there was anything to cancel.
                if Task.isCancelled, let waiting = take() {
                    change { $0.unsubscribe(subscription) }
                    waiting.resume(returning: .failure(.cancelled))
                }
            }
        } onCancel: { [self] in
            guard let waiting = take() else { return }
            // Elsewhere, since the runtime holds locks of the task meanwhile.
            change { state in
                state.enqueue(errand: { @Sendable [self] in
                    change { $0.unsubscribe(subscription) }
                    waiting.resume(returning: .failure(.cancelled))
                })
            }
        }
        return try result.get()
    }
}

extension ImageError {
    static let cancelled = ImageError(.cancelled, "the picture is not wanted any more")
}

extension ImagePipeline {
    /// How much a pipeline may do at the same time, and keep.
    public struct Configuration: Sendable {
        /// How many pictures are read and decoded at the same time; as many as there are processors.
        public var threads = SystemThread.processors

        /// How many downloads run at the same time; 6.
        public var downloads = 6

        /// How many bytes of files may wait to be decoded before no further ones are read; 64 MiB.
        public var waitingBytes = 64 << 20

        /// How many bytes of pixels are kept for those who ask again; 128 MiB.
        public var cacheSize = 128 << 20

        /// What decoding one picture may take.
        public var limits = DecodeLimits()

        /// Where result handlers are called, one after the other: hands each call on and returns.
        ///
        /// `nil` calls them on a thread of the pipeline. A program with a main queue gives that:
        /// `{ DispatchQueue.main.async(execute: $0) }`.
        public var deliver: (@Sendable (@escaping @Sendable () -> Void) -> Void)?

        /// The defaults.
        public init() {}
    }
}
