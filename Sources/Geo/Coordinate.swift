/// A point on the WGS 84 ellipsoid: geodetic latitude and longitude in degrees.
///
/// Every value that exists is valid: both numbers are finite, the latitude is within -90...90 and the
/// longitude is normalised to -180..<180, the range of GPX 1.1. Two coordinates on either side of the
/// antimeridian that name the same point are equal.
///
/// ```swift
/// let station = Coordinate(latitude: 35.681236, longitude: 139.767125)!
/// let tower = Coordinate(latitude: 35.658581, longitude: 139.745433)!
/// print(station.distance(to: tower))  // 3189.9012 metres, and more digits
/// ```
public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, -90...90.
    public let latitude: Double

    /// Degrees east of Greenwich, -180..<180.
    public let longitude: Double

    /// Makes a coordinate, or `nil` when the numbers name no point of the Earth.
    ///
    /// A longitude outside -180..<180 is brought into it by whole turns (`190` becomes `-170`).
    ///
    /// - Parameters:
    ///   - latitude: Degrees north, -90...90. Anything else, NaN and infinities give `nil`.
    ///   - longitude: Degrees east, any finite number.
    public init?(latitude: Double, longitude: Double) {
        guard latitude >= -90, latitude <= 90, longitude.isFinite else { return nil }
        // Adding zero turns -0.0 into 0.0, so that equal points also hash and print alike.
        self.latitude = latitude + 0
        self.longitude = Self.normalized(longitude: longitude) + 0
    }

    /// Makes a coordinate from numbers known to be valid: -90...90 and -180..<180.
    init(validLatitude latitude: Double, longitude: Double) {
        assert(abs(latitude) <= 90 && longitude >= -180 && longitude < 180)
        self.latitude = latitude + 0
        self.longitude = longitude + 0
    }

    /// Whether this is a pole, where the longitude names a direction and no longer a place.
    var isPole: Bool { abs(latitude) == 90 }

    /// The same direction within -180..<180 degrees.
    static func normalized(longitude: Double) -> Double {
        if longitude >= -180, longitude < 180 { return longitude }
        // The remainder is exact, so no accuracy is lost however many turns there are.
        let remainder = longitude.remainder(dividingBy: 360)
        return remainder == 180 ? -180 : remainder
    }
}

extension Coordinate: CustomStringConvertible {
    /// Latitude and longitude in degrees, separated by a comma: `35.681236,139.767125`.
    public var description: String { "\(latitude),\(longitude)" }
}

extension Coordinate: Codable {
    private enum CodingKeys: String, CodingKey { case latitude, longitude }

    /// Decodes a coordinate from an object with `latitude` and `longitude`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` when the numbers name no point of the Earth.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let latitude = try container.decode(Double.self, forKey: .latitude)
        let longitude = try container.decode(Double.self, forKey: .longitude)
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "\(latitude), \(longitude) is not a latitude and longitude in degrees"))
        }
        self = coordinate
    }

    /// Encodes the coordinate as an object with `latitude` and `longitude`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(latitude, forKey: .latitude)
        try container.encode(longitude, forKey: .longitude)
    }
}
