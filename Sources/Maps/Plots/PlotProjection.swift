import Glibc
import LKGeo

/// From positions to metres on a plane and back: x to the east, y to the north, both 0 in the middle.
///
/// A track is shown by Lambert's azimuthal equal-area projection around its middle, in which poles and the antimeridian are points
/// as any other; scale and north hold in the middle, and within 1 % up to 1,000 km from it. One that goes around the Earth is
/// shown by parallels and meridians as straight lines. Source: Snyder, "Map Projections: A Working Manual", 1987, 24 and 12.
struct PlotProjection {
    /// The position in the middle.
    let center: Coordinate
    /// Whether parallels and meridians are straight lines.
    let isCylindrical: Bool

    private let (sine, cosine): (Double, Double)

    /// Creates a projection around a position.
    ///
    /// - Parameters:
    ///   - center: The position in the middle.
    ///   - isWhole: Whether all of the Earth is shown.
    init(center: Coordinate, isWhole: Bool) {
        self.center = center
        isCylindrical = isWhole
        sine = sin(center.latitude * .pi / 180)
        cosine = cos(center.latitude * .pi / 180)
    }

    /// Creates the projection that shows all positions.
    ///
    /// - Parameters:
    ///   - coordinates: What is shown.
    ///   - box: An area that contains them.
    init(showing coordinates: some Sequence<Coordinate>, in box: BoundingBox) {
        let near = Self(center: box.center, isWhole: false)
        // Beyond 80°, everything is distorted.
        let isNear = coordinates.allSatisfy { near.cosineOfAngle(to: $0) > 0.17 }
        self =
            isNear
            ? near : Self(center: Coordinate(latitude: 0, longitude: box.center.longitude) ?? box.center, isWhole: true)
    }

    private func cosineOfAngle(to coordinate: Coordinate) -> Double {
        let latitude = coordinate.latitude * .pi / 180
        let turn = (coordinate.longitude - center.longitude) * .pi / 180
        return sine * sin(latitude) + cosine * cos(latitude) * cos(turn)
    }

    /// Returns where a position is, in metres.
    func point(_ coordinate: Coordinate) -> MapPoint {
        let latitude = coordinate.latitude * .pi / 180
        if isCylindrical {
            var turn = coordinate.longitude - center.longitude
            if turn < -180 { turn += 360 } else if turn >= 180 { turn -= 360 }
            return Earth.meanRadius * MapPoint(turn * .pi / 180, latitude)
        }
        let turn = (coordinate.longitude - center.longitude) * .pi / 180
        let (up, around) = (sin(latitude), cos(latitude))
        let away = 1 + sine * up + cosine * around * cos(turn)
        // The antipode is all of the outermost circle.
        guard away > 1e-12 else { return MapPoint(0, 2 * Earth.meanRadius) }
        let scale = Earth.meanRadius * (2 / away).squareRoot()
        return scale * MapPoint(around * sin(turn), cosine * up - sine * around * cos(turn))
    }

    /// Returns the latitude and longitude of a point; `nil` outside the map of the Earth.
    func position(_ point: MapPoint) -> (latitude: Double, longitude: Double)? {
        let plane = point / Earth.meanRadius
        if isCylindrical {
            guard plane.y.magnitude <= .pi / 2, plane.x.magnitude <= .pi else { return nil }
            return (plane.y * 180 / .pi, Self.normalized(center.longitude + plane.x * 180 / .pi))
        }
        let radius = (plane * plane).sum().squareRoot()
        guard radius <= 2 else { return nil }
        guard radius > 1e-12 else { return (center.latitude, center.longitude) }
        let angle = 2 * asin(radius / 2)
        let (up, around) = (sin(angle), cos(angle))
        let latitude = asin(min(max(around * sine + plane.y * up * cosine / radius, -1), 1))
        let turn = atan2(plane.x * up, radius * cosine * around - plane.y * sine * up)
        return (latitude * 180 / .pi, Self.normalized(center.longitude + turn * 180 / .pi))
    }

    private static func normalized(_ longitude: Double) -> Double {
        longitude >= 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    }
}
