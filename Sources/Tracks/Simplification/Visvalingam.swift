/// Visvalingam's and Whyatt's way to choose points.
enum Visvalingam {
    /// A point and the area it makes with its neighbours; stale once the neighbours have changed.
    private struct Entry {
        var area: Double
        var index: Int
        var version: Int32
    }

    static func kept(of line: [PointInSpace], area limit: Double) -> [Int] {
        let last = line.count - 1
        var before = line.indices.map { $0 - 1 }
        var after = line.indices.map { $0 + 1 }
        var versions = [Int32](repeating: 0, count: line.count)
        var areas = [Double](repeating: .infinity, count: line.count)
        var heap = Heap<Entry> { $0.area < $1.area || ($0.area == $1.area && $0.index < $1.index) }
        for index in 1..<last {
            areas[index] = line[index].triangle(line[index - 1], line[index + 1])
            heap.insert(Entry(area: areas[index], index: index, version: 0))
        }
        while let entry = heap.popFirst(), entry.area < limit {
            guard entry.version == versions[entry.index] else { continue }
            versions[entry.index] = -1
            let (left, right) = (before[entry.index], after[entry.index])
            after[left] = right
            before[right] = left
            for index in [left, right] where index > 0 && index < last {
                // A neighbour is never less important than what went before it, or the order would depend on itself.
                areas[index] = max(entry.area, line[index].triangle(line[before[index]], line[after[index]]))
                versions[index] += 1
                heap.insert(Entry(area: areas[index], index: index, version: versions[index]))
            }
        }
        return line.indices.filter { versions[$0] >= 0 }
    }
}
