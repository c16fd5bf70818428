import LKFormats

extension SettlementSearch {
    /// Visits the leaves near a point: first the nearest, then those beside the path to it, from the leaf up.
    ///
    /// Two levels are passed at a time: four grandchildren are adjacent in the file and are measured at once.
    ///
    /// - Parameters:
    ///   - descent: The way to the point.
    ///   - country: Index into `CTRY`: nodes with settlements of only another country are skipped. -1 for any.
    ///   - useful: Receives the reaches of nodes in metres, and returns how near these must be to matter, in metres.
    ///   - visit: Receives the indices of the settlements of a leaf.
    @inline(__always)
    func walk(
        from descent: Descent, in country: Int = -1,
        useful: (SIMD4<Float>) -> SIMD4<Float>, visit: (Range<Int>) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: Branch.self, capacity: Stack.capacity) { memory in
            let country: UInt32 = country < 0 ? .max : UInt32(truncatingIfNeeded: country)
            var leaf = descent.leaf
            var (levels, height) = (descent.levels, descent.height)
            var approach = descent.approach
            var stack = Stack(memory)
            while true {
                visit(leaf)
                var isFound = false
                while !isFound {
                    guard var branch = stack.pop() else {
                        if height == 0 {
                            guard let before = approach?.pointee, before.height > 0,
                                before.bound <= Self.widened(useful(SIMD4(repeating: before.reach))).x
                            else { return }
                            (levels, height, approach) = (before.levels, before.height, nil)
                        }
                        height &-= 1
                        let four = levels[height]
                        stack.push(four, four.chosen(within: Self.widened(useful(four.reaches)), in: country))
                        continue
                    }
                    if branch.bound > Self.widened(useful(SIMD4(repeating: branch.reach))).x { continue }
                    isFound = true
                    while isFound, branch.node < firstLeaf {
                        let four = grandchildren(of: branch, from: descent.place)
                        let chosen = four.chosen(within: Self.widened(useful(four.reaches)), in: country)
                        isFound = stack.push(four, chosen, butNext: &branch)
                    }
                    if isFound { leaf = branch.settlements }
                }
            }
        }
    }

    /// Prefetches a settlement's other records, which will be needed soon.
    @inline(__always)
    func prefetchFacts(_ settlement: Int) {
        bytes.prefetch(places.offset &+ settlement &* places.recordSize)
        bytes.prefetch(belonging.offset &+ settlement &* belonging.recordSize)
    }

    /// The first node of the lowest level.
    @inline(__always)
    var firstLeaf: UInt32 { UInt32(truncatingIfNeeded: nodes.count) / 2 }

    /// Whether the tree has an odd number of levels below the root.
    @inline(__always)
    var isOdd: Bool { (nodes.count &+ 1).trailingZeroBitCount & 1 == 0 }

    /// Returns the square of a distance in metres, widened for comparison with ``NodePoint``'s distances, which are
    /// exact to a metre.
    @inline(__always)
    static func widened(_ metres: SIMD4<Float>) -> SIMD4<Float> {
        let wide = metres * 1.00001 + 2
        return wide * wide
    }

    /// Returns the four nodes two levels below, with their distances, reaches and countries.
    @inline(__always)
    func grandchildren(of branch: Branch, from point: some NodeOrigin) -> Siblings {
        let first = 4 &* branch.node &+ 3
        let offset = nodes.offset &+ Int(first) &* nodes.recordSize
        let size = nodes.recordSize
        return Siblings(
            first, of: branch, from: point, node(offset), node(offset &+ size), node(offset &+ 2 &* size),
            node(offset &+ 3 &* size))
    }

    /// Returns the root's two children; the other two are infinitely far away.
    @inline(__always)
    func children(of root: Branch, from point: some NodeOrigin) -> Siblings {
        let left = node(nodes.offset &+ nodes.recordSize)
        let right = node(nodes.offset &+ 2 &* nodes.recordSize)
        var siblings = Siblings(Siblings.firstChild, of: root, from: point, left, right, left, right)
        siblings.bounds.z = .infinity
        siblings.bounds.w = .infinity
        return siblings
    }

    @inline(__always)
    private func node(_ offset: Int) -> SIMD4<UInt32> {
        bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt32>.self)
    }
}
