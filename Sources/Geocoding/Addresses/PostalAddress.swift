/// An address as named components, under the keys that Nominatim and OpenCage use.
///
/// ```swift
/// let address = PostalAddress(["road": "Ellis St", "house_number": "1800", "city": "San Francisco", "state": "CA",
///     "postcode": "94115", "country": "United States", "country_code": "us"])
/// AddressFormatter().lines(for: address)
/// ```
///
/// Keys nobody knows are kept: maps name a restaurant under `restaurant`, and the name heads the address.
public struct PostalAddress: Hashable, Sendable {
    /// The name of a component.
    public struct Component: RawRepresentable, Hashable, Sendable {
        /// The key, such as `house_number`.
        public let rawValue: String

        /// Takes any key.
        public init(rawValue: String) { self.rawValue = rawValue }

        init(_ name: String) { self.init(rawValue: name) }
    }

    /// A component with its value.
    public struct Entry: Hashable, Sendable {
        /// The component.
        public var component: Component
        /// Its value, never empty.
        public var value: String
    }

    /// What is known, in the order it was given.
    public private(set) var entries: [Entry] = []

    /// Whether the country's name was chosen for a reader and is printed as it stands.
    ///
    /// Components of maps say USA, US or the name of a territory, and forms print the name that the country's form has for it:
    /// United States of America. The address of a placemark or of a dictionary has its country's name in the reader's language,
    /// which its lines, its string and its key `Country` say alike.
    public var keepsCountryName = false

    /// An address of which nothing is known.
    public init() {}

    /// Takes components by their keys; their order is that of the alphabet.
    public init(_ components: [String: String]) {
        for (key, value) in components.sorted(by: { $0.key < $1.key }) { self[Component(key)] = value }
    }

    /// The value of a component; setting an empty text or `nil` removes it.
    public subscript(component: Component) -> String? {
        get { entries.first { $0.component == component }?.value }
        set {
            let index = entries.firstIndex { $0.component == component }
            switch (index, newValue?.isEmpty == false ? newValue : nil) {
            case (let index?, let value?): entries[index].value = value
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?): entries.append(Entry(component: component, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Whether nothing is known.
    public var isEmpty: Bool { entries.isEmpty }

    /// The first of several components that is known.
    func first(_ components: Component...) -> String? { components.lazy.compactMap { self[$0] }.first }
}

extension PostalAddress: Codable {
    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Decodes an object of texts and numbers; members of other kinds are passed over.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            let text = try? container.decode(String.self, forKey: key)
            let number = try? container.decode(Int.self, forKey: key)
            self[Component(key.stringValue)] = text ?? number.map(String.init)
        }
    }

    /// Encodes an object of texts.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for entry in entries { try container.encode(entry.value, forKey: Key(stringValue: entry.component.rawValue)) }
    }
}
