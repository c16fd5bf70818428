import Geocoding

/// A line of input with an address in it.
struct AddressLine: Equatable {
    /// Why a line holds no address.
    struct Problem: Error, Equatable {
        /// What is wrong, for behind the line's number.
        var text: String
    }

    /// The address.
    var address: PostalAddress
    /// Keys that head the address though they look like others: mistyped ones, perhaps.
    var doubtfulKeys: [String] = []

    /// Longer texts and bigger objects are no addresses, and would take long.
    private static let longestText = 2_000
    private static let mostMembers = 200

    /// Reads the components of an address, or the answer of a geocoder with an address in it.
    ///
    /// - Parameter line: One JSON text.
    /// - Throws: Why there is no address in it.
    init(_ line: ArraySlice<UInt8>) throws(Problem) {
        guard String(validating: line, as: UTF8.self) != nil else { throw Problem(text: "it is not UTF-8 text") }
        if let half = LoneSurrogate.first(in: line) {
            throw Problem(text: "\(half) stands alone, and is half a character only")
        }
        switch try AddressObject.found(in: line) {
        case .components(let members): try self.init(components: members)
        case .properties(let members): try self.init(properties: members)
        case .dictionary(let members): try self.init(dictionary: members)
        }
        if address.isEmpty { throw Problem(text: "it has no components of an address") }
    }

    /// Texts and numbers under the keys of maps, however they are spelled; other keys name things.
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

    /// What GeoJSON says of a place: known keys alone, since the others tell what it is, not where.
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

    /// The address book's keys, which `locate reverse --json` prints.
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
        guard members.count <= mostMembers else {
            throw Problem(text: "it has more than \(mostMembers) members, which no address has")
        }
    }

    /// A member's text or number; `nil` for `null`.
    private static func text(_ member: JSONSlices.Member) throws(Problem) -> String? {
        guard member.value.count <= 6 * longestText else {
            throw Problem(text: "\(member.key.prefix(40)) is longer than \(longestText) bytes")
        }
        switch member.value.first {
        case UInt8(ascii: "\""):
            guard let text = JSONSlices.string(member.value) else { throw Problem(text: "\(member.key) is no text") }
            guard text.utf8.count <= longestText else {
                throw Problem(text: "\(member.key.prefix(40)) is longer than \(longestText) bytes")
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
    /// Takes the name of what GeoJSON describes: a street and a city have it as such, everything else as its heading.
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
