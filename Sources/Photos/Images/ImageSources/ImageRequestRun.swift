import Glibc
import LKThreads
import Synchronization

/// A running request: subscribes to the forms of the image in the pipeline, and keeps the promises of
/// ``ImageSource``.
final class ImageRequestRun: Sendable {
    private struct State {
        var subscriptions: [UInt64] = []
        /// The index of the form delivered last.
        var lastForm = -1
        /// The size of the copy delivered before, in bytes of pixels.
        var copySize = 0
        var priority: ImageRequest.Priority
        var isStartCalled = false
        var isFinishCalled = false
    }

    let id = ImageRequest.ID()
    private let pipeline: ImagePipeline
    private let content: any ImageContent
    private let options: ImageRequest.Options
    private let forms: [DecodedForm]
    private let handler: @Sendable (ImageRequest.Result) -> Void
    private let whenOver: @Sendable (ImageRequest.ID) -> Void
    private let gate = HandlerGate()
    private let state: Mutex<State>

    init(
        _ pipeline: ImagePipeline, _ content: any ImageContent, _ options: ImageRequest.Options,
        handler: @escaping @Sendable (ImageRequest.Result) -> Void,
        whenOver: @escaping @Sendable (ImageRequest.ID) -> Void
    ) {
        self.pipeline = pipeline
        self.content = content
        self.options = options
        self.handler = handler
        self.whenOver = whenOver
        let last = DecodedForm.size(options.size)
        forms =
            switch (options.deliveryMode, options.size) {
            case (.best, _): [last]
            case (.progressive, .fullResolution): [.embedded, .coarse, last]
            case (.progressive, _): [.embedded, last]
            }
        state = Mutex(State(priority: options.priority))
    }

    func start() {
        // On a thread of the pipeline, because `key()` may block.
        pipeline.change { [self] in
            $0.enqueue(errand: { @Sendable [self] in
                do throws(ImageError) {
                    ask(for: try content.key())
                } catch {
                    deliverLast(.failure(error))
                }
            })
        }
    }

    /// Subscribes to all forms at once, so that the bytes are loaded once.
    private func ask(for key: ContentKey) {
        let (subscriptions, copy) = pipeline.change { [forms, options] state in
            // Of an image in another size; not looked for if the requested one is in the cache.
            let isNeeded = forms.count > 1 && !state.cache.contains(.decode(key, .size(options.size)))
            return (forms.map { _ in state.nextID() }, isNeeded ? state.cache.copy(of: key, for: options.size) : nil)
        }
        if let copy, let image = try? copy.image.downscaled(options.size) { deliver(copy: image) }
        let priority = state.withLock { state in
            state.subscriptions = subscriptions
            return state.priority
        }
        pipeline.change { [self] state in
            let isCached = state.cache.contains(.decode(key, .size(options.size)))
            for (index, subscription) in subscriptions.enumerated() {
                // Previews would load the file for nothing.
                if isCached, index < subscriptions.count - 1 { continue }
                let subscriber = StageUnit.Subscriber(
                    priority: priority, receiver: .caller({ @Sendable [self] event in receive(event, index) }))
                state.subscribe(
                    subscription, to: .decode(key, forms[index]), loading: content.loading, process: nil, subscriber)
            }
        }
        // The request may have been cancelled before it had subscriptions.
        if gate.isOver { leave(subscriptions) }
    }

    private func leave() {
        leave(
            state.withLock { state in
                defer { state.subscriptions = [] }
                return state.subscriptions
            })
    }

    private func leave(_ subscriptions: [UInt64]) {
        for subscription in subscriptions { pipeline.change { $0.unsubscribe(subscription) } }
    }

    private func receive(_ event: StageEvent, _ index: Int) {
        switch event {
        case .downloadBegan: pipeline.deliver { @Sendable [self] in callStart() }
        case .downloadEnded: pipeline.deliver { @Sendable [self] in callFinish() }
        case .finished(let result):
            if index == forms.count - 1 { return deliverLast(result) }
            if case .success(let value) = result, let image = value.image {
                pipeline.deliver { @Sendable [self] in
                    // Never deliver a coarser image after a finer one.
                    let isBetter = state.withLock { state in
                        defer { state.lastForm = max(state.lastForm, index) }
                        return index > state.lastForm && image.image.byteCount > state.copySize
                    }
                    if isBetter { call(.success(image), isLast: false) }
                }
            }
        }
    }

    private func deliver(copy: DecodedImage) {
        pipeline.deliver { @Sendable [self] in
            state.withLock { $0.copySize = copy.image.byteCount }
            call(.success(copy), isLast: false)
        }
    }

    private func deliverLast(_ result: Result<StageValue, ImageError>) {
        let image = result.flatMap { value in
            value.image.map { .success($0) } ?? .failure(ImageError(.damaged, "there is no image"))
        }
        pipeline.deliver { @Sendable [self] in call(image, isLast: true) }
        // Previews still under way are no longer needed.
        leave()
    }

    private func call(_ result: Result<DecodedImage, ImageError>, isLast: Bool) {
        if isLast { callFinish() }
        let isCalled = gate.call(isLast: isLast) {
            switch result {
            case .success(let decoded):
                let metadata = isLast && options.needsMetadata ? decoded.metadata : nil
                handler(
                    ImageRequest.Result(
                        image: decoded.image, isDegraded: !isLast, isDamaged: decoded.isDamaged, requestID: id,
                        metadata: metadata))
            case .failure(let error): handler(ImageRequest.Result(image: nil, requestID: id, error: error))
            }
        }
        // Only now, since a concurrent cancellation has to wait until here.
        if isCalled, isLast { whenOver(id) }
    }

    private func callStart() {
        let mayCall = state.withLock { state in
            if gate.isOver || state.isStartCalled { return false }
            state.isStartCalled = true
            return true
        }
        if mayCall { options.onDownloadStart?(id) }
    }

    private func callFinish() {
        let mayCall = state.withLock { state in
            if !state.isStartCalled || state.isFinishCalled { return false }
            state.isFinishCalled = true
            return true
        }
        if mayCall { options.onDownloadFinish?(id) }
    }

    /// Cancels the request, and waits for a handler that is running on another thread.
    func cancel() {
        gate.close()
        leave()
        pipeline.deliver { @Sendable [self] in callFinish() }
        whenOver(id)
        gate.waitForOthers()
    }

    func setPriority(_ priority: ImageRequest.Priority) {
        let subscriptions = state.withLock { state in
            state.priority = priority
            return state.subscriptions
        }
        for subscription in subscriptions { pipeline.change { $0.setPriority(priority, of: subscription) } }
    }
}

/// The running requests of one source.
final class ImageRequests: Sendable {
    private let runs = Mutex<[ImageRequest.ID: ImageRequestRun]>([:])

    func start(
        _ pipeline: ImagePipeline, _ content: any ImageContent, _ options: ImageRequest.Options,
        _ handler: @escaping @Sendable (ImageRequest.Result) -> Void
    ) -> ImageRequest.ID {
        let run = ImageRequestRun(pipeline, content, options, handler: handler) { @Sendable [self] id in
            runs.withLock { $0[id] = nil }
        }
        runs.withLock { $0[run.id] = run }
        run.start()
        return run.id
    }

    func cancel(_ id: ImageRequest.ID) { runs.withLock { $0[id] }?.cancel() }

    func setPriority(_ priority: ImageRequest.Priority, of id: ImageRequest.ID) {
        runs.withLock { $0[id] }?.setPriority(priority)
    }
}

/// Allows calls of a request's handler by one thread at a time, until the last result or cancellation.
final class HandlerGate: Sendable {
    private struct State: Sendable {
        var isOver = false
        /// The thread that is calling the handler.
        var thread: pthread_t?
    }

    private let state = Monitor(State())

    /// Whether the gate is closed.
    var isOver: Bool { state.change { $0.isOver } }

    /// Runs `body` unless the gate is closed; the last call closes it.
    ///
    /// - Returns: Whether `body` ran.
    @discardableResult func call(isLast: Bool, _ body: () -> Void) -> Bool {
        let mayCall = state.change { state in
            if state.isOver { return false }
            state.isOver = isLast
            state.thread = pthread_self()
            return true
        }
        guard mayCall else { return false }
        body()
        state.change { $0.thread = nil }
        return true
    }

    /// Closes the gate.
    func close() { state.change { $0.isOver = true } }

    /// Waits for a call on another thread to return.
    func waitForOthers() {
        let own = pthread_self()
        state.wait { state in
            guard let thread = state.thread else { return () }
            return pthread_equal(thread, own) != 0 ? () : nil
        }
    }
}
