import Geo

/// How the points of a line are chosen that may go.
public enum Simplification: Hashable, Sendable {
    /// No point that goes was farther than `tolerance` metres from the line that stays.
    ///
    /// Keeps corners, and so spikes too. Source: Ramer 1972; Douglas and Peucker, "Algorithms for the reduction of the number
    /// of points required to represent a digitized line", 1973. Time in proportion to n log n, at worst n².
    case douglasPeucker(tolerance: Double)

    /// Points go, the least important first, until each one left makes a triangle of at least `tolerance`² / 2 square metres
    /// with its neighbours: that of a corner with legs of `tolerance` metres.
    ///
    /// Smooths, and takes spikes of a receiver away. Source: Visvalingam and Whyatt, "Line generalisation by repeated
    /// elimination of points", 1993. Time in proportion to n log n.
    case visvalingam(tolerance: Double)

    /// The indices of the points that stay, in order; the first and the last are among them.
    func kept(of line: [PointInSpace]) -> [Int] {
        guard line.count > 2 else { return Array(line.indices) }
        switch self {
        case .douglasPeucker(let tolerance):
            return tolerance > 0 ? DouglasPeucker.kept(of: line, tolerance: tolerance) : Array(line.indices)
        case .visvalingam(let tolerance):
            return tolerance > 0 ? Visvalingam.kept(of: line, area: tolerance * tolerance / 2) : Array(line.indices)
        }
    }
}

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

/// A binary heap: the first of many in logarithmic time.
struct Heap<Element> {
    private var elements: [Element] = []
    private let isBefore: (Element, Element) -> Bool

    init(_ isBefore: @escaping (Element, Element) -> Bool) { self.isBefore = isBefore }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard isBefore(elements[child], elements[parent]) else { return }
            elements.swapAt(child, parent)
            child = parent
        }
    }

    mutating func popFirst() -> Element? {
        guard let first = elements.first else { return nil }
        let last = elements.removeLast()
        guard !elements.isEmpty else { return first }
        elements[0] = last
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < elements.count && isBefore(elements[child], elements[smallest]) { smallest = child }
            guard smallest != parent else { return first }
            elements.swapAt(parent, smallest)
            parent = smallest
        }
    }
}

extension Track.Segment {
    /// The segment with fewer locations; the first and the last stay, and those that stay are unchanged.
    ///
    /// - Parameter simplification: Which may go.
    /// - Returns: The segment that is left.
    public func simplified(_ simplification: Simplification) -> Track.Segment {
        let kept = simplification.kept(of: locations.map { PointInSpace($0.coordinate) })
        return Track.Segment(kept.map { locations[$0] })
    }
}

extension Track {
    /// The track with fewer locations, each segment by itself; waypoints stay.
    ///
    /// - Parameter simplification: Which locations may go.
    /// - Returns: The track that is left.
    public func simplified(_ simplification: Simplification) -> Track {
        var track = self
        track.segments = segments.map { $0.simplified(simplification) }
        return track
    }
}
