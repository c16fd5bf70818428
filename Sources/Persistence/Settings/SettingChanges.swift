/// Changes of settings as they happen, from this process and from others.
///
/// Of a setting that changes several times while the subscriber is busy, one change is told: from the value that it heard
/// of last to the newest. So nothing piles up, and the last word always arrives. While somebody iterates, the file is
/// watched, and changes by others arrive at once.
public struct SettingChanges: AsyncSequence, Sendable {
    /// A change.
    public typealias Element = SettingChange
    /// It ends and never fails.
    public typealias Failure = Never

    let file: SettingsFile
    /// Property names by stored key; `nil` for all keys of the store.
    let properties: [String: String]?

    /// Subscribes: what changes from now on is delivered.
    public func makeAsyncIterator() -> AsyncIterator {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let queue = ChangeQueue(properties: properties, signal: continuation)
        let file = file
        let number = file.subscribe(.queue(queue))
        continuation.onTermination = { _ in file.unsubscribe(number) }
        return AsyncIterator(queue: queue, signal: stream.makeAsyncIterator())
    }

    /// One subscription; it ends with the iterator.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let queue: ChangeQueue
        var signal: AsyncStream<Void>.Iterator

        /// The next change, or `nil` when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> SettingChange? {
            while true {
                if let change = queue.next() { return change }
                guard await signal.next(isolation: actor) != nil else { return nil }
            }
        }
    }
}
