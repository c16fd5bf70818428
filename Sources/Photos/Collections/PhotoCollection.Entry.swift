import Geo

extension PhotoCollection {
    /// One part of a collection: a month, a moment, a place, and the assets that belong to it.
    public struct Entry: Sendable, Hashable, Identifiable {
        /// What the assets have in common; unique within the collection.
        public var id: Key

        /// The assets, ascending by date unless a sorter says otherwise.
        public var assets: [PhotoAsset]

        /// Makes an entry.
        ///
        /// - Parameters:
        ///   - id: What the assets have in common.
        ///   - assets: The assets.
        public init(_ id: Key, assets: [PhotoAsset]) {
            self.id = id
            self.assets = assets
        }

        /// The entry in words: `2014-05`, `2014-W22`, `Japan, Tokyo`.
        public var title: String { id.description }
    }

    /// What the assets of an entry have in common.
    public enum Key: Sendable, Hashable {
        /// They are the collection's.
        case all
        /// They were taken in one period of the calendar.
        case period(CalendarPeriod)
        /// They were taken at about the same time and place; the identifier is that of the first.
        case moment(begin: CalendarPeriod, first: PhotoAsset.ID)
        /// They were taken in one place; parts that are not known, or finer than wanted, are `nil`.
        case place(country: String?, state: String?, city: String?)
        /// Their date is not known.
        case undated
        /// Their place is not known.
        case unplaced
        /// What a grouping of your own says; entries are ordered by it.
        case custom(String)
    }
}

extension PhotoCollection.Key: CustomStringConvertible {
    /// The key in words, as `locate` prints it.
    public var description: String {
        switch self {
        case .all: return "All"
        case .period(let period): return period.description
        case .moment(let begin, _): return begin.description
        case .place(let country, let state, let city):
            return [country, state, city].compactMap { $0 }.joined(separator: ", ")
        case .undated: return "No date"
        case .unplaced: return "No place"
        case .custom(let name): return name
        }
    }
}

extension PhotoCollection.Key: Comparable {
    private var rank: Int {
        switch self {
        case .all: 0
        case .period: 1
        case .moment: 2
        case .place: 3
        case .custom: 4
        case .undated: 5
        case .unplaced: 6
        }
    }

    /// Periods and moments by time, places and own keys by name, what is not known last.
    public static func < (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.period(let left), .period(let right)): return left < right
        case (.moment(let left, let leftFirst), .moment(let right, let rightFirst)):
            return left == right ? leftFirst.rawValue < rightFirst.rawValue : left < right
        case (.place(let country, let state, let city), .place(let otherCountry, let otherState, let otherCity)):
            if country != otherCountry { return precedes(country, otherCountry) }
            return state == otherState ? precedes(city, otherCity) : precedes(state, otherState)
        case (.custom(let left), .custom(let right)): return left < right
        default: return left.rank < right.rank
        }
    }

    private static func precedes(_ left: String?, _ right: String?) -> Bool {
        guard let left else { return false }
        return right.map { left < $0 } ?? true
    }
}
