import Geo

import Glibc

/// A point of the Earth's surface as a vector from the middle of the sphere, in metres.
///
/// Distances over a few kilometres need no angles then, and neither the antimeridian nor the poles are special.
struct PointInSpace: Hashable, Sendable {
    var x, y, z: Double

    init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    init(_ coordinate: Coordinate) {
        let latitude = coordinate.latitude * .pi / 180
        let longitude = coordinate.longitude * .pi / 180
        let radius = Earth.meanRadius
        x = radius * cos(latitude) * cos(longitude)
        y = radius * cos(latitude) * sin(longitude)
        z = radius * sin(latitude)
    }

    static func - (a: Self, b: Self) -> Self { Self(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z) }

    func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }

    func cross(_ other: Self) -> Self {
        Self(x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
    }

    var squaredLength: Double { dot(self) }

    /// The squared distance to the straight line from `a` to `b`, in square metres.
    ///
    /// A line of 100 km runs 200 m below the surface in its middle. So that this does not count, only what lies across the
    /// plane of the great circle does, as long as the point is between the two ends.
    func squaredDistance(toLineFrom a: Self, to b: Self) -> Double {
        let line = b - a
        let own = self - a
        let length = line.squaredLength
        let along = own.dot(line)
        guard length > 0, along > 0 else { return own.squaredLength }
        guard along < length else { return (self - b).squaredLength }
        let normal = a.cross(line)
        let size = normal.squaredLength
        // Of opposite points every great circle is the way.
        guard size > 0 else { return min(own.squaredLength, (self - b).squaredLength) }
        let across = own.dot(normal)
        return across * across / size
    }

    /// The area of the triangle with two other points as it is seen from above, in square metres.
    ///
    /// Three points of a great circle make none, although the middle one stands out by the curve of the Earth.
    func triangle(_ a: Self, _ b: Self) -> Double {
        dot((a - self).cross(b - self)).magnitude / (2 * squaredLength.squareRoot())
    }
}
