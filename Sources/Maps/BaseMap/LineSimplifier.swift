internal import Tracks

/// Leaves out points of lines that cannot be seen (Douglas and Peucker).
package enum LineSimplifier {
    /// Returns the points that are needed for a line to stay within a tolerance.
    ///
    /// - Parameters:
    ///   - line: The points.
    ///   - tolerance: The greatest distance of a point left out from the new line, in the unit of the points.
    /// - Returns: The first point, the last, and those needed between them.
    package static func simplified(_ line: ArraySlice<MapPoint>, tolerance: Double) -> [MapPoint] {
        let first = line.startIndex
        let kept = DouglasPeucker.kept(of: line.count, limit: tolerance * tolerance) { index, begin, end in
            squaredDistance(line[first + index], line[first + begin], line[first + end])
        }
        return kept.map { line[first + $0] }
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
