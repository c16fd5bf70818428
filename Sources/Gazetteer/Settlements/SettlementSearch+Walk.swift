internal import Formats
extension SettlementSearch {
    /// Visits nodes depth-first, nearest first, two levels at a time: four grandchildren are adjacent in the file and
    /// are measured at once.
    ///
    /// With a hint, the search starts at its leaf and then visits the siblings along the path to it, which saves most
    /// of the descent.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - hint: The index of a settlement near the point, -1 for none.
    ///   - country: Index into `CTRY`: nodes with settlements of only another country are skipped. -1 for any.
    ///   - useful: Receives the reaches of nodes in metres, and returns how near these must be to matter, in metres.
    ///   - visit: Receives the indices of the settlements of a leaf.
    @inline(__always)
    func walk(
        from point: NodePoint, near hint: Int = -1, in country: Int = -1,
        useful: (SIMD4<Float>) -> SIMD4<Float>, visit: (Range<Int>) -> Void
    ) {
        let firstLeaf = nodes.count / 2
        var stack = Stack(country: country)
        if isOdd {
            let (left, right) = halves(of: root)
            stack.push(hint < Int(left.end) ? right : left)
            stack.push(hint < Int(left.end) ? left : right)
        } else {
            stack.push(root)
        }
        var way = hint < positions.count ? hint : -1
        while var branch = stack.pop() {
            if branch.bound > Self.widened(useful(SIMD4(repeating: branch.reach)).x) { continue }
            var isUseful = true
            while isUseful, Int(branch.node) < firstLeaf {
                let four = measured(grandchildren(of: branch), from: point)
                isUseful = stack.push(four, useful: useful, butNext: &branch, to: way)
            }
            if isUseful { visit(Int(branch.first)..<Int(branch.end)) }
            way = -1
        }
    }

    /// Returns a settlement near a point, a good start for searches there, and prefetches its leaf.
    ///
    /// It descends to the nearest child at each level, without reading settlements.
    func start(at point: SurfaceVector) -> Int {
        let place = NodePoint(point)
        let firstLeaf = nodes.count / 2
        var here = root
        if isOdd { here = halves(of: here).0 }
        while Int(here.node) < firstLeaf {
            let four = measured(grandchildren(of: here), from: place)
            here = four[four.nearest()]
        }
        let offset = positions.offset + Int(here.first) * positions.recordSize
        let end = positions.offset + Int(here.end) * positions.recordSize
        for line in stride(from: offset, to: end, by: 64) { bytes.prefetch(line) }
        return Int(here.first &+ here.end) / 2
    }

    /// Prefetches a settlement's other records, which will be needed soon.
    @inline(__always)
    func prefetchFacts(_ settlement: Int) {
        bytes.prefetch(places.offset + settlement * places.recordSize)
        bytes.prefetch(belonging.offset + settlement * belonging.recordSize)
    }

    private var root: Branch {
        Branch(bound: 0, node: 0, first: 0, end: UInt32(truncatingIfNeeded: positions.count), reach: Self.anyReach)
    }

    /// Whether the tree has an odd number of levels, so that one is not part of a pair.
    private var isOdd: Bool { (nodes.count &+ 1).trailingZeroBitCount & 1 == 0 }

    private func halves(of branch: Branch) -> (Branch, Branch) {
        let middle = (branch.first &+ branch.end) / 2
        return (
            Branch(bound: 0, node: 1, first: branch.first, end: middle, reach: Self.anyReach),
            Branch(bound: 0, node: 2, first: middle, end: branch.end, reach: Self.anyReach)
        )
    }

    /// The maximum reach of a node that has not been read.
    private static let anyReach = Float(UInt16.max)

    /// Returns the square of a distance in metres, widened for comparison with ``NodePoint``'s distances, which are
    /// exact to a metre.
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

    /// Returns the four nodes two levels below, without distances.
    @inline(__always)
    private func grandchildren(of branch: Branch) -> Siblings {
        let middle = (branch.first &+ branch.end) / 2
        return Siblings(
            node: 4 &* branch.node &+ 3, first: branch.first, quarter: (branch.first &+ middle) / 2, middle: middle,
            threeQuarters: (middle &+ branch.end) / 2, end: branch.end)
    }

    /// Returns four adjacent nodes with their distances, reaches and countries.
    @inline(__always)
    private func measured(_ nodes: Siblings, from point: NodePoint) -> Siblings {
        let offset = self.nodes.offset + Int(nodes.node) * self.nodes.recordSize
        let size = self.nodes.recordSize
        let one = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt32>.self)
        let two = bytes.loadUnaligned(fromByteOffset: offset + size, as: SIMD4<UInt32>.self)
        let three = bytes.loadUnaligned(fromByteOffset: offset + 2 * size, as: SIMD4<UInt32>.self)
        let four = bytes.loadUnaligned(fromByteOffset: offset + 3 * size, as: SIMD4<UInt32>.self)
        // Each vector holds one field of all four nodes, with two 16-bit fields per word.
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

extension SettlementSearch {
    /// A node to visit.
    struct Branch {
        /// A lower bound in square metres of the distances to everything below.
        var bound: Float
        var node: UInt32
        /// The first of the settlements below.
        var first: UInt32
        var end: UInt32
        /// The maximum reach below, in metres.
        var reach: Float
    }

    /// Four adjacent nodes of the file: the grandchildren of a node.
    struct Siblings {
        /// The first of the four.
        let node: UInt32
        let first: UInt32
        let quarter: UInt32
        let middle: UInt32
        let threeQuarters: UInt32
        let end: UInt32
        var bounds = SIMD4<Float>(repeating: 0)
        var reaches = SIMD4<Float>(repeating: 0)
        var countries = SIMD4<UInt32>(repeating: 0)

        init(
            node: UInt32, first: UInt32, quarter: UInt32, middle: UInt32, threeQuarters: UInt32, end: UInt32
        ) {
            self.node = node
            self.first = first
            self.quarter = quarter
            self.middle = middle
            self.threeQuarters = threeQuarters
            self.end = end
        }

        /// Returns the index of the node that contains a settlement.
        @inline(__always)
        func number(holding index: Int) -> Int {
            index < Int(middle) ? index < Int(quarter) ? 0 : 1 : index < Int(threeQuarters) ? 2 : 3
        }

        /// Returns the index of the nearest of the chosen nodes.
        @inline(__always)
        func nearest(of chosen: SIMDMask<SIMD4<Int32>> = SIMDMask(repeating: true)) -> Int {
            let bounds = bounds.replacing(with: .infinity, where: .!chosen)
            let (left, right) = (min(bounds.x, bounds.y), min(bounds.z, bounds.w))
            return left <= right ? bounds.x <= bounds.y ? 0 : 1 : bounds.z <= bounds.w ? 2 : 3
        }

        @inline(__always)
        subscript(_ number: Int) -> Branch {
            switch number {
            case 0: Branch(bound: bounds.x, node: node, first: first, end: quarter, reach: reaches.x)
            case 1: Branch(bound: bounds.y, node: node &+ 1, first: quarter, end: middle, reach: reaches.y)
            case 2: Branch(bound: bounds.z, node: node &+ 2, first: middle, end: threeQuarters, reach: reaches.z)
            default: Branch(bound: bounds.w, node: node &+ 3, first: threeQuarters, end: end, reach: reaches.w)
            }
        }
    }

    /// Pending nodes: at most three for each of the 13 pairs of levels, and one for an odd level.
    struct Stack {
        private var waiting = InlineArray<44, Branch>(
            repeating: Branch(bound: 0, node: 0, first: 0, end: 0, reach: 0))
        private var height = 0
        /// Index into `CTRY`; -1 for any.
        private let country: UInt32

        init(country: Int) { self.country = country < 0 ? .max : UInt32(truncatingIfNeeded: country) }

        @inline(__always)
        mutating func push(_ branch: Branch) {
            waiting[unchecked: height] = branch
            height &+= 1
        }

        @inline(__always)
        mutating func pop() -> Branch? {
            guard height > 0 else { return nil }
            height &-= 1
            return waiting[unchecked: height]
        }

        /// Returns which of the four nodes are near enough and in the country.
        @inline(__always)
        private func chosen(_ four: Siblings, _ useful: (SIMD4<Float>) -> SIMD4<Float>) -> SIMDMask<SIMD4<Int32>> {
            let isNear = four.bounds .<= SettlementSearch.widened(useful(four.reaches))
            if country == .max { return isNear }
            let isOwn =
                (four.countries .== country) .| (four.countries .== UInt32(GazetteerFormat.mixedCountries))
            return isNear .& isOwn
        }

        /// Pushes the useful nodes except the next one to visit: the one that contains the hint, or else the nearest.
        ///
        /// - Returns: Whether there is a next node.
        @inline(__always)
        mutating func push(
            _ four: Siblings, useful: (SIMD4<Float>) -> SIMD4<Float>, butNext next: inout Branch, to settlement: Int
        ) -> Bool {
            var chosen = chosen(four, useful)
            if settlement < 0, chosen.isEmpty { return false }
            let first = settlement < 0 ? four.nearest(of: chosen) : four.number(holding: settlement)
            chosen = chosen .& (SIMD4<Int32>(0, 1, 2, 3) .!= Int32(truncatingIfNeeded: first))
            if !chosen.isEmpty {
                for number in 0..<4 where chosen[number] { push(four[number]) }
            }
            next = four[first]
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
}
