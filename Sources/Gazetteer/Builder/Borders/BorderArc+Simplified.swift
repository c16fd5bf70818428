internal import Glibc

extension BorderArc {
    /// Metres in a millionth of a degree of latitude.
    static let metres = GazetteerFormat.earthRadius * .pi / 180 / GridPoint.degree

    /// The arc with fewer vertices, none of the others farther than so many metres from it.
    ///
    /// Both neighbours get the same line, since there is only one. The ends stay. Small shapes are kept more exactly,
    /// so that enclaves the size of a field keep theirs: Douglas and Peucker, "Algorithms for the reduction of the
    /// number of points required to represent a digitized line", 1973.
    ///
    /// - Parameter tolerance: Metres.
    /// - Returns: The simpler arc.
    func simplified(_ tolerance: Double) -> BorderArc {
        guard points.count > 2 else { return self }
        let latitudes = points.lazy.map(\.y)
        let longitudes = points.lazy.map(\.x)
        let height = Double(latitudes.max()! - latitudes.min()!) * Self.metres
        let shrink = cos(Double(points[0].y) / GridPoint.degree * .pi / 180)
        let width = Double(Int(longitudes.max()!) - Int(longitudes.min()!)) * Self.metres * shrink
        let limit = min(tolerance, max(height, width) / 30)
        var isKept = [Bool](repeating: false, count: points.count)
        isKept[0] = true
        isKept[points.count - 1] = true
        // At the edges of the map degrees are no measure of distance.
        for (index, point) in points.enumerated() where abs(point.x) == 180_000_000 || abs(point.y) > 85_000_000 {
            isKept[index] = true
        }
        let fixed = isKept.indices.filter { isKept[$0] }
        var pending = Array(zip(fixed, fixed.dropFirst()))
        while let (first, last) = pending.popLast() {
            guard last - first > 1 else { continue }
            var farthest = (distance: -1.0, index: first)
            for index in first + 1..<last {
                let distance = Self.squaredDistance(points[index], points[first], points[last])
                if distance > farthest.distance { farthest = (distance, index) }
            }
            guard farthest.distance > limit * limit else { continue }
            isKept[farthest.index] = true
            pending.append((first, farthest.index))
            pending.append((farthest.index, last))
        }
        var arc = self
        arc.points = zip(points, isKept).filter(\.1).map(\.0)
        return arc
    }

    /// Squared metres from a point to a line between two others, on a plane around the point.
    static func squaredDistance(_ point: GridPoint, _ start: GridPoint, _ end: GridPoint) -> Double {
        let shrink = cos(Double(point.y) / GridPoint.degree * .pi / 180) * metres
        let x0 = (Double(start.x) - Double(point.x)) * shrink
        let y0 = (Double(start.y) - Double(point.y)) * metres
        let x1 = (Double(end.x) - Double(point.x)) * shrink
        let y1 = (Double(end.y) - Double(point.y)) * metres
        let (dx, dy) = (x1 - x0, y1 - y0)
        let length = dx * dx + dy * dy
        let share = length > 0 ? min(max(-(x0 * dx + y0 * dy) / length, 0), 1) : 0
        let (x, y) = (x0 + share * dx, y0 + share * dy)
        return x * x + y * y
    }
}
