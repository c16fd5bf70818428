import Geocoding

/// Where in a line of JSON an address is: the object itself, or inside of what a geocoder answered.
enum AddressObject {
    /// Components under the keys of Nominatim and OpenCage.
    case components([JSONSlices.Member])
    /// The properties of a feature of GeoJSON: Photon's, geocodejson's.
    case properties([JSONSlices.Member])
    /// Values under the keys of the address book.
    case dictionary([JSONSlices.Member])

    /// What is said of a line that is no object.
    static let noObject = "it is not one JSON object"

    /// Looks for the address; of several answers the first is the best, and taken.
    ///
    /// - Parameter line: One JSON text.
    /// - Returns: The members that make up the address.
    /// - Throws: Why there is none.
    static func found(in line: ArraySlice<UInt8>) throws(AddressLine.Problem) -> AddressObject {
        if let elements = JSONSlices.elements(of: line) {
            guard let first = elements.first else { throw AddressLine.Problem(text: "it is a list without answers") }
            return try found(in: members(first, "the first answer is no JSON object"), isAnswer: true)
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
        // Answers have no answers inside.
        for name in isAnswer ? [] : ["features", "results"] {
            guard let list = value(name, in: members), let elements = JSONSlices.elements(of: list) else { continue }
            guard let first = elements.first else { throw AddressLine.Problem(text: "it has no answer in it") }
            return try found(in: self.members(first, "the first answer is no JSON object"), isAnswer: true)
        }
        if let properties = object("properties", in: members) {
            if let address = object("address", in: properties) { return .components(address) }
            return .properties(object("geocoding", in: properties) ?? properties)
        }
        if let dictionary = object("dictionary", in: members) { return .dictionary(dictionary) }
        if let error = value("error", in: members) {
            let message = JSONSlices.members(of: error).flatMap { value("message", in: $0) } ?? error
            let text = JSONSlices.string(message) ?? "there was an error"
            throw AddressLine.Problem(text: "it is no address, but says: \(text.prefix(200))")
        }
        if value("display_name", in: members) != nil, value("place_id", in: members) != nil {
            throw AddressLine.Problem(text: "it is an answer without components; ask with addressdetails=1")
        }
        let isDictionary = members.allSatisfy { bookKeys.contains($0.key) } && !members.isEmpty
        return isDictionary ? .dictionary(members) : .components(members)
    }

    private static let bookKeys = Set(AddressDictionary.Key.allCases.map(\.rawValue) + ["FormattedAddressLines"])

    /// OpenCage says with an underscore in front what it thinks of the components.
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
