extension Geodesic {
    /// The shortest line between two points.
    ///
    /// It is within 20 nanometres of the true length for every pair of points. Where two lines are equally short
    /// (between opposite points, say) it takes the one that starts towards the nearer pole, from the equator northward.
    ///
    /// Source: C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87 (2013), 43-55,
    /// https://doi.org/10.1007/s00190-012-0578-z.
    public static func inverse(from start: Coordinate, to end: Coordinate) -> Geodesic {
        let solution = solve(from: start, to: end)
        return Geodesic(
            start: start, end: end, distance: solution.distance,
            initialBearing: Bearing.normalized(solution.azimuth1.degrees),
            finalBearing: Bearing.normalized(solution.azimuth2.degrees))
    }

    /// The inverse problem without angles in degrees, which the distance alone does not need.
    static func solve(from start: Coordinate, to end: Coordinate) -> InverseProblem.Solution {
        var (longitude, residue) = longitudeDifference(from: start.longitude, to: end.longitude)
        var isWestward = longitude < 0
        if isWestward { (longitude, residue) = (-longitude, -residue) }

        // Karney's canonical form: the point farther from the equator comes first, in the south.
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
        // Travelling the swapped line the other way turns both azimuths about.
        let eastSign: Double = isSwapped != isWestward ? -1 : 1
        let northSign: Double = isSwapped != isMirrored ? -1 : 1
        solution.azimuth1.sine *= eastSign
        solution.azimuth2.sine *= eastSign
        solution.azimuth1.cosine *= northSign
        solution.azimuth2.cosine *= northSign
        return solution
    }

    /// The difference of two longitudes within -180...180 degrees, and what rounding took from it.
    ///
    /// The pair is exact: near the antipode a difference in the last digit of a longitude is a different line.
    private static func longitudeDifference(from first: Double, to second: Double) -> (Double, residue: Double) {
        var (difference, residue) = exactSum(second, -first)
        if difference > 180 || (difference == 180 && residue > 0) {
            difference -= 360
        } else if difference < -180 || (difference == -180 && residue < 0) {
            difference += 360
        }
        return exactSum(difference, residue)
    }

    /// A sum and its rounding error (Knuth, "The Art of Computer Programming" 2, 4.2.2, theorem B).
    private static func exactSum(_ first: Double, _ second: Double) -> (Double, residue: Double) {
        let sum = first + second
        let secondPart = sum - first
        let firstPart = sum - secondPart
        return (sum, (first - firstPart) + (second - secondPart))
    }
}
