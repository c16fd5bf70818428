extension SettlementSearch {
    /// Depth first, the nearest first, two levels of the tree at a time: four grandchildren lie side by side in the file and
    /// are measured at once.
    ///
    /// A caller who knows a settlement near the point saves most of the way down: its leaf comes first, then what lies
    /// beside the way to it.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - hint: The index of a settlement near it, -1 for none.
    ///   - country: Index into `CTRY`: nodes that hold settlements of another one alone are passed over. -1 for any.
    ///   - useful: Gets the reaches of nodes in metres and says how near these must be to be of use, in metres.
    ///   - visit: Gets the indices of the settlements of a leaf.
    @inline(__always)
    func walk(
        from point: NodePoint, near hint: Int = -1, in country: Int = -1,
        useful: (SIMD4<Float>) -> SIMD4<Float>, visit: (Range<Int>) -> Void
    ) {
        let firstLeaf = nodes.count / 2
        var stack = Stack(country: country)
        var here = Branch(
            bound: 0, node: 0, first: 0, end: UInt32(truncatingIfNeeded: positions.count), reach: Self.anyReach)
        // A tree of an odd number of levels has one for a start that is no pair of levels.
        if (nodes.count &+ 1).trailingZeroBitCount & 1 == 0 {
            let middle = (here.first &+ here.end) / 2
            let isLeft = hint < Int(middle)
            let left = Branch(bound: 0, node: 1, first: 0, end: middle, reach: Self.anyReach)
            let right = Branch(bound: 0, node: 2, first: middle, end: here.end, reach: Self.anyReach)
            stack.push(isLeft ? right : left)
            here = isLeft ? left : right
        }
        if hint >= 0, hint < positions.count {
            // What lies beside is measured after the first leaf, when little is of use any more.
            let start = here
            while Int(here.node) < firstLeaf { here = grandchildren(of: here).holding(hint) }
            visit(Int(here.first)..<Int(here.end))
            var way = start
            while Int(way.node) < firstLeaf {
                let four = measured(grandchildren(of: way), from: point)
                way = four.holding(hint)
                stack.push(four, useful: useful, except: way.node)
            }
        } else {
            stack.push(here)
        }
        while var branch = stack.pop() {
            if branch.bound > Self.widened(useful(SIMD4(repeating: branch.reach)).x) { continue }
            var isUseful = true
            while isUseful, Int(branch.node) < firstLeaf {
                let four = measured(grandchildren(of: branch), from: point)
                isUseful = stack.push(four, useful: useful, butNearest: &branch)
            }
            if isUseful { visit(Int(branch.first)..<Int(branch.end)) }
        }
    }

    /// What a node may reach at most, where it has not been read.
    private static let anyReach = Float(UInt16.max)

    /// Square metres that a node may be away at most, for metres: ``NodePoint`` measures within a metre.
    @inline(__always)
    static func widened(_ metres: Float) -> Float {
        let wide = metres * 1.00001 + 2
        return wide * wide
    }

    @inline(__always)
    static func widened(_ metres: SIMD4<Float>) -> SIMD4<Float> {
        let wide = metres * 1.00001 + 2
        return wide * wide
    }

    /// The four nodes two levels below, not measured yet.
    @inline(__always)
    private func grandchildren(of branch: Branch) -> Four {
        let middle = (branch.first &+ branch.end) / 2
        return Four(
            node: 4 &* branch.node &+ 3, first: branch.first, quarter: (branch.first &+ middle) / 2, middle: middle,
            threeQuarters: (middle &+ branch.end) / 2, end: branch.end)
    }

    /// Four neighbouring nodes with their distances, reaches and countries.
    @inline(__always)
    private func measured(_ nodes: Four, from point: NodePoint) -> Four {
        let offset = self.nodes.offset + Int(nodes.node) * self.nodes.recordSize
        let size = self.nodes.recordSize
        let one = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt32>.self)
        let two = bytes.loadUnaligned(fromByteOffset: offset + size, as: SIMD4<UInt32>.self)
        let three = bytes.loadUnaligned(fromByteOffset: offset + 2 * size, as: SIMD4<UInt32>.self)
        let four = bytes.loadUnaligned(fromByteOffset: offset + 3 * size, as: SIMD4<UInt32>.self)
        // One field of all four in each vector, two fields of 16 bits in each word.
        let lowXY = SIMD4(one.x, two.x, three.x, four.x)
        let lowZHighX = SIMD4(one.y, two.y, three.y, four.y)
        let highYZ = SIMD4(one.z, two.z, three.z, four.z)
        let rest = SIMD4(one.w, two.w, three.w, four.w)
        var result = nodes
        result.bounds = point.squaredDistances(lowXY: lowXY, lowZHighX: lowZHighX, highYZ: highYZ)
        result.reaches = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: rest & 0xFFFF))
        result.countries = rest &>> 16
        return result
    }
}
