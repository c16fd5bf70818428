import Geo

import Glibc

extension Coordinate {
    /// The metres to the next fix of a way, along the ellipsoid.
    ///
    /// For the few hundred metres that mostly are between two fixes the radii of curvature at the middle are enough: with
    /// steps of up to 0.003 degrees and below 70 degrees of latitude the error is below a millionth of a metre. Every fix that
    /// is kept costs one step, and the geodesic would cost more than the rest of what is decided about it.
    func step(to next: Coordinate) -> Double {
        let north = next.latitude - latitude
        let east = next.longitude - longitude
        guard north.magnitude < 0.003, east.magnitude < 0.003, latitude.magnitude < 70 else {
            return distance(to: next)
        }
        let radians = Double.pi / 180
        let middle = (latitude + north / 2) * radians
        // WGS 84: the semi-major axis in metres and the square of the eccentricity.
        let (axis, square) = (6_378_137.0, 6.694_379_990_141_317e-3)
        let (sine, cosine) = (sin(middle), cos(middle))
        let curvature = 1 - square * sine * sine
        let across = axis / curvature.squareRoot()
        let along = across * (1 - square) / curvature
        let (up, side) = (along * north * radians, across * cosine * east * radians)
        return (up * up + side * side).squareRoot()
    }
}
