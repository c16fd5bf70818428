import Glibc

/// A point on the WGS 84 ellipsoid: geodetic latitude and longitude in degrees.
///
/// Every instance is valid: both numbers are finite, the latitude is within -90...90 and the longitude is normalized to
/// -180..<180, the range of GPX 1.1. Coordinates that give the same point on the antimeridian as 180° and as -180° are
/// equal.
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

    /// Creates a coordinate; returns `nil` when the numbers are not a point on the Earth.
    ///
    /// A longitude outside -180..<180 is normalized (`190` becomes `-170`).
    ///
    /// - Parameters:
    ///   - latitude: Degrees north, -90...90.
    ///   - longitude: Degrees east, any finite number.
    public init?(latitude: Double, longitude: Double) {
        guard latitude >= -90, latitude <= 90, longitude.isFinite else { return nil }
        // Adding zero turns -0.0 into 0.0: equal points then have equal hashes and descriptions.
        self.latitude = latitude + 0
        self.longitude = Self.normalized(longitude: longitude) + 0
    }

    /// Creates a coordinate from numbers known to be valid: -90...90 and -180..<180.
    init(validLatitude latitude: Double, longitude: Double) {
        assert(abs(latitude) <= 90 && longitude >= -180 && longitude < 180)
        self.latitude = latitude + 0
        self.longitude = longitude + 0
    }

    /// Whether this is a pole, where the longitude only serves as a reference direction.
    var isPole: Bool { abs(latitude) == 90 }

    /// Returns the same direction within -180..<180 degrees.
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
    /// - Throws: `DecodingError.dataCorrupted` when the numbers are not a point on the Earth.
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

extension Coordinate {
    /// Returns the distance to another point in metres: the length of the shortest line on the WGS 84 ellipsoid.
    ///
    /// The result is accurate to nanometres for every pair of points, opposite ones and poles included; see
    /// `Geodesic.inverse(from:to:)` for the source. Where an error of half a percent does not matter
    /// ``sphericalDistance(to:)`` is many times faster.
    public func distance(to other: Coordinate) -> Double { Geodesic.solve(from: self, to: other).distance }

    /// Returns the initial bearing of the shortest line to another point, in degrees clockwise from true north,
    /// 0..<360; `nil` when the points coincide.
    ///
    /// At a pole the bearing is relative to the meridian of the coordinate's longitude.
    public func bearing(to other: Coordinate) -> Double? {
        let solution = Geodesic.solve(from: self, to: other)
        return solution.distance > 0 ? Bearing.normalized(solution.azimuth1.degrees) : nil
    }

    /// Returns the point reached by travelling straight ahead from this point.
    ///
    /// - Parameters:
    ///   - bearing: The direction at the start in degrees clockwise from true north, any finite number.
    ///   - distance: Metres on the WGS 84 ellipsoid, any finite number; a negative one travels backwards.
    /// - Returns: The point, or `nil` when the bearing or the distance is not finite.
    public func destination(bearing: Double, distance: Double) -> Coordinate? {
        Geodesic.direct(from: self, bearing: bearing, distance: distance)?.end
    }
}

extension Coordinate {
    /// Returns the great-circle distance in metres on a sphere of `Earth.meanRadius`.
    ///
    /// It is up to 0.57 % longer than the true ``distance(to:)`` (along meridians near the equator) and up to 0.45 %
    /// shorter (near the poles), and takes a tenth of the time. Use it to sort candidates, not to add up lengths.
    ///
    /// The haversine formula (Sinnott, "Virtues of the Haversine", Sky and Telescope 68, 1984), written with the mean
    /// latitude so that it stays accurate both for nearby and for nearly antipodal points.
    public func sphericalDistance(to other: Coordinate) -> Double {
        let halfLatitude = (other.latitude - latitude) * (.radiansPerDegree / 2)
        let halfLongitude = (other.longitude - longitude) * (.radiansPerDegree / 2)
        let meanLatitude = (other.latitude + latitude) * (.radiansPerDegree / 2)

        let sineOfLatitude = sin(halfLatitude)
        let sineOfLongitude = sin(halfLongitude)
        let cosineOfMean = cos(meanLatitude)
        let latitudeSquared = sineOfLatitude * sineOfLatitude
        let longitudeSquared = sineOfLongitude * sineOfLongitude
        let haversine =
            latitudeSquared * (1 - longitudeSquared) + cosineOfMean * cosineOfMean * longitudeSquared
        if haversine < 0.5 { return 2 * Earth.meanRadius * asin(haversine.squareRoot()) }

        // Beyond a quarter of the circle, use the haversine of the remaining arc to the antipode.
        let cosineOfLatitude = cos(halfLatitude)
        let cosineOfLongitude = cos(halfLongitude)
        let sineOfMean = sin(meanLatitude)
        let missing =
            cosineOfLatitude * cosineOfLatitude * cosineOfLongitude * cosineOfLongitude
            + sineOfMean * sineOfMean * longitudeSquared
        return 2 * Earth.meanRadius * (.pi / 2 - asin(missing.squareRoot()))
    }

    /// Returns the point at a fraction of the way along the great circle to another point.
    ///
    /// The path is a great circle on a sphere with the same latitudes and longitudes, traversed at constant speed. Its
    /// midpoint deviates from the geodesic's by up to 2 m over 100 km, 200 m over 1000 km and 16 km over 10,000 km.
    /// Fractions outside 0...1 continue along the same circle beyond either end. Between antipodal points, where every
    /// direction is equally short, the path starts due north; for coinciding points every fraction returns the same
    /// point.
    ///
    /// - Parameters:
    ///   - other: The point at fraction 1.
    ///   - fraction: 0 for this point, 1 for the other.
    /// - Returns: The point, or `nil` when the fraction is not finite.
    public func interpolated(to other: Coordinate, fraction: Double) -> Coordinate? {
        guard fraction.isFinite else { return nil }
        if fraction == 0 || self == other { return self }
        if fraction == 1 { return other }

        // Longitude relative to this point's meridian, which keeps small differences accurate.
        let longitude12 = UnitAngle(degrees: other.longitude - longitude)
        let phi1 = UnitAngle(acute: latitude)
        let phi2 = UnitAngle(acute: other.latitude)
        // The other point's unit vector in this point's local frame: east, north and up. `versine` is 1 - cos λ without
        // cancellation.
        let versine =
            longitude12.cosine < 0
            ? 1 - longitude12.cosine : longitude12.sine * longitude12.sine / (1 + longitude12.cosine)
        let east = phi2.cosine * longitude12.sine
        let north = phi2.minus(phi1).sine + phi1.sine * phi2.cosine * versine
        let up = phi1.sine * phi2.sine + phi1.cosine * phi2.cosine * longitude12.cosine

        let across = (east * east + north * north).squareRoot()
        let isOpposite = across < 1e-15 && up < 0
        let direction =
            isOpposite ? UnitAngle(sine: 0, cosine: 1) : UnitAngle(sine: east / across, cosine: north / across)
        guard across > 0 || isOpposite else { return self }
        let arc = UnitAngle(radians: fraction * UnitAngle(sine: across, cosine: up).radians)

        // From the tangent plane back to latitude and longitude.
        let sideways = arc.sine * direction.sine
        let forward = arc.sine * direction.cosine
        let axial = phi1.sine * arc.cosine + phi1.cosine * forward
        let outward = phi1.cosine * arc.cosine - phi1.sine * forward
        return Coordinate(
            latitude: UnitAngle(sine: axial, cosine: (outward * outward + sideways * sideways).squareRoot()).degrees,
            longitude: longitude + UnitAngle(sine: sideways, cosine: outward).degrees)
    }
}

/// Arithmetic of directions in degrees clockwise from true north.
package enum Bearing {
    /// Returns the same direction within 0..<360 degrees; NaN when it is not finite.
    package static func normalized(_ degrees: Double) -> Double {
        if degrees >= 0, degrees < 360 { return degrees + 0 }
        // The remainder is exact; NaN for infinities.
        let remainder = degrees.truncatingRemainder(dividingBy: 360)
        let turned = remainder < 0 ? remainder + 360 : remainder
        // A small negative angle plus 360 rounds to 360. Adding zero turns -0.0 into 0.0.
        return turned == 360 ? 0 : turned + 0
    }

    /// Returns the smaller turn from one course to another, in degrees: positive to the right, negative to the left.
    ///
    /// The result is greater than -180 and at most 180, so a U-turn is 180. It is NaN when a course is not finite.
    package static func turn(from course: Double, to next: Double) -> Double {
        let difference = normalized(next) - normalized(course)
        if difference > 180 { return difference - 360 }
        return difference <= -180 ? difference + 360 : difference
    }
}

/// The WGS 84 ellipsoid, on which all distances are computed, and a sphere of similar size.
package enum Earth {
    /// The equatorial radius of WGS 84 in metres (NGA.STND.0036, table 3.1).
    package static let semiMajorAxis = 6_378_137.0

    /// The flattening of WGS 84 (NGA.STND.0036, table 3.1).
    package static let flattening = 1 / 298.257223563

    /// The radius in metres of the sphere for ``Coordinate/sphericalDistance(to:)``.
    ///
    /// It is the mean radius R1 = (2a + b) / 3 of the ellipsoid (Moritz, "Geodetic Reference System 1980",
    /// J. Geodesy 74, 2000, computed for WGS 84).
    package static let meanRadius = 6_371_008.7714

    /// The polar radius b in metres.
    static var semiMinorAxis: Double { semiMajorAxis * axisRatio }

    /// 1 - f, which is b / a.
    static var axisRatio: Double { 1 - flattening }

    /// The first eccentricity squared.
    static var eccentricitySquared: Double { flattening * (2 - flattening) }

    /// The second eccentricity squared.
    static var secondEccentricitySquared: Double { eccentricitySquared / (axisRatio * axisRatio) }

    /// The third flattening n = (a - b) / (a + b).
    static var thirdFlattening: Double { flattening / (2 - flattening) }
}
