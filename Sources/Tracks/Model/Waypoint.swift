public import Geo

/// A place that was marked on the way.
public struct Waypoint: Hashable, Sendable, Codable {
    /// Where and when.
    public var location: Location

    /// What it is called.
    public var name: String?

    /// What there is to say about it.
    public var note: String?

    /// The name of a symbol for maps, as receivers know it: `Flag, Blue`.
    public var symbol: String?

    /// A marked place.
    public init(_ location: Location, name: String? = nil, note: String? = nil, symbol: String? = nil) {
        self.location = location
        self.name = name
        self.note = note
        self.symbol = symbol
    }
}
