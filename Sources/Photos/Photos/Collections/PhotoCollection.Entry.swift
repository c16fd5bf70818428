import LKGeo

extension PhotoCollection {
    /// One part of a collection, such as a month, a moment or a place, with its assets.
    public struct Entry: Sendable, Hashable, Identifiable {
        /// What the assets have in common; unique within the collection.
        public var id: Key

        /// The assets, ascending by date unless a sorter says otherwise.
        public var assets: [PhotoAsset]

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - id: What the assets have in common.
        ///   - assets: The assets.
        public init(_ id: Key, assets: [PhotoAsset]) {
            self.id = id
            self.assets = assets
        }

        /// The entry in words: `2014-05`, `2014-W22`, `Japan, Tokyo`; see ``title(languages:)``.
        public var title: String { id.description }
    }

    /// What the assets of an entry have in common.
    public enum Key: Sendable, Hashable {
        /// All assets of the collection.
        case all
        /// Assets taken in one calendar period.
        case period(CalendarGrouping.Period)
        /// Assets taken at about the same time and place; `first` identifies the first of them.
        case moment(begin: CalendarGrouping.Period, first: PhotoAsset.ID)
        /// Assets taken in one place; parts that are unknown or finer than requested are `nil`.
        case place(country: String?, state: String?, city: String?)
        /// Assets without a date.
        case undated
        /// Assets without a place.
        case unplaced
        /// The key of a custom grouping; entries are ordered by it.
        case custom(String)
    }
}

extension PhotoCollection.Key: CustomStringConvertible {
    /// The key in words, as `locate` prints it.
    public var description: String {
        switch self {
        case .all: return GroupWords.english.all
        case .period(let period): return period.description
        case .moment(let begin, _): return begin.description
        case .place(let country, let state, let city):
            return [country, state, city].compactMap { $0 }.joined(separator: ", ")
        case .undated: return GroupWords.english.undated
        case .unplaced: return GroupWords.english.unplaced
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

    /// Orders periods and moments by time, places and custom keys by name, unknown ones last.
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
