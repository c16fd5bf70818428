extension SettlementSearch {
    /// Depth first, the nearer child first.
    ///
    /// A caller who knows a settlement near the point saves half of the way: its leaf comes first, then the siblings on the
    /// way up to the root.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - hint: The index of a settlement near it, -1 for none.
    ///   - skip: Says that nothing below a node is of use.
    ///   - visit: Gets the indices of the settlements of a leaf.
    @inline(__always)
    func walk(from point: CoarsePoint, near hint: Int = -1, skip: (Pending) -> Bool, visit: (Range<Int>) -> Void) {
        let firstLeaf = nodes.count / 2
        // At most one sibling waits on each level, of which there are at most 26.
        var stack = InlineArray<28, Pending>(repeating: Pending())
        var height = 0
        var here = Pending(first: 0, end: UInt32(truncatingIfNeeded: positions.count))
        if hint >= 0, hint < positions.count {
            var level = 0
            while Int(here.node) < firstLeaf {
                let (left, right) = here.children
                let isLeft = hint < Int(left.end)
                stack[unchecked: level] = isLeft ? right : left
                here = isLeft ? left : right
                level &+= 1
            }
            visit(Int(here.first)..<Int(here.end))
            for index in 0..<level {
                let sibling = measured(stack[unchecked: index], from: point)
                if skip(sibling) { continue }
                stack[unchecked: height] = sibling
                height &+= 1
            }
            guard height > 0 else { return }
            height &-= 1
            here = stack[unchecked: height]
        } else {
            here = measured(here, from: point)
        }
        while true {
            var isUseful = !skip(here)
            while isUseful, Int(here.node) < firstLeaf {
                let children = here.children
                let left = measured(children.left, from: point)
                let right = measured(children.right, from: point)
                let isLeftNearer = left.bound <= right.bound
                let far = isLeftNearer ? right : left
                here = isLeftNearer ? left : right
                if !skip(far) {
                    stack[unchecked: height] = far
                    height &+= 1
                }
                isUseful = !skip(here)
            }
            if isUseful { visit(Int(here.first)..<Int(here.end)) }
            guard height > 0 else { return }
            height &-= 1
            here = stack[unchecked: height]
        }
    }

    /// A node to come, with what `NODE` says of it.
    struct Pending {
        /// Square metres, at most those to anything below and hardly fewer.
        var bound: Float = 0
        var node: UInt32 = 0
        var first: UInt32 = 0
        var end: UInt32 = 0
        /// The greatest reach below, metres.
        var reach: UInt16 = 0
        var country: UInt16 = 0

        /// What is below, not measured yet.
        @inline(__always)
        var children: (left: Pending, right: Pending) {
            let middle = (first &+ end) / 2
            return (
                Pending(node: 2 &* node &+ 1, first: first, end: middle),
                Pending(node: 2 &* node &+ 2, first: middle, end: end)
            )
        }
    }

    /// The node with its distance, reach and country.
    @inline(__always)
    private func measured(_ node: Pending, from point: CoarsePoint) -> Pending {
        let offset = nodes.offset + Int(node.node) * nodes.recordSize
        var node = node
        node.bound = point.squaredDistance(
            low: bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<Int16>.self),
            high: bytes.loadUnaligned(fromByteOffset: offset + 6, as: SIMD4<Int16>.self))
        let last = bytes.uint32(offset + 12)
        node.reach = UInt16(truncatingIfNeeded: last)
        node.country = UInt16(truncatingIfNeeded: last >> 16)
        return node
    }
}
