import LKGeo

/// Leaves out points of lines that cannot be seen (Douglas and Peucker).
package enum LineSimplifier {
    /// Returns the points that are needed for a line to stay within a tolerance.
    ///
    /// - Parameters:
    ///   - line: The points.
    ///   - tolerance: The maximum distance of a removed point from the new line, in the unit of the points.
    /// - Returns: The first point, the last, and those needed between them.
    package static func simplified(_ line: ArraySlice<MapPoint>, tolerance: Double) -> [MapPoint] {
        let first = line.startIndex
        let kept = DouglasPeucker.kept(of: line.count, maximumDeviation: tolerance * tolerance) { index, begin, end in
            squaredDistance(line[first + index], line[first + begin], line[first + end])
        }
        return kept.map { line[first + $0] }
    }

    /// Returns the points that are needed for a closed line to stay within a tolerance.
    ///
    /// The point farthest from the first serves as a second end.
    ///
    /// - Parameters:
    ///   - ring: The points, of which the last is the first again.
    ///   - tolerance: The maximum distance of a removed point from the new line, in the unit of the points.
    /// - Returns: The first point, those needed, and the first again.
    package static func simplified(closed ring: [MapPoint], tolerance: Double) -> [MapPoint] {
        func distance(_ index: Int) -> Double { ((ring[index] - ring[0]) * (ring[index] - ring[0])).sum() }
        guard let middle = ring.indices.max(by: { distance($0) < distance($1) }) else { return [] }
        return simplified(ring[...middle], tolerance: tolerance).dropLast()
            + simplified(ring[middle...], tolerance: tolerance)
    }

    /// Returns the squared distance of a point from a segment.
    private static func squaredDistance(_ point: MapPoint, _ begin: MapPoint, _ end: MapPoint) -> Double {
        let direction = end - begin
        let length = (direction * direction).sum()
        let share = length > 0 ? min(max(((point - begin) * direction).sum() / length, 0), 1) : 0
        let gap = point - begin - share * direction
        return (gap * gap).sum()
    }
}
