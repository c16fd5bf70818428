import LKStreets

/// Rectangles in groups: two are in one group if a chain of rectangles, each near the next, leads from one to the other.
struct WayClusters {
    /// The indices of each group's rectangles, ascending.
    private(set) var groups: [[Int]] = []
    /// The number of rectangles compared, for tests.
    private(set) var steps = 0

    /// Creates groups of rectangles that are near each other.
    ///
    /// - Parameters:
    ///   - boxes: The rectangles.
    ///   - gap: Maximum distance of two that are near each other, in metres.
    /// - Complexity: O(*n* log *n*) for ways of maps, also where all are near each other.
    init(of boxes: [GridBox], gap: Double) {
        guard boxes.count > 1 else {
            groups = boxes.isEmpty ? [] : [[0]]
            return
        }
        // The tree keeps this order within its cells, which are several hundred metres wide: the nodes of a cell with
        // thousands of rectangles would overlap otherwise.
        let order = boxes.indices.map { (Self.indexInCell(of: boxes[$0]), $0) }.sorted { $0 < $1 }.map(\.1)
        let bytes = BoxTree.bytes(of: order.map { boxes[$0] })
        bytes.withUnsafeBytes { bytes in
            guard let tree = BoxTree(bytes, count: boxes.count) else { return }
            var rest = BoxTreeRemainder(of: tree)
            var isTaken = [Bool](repeating: false, count: boxes.count)
            for first in boxes.indices where !isTaken[first] {
                var group: [Int] = []
                var open = [first]
                while let next = open.popLast() {
                    // The first of a group finds itself.
                    tree.take(near: boxes[next], within: gap, from: &rest) { item in
                        let other = order[item]
                        isTaken[other] = true
                        group.append(other)
                        if other != next { open.append(other) }
                    }
                }
                groups.append(group.sorted())
            }
            steps = rest.steps
        }
    }

    /// Returns the index of a rectangle's middle along a Hilbert curve through its cell of ``HilbertCurve``.
    private static func indexInCell(of box: GridBox) -> UInt32 {
        func magnified(_ value: Int32, _ half: Int) -> Int32 {
            Int32(clamping: (Int(value) + half) * 65_536 % (2 * half) - half)
        }
        let middle = box.middle
        return HilbertCurve.index(
            of: GridBox(
                OSMPoint(
                    latitude: magnified(middle.latitude, 900_000_000),
                    longitude: magnified(middle.longitude, 1_800_000_000))))
    }
}
