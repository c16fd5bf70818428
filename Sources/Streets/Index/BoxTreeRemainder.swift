/// The items of a ``BoxTree`` that have not been taken out of it.
///
/// Who looks again and again for neighbours that were not found before looks at none twice: subtrees from which all was
/// taken are not entered.
package struct BoxTreeRemainder {
    /// How many items are left below each rectangle of the tree.
    fileprivate var counts: [Int32]
    /// How many rectangles have been looked at; tests read it.
    package private(set) var steps = 0

    /// Creates the remainder of a tree from which nothing was taken.
    package init(of tree: BoxTree) {
        counts = [Int32](repeating: 1, count: tree.count)
        for level in 1..<tree.levels.count - 1 {
            for index in tree.levels[level]..<tree.levels[level + 1] {
                counts.append(tree.children(of: index, level).reduce(0) { $0 + counts[$1] })
            }
        }
    }

    fileprivate mutating func step() { steps += 1 }
}

extension BoxTree {
    /// Takes all items near a rectangle that were not taken before.
    ///
    /// - Parameters:
    ///   - origin: The rectangle.
    ///   - limit: Farthest distance of an item's rectangle, in metres.
    ///   - rest: What was not taken yet.
    ///   - body: Gets each item, in no particular order.
    /// - Complexity: O(log *n*) for each item that is taken, and for each node at the edge of what is near.
    package func take(
        near origin: GridBox, within limit: Double, from rest: inout BoxTreeRemainder, _ body: (Int) -> Void
    ) {
        guard count > 0 else { return }
        let plane = LocalPlane(origin.middle)
        var open = [(level: levels.count - 2, index: levels[levels.count - 2])]
        while let (level, index) = open.popLast() {
            guard rest.counts[index] > 0 else { continue }
            rest.step()
            guard plane.distance(from: origin, to: box(index)) <= limit else { continue }
            if level == 0 {
                take(index, from: &rest)
                body(item(index))
            } else {
                for child in children(of: index, level) { open.append((level - 1, child)) }
            }
        }
    }

    /// Takes an item.
    ///
    /// - Parameters:
    ///   - leaf: The index of its rectangle.
    ///   - rest: What was not taken yet.
    package func take(_ leaf: Int, from rest: inout BoxTreeRemainder) {
        var (level, index) = (0, leaf)
        while true {
            rest.counts[index] -= 1
            guard level < levels.count - 2 else { return }
            index = levels[level + 1] + (index - levels[level]) / Self.width
            level += 1
        }
    }
}
