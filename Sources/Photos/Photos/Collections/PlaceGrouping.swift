import LKMetadata

/// Groups assets by country, state or city: by the names in the files, and by position where names are missing.
///
/// Entries of a country, and of a state, are adjacent; assets without any name come last. Leading and trailing spaces
/// and case are ignored. A country is one however files spell it, if the naming knows it: by its name in any language or
/// by its code.
///
/// Names in the file take precedence; the position only adds missing ones, unless it is in another country. Names of a
/// place far from the position do not count. In Tagging, `PlaceGrouping(_:languages:)` and `.place` name positions offline.
public struct PlaceGrouping: PhotoGrouping {
    /// The level of detail.
    public enum Level: Int, Sendable, Hashable, CaseIterable {
        /// Countries.
        case country
        /// States and provinces.
        case state
        /// Cities.
        case city
    }

    /// The level of detail.
    public var level: Level

    /// Names positions; with `nil`, assets whose files name no place have none.
    package var naming: (any PlaceNaming)?

    /// Creates a grouping.
    ///
    /// - Parameters:
    ///   - level: The level of detail.
    ///   - naming: Names positions; with `nil`, assets whose files name no place have none.
    package init(_ level: Level = .city, naming: (any PlaceNaming)?) {
        self.level = level
        self.naming = naming
    }

    /// Returns one entry for each place with assets.
    public func entries(of assets: [PhotoAsset]) -> [PhotoCollection.Entry] {
        var groups: [(key: PhotoCollection.Key, assets: [PhotoAsset])] = []
        var indexes: [[String?]: Int] = [:]
        // Assets share place objects, so that each is evaluated once.
        var known: [Source: Int] = [:]
        for asset in assets {
            let source = source(of: asset)
            if let index = known[source] {
                groups[index].assets.append(asset)
                continue
            }
            let key = self.key(of: source.place(naming: naming)?.withCountry(by: naming))
            let index = indexes[key.folded] ?? groups.count
            if index == groups.count { groups.append((key, [])) }
            // `Wien` is a better title than `WIEN`.
            if groups[index].key.isShouted, !key.isShouted { groups[index].key = key }
            indexes[key.folded] = index
            known[source] = index
            groups[index].assets.append(asset)
        }
        return groups.map { PhotoCollection.Entry($0.key, assets: $0.assets) }.sorted { $0.id < $1.id }
    }

    /// What determines the place of an asset.
    private struct Source: Hashable {
        /// What the file says.
        var written: Shared<PhotoPlace>?
        /// The names at the position, when they are needed.
        var names: PlaceNames?

        func place(naming: (any PlaceNaming)?) -> PhotoPlace? {
            guard let names else { return written?.value }
            return written.map { names.completing($0.value, naming: naming) } ?? names.place
        }

        static func == (left: Source, right: Source) -> Bool {
            left.written === right.written && left.names === right.names
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(written.map(ObjectIdentifier.init))
            hasher.combine(names)
        }
    }

    private func source(of asset: PhotoAsset) -> Source {
        let written = asset.farPlace(naming: naming) == nil ? asset.record.content.place : nil
        var source = Source(written: written)
        guard let naming, written.map({ isIncomplete($0.value) }) ?? true, let coordinate = asset.usableCoordinate
        else {
            return source
        }
        source.names = naming.names(at: coordinate)
        return source
    }

    /// Returns whether a name that the entries show is missing.
    private func isIncomplete(_ place: PhotoPlace) -> Bool {
        Level.allCases.contains { $0.rawValue <= level.rawValue && (place[$0]?.isEmpty ?? true) }
    }

    private func key(of place: PhotoPlace?) -> PhotoCollection.Key {
        guard let place else { return .unplaced }
        let country = PhotoPlace.trimmed(place.country) ?? PhotoPlace.trimmed(place.countryCode)?.uppercased()
        let state = level == .country ? nil : PhotoPlace.trimmed(place.state)
        let city = level == .city ? PhotoPlace.trimmed(place.city) : nil
        if country == nil, state == nil, city == nil { return .unplaced }
        return .place(country: country, state: state, city: city)
    }
}

extension PhotoCollection.Key {
    private var names: [String?] {
        guard case .place(let country, let state, let city) = self else { return [] }
        return [country, state, city]
    }

    /// The names of a place without regard to case.
    fileprivate var folded: [String?] { names.map { $0?.lowercased() } }

    /// Whether a name of a place is in capitals only.
    fileprivate var isShouted: Bool {
        names.contains { name in name.map { $0.count > 2 && $0 == $0.uppercased() && $0 != $0.lowercased() } ?? false }
    }
}
