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
