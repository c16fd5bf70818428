import Glibc
import LKFormats
package import LKGeo

extension Track {
    /// An algorithm that removes points from a line.
    public enum Simplification: Hashable, Sendable {
        /// Every removed point is within `tolerance` metres of the remaining line.
        ///
        /// Keeps corners, and so spikes too. Source: Ramer 1972; Douglas and Peucker, "Algorithms for the reduction of
        /// the number of points required to represent a digitized line", 1973. O(n log n).
        case douglasPeucker(tolerance: Double)

        /// Removes the least important points until each one left forms a triangle of at least `tolerance`² / 2 square
        /// metres with its neighbours, as a right angle with legs of `tolerance` metres does.
        ///
        /// Smooths, and removes spikes of a receiver. Source: Visvalingam and Whyatt, "Line generalisation by repeated
        /// elimination of points", 1993. O(n log n).
        case visvalingam(tolerance: Double)

        /// Returns the indices of the remaining points in order, including the first and last.
        func kept(of line: [CartesianPoint]) -> [Int] {
            guard line.count > 2 else { return Array(line.indices) }
            switch self {
            case .douglasPeucker(let tolerance):
                return tolerance > 0 ? DouglasPeucker.kept(of: line, tolerance: tolerance) : Array(line.indices)
            case .visvalingam(let tolerance):
                return tolerance > 0 ? Visvalingam.kept(of: line, area: tolerance * tolerance / 2) : Array(line.indices)
            }
        }
    }
}

extension DouglasPeucker {
    fileprivate static func kept(of line: [CartesianPoint], tolerance: Double) -> [Int] {
        kept(of: line.count, maximumDeviation: tolerance * tolerance) { index, first, last in
            line[index].squaredDistance(toLineFrom: line[first], to: line[last])
        }
    }
}

/// The Visvalingam-Whyatt algorithm.
enum Visvalingam {
    /// A point and the area it makes with its neighbours; stale once the neighbours have changed.
    private struct Entry: Comparable {
        var area: Double
        var index: Int
        var version: Int32

        static func < (left: Entry, right: Entry) -> Bool {
            left.area < right.area || left.area == right.area && left.index < right.index
        }
    }

    static func kept(of line: [CartesianPoint], area minimumArea: Double) -> [Int] {
        let last = line.count - 1
        var before = line.indices.map { $0 - 1 }
        var after = line.indices.map { $0 + 1 }
        var versions = [Int32](repeating: 0, count: line.count)
        var areas = [Double](repeating: .infinity, count: line.count)
        var heap = Heap<Entry>()
        for index in 1..<last {
            areas[index] = line[index].triangle(line[index - 1], line[index + 1])
            heap.insert(Entry(area: areas[index], index: index, version: 0))
        }
        while let entry = heap.popFirst(), entry.area < minimumArea {
            guard entry.version == versions[entry.index] else { continue }
            versions[entry.index] = -1
            let (left, right) = (before[entry.index], after[entry.index])
            after[left] = right
            before[right] = left
            for index in [left, right] where index > 0 && index < last {
                // A neighbour is never less important than points removed before it.
                areas[index] = max(entry.area, line[index].triangle(line[before[index]], line[after[index]]))
                versions[index] += 1
                heap.insert(Entry(area: areas[index], index: index, version: versions[index]))
            }
        }
        return line.indices.filter { versions[$0] >= 0 }
    }
}

extension Track.Segment {
    /// Returns the segment with locations removed; the first and last stay, and the remaining ones are unchanged.
    ///
    /// - Parameter simplification: The algorithm and its tolerance.
    /// - Returns: The simplified segment.
    public func simplified(_ simplification: Track.Simplification) -> Track.Segment {
        let kept = simplification.kept(of: locations.map { CartesianPoint($0.coordinate) })
        return Track.Segment(kept.map { locations[$0] })
    }
}

extension Track {
    /// Returns the track with each segment simplified separately; waypoints stay.
    ///
    /// - Parameter simplification: The algorithm and its tolerance.
    /// - Returns: The simplified track.
    public func simplified(_ simplification: Track.Simplification) -> Track {
        var track = self
        track.segments = segments.map { $0.simplified(simplification) }
        return track
    }
}

/// A point on the Earth's surface as a vector from the centre of the sphere, in metres.
///
/// Distances over a few kilometres then need no trigonometry, and the antimeridian and the poles need no special
/// cases.
package struct CartesianPoint: Hashable, Sendable {
    var x, y, z: Double

    init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    package init(_ coordinate: Coordinate) {
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

    /// Returns the squared distance to the straight line from `a` to `b`, in square metres.
    ///
    /// The middle of a 100 km chord is 200 m below the surface. To ignore this, the distance to the plane of the
    /// great circle is used for points between the two ends.
    package func squaredDistance(toLineFrom a: Self, to b: Self) -> Double {
        let line = b - a
        let own = self - a
        let length = line.squaredLength
        let along = own.dot(line)
        guard length > 0, along > 0 else { return own.squaredLength }
        guard along < length else { return (self - b).squaredLength }
        let normal = a.cross(line)
        let size = normal.squaredLength
        // Opposite points have no unique great circle.
        guard size > 0 else { return min(own.squaredLength, (self - b).squaredLength) }
        let across = own.dot(normal)
        return across * across / size
    }

    /// Returns the area of the triangle with two other points as seen from above, in square metres.
    ///
    /// It is zero for three points of a great circle, despite the curvature of the Earth.
    func triangle(_ a: Self, _ b: Self) -> Double {
        dot((a - self).cross(b - self)).magnitude / (2 * squaredLength.squareRoot())
    }
}
