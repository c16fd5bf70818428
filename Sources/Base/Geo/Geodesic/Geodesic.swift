/// The shortest line between two points of the WGS 84 ellipsoid, or the line that leaves a point in a direction.
///
/// ```swift
/// let route = Geodesic.inverse(from: station, to: tower)
/// print(route.distance)        // metres
/// print(route.initialBearing)  // degrees clockwise from north, at the station
/// print(route.finalBearing)    // the direction of travel on arrival
/// ```
package struct Geodesic: Hashable, Sendable {
    /// Where the line begins.
    package let start: Coordinate

    /// Where the line ends.
    package let end: Coordinate

    /// The length in metres; negative when ``direct(from:bearing:distance:)`` was called with a negative distance.
    package let distance: Double

    /// The direction of travel at ``start``, in degrees clockwise from true north, 0..<360.
    ///
    /// At a pole it is relative to the meridian of the coordinate's longitude. Where start and end coincide,
    /// ``inverse(from:to:)`` returns due south or due north, which is meaningless.
    package let initialBearing: Double

    /// The direction of travel at ``end``, in degrees clockwise from true north, 0..<360.
    package let finalBearing: Double

    init(start: Coordinate, end: Coordinate, distance: Double, initialBearing: Double, finalBearing: Double) {
        self.start = start
        self.end = end
        self.distance = distance
        self.initialBearing = initialBearing
        self.finalBearing = finalBearing
    }
}

extension Geodesic {
    /// Returns the line that leaves a point in a direction and runs for a distance.
    ///
    /// The line may go around the Earth several times; a line longer than half way around is no longer the shortest
    /// between its ends. The end is accurate to nanometres for lines up to once around.
    ///
    /// Source: C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87 (2013), section 3,
    /// https://doi.org/10.1007/s00190-012-0578-z.
    ///
    /// - Parameters:
    ///   - start: Where the line begins.
    ///   - bearing: The direction at the start in degrees clockwise from true north, any finite number.
    ///   - distance: The length in metres, any finite number; a negative one runs backwards.
    /// - Returns: The line, or `nil` when the bearing or the distance is not finite.
    package static func direct(from start: Coordinate, bearing: Double, distance: Double) -> Geodesic? {
        guard bearing.isFinite, distance.isFinite else { return nil }
        let azimuth1 = UnitAngle(degrees: bearing)
        let beta1 = UnitAngle(reducedLatitude: start.latitude)

        // The equator crossing (5), and the start as arc length from there (11).
        let sineOfEquatorialAzimuth = azimuth1.sine * beta1.cosine
        let cross = azimuth1.sine * beta1.sine
        let cosineOfEquatorialAzimuth = (azimuth1.cosine * azimuth1.cosine + cross * cross).squareRoot()
        let isEquatorial = beta1.sine == 0 && azimuth1.cosine == 0
        let sigma1 =
            isEquatorial
            ? UnitAngle(sine: 0, cosine: 1) : UnitAngle(scaling: beta1.sine, azimuth1.cosine * beta1.cosine)
        let series = GeodesicSeries(cosineOfEquatorialAzimuth: cosineOfEquatorialAzimuth)

        // From distance to arc length (7, 20).
        let distanceTerms = series.distanceTerms.sum(at: sigma1)
        let tau1 = sigma1.plus(UnitAngle(radians: distanceTerms))
        let tau12 = distance / (Earth.semiMinorAxis * series.distanceScale)
        let tau2 = tau1.plus(UnitAngle(radians: tau12))
        let sigma12 = tau12 + (series.arcTerms.sum(at: tau2) + distanceTerms)
        let sigma2 = sigma1.plus(UnitAngle(radians: sigma12))

        // The end on the auxiliary sphere (10, 13, 14); at a pole the limit preserves the direction.
        let forward2 = cosineOfEquatorialAzimuth * sigma2.cosine
        var cosineOfBeta2 =
            (sineOfEquatorialAzimuth * sineOfEquatorialAzimuth + forward2 * forward2).squareRoot()
        var sigma2Limit = sigma2
        if cosineOfBeta2 == 0 {
            cosineOfBeta2 = UnitAngle.almostZero
            sigma2Limit.cosine = UnitAngle.almostZero
        }
        let azimuth2 = UnitAngle(
            sine: sineOfEquatorialAzimuth, cosine: cosineOfEquatorialAzimuth * sigma2Limit.cosine)
        let latitude2 = UnitAngle(
            sine: cosineOfEquatorialAzimuth * sigma2.sine, cosine: Earth.axisRatio * cosineOfBeta2
        ).degrees

        // The end's longitude (8, 12, 23).
        let omega1 = UnitAngle(sine: sineOfEquatorialAzimuth * sigma1.sine, cosine: sigma1.cosine)
        let omega2 = UnitAngle(sine: sineOfEquatorialAzimuth * sigma2Limit.sine, cosine: sigma2Limit.cosine)
        let longitudeTerms = series.longitudeTerms
        let lag =
            series.longitudeScale
            * (sigma12 + (longitudeTerms.sum(at: sigma2) - longitudeTerms.sum(at: sigma1)))
        let omega12 = omega2.minus(omega1)
        let longitude12 = omega12.radians - Earth.flattening * sineOfEquatorialAzimuth * lag
        let end = Coordinate(
            latitude: latitude2, longitude: start.longitude + longitude12 * .degreesPerRadian)
        // Beyond 1e16 turns rounding makes the end arbitrary, but it always stays on the Earth.
        guard let end else { return nil }
        return Geodesic(
            start: start, end: end, distance: distance,
            initialBearing: Bearing.normalized(bearing),
            finalBearing: Bearing.normalized(azimuth2.degrees))
    }
}

extension Geodesic {
    /// Returns the shortest line between two points.
    ///
    /// The length is within 20 nanometres of the true one for every pair of points. If several lines are equally short
    /// (between antipodal points, for example) the result is the one that starts towards the nearer pole, or northward
    /// from the equator.
    ///
    /// Source: C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87 (2013), 43-55,
    /// https://doi.org/10.1007/s00190-012-0578-z.
    package static func inverse(from start: Coordinate, to end: Coordinate) -> Geodesic {
        let solution = solve(from: start, to: end)
        return Geodesic(
            start: start, end: end, distance: solution.distance,
            initialBearing: Bearing.normalized(solution.azimuth1.degrees),
            finalBearing: Bearing.normalized(solution.azimuth2.degrees))
    }

    /// Solves the inverse problem without converting angles to degrees, which is not needed if only the distance is
    /// wanted.
    static func solve(from start: Coordinate, to end: Coordinate) -> InverseProblem.Solution {
        var (longitude, residue) = longitudeDifference(from: start.longitude, to: end.longitude)
        var isWestward = longitude < 0
        if isWestward { (longitude, residue) = (-longitude, -residue) }

        // Karney's canonical form: the point farther from the equator comes first, and is in the south.
        let isSwapped = abs(start.latitude) < abs(end.latitude)
        var latitude1 = isSwapped ? end.latitude : start.latitude
        var latitude2 = isSwapped ? start.latitude : end.latitude
        if isSwapped { isWestward.toggle() }
        let isMirrored = latitude1 >= 0
        if isMirrored { (latitude1, latitude2) = (-latitude1, -latitude2) }

        let lambda12: UnitAngle
        if longitude > 90 {
            let supplement = UnitAngle(acute: (180 - longitude) - residue)
            lambda12 = UnitAngle(sine: supplement.sine, cosine: -supplement.cosine)
        } else {
            lambda12 = UnitAngle(acute: longitude, residue: residue)
        }
        var solution = InverseProblem(
            beta1: UnitAngle(reducedLatitude: latitude1), beta2: UnitAngle(reducedLatitude: latitude2),
            lambda12: lambda12
        ).solve()

        if isSwapped {
            swap(&solution.azimuth1, &solution.azimuth2)
        }
        // Reversing the swapped line turns both azimuths by 180°.
        let eastSign: Double = isSwapped != isWestward ? -1 : 1
        let northSign: Double = isSwapped != isMirrored ? -1 : 1
        solution.azimuth1.sine *= eastSign
        solution.azimuth2.sine *= eastSign
        solution.azimuth1.cosine *= northSign
        solution.azimuth2.cosine *= northSign
        return solution
    }

    /// Returns the difference of two longitudes within -180...180 degrees, and its rounding error.
    ///
    /// The pair is exact: near the antipode, one unit in the last place of a longitude selects a different line.
    private static func longitudeDifference(from first: Double, to second: Double) -> (Double, residue: Double) {
        var (difference, residue) = exactSum(second, -first)
        if difference > 180 || (difference == 180 && residue > 0) {
            difference -= 360
        } else if difference < -180 || (difference == -180 && residue < 0) {
            difference += 360
        }
        return exactSum(difference, residue)
    }

    /// Returns a sum and its rounding error (Knuth, "The Art of Computer Programming" 2, 4.2.2, theorem B).
    private static func exactSum(_ first: Double, _ second: Double) -> (Double, residue: Double) {
        let sum = first + second
        let secondPart = sum - first
        let firstPart = sum - secondPart
        return (sum, (first - firstPart) + (second - secondPart))
    }
}
