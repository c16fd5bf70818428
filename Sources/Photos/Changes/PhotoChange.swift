/// What happened to a group of a library.
public struct PhotoChange: Sendable {
    /// The group after the change; without assets once its folder is gone.
    public let group: PhotoGroup

    /// How its assets have changed, step by step.
    public let difference: PhotoDifference<PhotoAsset>

    /// Whether the state before is not known, so that all has to be taken anew from ``group``; the difference is empty
    /// then.
    ///
    /// Only the first change after a ``PhotoChangeToken`` that the catalog no longer knows can be one.
    public let isReset: Bool

    /// Stands for the state after this change, also after a restart; `nil` where the catalog cannot be written.
    public let token: PhotoChangeToken?
}

/// The changes of a group, one after the other and none left out, for one subscriber.
///
/// The sequence ends with the library.
public struct PhotoChanges: AsyncSequence, Sendable {
    /// A change.
    public typealias Element = PhotoChange
    /// Never.
    public typealias Failure = Never

    /// The group as it is at the beginning of the subscription, without the changes since a token; `nil` before the
    /// library is set up.
    public let initial: PhotoGroup?

    let stream: AsyncStream<PhotoChange>

    /// Begins with the changes since the subscription, or since its token.
    public func makeAsyncIterator() -> AsyncStream<PhotoChange>.Iterator { stream.makeAsyncIterator() }
}

/// A state of a library, by which its changes can be asked for later, also after a restart.
///
/// It is good as long as the catalog that gave it is, for 100,000 changes of photos.
public struct PhotoChangeToken: Sendable, Hashable, Codable, LosslessStringConvertible {
    /// Which catalog gave it: another one begins from the start.
    var catalog: UInt64
    /// How many changes the catalog had seen.
    var sequence: Int64

    init(catalog: UInt64, sequence: Int64) {
        self.catalog = catalog
        self.sequence = sequence
    }

    /// Reads a token that was written as text, or gives `nil`.
    public init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let catalog = UInt64(parts[0], radix: 16), let sequence = Int64(parts[1]),
            sequence >= 0
        else { return nil }
        self.init(catalog: catalog, sequence: sequence)
    }

    /// The token as text, to keep it in a file.
    public var description: String { "\(String(catalog, radix: 16))-\(sequence)" }
}
