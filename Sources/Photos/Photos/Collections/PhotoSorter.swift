/// Sorts entries and the assets in them.
public protocol PhotoSorter: Sendable {
    /// Sorts entries and their assets.
    ///
    /// - Parameter entries: Entries in ascending order, with assets ascending by date.
    /// - Returns: The same entries and assets in the new order.
    func sorted(_ entries: [PhotoCollection.Entry]) -> [PhotoCollection.Entry]
}

/// Sorts entries and their assets by date.
///
/// Items without a date or place come last in either order.
public struct DateSorter: PhotoSorter {
    /// A direction in time.
    public enum Order: String, Sendable, Hashable, CaseIterable {
        /// The oldest first.
        case ascending
        /// The newest first.
        case descending
    }

    /// The order of entries.
    public var order: Order

    /// The order of assets inside an entry.
    public var orderInside: Order

    /// Creates a sorter.
    ///
    /// - Parameters:
    ///   - order: The order of entries.
    ///   - orderInside: The order of assets inside an entry; the same by default.
    public init(_ order: Order, inside orderInside: Order? = nil) {
        self.order = order
        self.orderInside = orderInside ?? order
    }

    /// Sorts entries by their keys, and assets by date and then by path.
    public func sorted(_ entries: [PhotoCollection.Entry]) -> [PhotoCollection.Entry] {
        var sorted = entries.sorted { left, right in
            switch (left.id.isUnknown, right.id.isUnknown) {
            case (false, false): order == .ascending ? left.id < right.id : right.id < left.id
            case (let left, let right): left == right ? false : right
            }
        }
        for index in sorted.indices { sorted[index].assets = assets(sorted[index].assets) }
        return sorted
    }

    private func assets(_ assets: [PhotoAsset]) -> [PhotoAsset] {
        let ascending = assets.isAscending ? assets : assets.sorted { AssetRecord.precedes($0.record, $1.record) }
        guard orderInside == .descending else { return ascending }
        let dated = ascending.prefix { $0.record.content.date != nil }
        return dated.reversed() + ascending[dated.endIndex...]
    }
}

extension PhotoSorter where Self == DateSorter {
    /// By date, the oldest first.
    public static var ascending: DateSorter { DateSorter(.ascending) }
    /// By date, the newest first, also within entries.
    public static var descending: DateSorter { DateSorter(.descending) }
    /// Returns a sorter by date, with a separate order within entries.
    public static func date(_ order: DateSorter.Order, inside: DateSorter.Order? = nil) -> DateSorter {
        DateSorter(order, inside: inside)
    }
}

extension PhotoCollection.Key {
    var isUnknown: Bool { self == .undated || self == .unplaced }
}

extension [PhotoAsset] {
    var isAscending: Bool {
        for index in indices.dropFirst() where AssetRecord.precedes(self[index].record, self[index - 1].record) {
            return false
        }
        return true
    }
}
