import LKStreets

/// The positions of the nodes that ways need.
struct NodePositions {
    /// In ascending order.
    private let ids: [Int64]
    /// ``unknown`` for nodes that the files lack.
    private var points: [OSMPoint]
    /// Where the last node was found: files mostly have them in ascending order.
    private var last = 0

    private static let unknown = OSMPoint(latitude: .min, longitude: .min)

    /// Creates room for nodes, which may be listed more than once.
    init(_ nodes: [Int64]) {
        var sorted = nodes
        sorted.sort()
        var count = 0
        for index in sorted.indices where index == 0 || sorted[index] != sorted[index - 1] {
            sorted[count] = sorted[index]
            count += 1
        }
        sorted.removeLast(sorted.count - count)
        ids = sorted
        points = Array(repeating: Self.unknown, count: sorted.count)
    }

    /// Returns the position of a node, or `nil` if it is not known.
    subscript(id: Int64) -> OSMPoint? {
        guard let index = index(of: id, from: 0), points[index] != Self.unknown else { return nil }
        return points[index]
    }

    /// Stores the position of a node if a way needs it; the first one given counts.
    mutating func set(_ id: Int64, _ point: OSMPoint) {
        let start = last < ids.count && ids[last] <= id ? last : 0
        guard let index = index(of: id, from: start) else { return }
        last = index
        if points[index] == Self.unknown { points[index] = point }
    }

    /// Searches from a start: first the next few entries, then by binary search.
    private func index(of id: Int64, from start: Int) -> Int? {
        var (low, high) = (start, ids.count)
        if start > 0, start + 8 < ids.count, ids[start + 8] >= id { high = start + 9 }
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low < ids.count && ids[low] == id ? low : nil
    }
}

/// The numbers of the objects of one kind that were read; files mostly have them in ascending order.
struct SeenNumbers {
    private var ascending: [Int64] = []
    private var others: Set<Int64> = []

    /// Inserts a number.
    ///
    /// - Returns: Whether it is new.
    mutating func insert(_ id: Int64) -> Bool {
        guard let last = ascending.last, id <= last else {
            ascending.append(id)
            return true
        }
        var (low, high) = (0, ascending.count)
        while low < high {
            let middle = (low + high) / 2
            if ascending[middle] < id { low = middle + 1 } else { high = middle }
        }
        return ascending[low] != id && others.insert(id).inserted
    }
}
