import Synchronization

/// One request under way: asks the pipeline for one form after the other, and keeps what the protocol promises.
final class ImageRequestRun: Sendable {
    private struct State {
        var subscriptions: [UInt64] = []
        /// The form that was given last.
        var lastForm = -1
        var priority: ImagePriority
        var isStartCalled = false
        var isFinishCalled = false
    }

    let id = ImageRequestID()
    private let pipeline: ImagePipeline
    private let content: any ImageContent
    private let options: ImageRequestOptions
    private let forms: [DecodedForm]
    private let handler: @Sendable (ImageRequestResult) -> Void
    private let whenOver: @Sendable (ImageRequestID) -> Void
    private let gate = HandlerGate()
    private let state: Mutex<State>

    init(
        _ pipeline: ImagePipeline, _ content: any ImageContent, _ options: ImageRequestOptions,
        handler: @escaping @Sendable (ImageRequestResult) -> Void,
        whenOver: @escaping @Sendable (ImageRequestID) -> Void
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
        // On a thread of the pipeline, since the file's state is asked for.
        pipeline.change { [self] in
            $0.enqueue(errand: { @Sendable [self] in
                do throws(ImageError) {
                    ask(for: try content.key())
                } catch {
                    giveLast(.failure(error))
                }
            })
        }
    }

    /// All forms at the same time, so that the bytes are had once for them.
    private func ask(for key: ContentKey) {
        let subscriptions = pipeline.change { [forms] state in forms.map { _ in state.nextID() } }
        let priority = state.withLock { state in
            state.subscriptions = subscriptions
            return state.priority
        }
        pipeline.change { [self] state in
            for (index, subscription) in subscriptions.enumerated() {
                let subscriber = StageUnit.Subscriber(
                    priority: priority, receiver: .caller({ @Sendable [self] event in receive(event, index) }))
                state.subscribe(
                    subscription, to: .decode(key, forms[index]), loading: content.loading, process: nil, subscriber)
            }
        }
        // It may have been cancelled before there was anything to cancel.
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
            if index == forms.count - 1 { return giveLast(result) }
            if case .success(let value) = result, let image = value.image {
                pipeline.deliver { @Sendable [self] in
                    // Never a coarser one after a finer one.
                    let isBetter = state.withLock { state in
                        defer { state.lastForm = max(state.lastForm, index) }
                        return index > state.lastForm
                    }
                    if isBetter { call(.success(image), isLast: false) }
                }
            }
        }
    }

    private func giveLast(_ result: Result<StageValue, ImageError>) {
        let image = result.flatMap { value in
            value.image.map { .success($0) } ?? .failure(ImageError(.damaged, "there is no picture"))
        }
        pipeline.deliver { @Sendable [self] in call(image, isLast: true) }
        // First looks that are still being made come too late.
        leave()
    }

    private func call(_ result: Result<DecodedImage, ImageError>, isLast: Bool) {
        if isLast { callFinish() }
        let isCalled = gate.call(isLast: isLast) {
            switch result {
            case .success(let decoded):
                let metadata = isLast && options.needsMetadata ? decoded.metadata : nil
                handler(
                    ImageRequestResult(
                        image: decoded.image, isDegraded: !isLast, isDamaged: decoded.isDamaged, requestID: id,
                        metadata: metadata))
            case .failure(let error): handler(ImageRequestResult(image: nil, requestID: id, error: error))
            }
        }
        // Only now, since until here whoever cancels has to wait.
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

    /// Gives the request up, and waits for a handler that is just running on another thread.
    func cancel() {
        gate.close()
        leave()
        pipeline.deliver { @Sendable [self] in callFinish() }
        whenOver(id)
        gate.waitForOthers()
    }

    func setPriority(_ priority: ImagePriority) {
        let subscriptions = state.withLock { state in
            state.priority = priority
            return state.subscriptions
        }
        for subscription in subscriptions { pipeline.change { $0.setPriority(priority, of: subscription) } }
    }
}
