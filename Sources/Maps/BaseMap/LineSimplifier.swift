/// Leaves out points of lines that cannot be seen (Douglas and Peucker).
package enum LineSimplifier {
    /// Returns the points that are needed for a line to stay within a tolerance.
    ///
    /// - Parameters:
    ///   - line: The points.
    ///   - tolerance: The greatest distance of a point left out from the new line, in the unit of the points.
    /// - Returns: The first point, the last, and those needed between them.
    package static func simplified(_ line: ArraySlice<MapPoint>, tolerance: Double) -> [MapPoint] {
        guard line.count > 2, let first = line.indices.first, let last = line.indices.last else { return Array(line) }
        var isKept = [Bool](repeating: false, count: line.count)
        isKept[0] = true
        isKept[line.count - 1] = true
        var waiting = [(first, last)]
        while let (begin, end) = waiting.popLast() {
            guard end - begin > 1 else { continue }
            var (worst, index) = (tolerance * tolerance, -1)
            for candidate in begin + 1..<end {
                let distance = squaredDistance(line[candidate], line[begin], line[end])
                if distance > worst { (worst, index) = (distance, candidate) }
            }
            guard index >= 0 else { continue }
            isKept[index - first] = true
            waiting.append((begin, index))
            waiting.append((index, end))
        }
        return line.indices.filter { isKept[$0 - first] }.map { line[$0] }
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
