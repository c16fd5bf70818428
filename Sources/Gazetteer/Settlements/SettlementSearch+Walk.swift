internal import Formats

/// A point with the nodes between the root and the leaf nearest to it, where all searches for the point begin.
///
/// A look-up searches up to four times around its point, and measures these nodes once.
// A structure with a pointer, since the nodes take a kilobyte, which nothing should copy or clear.
struct Descent {
    fileprivate(set) var point = SurfaceVector(x: 0, y: 0, z: 0)
    fileprivate(set) var place = NodePoint(SurfaceVector(x: 0, y: 0, z: 0))
    /// The settlements of the leaf.
    fileprivate(set) var leaf = 0..<0
    /// The nodes on the way with their siblings, from the root down.
    ///
    /// The node on the way is marked, since its settlements are visited by themselves.
    fileprivate let levels: UnsafeMutablePointer<SettlementSearch.Siblings>
    fileprivate var height = 0

    /// The most levels: one for each of 13 pairs of the tree's, and one for an odd level.
    static let mostLevels = 14

    /// Makes a descent in memory for ``mostLevels``, which needs no initialization and must outlive it.
    init(levels: UnsafeMutablePointer<SettlementSearch.Siblings>) { self.levels = levels }

    /// Calls a function with an empty descent, whose memory is on the stack.
    @inline(__always)
    static func with<Result, Failure: Error>(
        _ body: (inout Descent) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeTemporaryAllocation(of: SettlementSearch.Siblings.self, capacity: mostLevels) {
            (memory) throws(Failure) -> Result in
            // Never nil: the capacity is not zero.
            var descent = Descent(levels: memory.baseAddress.unsafelyUnwrapped)
            return try body(&descent)
        }
    }
}

extension SettlementSearch {
    /// Finds the way to the leaf nearest to a point, and prefetches the leaf; reads no settlements.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - descent: The way.
    func descend(to point: SurfaceVector, _ descent: inout Descent) {
        let place = NodePoint(point)
        descent.point = point
        descent.place = place
        var here = Branch(node: 0, first: 0, end: UInt32(truncatingIfNeeded: positions.count))
        var level = descent.levels
        // A tree with an odd number of levels has one that is not part of a pair.
        if isOdd { here = Self.step(children(of: here, from: place), &level) }
        while here.node < firstLeaf { here = Self.step(grandchildren(of: here, from: place), &level) }
        descent.height = level - descent.levels
        descent.leaf = here.settlements
        let end = positions.offset &+ Int(here.end) &* positions.recordSize
        var line = positions.offset &+ Int(here.first) &* positions.recordSize
        while line < end {
            bytes.prefetch(line)
            line &+= 64
        }
        bytes.prefetch(end &- 1)
    }

    /// Stores the nodes of a level of a descent, and returns the nearest.
    @inline(__always)
    private static func step(_ four: Siblings, _ level: inout UnsafeMutablePointer<Siblings>) -> Branch {
        let nearest = four.nearest(of: four.bounds)
        var others = four
        others.passed = 1 &<< nearest
        level.initialize(to: others)
        level += 1
        return four.branch(nearest)
    }

    /// Visits the leaves near a point: first the nearest, then those beside the way to it, from the leaf up.
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
            var height = descent.height
            var stack = Stack(memory)
            while true {
                visit(leaf)
                var isFound = false
                while !isFound {
                    guard var branch = stack.pop() else {
                        if height == 0 { return }
                        height &-= 1
                        let four = descent.levels[height]
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
    private var firstLeaf: UInt32 { UInt32(truncatingIfNeeded: nodes.count) / 2 }

    /// Whether the tree has an odd number of levels below the root.
    @inline(__always)
    private var isOdd: Bool { (nodes.count &+ 1).trailingZeroBitCount & 1 == 0 }

    /// Returns the square of a distance in metres, widened for comparison with ``NodePoint``'s distances, which are
    /// exact to a metre.
    @inline(__always)
    static func widened(_ metres: SIMD4<Float>) -> SIMD4<Float> {
        let wide = metres * 1.00001 + 2
        return wide * wide
    }

    /// Returns the four nodes two levels below, with their distances, reaches and countries.
    @inline(__always)
    private func grandchildren(of branch: Branch, from point: NodePoint) -> Siblings {
        let first = 4 &* branch.node &+ 3
        let offset = nodes.offset &+ Int(first) &* nodes.recordSize
        let size = nodes.recordSize
        return Siblings(
            first, of: branch, from: point, node(offset), node(offset &+ size), node(offset &+ 2 &* size),
            node(offset &+ 3 &* size))
    }

    /// Returns the root's two children; the other two are infinitely far away.
    private func children(of root: Branch, from point: NodePoint) -> Siblings {
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

extension SettlementSearch {
    /// A node to visit.
    struct Branch {
        /// A lower bound in square metres of the distances to everything below.
        var bound: Float = 0
        /// The maximum reach below, in metres.
        var reach: Float = 0
        var node: UInt32
        /// The first of the settlements below.
        var first: UInt32
        var end: UInt32

        /// The settlements below.
        @inline(__always)
        var settlements: Range<Int> { Range(uncheckedBounds: (Int(first), Int(end))) }
    }

    /// Four adjacent nodes of the file: the grandchildren of a node.
    struct Siblings {
        /// Lower bounds in square metres of the distances to everything below.
        var bounds = SIMD4<Float>(repeating: .infinity)
        /// The maximum reaches below, in metres.
        private(set) var reaches = SIMD4<Float>(repeating: 0)
        private var countries = SIMD4<UInt32>(repeating: 0)
        /// The first of the four.
        private var node: UInt32 = 0
        /// The settlements of all four.
        private var first: UInt32 = 0
        private var end: UInt32 = 0
        /// The nodes that are not chosen again, as bits.
        var passed: UInt32 = 0

        /// The root's first child, which is no one's first grandchild.
        static let firstChild: UInt32 = 1

        init() {}

        /// Measures four records of `NODE`.
        @inline(__always)
        init(
            _ node: UInt32, of branch: Branch, from point: NodePoint, _ one: SIMD4<UInt32>, _ two: SIMD4<UInt32>,
            _ three: SIMD4<UInt32>, _ four: SIMD4<UInt32>
        ) {
            (self.node, first, end) = (node, branch.first, branch.end)
            // Each vector holds one field of all four nodes, with two 16-bit fields per word.
            let rest = SIMD4(one.w, two.w, three.w, four.w)
            bounds = point.squaredDistances(
                lowXY: SIMD4(one.x, two.x, three.x, four.x), lowZHighX: SIMD4(one.y, two.y, three.y, four.y),
                highYZ: SIMD4(one.z, two.z, three.z, four.z))
            reaches = unsafeBitCast(rest & 0xFFFF, to: SIMD4<Int32>.self).floats
            countries = rest &>> 16
        }

        /// Returns the nodes that are near enough and in the country, as bits.
        @inline(__always)
        func chosen(within limits: SIMD4<Float>, in country: UInt32) -> UInt32 {
            var isUseful = bounds .<= limits
            if country != .max {
                let mixed = UInt32(GazetteerFormat.mixedCountries)
                isUseful = isUseful .& ((countries .== country) .| (countries .== mixed))
            }
            return isUseful.bits & ~passed
        }

        /// Returns the number of the nearest node: the first of those with the least of these bounds.
        ///
        /// Without branches, since which it is cannot be predicted: the numbers replace the last two bits of the bounds.
        @inline(__always)
        func nearest(of bounds: SIMD4<Float>) -> UInt32 {
            let numbered = unsafeBitCast(bounds, to: SIMD4<UInt32>.self) & ~3 | Self.numbers
            return min(min(numbered.x, numbered.y), min(numbered.z, numbered.w)) & 3
        }

        /// Returns the number of the nearest of the nodes that are given as bits.
        @inline(__always)
        func nearest(of chosen: UInt32) -> UInt32 {
            let isChosen = (SIMD4(repeating: chosen) & SIMD4(1, 2, 4, 8)) .!= 0
            return nearest(of: SIMD4(repeating: .infinity).replacing(with: bounds, where: isChosen))
        }

        @inline(__always)
        private static var numbers: SIMD4<UInt32> { SIMD4(0, 1, 2, 3) }

        /// Returns a node without bound and reach.
        @inline(__always)
        func branch(_ number: UInt32) -> Branch {
            let middle = (first &+ end) / 2
            // Children of the root are a level below it, all others two.
            let isChild = node == Self.firstChild
            let isRight = isChild ? number == 1 : number >= 2
            let (low, high) = (isRight ? middle : first, isRight ? end : middle)
            let half = (low &+ high) / 2
            let isOdd = number & 1 == 1
            return Branch(
                node: node &+ number, first: isOdd && !isChild ? half : low, end: isOdd || isChild ? high : half)
        }

        @inline(__always)
        subscript(_ number: UInt32) -> Branch {
            var branch = branch(number)
            branch.bound = bounds[Int(number)]
            branch.reach = reaches[Int(number)]
            return branch
        }
    }

    /// Pending nodes: at most four of a level on the way, and three for each of the pairs of levels below.
    struct Stack {
        static let capacity = 44
        private let bottom: UnsafeMutablePointer<Branch>
        private var top: UnsafeMutablePointer<Branch>

        /// Makes an empty stack in memory for ``capacity`` nodes, which needs no initialization.
        @inline(__always)
        init(_ memory: UnsafeMutableBufferPointer<Branch>) {
            // Never nil: the capacity is not zero.
            bottom = memory.baseAddress.unsafelyUnwrapped
            top = bottom
        }

        @inline(__always)
        private mutating func push(_ branch: Branch) {
            top.initialize(to: branch)
            top += 1
        }

        @inline(__always)
        mutating func pop() -> Branch? {
            guard top > bottom else { return nil }
            top -= 1
            return top.pointee
        }

        /// Pushes the nodes that are given as bits.
        @inline(__always)
        mutating func push(_ four: Siblings, _ chosen: UInt32) {
            var chosen = chosen
            while chosen != 0 {
                push(four[UInt32(truncatingIfNeeded: chosen.trailingZeroBitCount)])
                chosen &= chosen &- 1
            }
        }

        /// Pushes the nodes that are given as bits, except the nearest, which comes next.
        ///
        /// - Returns: Whether there is a next node.
        @inline(__always)
        mutating func push(_ four: Siblings, _ chosen: UInt32, butNext next: inout Branch) -> Bool {
            if chosen == 0 { return false }
            let nearest = four.nearest(of: chosen)
            push(four, chosen & ~(1 &<< nearest))
            next = four.branch(nearest)
            return true
        }
    }
}

extension SIMDMask<SIMD4<Int32>> {
    /// Returns whether no lane is set.
    @inline(__always)
    var isEmpty: Bool {
        let halves = unsafeBitCast(self, to: SIMD2<UInt64>.self)
        return halves.x | halves.y == 0
    }

    /// The lanes as bits, lane 0 in the lowest.
    @inline(__always)
    var bits: UInt32 {
        let lanes = unsafeBitCast(self, to: SIMD4<UInt32>.self) & SIMD4(1, 2, 4, 8)
        return lanes.x | lanes.y | lanes.z | lanes.w
    }
}
