public import FoundationEssentials
public import LKGeo

/// The position of the camera, as the file states it.
public struct PhotoLocation: Sendable, Hashable, Codable {
    /// The position.
    public var coordinate: Coordinate

    /// Height in metres, above ``altitudeReference``; negative below.
    public var altitude: Double?

    /// The reference of ``altitude``.
    public var altitudeReference: AltitudeReference

    /// The radius around ``coordinate`` in which the camera may have been, in metres.
    public var horizontalAccuracy: Double?

    /// The direction of view, in degrees clockwise from north, 0..<360.
    public var imageDirection: Double?

    /// Whether ``imageDirection`` is relative to magnetic north.
    public var isImageDirectionMagnetic: Bool

    /// Speed over ground, in metres per second.
    public var speed: Double?

    /// Direction of movement, in degrees clockwise from north, 0..<360.
    public var course: Double?

    /// The time of the position in UTC.
    public var timestamp: Date?

    /// Whether the position is doubtful: the receiver marked it as void, so this is its last known position, or it is
    /// exactly 0, 0, which cameras write for unknown.
    public var isVoid: Bool

    /// Whether a program derived the position later, from a track and the time of the photo.
    ///
    /// ``timestamp`` is then the photo's own time, which reveals nothing about the camera's clock.
    public var isDerived: Bool

    /// Creates a location with only a position.
    ///
    /// - Parameter coordinate: The position.
    public init(coordinate: Coordinate) {
        self.coordinate = coordinate
        altitudeReference = .seaLevel
        isImageDirectionMagnetic = false
        isVoid = false
        isDerived = false
    }

    /// The reference of an altitude.
    public enum AltitudeReference: String, Sendable, Hashable, Codable {
        /// Mean sea level.
        case seaLevel
        /// The WGS 84 ellipsoid (EXIF 3.0).
        case ellipsoid
    }
}

extension PhotoLocation {
    /// The largest difference between two spellings of an angle, in degrees: 111 m.
    private static let tolerance = 0.001

    /// Returns whether two positions are the same except for their signs.
    package func hasSameMagnitudes(as other: PhotoLocation) -> Bool {
        abs(abs(coordinate.latitude) - abs(other.coordinate.latitude)) < Self.tolerance
            && abs(abs(coordinate.longitude) - abs(other.coordinate.longitude)) < Self.tolerance
    }

    /// Returns whether two positions differ only by a hemisphere: one of them is a misread copy of the other.
    package func isMirrored(from other: PhotoLocation) -> Bool {
        hasSameMagnitudes(as: other)
            && (abs(coordinate.latitude - other.coordinate.latitude) > 2 * Self.tolerance
                || abs(coordinate.longitude - other.coordinate.longitude) > 2 * Self.tolerance)
    }
}

/// Place names entered in the file by people or programs.
public struct PhotoPlace: Sendable, Hashable, Codable {
    /// A part of the city, or the name of a spot.
    public var sublocation: String?
    /// The city.
    public var city: String?
    /// The province or state.
    public var state: String?
    /// The country's name.
    public var country: String?
    /// The country's code as stored: ISO 3166 with two or three letters.
    public var countryCode: String?

    /// Creates a place without names.
    public init() {}

    /// Whether there are no names.
    public var isEmpty: Bool { self == PhotoPlace() }
}
