/// The figure of the Earth that all distances are computed on: the WGS 84 ellipsoid and the sphere of like radius.
public enum Earth {
    /// The equatorial radius of WGS 84 in metres (NGA.STND.0036, table 3.1).
    public static let semiMajorAxis = 6_378_137.0

    /// The flattening of WGS 84 (NGA.STND.0036, table 3.1).
    public static let flattening = 1 / 298.257223563

    /// The radius in metres of the sphere for ``Coordinate/sphericalDistance(to:)``.
    ///
    /// It is the mean radius R1 = (2a + b) / 3 of the ellipsoid (Moritz, "Geodetic Reference System 1980",
    /// J. Geodesy 74, 2000, computed for WGS 84).
    public static let meanRadius = 6_371_008.7714

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
