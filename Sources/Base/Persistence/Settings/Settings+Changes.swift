import Synchronization

extension Settings {
    /// Changes of settings as they happen, from this process and from others.
    ///
    /// If a setting changes several times while the subscriber is busy, one change is delivered: from the last value
    /// delivered to the newest. So changes do not pile up, and the newest value always arrives. The subscription begins when the
    /// sequence is read from ``Settings/changes``; until it ends the file is watched, and changes by other processes arrive at once.
    public struct Changes: AsyncSequence, Sendable {
        /// A change.
        public typealias Element = Change
        /// It ends and never fails.
        public typealias Failure = Never

        private let file: SettingsFile
        /// Property names by stored key; `nil` for all keys of the store.
        private let properties: [String: String]?
        /// Begun with the sequence, so that a task that iterates over it later misses nothing.
        private let first: Subscription

        init(file: SettingsFile, properties: [String: String]?) {
            (self.file, self.properties) = (file, properties)
            first = Subscription(file, properties)
        }

        /// Starts with the changes since the sequence was made; a second iteration, with those from now on.
        public func makeAsyncIterator() -> AsyncIterator {
            let (queue, stream) = first.take() ?? Subscription.begin(file, properties)
            return AsyncIterator(queue: queue, signal: stream.makeAsyncIterator())
        }

        /// A subscription that waits for its reader, and ends without one.
        private final class Subscription: Sendable {
            private let waiting: Mutex<(queue: ChangeQueue, stream: AsyncStream<Void>)?>

            init(_ file: SettingsFile, _ properties: [String: String]?) {
                waiting = Mutex(Self.begin(file, properties))
            }

            deinit { waiting.withLock { $0?.queue.end() } }

            /// Returns the subscription, to the first reader.
            func take() -> (queue: ChangeQueue, stream: AsyncStream<Void>)? {
                waiting.withLock { waiting in
                    defer { waiting = nil }
                    return waiting
                }
            }

            static func begin(
                _ file: SettingsFile, _ properties: [String: String]?
            ) -> (queue: ChangeQueue, stream: AsyncStream<Void>) {
                let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
                let queue = ChangeQueue(properties: properties, signal: continuation)
                let number = file.subscribe(.queue(queue))
                continuation.onTermination = { _ in file.unsubscribe(number) }
                return (queue, stream)
            }
        }

        /// One subscription; it ends with the iterator.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let queue: ChangeQueue
            var signal: AsyncStream<Void>.Iterator

            /// Returns the next change, or `nil` when the task is cancelled.
            public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Change? {
                while true {
                    if let change = queue.next() { return change }
                    guard await signal.next(isolation: actor) != nil else { return nil }
                }
            }
        }
    }
}

extension Settings {
    /// A change of one setting, in this or another process.
    public struct Change: Hashable, Sendable {
        /// The key in the store.
        public var key: String
        /// The property's name in changes of a ``Settings`` object; `nil` in those of a ``SettingsStore``.
        public var property: String?
        /// The value stored before; `nil` for the default.
        public var oldValue: PropertyListValue?
        /// The value stored now; `nil` for the default.
        public var newValue: PropertyListValue?

        /// Creates a change.
        ///
        /// - Parameters:
        ///   - key: The key in the store.
        ///   - property: The property's name, if known.
        ///   - oldValue: The value stored before.
        ///   - newValue: The value stored now.
        public init(
            key: String, property: String? = nil, oldValue: PropertyListValue? = nil, newValue: PropertyListValue? = nil
        ) {
            self.key = key
            self.property = property
            self.oldValue = oldValue
            self.newValue = newValue
        }
    }
}

/// The changes not yet delivered to a subscriber, one per key.
final class ChangeQueue: Sendable {
    private struct Waiting {
        var order: [String] = []
        var changes: [String: Settings.Change] = [:]
    }

    private let properties: [String: String]?
    private let signal: AsyncStream<Void>.Continuation
    private let waiting = Mutex(Waiting())

    init(properties: [String: String]?, signal: AsyncStream<Void>.Continuation) {
        self.properties = properties
        self.signal = signal
    }

    /// Ends the subscription.
    func end() { signal.finish() }

    func add(_ change: Settings.Change) {
        var change = change
        if let properties {
            guard let property = properties[change.key] else { return }
            change.property = property
        }
        waiting.withLock { waiting in
            if let earlier = waiting.changes[change.key] {
                change.oldValue = earlier.oldValue
            } else {
                waiting.order.append(change.key)
            }
            waiting.changes[change.key] = change
        }
        signal.yield()
    }

    func next() -> Settings.Change? {
        waiting.withLock { waiting in
            while !waiting.order.isEmpty {
                let change = waiting.changes.removeValue(forKey: waiting.order.removeFirst())
                // A value that changed back in between has not changed for the subscriber.
                if let change, !change.oldValue.isIdentical(to: change.newValue) { return change }
            }
            return nil
        }
    }
}
