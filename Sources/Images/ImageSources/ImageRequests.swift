import Synchronization

/// The requests of one source that are under way.
final class ImageRequests: Sendable {
    private let runs = Mutex<[ImageRequestID: ImageRequestRun]>([:])

    func start(
        _ pipeline: ImagePipeline, _ content: any ImageContent, _ options: ImageRequestOptions,
        _ handler: @escaping @Sendable (ImageRequestResult) -> Void
    ) -> ImageRequestID {
        let run = ImageRequestRun(pipeline, content, options, handler: handler) { @Sendable [self] id in
            runs.withLock { $0[id] = nil }
        }
        runs.withLock { $0[run.id] = run }
        run.start()
        return run.id
    }

    func cancel(_ id: ImageRequestID) { runs.withLock { $0[id] }?.cancel() }

    func setPriority(_ priority: ImagePriority, of id: ImageRequestID) {
        runs.withLock { $0[id] }?.setPriority(priority)
    }
}
