/// The names of a place, as people or programs wrote them into the file.
public struct PhotoPlace: Sendable, Hashable, Codable {
    /// A part of the city, or the name of a spot.
    public var sublocation: String?
    /// The city.
    public var city: String?
    /// The province or state.
    public var state: String?
    /// The country's name.
    public var country: String?
    /// The country's code as written: ISO 3166 with two letters or three.
    public var countryCode: String?

    /// Makes a place without names.
    public init() {}

    /// Whether nothing is known of it.
    public var isEmpty: Bool { self == PhotoPlace() }
}
