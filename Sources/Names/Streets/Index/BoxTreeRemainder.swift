/// The items of a ``BoxTree`` that have not been taken out of it.
///
/// Repeated searches for neighbours visit no item twice: they do not enter subtrees from which everything was taken.
package struct BoxTreeRemainder {
    /// The number of items left below each rectangle of the tree.
    fileprivate var counts: [Int32]
    /// The number of rectangles compared so far, for tests.
    package fileprivate(set) var steps = 0

    /// Creates the remainder of a tree from which nothing was taken.
    package init(of tree: BoxTree) {
        counts = [Int32](repeating: 1, count: tree.count)
        for level in 1..<tree.levels.count - 1 {
            for index in tree.levels[level]..<tree.levels[level + 1] {
                counts.append(tree.children(of: index, level).reduce(0) { $0 + counts[$1] })
            }
        }
    }
}

extension BoxTree {
    /// Removes all items near a rectangle from the remainder.
    ///
    /// - Parameters:
    ///   - origin: The rectangle.
    ///   - maximumDistance: Maximum distance of an item's rectangle, in metres.
    ///   - rest: The items that were not taken yet.
    ///   - body: Receives each item, in no particular order.
    /// - Complexity: O(log *n*) for each item that is taken, and for each node at the edge of the search.
    package func take(
        near origin: GridBox, within maximumDistance: Double, from rest: inout BoxTreeRemainder, _ body: (Int) -> Void
    ) {
        guard count > 0 else { return }
        let plane = LocalPlane(origin.middle)
        var open = [(level: levels.count - 2, index: levels[levels.count - 2])]
        while let (level, index) = open.popLast() {
            guard rest.counts[index] > 0 else { continue }
            rest.steps += 1
            guard plane.distance(from: origin, to: box(index)) <= maximumDistance else { continue }
            if level == 0 {
                take(index, from: &rest)
                body(item(index))
            } else {
                for child in children(of: index, level) { open.append((level - 1, child)) }
            }
        }
    }

    /// Removes the item of a leaf from the counts of all rectangles that contain it.
    private func take(_ leaf: Int, from rest: inout BoxTreeRemainder) {
        var (level, index) = (0, leaf)
        while true {
            rest.counts[index] -= 1
            guard level < levels.count - 2 else { return }
            index = levels[level + 1] + (index - levels[level]) / Self.width
            level += 1
        }
    }
}
