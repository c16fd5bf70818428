import Synchronization

/// Names one request of a picture; unique among all sources of the process.
public struct ImageRequestID: Sendable, Hashable {
    private static let last = Atomic<UInt64>(0)
    private let number: UInt64

    /// A new one.
    public init() { number = Self.last.add(1, ordering: .relaxed).newValue }
}
