import LKCommandLine
import LKGeocoding

/// An address from one line of input.
struct AddressLine: Equatable {
    /// The error in a line without an address.
    struct Problem: Error, Equatable {
        /// The text of the error, without the line number.
        var text: String
    }

    /// The address.
    var address: PostalAddress
    /// Keys used as the heading of the address although they may be misspelled components.
    var doubtfulKeys: [String] = []

    /// Limits for texts and objects: longer ones are not addresses and would be slow to process.
    private static let maximumTextLength = 2_000
    private static let maximumMembers = 200

    /// Reads the components of an address, or the answer of a geocoder with an address in it.
    ///
    /// - Parameter line: One JSON text.
    /// - Throws: Why there is no address in it.
    init(_ line: ArraySlice<UInt8>) throws(Problem) {
        guard String(validating: line, as: UTF8.self) != nil else { throw Problem(text: "it is not UTF-8 text") }
        if let half = LoneSurrogate.first(in: line) {
            throw Problem(text: "\(half) is only half of a character")
        }
        switch try AddressObject.found(in: line) {
        case .components(let members): try self.init(components: members)
        case .properties(let members): try self.init(properties: members)
        case .dictionary(let members): try self.init(dictionary: members)
        }
        if address.isEmpty { throw Problem(text: "it has no components of an address") }
    }

    /// Creates a line from texts and numbers under the keys of maps, however they are spelled; other keys name things.
    private init(components members: [JSONSlices.Member]) throws(Problem) {
        try Self.check(members)
        var address = PostalAddress()
        for member in members {
            guard let text = try Self.text(member) else { continue }
            let component = AddressKeys.component(member.key)
            if let component, address[component] != nil, component.rawValue != member.key { continue }
            address[component ?? .init(rawValue: member.key)] = text
            if component == nil, AddressKeys.suggestion(for: member.key) != nil { doubtfulKeys.append(member.key) }
        }
        self.address = address
    }

    /// Creates a line from what GeoJSON states about a place, using only known keys, since the others describe what it
    /// is, not where.
    private init(properties members: [JSONSlices.Member]) throws(Problem) {
        try Self.check(members)
        var address = PostalAddress()
        var texts: [String: String] = [:]
        for member in members {
            guard member.value.first == UInt8(ascii: "\"") || AddressKeys.component(member.key) != nil,
                let text = try? Self.text(member)
            else { continue }
            texts[member.key] = text
        }
        for (key, text) in texts.sorted(by: { $0.key < $1.key }) {
            guard let component = AddressKeys.property(key) else { continue }
            address[component] = text
        }
        if let name = texts["name"], !name.isEmpty { address.name(name, type: texts["type"]) }
        self.address = address
    }

    /// Creates a line from the address book's keys, which `locate reverse --json` prints.
    private init(dictionary members: [JSONSlices.Member]) throws(Problem) {
        try Self.check(members)
        var dictionary = AddressDictionary()
        for member in members {
            guard let key = AddressDictionary.Key(rawValue: member.key) else { continue }
            dictionary[key] = try Self.text(member)
        }
        address = PostalAddress(dictionary)
    }

    private static func check(_ members: [JSONSlices.Member]) throws(Problem) {
        guard members.count <= maximumMembers else {
            throw Problem(text: "it has more than \(maximumMembers) members, which no address has")
        }
    }

    /// Returns a member's text or number, or `nil` for `null`.
    private static func text(_ member: JSONSlices.Member) throws(Problem) -> String? {
        guard member.value.count <= 6 * maximumTextLength else {
            throw Problem(text: "\(member.key.prefix(40)) is longer than \(maximumTextLength) bytes")
        }
        switch member.value.first {
        case UInt8(ascii: "\""):
            guard let text = JSONSlices.string(member.value) else { throw Problem(text: "\(member.key) is not a text") }
            guard text.utf8.count <= maximumTextLength else {
                throw Problem(text: "\(member.key.prefix(40)) is longer than \(maximumTextLength) bytes")
            }
            return text
        case UInt8(ascii: "n"): return nil
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "t"), UInt8(ascii: "f"):
            throw Problem(text: "\(member.key.prefix(40)) is neither text nor number")
        default: return String(decoding: member.value, as: UTF8.self)
        }
    }
}

extension PostalAddress {
    /// Adds the name of a GeoJSON feature: as street or city for features of these types, otherwise as heading.
    fileprivate mutating func name(_ name: String, type: String?) {
        let component: Component? =
            switch type {
            case "street": .road
            case "locality": .neighbourhood
            case "district": .suburb
            case "city": .city
            case "county": .county
            case "state": .state
            case "country": .country
            default: nil
            }
        guard let component else {
            if !entries.contains(where: { $0.value == name }) { self[.attention] = name }
            return
        }
        if self[component] == nil { self[component] = name }
    }
}

/// Finds the address in a line of JSON: the object itself, or a part of a geocoder's answer.
enum AddressObject {
    /// Components under the keys of Nominatim and OpenCage.
    case components([JSONSlices.Member])
    /// The properties of a feature of GeoJSON: Photon's, geocodejson's.
    case properties([JSONSlices.Member])
    /// Values under the keys of the address book.
    case dictionary([JSONSlices.Member])

    /// The error for a line that is not an object.
    static let noObject = "it is not one JSON object"

    /// Finds the address; of several answers, the first and best is used.
    ///
    /// - Parameter line: One JSON text.
    /// - Returns: The members that form the address.
    /// - Throws: Why there is no address.
    static func found(in line: ArraySlice<UInt8>) throws(AddressLine.Problem) -> AddressObject {
        if let elements = JSONSlices.elements(of: line) {
            guard let first = elements.first else { throw AddressLine.Problem(text: "it is a list without answers") }
            return try found(in: members(first, "the first answer is not a JSON object"), isAnswer: true)
        }
        return try found(in: members(line, noObject), isAnswer: false)
    }

    private static func found(
        in members: [JSONSlices.Member], isAnswer: Bool
    ) throws(AddressLine.Problem) -> AddressObject {
        if let address = object("address", in: members) {
            if let dictionary = object("dictionary", in: address) { return .dictionary(dictionary) }
            return .components(address)
        }
        if let components = object("components", in: members) { return .components(known(components)) }
        // Answers are not nested.
        for name in isAnswer ? [] : ["features", "results"] {
            guard let list = value(name, in: members), let elements = JSONSlices.elements(of: list) else { continue }
            guard let first = elements.first else { throw AddressLine.Problem(text: "it has no answer in it") }
            return try found(in: self.members(first, "the first answer is not a JSON object"), isAnswer: true)
        }
        if let properties = object("properties", in: members) {
            if let address = object("address", in: properties) { return .components(address) }
            return .properties(object("geocoding", in: properties) ?? properties)
        }
        if let dictionary = object("dictionary", in: members) { return .dictionary(dictionary) }
        if let error = value("error", in: members) {
            let message = JSONSlices.members(of: error).flatMap { value("message", in: $0) } ?? error
            let text = JSONSlices.string(message) ?? "there was an error"
            throw AddressLine.Problem(text: "it is not an address, but says: \(text.prefix(200))")
        }
        if value("display_name", in: members) != nil, value("place_id", in: members) != nil {
            throw AddressLine.Problem(text: "it is an answer without components; ask with addressdetails=1")
        }
        let isDictionary = members.allSatisfy { bookKeys.contains($0.key) } && !members.isEmpty
        return isDictionary ? .dictionary(members) : .components(members)
    }

    private static let bookKeys = Set(AddressDictionary.Key.allCases.map(\.rawValue) + ["FormattedAddressLines"])

    /// Returns the components without OpenCage's metadata about them, which it marks with a leading underscore, and
    /// without arrays.
    private static func known(_ components: [JSONSlices.Member]) -> [JSONSlices.Member] {
        components.filter { !$0.key.hasPrefix("_") && $0.value.first != UInt8(ascii: "[") }
    }

    private static func members(
        _ bytes: ArraySlice<UInt8>, _ problem: String
    ) throws(AddressLine.Problem) -> [JSONSlices.Member] {
        guard let members = JSONSlices.members(of: bytes) else { throw AddressLine.Problem(text: problem) }
        return members
    }

    private static func value(_ key: String, in members: [JSONSlices.Member]) -> ArraySlice<UInt8>? {
        members.first { $0.key == key }?.value
    }

    private static func object(_ key: String, in members: [JSONSlices.Member]) -> [JSONSlices.Member]? {
        value(key, in: members).flatMap { JSONSlices.members(of: $0) }
    }
}

/// The keys of components as people and programs spell them: `house_number`, `houseNumber`, `House number`.
enum AddressKeys {
    private typealias Component = PostalAddress.Component

    private static let known = Set(Component.keys)
    private static let folded = Dictionary(Component.keys.map { (fold($0), $0) }) { first, _ in first }

    /// Returns the component that a key names, or `nil` for the name of a thing.
    static func component(_ key: String) -> PostalAddress.Component? {
        if known.contains(key) { return .init(rawValue: key) }
        return folded[fold(key)].map { .init(rawValue: $0) }
    }

    /// Returns the component that a property of GeoJSON names: Photon's districts are parts of towns, and its
    /// localities parts of those.
    static func property(_ key: String) -> PostalAddress.Component? {
        switch key {
        case "district": .suburb
        case "locality": .neighbourhood
        case "type": nil
        default: component(key)
        }
    }

    /// Returns the key that was probably meant, or `nil` for names of things and for words that resemble no key.
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

/// Detects unpaired surrogates in JSON strings: RFC 8259 permits their escapes, but Unicode text cannot contain them.
enum LoneSurrogate {
    /// Returns the first escape such as `\ud800` without its other half, or `nil` when all are complete.
    static func first(in bytes: ArraySlice<UInt8>) -> String? {
        var rest = bytes
        while let index = rest.firstIndex(of: UInt8(ascii: "\\")) {
            rest = rest[(index + 1)...]
            guard rest.first == UInt8(ascii: "u") else {
                rest = rest.dropFirst()
                continue
            }
            guard let unit = unit(rest) else { continue }
            let written = "\\" + String(decoding: rest.prefix(5), as: UTF8.self)
            rest = rest.dropFirst(5)
            if UTF16.isTrailSurrogate(unit) { return written }
            guard UTF16.isLeadSurrogate(unit) else { continue }
            guard rest.first == UInt8(ascii: "\\"), let next = self.unit(rest.dropFirst()),
                UTF16.isTrailSurrogate(next)
            else { return written }
            rest = rest.dropFirst(6)
        }
        return nil
    }

    /// Returns the number that `u` and four digits encode.
    private static func unit(_ bytes: ArraySlice<UInt8>) -> UInt16? {
        guard bytes.first == UInt8(ascii: "u"), bytes.count >= 5 else { return nil }
        return UInt16(String(decoding: bytes.dropFirst().prefix(4), as: UTF8.self), radix: 16)
    }
}
