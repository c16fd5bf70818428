public import Geo

/// A point of a track or route, or a waypoint: a location and what a file says beside it.
public struct TrackPoint: Hashable, Sendable {
    /// The position and what is known of it.
    public var location: Location

    /// The point's name.
    public var name: String?

    /// A description, in plain text.
    public var note: String?

    /// The name of the symbol that maps show for it.
    public var symbol: String?

    /// The line of the file on which the point begins, counted from 1; `nil` for points that come from no file of lines.
    public var line: Int?

    /// What the file has and this type does not.
    public var extensions: [TrackExtension]

    /// Makes a point of a location.
    public init(_ location: Location, name: String? = nil, note: String? = nil, symbol: String? = nil) {
        self.location = location
        self.name = name
        self.note = note
        self.symbol = symbol
        extensions = []
    }
}
