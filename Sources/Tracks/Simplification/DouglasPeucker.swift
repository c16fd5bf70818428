/// Ramer's, Douglas' and Peucker's way to choose points, with a stack of its own instead of recursion.
enum DouglasPeucker {
    static func kept(of line: [PointInSpace], tolerance: Double) -> [Int] {
        let limit = tolerance * tolerance
        var isKept = [Bool](repeating: false, count: line.count)
        isKept[0] = true
        isKept[line.count - 1] = true
        var open = [(first: 0, last: line.count - 1)]
        while let part = open.popLast() {
            var farthest = (index: -1, distance: limit)
            for index in part.first + 1..<part.last {
                let distance = line[index].squaredDistance(toLineFrom: line[part.first], to: line[part.last])
                if distance > farthest.distance { farthest = (index, distance) }
            }
            guard farthest.index >= 0 else { continue }
            isKept[farthest.index] = true
            if farthest.index - part.first > 1 { open.append((part.first, farthest.index)) }
            if part.last - farthest.index > 1 { open.append((farthest.index, part.last)) }
        }
        return line.indices.filter { isKept[$0] }
    }
}
