/// The shortest line between two points of the WGS 84 ellipsoid, or the line that leaves a point in a direction.
///
/// ```swift
/// let route = Geodesic.inverse(from: station, to: tower)
/// print(route.distance)        // metres
/// print(route.initialBearing)  // degrees clockwise from north, at the station
/// print(route.finalBearing)    // the direction of travel on arrival
/// ```
public struct Geodesic: Hashable, Sendable {
    /// Where the line begins.
    public let start: Coordinate

    /// Where the line ends.
    public let end: Coordinate

    /// The length in metres; negative when ``direct(from:bearing:distance:)`` was asked to go backwards.
    public let distance: Double

    /// The direction of travel at ``start``, in degrees clockwise from true north, 0..<360.
    ///
    /// At a pole it is counted from the meridian of the coordinate's longitude. Where start and end coincide
    /// ``inverse(from:to:)`` gives due south or due north, without meaning.
    public let initialBearing: Double

    /// The direction of travel at ``end``, in degrees clockwise from true north, 0..<360.
    public let finalBearing: Double

    init(start: Coordinate, end: Coordinate, distance: Double, initialBearing: Double, finalBearing: Double) {
        self.start = start
        self.end = end
        self.distance = distance
        self.initialBearing = initialBearing
        self.finalBearing = finalBearing
    }
}
