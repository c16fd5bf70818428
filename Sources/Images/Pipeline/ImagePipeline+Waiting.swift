import Synchronization

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
