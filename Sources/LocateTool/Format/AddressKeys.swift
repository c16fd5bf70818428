import Geocoding

/// The keys of components as people and programs spell them: `house_number`, `houseNumber`, `House number`.
enum AddressKeys {
    private typealias Component = PostalAddress.Component

    private static let known = Set(Component.keys)
    private static let folded = Dictionary(Component.keys.map { (fold($0), $0) }) { first, _ in first }

    /// The component that a key names; `nil` for the name of a thing.
    static func component(_ key: String) -> PostalAddress.Component? {
        if known.contains(key) { return .init(rawValue: key) }
        return folded[fold(key)].map { .init(rawValue: $0) }
    }

    /// The component that a property of GeoJSON is: Photon's districts are parts of towns, its localities parts of those.
    static func property(_ key: String) -> PostalAddress.Component? {
        switch key {
        case "district": .suburb
        case "locality": .neighbourhood
        case "type": nil
        default: component(key)
        }
    }

    /// The key that somebody probably meant; `nil` for names of things, and for words that are like no key.
    static func suggestion(for key: String) -> String? {
        guard key.utf8.count >= 4, !things.contains(key) else { return nil }
        let known = known.filter { abs($0.utf8.count - key.utf8.count) <= 2 }
        return Suggestion.nearest(to: key, in: known.sorted())
    }

    private static func fold(_ key: String) -> String {
        String(decoding: key.lowercased().utf8.filter { !"_- ".utf8.contains($0) }, as: UTF8.self)
    }

    /// Classes and types of OpenStreetMap under which maps name things, as far as they look like other keys.
    private static let things: Set<String> = [
        "amenity", "aerialway", "aeroway", "barrier", "boundary", "bridge", "club", "craft", "emergency", "healthcare",
        "highway", "historic", "junction", "landuse", "leisure", "man_made", "military", "mountain_pass", "natural",
        "office", "power", "railway", "shop", "tourism", "tunnel", "waterway", "atm", "bank", "bar", "beach", "cafe",
        "castle", "church", "cinema", "clinic", "college", "company", "court", "farm", "ferry", "fire_station",
        "fountain", "garage", "garden", "gate", "hall", "hospital", "hostel", "hotel", "house_boat", "islet", "library",
        "mall", "marina", "market", "memorial", "mosque", "motel", "museum", "name", "palace", "park", "parking",
        "peak",
        "pharmacy", "pitch", "police", "post_box", "post_office", "pub", "restaurant", "ruins", "school", "station",
        "statue", "street_lamp", "supermarket", "temple", "theatre", "theater", "tower", "town_hall", "townhall",
        "university", "village_hall", "villa", "village_green", "wall", "zoo",
    ]
}
