import Synchronization

/// Assets grouped into entries, with a filter and a sorter that can be changed at any time.
///
/// ```swift
/// let months = PhotoCollection(group: library.allPhotos, grouping: .month)
/// months.filter = .photo && .hasLocation
/// months.sorter = .descending
/// for entry in months.entries { print(entry.title, entry.assets.count) }
/// for await change in months.changes { show(change) }
/// ```
///
/// A collection of a group follows the group when the library reloads or watches; ``changes`` reports what moved.
/// Entries are computed on first use and cached.
public final class PhotoCollection: Sendable {
    /// The position of an asset: an entry, and an asset in it.
    public struct IndexPath: Sendable, Hashable, Comparable {
        /// The entry's index.
        public var entry: Int
        /// The asset's index in the entry.
        public var asset: Int

        /// Creates an index path.
        ///
        /// - Parameters:
        ///   - entry: The entry's index.
        ///   - asset: The asset's index in the entry.
        public init(entry: Int, asset: Int) {
            self.entry = entry
            self.asset = asset
        }

        /// Orders index paths by entry, then by asset.
        public static func < (left: Self, right: Self) -> Bool {
            (left.entry, left.asset) < (right.entry, right.asset)
        }
    }

    /// How the assets are grouped.
    public let grouping: any PhotoGrouping

    /// The group of the assets; `nil` for a fixed collection.
    public let groupID: PhotoGroup.ID?

    let state: Mutex<State>
    private let subscription: GroupSubscription?

    /// Creates a collection of fixed assets.
    ///
    /// - Parameters:
    ///   - assets: The assets, in any order.
    ///   - grouping: How they are grouped.
    public init(assets: [PhotoAsset], grouping: some PhotoGrouping) {
        self.grouping = grouping
        groupID = nil
        subscription = nil
        state = Mutex(State(assets: assets))
    }

    /// Creates a collection of a group, which follows it.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - grouping: How its assets are grouped.
    public init(group: PhotoGroup, grouping: some PhotoGrouping) {
        self.grouping = grouping
        groupID = group.id
        let subscription = group.hub.map { GroupSubscription($0) }
        self.subscription = subscription
        state = Mutex(State(assets: group.assets))
        // Changes since the group was fetched arrive immediately.
        subscription?.begin(group.id) { [weak self] assets in self?.follow(assets) }
    }

    deinit {
        subscription?.end()
        state.withLock { $0.finish() }
    }

    /// Selects the assets; all when `nil`.
    public var filter: (any PhotoFilter)? {
        get { state.withLock { $0.filter } }
        set { change { $0.filter = newValue } }
    }

    /// The order; ascending by date when `nil`, as the grouping returns it.
    public var sorter: (any PhotoSorter)? {
        get { state.withLock { $0.sorter } }
        set { change { $0.sorter = newValue } }
    }

    /// Whether entries without assets stay after filtering; `false` by default.
    public var keepsEmptyEntries: Bool {
        get { state.withLock { $0.keepsEmptyEntries } }
        set { change { $0.keepsEmptyEntries = newValue } }
    }

    /// The entries, filtered and sorted.
    public var entries: [Entry] { state.withLock { $0.entries(by: grouping) } }

    /// How many assets there are in the entries.
    public var numberOfAssets: Int { entries.reduce(0) { $0 + $1.assets.count } }

    /// Returns the asset at an index path, or `nil` when it is out of range.
    public func asset(at path: IndexPath) -> PhotoAsset? {
        let entries = entries
        guard entries.indices.contains(path.entry), entries[path.entry].assets.indices.contains(path.asset) else {
            return nil
        }
        return entries[path.entry].assets[path.asset]
    }

    /// Returns the index path of an asset, or `nil` when the filter excludes it or it is not in the collection.
    public func indexPath(of id: PhotoAsset.ID) -> IndexPath? {
        state.withLock { $0.places(by: grouping)[id] }
    }

    /// The index path of the last asset; `nil` when there are none.
    public var lastIndexPath: IndexPath? {
        let entries = entries
        guard let entry = entries.lastIndex(where: { !$0.assets.isEmpty }) else { return nil }
        return IndexPath(entry: entry, asset: entries[entry].assets.count - 1)
    }

    private func follow(_ assets: [PhotoAsset]) {
        change {
            $0.assets = assets
            $0.base = nil
        }
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            let old = state.subscribers.isEmpty ? nil : state.entries(by: grouping)
            body(&state)
            state.processed = nil
            state.index = nil
            guard let old else { return }
            let change = Change(from: old, to: state.entries(by: grouping))
            if !change.isEmpty { for subscriber in state.subscribers.values { subscriber.yield(change) } }
        }
    }
}

extension PhotoCollection {
    /// The state that the collection's lock protects.
    struct State: Sendable {
        var assets: [PhotoAsset]
        var filter: (any PhotoFilter)?
        var sorter: (any PhotoSorter)?
        var keepsEmptyEntries = false
        /// The entries as the grouping made them.
        var base: [Entry]?
        /// The entries after filtering and sorting.
        var processed: [Entry]?
        var index: [PhotoAsset.ID: IndexPath]?
        var subscribers: [Int: AsyncStream<Change>.Continuation] = [:]
        var nextSubscriber = 0
        var isFinished = false

        init(assets: [PhotoAsset]) { self.assets = assets }

        mutating func entries(by grouping: any PhotoGrouping) -> [Entry] {
            if let processed { return processed }
            let base = self.base ?? grouping.entries(of: assets)
            self.base = base
            var entries = base
            if let filter {
                for index in entries.indices { entries[index].assets = base[index].assets.filter(filter.includes) }
                if !keepsEmptyEntries { entries.removeAll { $0.assets.isEmpty } }
            }
            if let sorter { entries = sorter.sorted(entries) }
            processed = entries
            return entries
        }

        mutating func places(by grouping: any PhotoGrouping) -> [PhotoAsset.ID: IndexPath] {
            if let index { return index }
            let places = Change.places(in: entries(by: grouping))
            index = places
            return places
        }

        mutating func finish() {
            isFinished = true
            for subscriber in subscribers.values { subscriber.finish() }
            subscribers = [:]
        }
    }
}
