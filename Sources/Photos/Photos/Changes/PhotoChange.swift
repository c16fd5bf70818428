extension PhotoChanges {
    /// A change of a group of a library.
    public struct Change: Sendable {
        /// The group after the change; without assets once its folder is gone.
        public let group: PhotoGroup

        /// The steps by which its assets have changed.
        public let difference: PhotoChanges.Difference<PhotoAsset>

        /// Whether the previous state is unknown, so that everything has to be read from ``group``; the difference is
        /// then empty.
        ///
        /// Only the first change after a ``PhotoChanges/Token`` that the catalog no longer knows can be a reset.
        public let isReset: Bool

        /// A token for the state after this change, valid across restarts; `nil` when the catalog cannot be written.
        public let token: PhotoChanges.Token?
    }
}

/// All changes of a group in order, for one subscriber.
///
/// The sequence ends when the library is released.
public struct PhotoChanges: AsyncSequence, Sendable {
    /// A change.
    public typealias Element = PhotoChanges.Change
    /// Never.
    public typealias Failure = Never

    /// The group at the start of the subscription, without the changes since a token; `nil` before the library is set
    /// up.
    public let initial: PhotoGroup?

    let stream: AsyncStream<PhotoChanges.Change>

    /// Starts with the changes since the subscription, or since its token.
    public func makeAsyncIterator() -> AsyncStream<PhotoChanges.Change>.Iterator { stream.makeAsyncIterator() }
}

extension PhotoChanges {
    /// A state of a library, from which later changes can be requested, also after a restart.
    ///
    /// It stays valid for 100,000 photo changes of the same catalog.
    public struct Token: Sendable, Hashable, Codable, LosslessStringConvertible {
        /// The catalog it belongs to.
        var catalog: UInt64
        /// The number of changes in the catalog so far.
        var sequence: Int64

        init(catalog: UInt64, sequence: Int64) {
            self.catalog = catalog
            self.sequence = sequence
        }

        /// Parses ``description``; `nil` for any other text.
        public init?(_ description: String) {
            let parts = description.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, let catalog = UInt64(parts[0], radix: 16), let sequence = Int64(parts[1]),
                sequence >= 0
            else { return nil }
            self.init(catalog: catalog, sequence: sequence)
        }

        /// The token as text, for storing.
        public var description: String { "\(String(catalog, radix: 16))-\(sequence)" }
    }
}
