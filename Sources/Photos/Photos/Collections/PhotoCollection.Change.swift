import Synchronization

extension PhotoCollection {
    /// A change of a collection, because of its group, filter or sorter.
    public struct Change: Sendable {
        /// An asset that moved to another entry.
        public struct Relocation: Sendable, Hashable {
            /// The asset.
            public var asset: PhotoAsset
            /// Its index path before the change.
            public var from: IndexPath
            /// Its index path after the change.
            public var to: IndexPath
        }

        /// The difference of the entries; entries whose assets have changed are among the updated ones.
        public let entries: PhotoChanges.Difference<Entry>

        /// The differences of the assets in entries that remain.
        public let assets: [Key: PhotoChanges.Difference<PhotoAsset>]

        /// The assets that moved to another entry.
        public let relocated: [Relocation]

        /// The entries after the change.
        public let entriesAfter: [Entry]

        /// Whether nothing has changed.
        public var isEmpty: Bool { entries.isEmpty && assets.isEmpty }

        init(from old: [Entry], to new: [Entry]) {
            entries = PhotoChanges.Difference(from: old, to: new)
            entriesAfter = new
            var before: [Key: [PhotoAsset]] = [:]
            for entry in old { before[entry.id] = entry.assets }
            var assets: [Key: PhotoChanges.Difference<PhotoAsset>] = [:]
            for entry in new {
                guard let known = before[entry.id] else { continue }
                let difference = PhotoChanges.Difference(from: known, to: entry.assets)
                if !difference.isEmpty { assets[entry.id] = difference }
            }
            self.assets = assets
            relocated = Self.relocations(from: old, to: new, touched: assets)
        }

        private static func relocations(
            from old: [Entry], to new: [Entry], touched: [Key: PhotoChanges.Difference<PhotoAsset>]
        ) -> [Relocation] {
            let kept = Set(old.map(\.id))
            // Only new entries, and those with insertions, can have assets from other entries.
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

    /// The changes of a collection from now on, for one subscriber; ends with the collection.
    public struct Changes: AsyncSequence, Sendable {
        /// A change.
        public typealias Element = Change
        /// Never.
        public typealias Failure = Never

        /// The entries to which the first change applies.
        public let entries: [Entry]

        let stream: AsyncStream<Change>

        /// Starts with the changes since the subscription.
        public func makeAsyncIterator() -> AsyncStream<Change>.Iterator { stream.makeAsyncIterator() }
    }

    /// Subscribes to changes from now on.
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
