extension Coordinate {
    /// The distance to another point in metres: the length of the shortest line on the WGS 84 ellipsoid.
    ///
    /// It is within nanometres for every pair of points, opposite ones and poles included; see
    /// ``Geodesic/inverse(from:to:)`` for the source. Where an error of half a percent does not matter
    /// ``sphericalDistance(to:)`` is many times faster.
    public func distance(to other: Coordinate) -> Double { Geodesic.solve(from: self, to: other).distance }

    /// The direction in which the shortest line to another point leaves, in degrees clockwise from true north, 0..<360;
    /// `nil` when the two points coincide.
    ///
    /// At a pole it is counted from the meridian of the coordinate's longitude.
    public func bearing(to other: Coordinate) -> Double? {
        let solution = Geodesic.solve(from: self, to: other)
        return solution.distance > 0 ? Bearing.normalized(solution.azimuth1.degrees) : nil
    }

    /// The point reached by travelling straight on from here.
    ///
    /// - Parameters:
    ///   - bearing: The direction at the start in degrees clockwise from true north, any finite number.
    ///   - distance: Metres on the WGS 84 ellipsoid, any finite number; a negative one travels backwards.
    /// - Returns: The point, or `nil` when the bearing or the distance is not finite.
    public func destination(bearing: Double, distance: Double) -> Coordinate? {
        Geodesic.direct(from: self, bearing: bearing, distance: distance)?.end
    }
}
