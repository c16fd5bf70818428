import Glibc
import LKStreets

/// Where something is.
///
/// The points of lines and the rings of polygons are in a ``ShapeStore``.
enum Shape {
    case point(OSMPoint)
    /// First point, count of points.
    case line(first: UInt32, count: UInt32)
    /// First ring, count of rings; each outer ring is followed by its holes.
    case polygon(first: UInt32, count: UInt32)
}

/// The points and rings of all shapes.
struct ShapeStore {
    private(set) var points: [OSMPoint] = []
    private(set) var rings: [Ring] = []

    /// A closed line: its last point equals its first.
    struct Ring {
        var first: UInt32
        var count: UInt32
        var isInner: Bool
    }

    mutating func reserve(_ count: Int) { points.reserveCapacity(points.count + count) }

    /// Stores a line.
    mutating func appendLine(_ line: some Sequence<OSMPoint>) -> Shape {
        let first = points.count
        points.append(contentsOf: line)
        return .line(first: UInt32(first), count: UInt32(points.count - first))
    }

    /// Stores a polygon: closed rings, each outer one followed by its holes.
    mutating func appendPolygon(_ polygon: some Sequence<(points: [OSMPoint], isInner: Bool)>) -> Shape {
        let first = rings.count
        for ring in polygon {
            rings.append(
                Ring(first: UInt32(points.count), count: UInt32(ring.points.count), isInner: ring.isInner))
            points += ring.points
        }
        return .polygon(first: UInt32(first), count: UInt32(rings.count - first))
    }

    /// Stores a polygon made of a closed line that is already stored.
    mutating func appendPolygon(line first: UInt32, _ count: UInt32) -> Shape {
        rings.append(Ring(first: first, count: count, isInner: false))
        return .polygon(first: UInt32(rings.count - 1), count: 1)
    }

    func points(_ first: UInt32, _ count: UInt32) -> ArraySlice<OSMPoint> {
        points[Int(first)..<Int(first) + Int(count)]
    }

    func points(of ring: Ring) -> ArraySlice<OSMPoint> { points(ring.first, ring.count) }

    func rings(_ first: UInt32, _ count: UInt32) -> ArraySlice<Ring> { rings[Int(first)..<Int(first) + Int(count)] }

    /// Returns the smallest rectangle around a shape.
    func box(of shape: Shape) -> GridBox {
        switch shape {
        case .point(let point): return GridBox(point)
        case .line(let first, let count): return GridBox(points(first, count)) ?? GridBox(OSMPoint.zero)
        case .polygon(let first, let count):
            let rings = rings(first, count).lazy.filter { !$0.isInner }
            var box: GridBox?
            for ring in rings {
                guard let next = GridBox(points(of: ring)) else { continue }
                if box == nil { box = next } else { box?.extend(to: next) }
            }
            return box ?? GridBox(OSMPoint.zero)
        }
    }

    /// Returns the point of a shape: a point itself, the middle of a line's rectangle, the centroid of a polygon.
    func center(of shape: Shape) -> OSMPoint {
        switch shape {
        case .point(let point): return point
        case .line: return box(of: shape).middle
        case .polygon(let first, let count):
            let box = box(of: shape)
            let origin = box.middle
            var (sum, x, y) = (0.0, 0.0, 0.0)
            for ring in rings(first, count) {
                let moments = moments(of: ring, origin)
                let sign: Double = (moments.area < 0) == ring.isInner ? 1 : -1
                sum += sign * moments.area
                x += sign * moments.x
                y += sign * moments.y
            }
            // A polygon without an area, and the rounding of tiny ones.
            guard sum > 0 else { return origin }
            let point = OSMPoint(
                latitude: origin.latitude &+ Int32((y / sum).rounded()),
                longitude: origin.longitude &+ Int32((x / sum).rounded()))
            return box.contains(point) ? point : origin
        }
    }

    /// Returns the area of a polygon in square units of 1e-7 degrees; 0 for other shapes.
    func area(of shape: Shape) -> Double {
        guard case .polygon(let first, let count) = shape else { return 0 }
        let origin = points(of: rings[Int(first)]).first ?? .zero
        return rings(first, count).reduce(0) { sum, ring in
            let area = moments(of: ring, origin).area.magnitude
            return sum + (ring.isInner ? -area : area)
        }
    }

    /// Returns the signed area of a ring and its first moments, relative to an origin.
    private func moments(of ring: Ring, _ origin: OSMPoint) -> (area: Double, x: Double, y: Double) {
        var result = (area: 0.0, x: 0.0, y: 0.0)
        var before: (x: Double, y: Double)?
        for point in points(of: ring) {
            let x = Double(Int(point.longitude) - Int(origin.longitude))
            let y = Double(Int(point.latitude) - Int(origin.latitude))
            if let before {
                let cross = before.x * y - x * before.y
                result.area += cross / 2
                result.x += (before.x + x) * cross / 6
                result.y += (before.y + y) * cross / 6
            }
            before = (x, y)
        }
        return result
    }

    /// Returns whether a polygon contains a point, by the even-odd rule; `false` for other shapes.
    func contains(_ point: OSMPoint, in shape: Shape) -> Bool {
        guard case .polygon(let first, let count) = shape else { return false }
        var isInside = false
        for ring in rings(first, count) {
            var before: OSMPoint?
            for next in points(of: ring) {
                defer { before = next }
                guard let start = before, (start.latitude > point.latitude) != (next.latitude > point.latitude) else {
                    continue
                }
                let rise = Double(Int(next.latitude) - Int(start.latitude))
                let run = Double(Int(next.longitude) - Int(start.longitude))
                let share = Double(Int(point.latitude) - Int(start.latitude)) / rise
                if Double(Int(point.longitude) - Int(start.longitude)) < share * run { isInside.toggle() }
            }
        }
        return isInside
    }

    /// Returns the distance between a shape and a rectangle in metres, 0 where they touch.
    ///
    /// - Parameters:
    ///   - shape: The shape.
    ///   - box: The rectangle.
    ///   - plane: The plane on which distances are measured; `nil` to measure on the ground.
    /// - Returns: The distance between their nearest points.
    func distance(of shape: Shape, to box: GridBox, on plane: LocalPlane? = nil) -> Double {
        let frame = BoxFrame(box, plane ?? LocalPlane(box.middle))
        switch shape {
        case .point(let point): return frame.distance(to: point)
        case .line(let first, let count): return frame.distance(to: points(first, count))
        case .polygon(let first, let count):
            if contains(box.middle, in: shape) { return 0 }
            return rings(first, count).reduce(.infinity) { min($0, frame.distance(to: points(of: $1))) }
        }
    }
}

/// A rectangle in a plane around its middle, in metres.
private struct BoxFrame {
    private let plane: LocalPlane
    /// From the middle to the upper right corner.
    private let corner: SIMD2<Double>

    init(_ box: GridBox, _ plane: LocalPlane) {
        self.plane = plane
        let (low, high) = (
            plane.offset(of: OSMPoint(latitude: box.south, longitude: box.west)),
            plane.offset(of: OSMPoint(latitude: box.north, longitude: box.east))
        )
        corner = (high - low) / 2
    }

    func distance(to point: OSMPoint) -> Double { distance(to: plane.offset(of: point)) }

    private func distance(to point: SIMD2<Double>) -> Double {
        let outside = SIMD2(max(abs(point.x) - corner.x, 0), max(abs(point.y) - corner.y, 0))
        return (outside * outside).sum().squareRoot()
    }

    /// Returns the distance to the nearest point of a line in metres.
    func distance(to line: ArraySlice<OSMPoint>) -> Double {
        guard let first = line.first else { return .infinity }
        var start = plane.offset(of: first)
        var best = distance(to: start)
        for point in line.dropFirst() {
            guard best > 0 else { return 0 }
            let end = plane.offset(of: point)
            best = min(best, distance(from: start, to: end))
            start = end
        }
        return best
    }

    private func distance(from start: SIMD2<Double>, to end: SIMD2<Double>) -> Double {
        if crosses(start, end) { return 0 }
        var best = distance(to: end)
        for corner in [corner, -corner, SIMD2(corner.x, -corner.y), SIMD2(-corner.x, corner.y)] {
            let along = end - start
            let length = (along * along).sum()
            let share = length > 0 ? min(max(((corner - start) * along).sum() / length, 0), 1) : 0
            let gap = start + share * along - corner
            best = min(best, (gap * gap).sum().squareRoot())
        }
        return best
    }

    /// Returns whether a segment touches the rectangle, by Liang and Barsky, "A New Concept and Method for Line
    /// Clipping", 1984.
    private func crosses(_ start: SIMD2<Double>, _ end: SIMD2<Double>) -> Bool {
        var (low, high) = (0.0, 1.0)
        for axis in 0..<2 {
            let step = end[axis] - start[axis]
            if step == 0 {
                if abs(start[axis]) > corner[axis] { return false }
                continue
            }
            let (near, far) = ((-corner[axis] - start[axis]) / step, (corner[axis] - start[axis]) / step)
            low = max(low, min(near, far))
            high = min(high, max(near, far))
        }
        return low <= high
    }
}
