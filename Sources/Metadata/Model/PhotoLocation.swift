public import FoundationEssentials
public import Geo

/// Where a photo was taken: where the camera stood, as the file says.
public struct PhotoLocation: Sendable, Hashable, Codable {
    /// The position.
    public var coordinate: Coordinate

    /// Height in metres, above ``altitudeReference``; negative below.
    public var altitude: Double?

    /// What ``altitude`` is measured from.
    public var altitudeReference: AltitudeReference

    /// How far from ``coordinate`` the camera may have been, in metres.
    public var horizontalAccuracy: Double?

    /// Where the camera looked, in degrees clockwise from north, 0..<360.
    public var imageDirection: Double?

    /// Whether ``imageDirection`` counts from magnetic north.
    public var isImageDirectionMagnetic: Bool

    /// Speed over ground, in metres per second.
    public var speed: Double?

    /// Direction of movement, in degrees clockwise from north, 0..<360.
    public var course: Double?

    /// The time of the position in UTC.
    public var timestamp: Date?

    /// Whether the position is doubtful: the receiver marked it as void, so this is where it was last, or it is exactly
    /// 0, 0, which cameras write for "not known".
    public var isVoid: Bool

    /// Whether a program found the position afterwards, by the time of the shot from a track.
    ///
    /// ``timestamp`` is then that time again, and tells nothing of the camera's clock.
    public var isDerived: Bool

    /// Makes a location of a position alone.
    ///
    /// - Parameter coordinate: The position.
    public init(coordinate: Coordinate) {
        self.coordinate = coordinate
        altitudeReference = .seaLevel
        isImageDirectionMagnetic = false
        isVoid = false
        isDerived = false
    }

    /// What a height is measured from.
    public enum AltitudeReference: String, Sendable, Hashable, Codable {
        /// The mean sea level.
        case seaLevel
        /// The WGS 84 ellipsoid (EXIF 3.0).
        case ellipsoid
    }
}

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
