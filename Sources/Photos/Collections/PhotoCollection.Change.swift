import Synchronization

extension PhotoCollection {
    /// What happened to a collection: because its group has changed, or its filter or sorter.
    public struct Change: Sendable {
        /// An asset that is at another place than before.
        public struct Relocation: Sendable, Hashable {
            /// The asset.
            public var asset: PhotoAsset
            /// Where it was, in the entries before the change.
            public var from: IndexPath
            /// Where it is, in the entries after it.
            public var to: IndexPath
        }

        /// How the list of entries has changed; entries whose assets have changed are among the updated.
        public let entries: PhotoDifference<Entry>

        /// How the assets of the entries that stay have changed.
        public let assets: [Key: PhotoDifference<PhotoAsset>]

        /// The assets that went to another entry.
        public let relocated: [Relocation]

        /// The entries after the change.
        public let entriesAfter: [Entry]

        /// Whether nothing has changed.
        public var isEmpty: Bool { entries.isEmpty && assets.isEmpty }

        init(from old: [Entry], to new: [Entry]) {
            entries = PhotoDifference(from: old, to: new)
            entriesAfter = new
            var before: [Key: [PhotoAsset]] = [:]
            for entry in old { before[entry.id] = entry.assets }
            var assets: [Key: PhotoDifference<PhotoAsset>] = [:]
            for entry in new {
                guard let known = before[entry.id] else { continue }
                let difference = PhotoDifference(from: known, to: entry.assets)
                if !difference.isEmpty { assets[entry.id] = difference }
            }
            self.assets = assets
            relocated = Self.relocations(from: old, to: new, touched: assets)
        }

        private static func relocations(
            from old: [Entry], to new: [Entry], touched: [Key: PhotoDifference<PhotoAsset>]
        ) -> [Relocation] {
            let kept = Set(old.map(\.id))
            // An asset comes from elsewhere only into a new entry, or one into which something was inserted.
            let candidates = new.enumerated().filter { _, entry in
                !kept.contains(entry.id) || touched[entry.id].map { !$0.inserted.isEmpty } ?? false
            }
            if candidates.isEmpty { return [] }
            let before = places(in: old)
            var relocations: [Relocation] = []
            for (index, entry) in candidates {
                for (position, asset) in entry.assets.enumerated() {
                    guard let from = before[asset.id], old[from.entry].id != entry.id else { continue }
                    let to = IndexPath(entry: index, asset: position)
                    relocations.append(Relocation(asset: asset, from: from, to: to))
                }
            }
            return relocations
        }

        static func places(in entries: [Entry]) -> [PhotoAsset.ID: IndexPath] {
            var places: [PhotoAsset.ID: IndexPath] = [:]
            places.reserveCapacity(entries.reduce(0) { $0 + $1.assets.count })
            for (entryIndex, entry) in entries.enumerated() {
                for (index, asset) in entry.assets.enumerated() {
                    places[asset.id] = IndexPath(entry: entryIndex, asset: index)
                }
            }
            return places
        }
    }

    /// What happens to the collection from now on, for one subscriber; ends with the collection.
    public struct Changes: AsyncSequence, Sendable {
        /// A change.
        public typealias Element = Change
        /// Never.
        public typealias Failure = Never

        /// The entries to which the first change applies.
        public let entries: [Entry]

        let stream: AsyncStream<Change>

        /// Begins with the changes since the subscription.
        public func makeAsyncIterator() -> AsyncStream<Change>.Iterator { stream.makeAsyncIterator() }
    }

    /// A subscription to what happens from now on.
    public var changes: Changes {
        let (stream, continuation) = AsyncStream.makeStream(of: Change.self)
        let (id, entries) = state.withLock { state -> (Int, [Entry]) in
            state.nextSubscriber += 1
            state.subscribers[state.nextSubscriber] = continuation
            return (state.nextSubscriber, state.entries(by: grouping))
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.subscribers.removeValue(forKey: id) }
        }
        return Changes(entries: entries, stream: stream)
    }
}
