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

        /// Creates the siblings from four records of `NODE`, measured from a point.
        @inline(__always)
        init(
            _ node: UInt32, of branch: Branch, from point: some NodeOrigin, _ one: SIMD4<UInt32>, _ two: SIMD4<UInt32>,
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

        /// Creates an empty stack in memory for ``capacity`` nodes, which needs no initialization.
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
