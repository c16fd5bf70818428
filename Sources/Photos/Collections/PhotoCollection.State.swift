extension PhotoCollection {
    /// What a collection keeps behind its lock.
    struct State: Sendable {
        var assets: [PhotoAsset]
        var filter: (any PhotoFilter)?
        var sorter: (any PhotoSorter)?
        var keepsEmptyEntries = false
        /// As the grouping made them.
        var base: [Entry]?
        /// Filtered and sorted.
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
