import Metadata

/// Puts assets into countries, their states and cities, by the names in the files.
///
/// Entries of a country stand together, those of a state too. A file that names a city alone has an entry beside
/// others; assets without any name stand at the end. Spaces at the ends of names do not count, and a code stands in
/// for a country's name where that is missing.
public struct PlaceGrouping: PhotoGrouping {
    /// How fine the places are.
    public enum Level: Int, Sendable, Hashable, CaseIterable {
        /// Countries.
        case country
        /// States and provinces.
        case state
        /// Cities.
        case city
    }

    /// How fine the places are.
    public var level: Level

    /// Makes a grouping.
    public init(_ level: Level = .city) { self.level = level }

    /// One entry for each place in which something was taken.
    public func entries(of assets: [PhotoAsset]) -> [PhotoCollection.Entry] {
        var groups: [PhotoCollection.Key: [PhotoAsset]] = [:]
        // Assets share the objects of places, so each is looked at once.
        var keys: [ObjectIdentifier: PhotoCollection.Key] = [:]
        for asset in assets {
            let place = asset.record.content.place
            let key: PhotoCollection.Key
            if let place {
                key = keys[ObjectIdentifier(place)] ?? self.key(of: place.value)
                keys[ObjectIdentifier(place)] = key
            } else {
                key = .unplaced
            }
            groups[key, default: []].append(asset)
        }
        return groups.map { PhotoCollection.Entry($0.key, assets: $0.value) }.sorted { $0.id < $1.id }
    }

    private func key(of place: PhotoPlace) -> PhotoCollection.Key {
        let country = trimmed(place.country) ?? trimmed(place.countryCode)?.uppercased()
        let state = level == .country ? nil : trimmed(place.state)
        let city = level == .city ? trimmed(place.city) : nil
        if country == nil, state == nil, city == nil { return .unplaced }
        return .place(country: country, state: state, city: city)
    }

    private func trimmed(_ name: String?) -> String? {
        guard var name = name?[...] else { return nil }
        while name.first?.isWhitespace == true { name.removeFirst() }
        while name.last?.isWhitespace == true { name.removeLast() }
        return name.isEmpty ? nil : String(name)
    }
}
