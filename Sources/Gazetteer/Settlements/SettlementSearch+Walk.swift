extension SettlementSearch {
    /// Depth first, the nearest first, two levels of the tree at a time: four grandchildren are adjacent in the file and
    /// are measured at once.
    ///
    /// A caller who knows a settlement near the point saves most of the way down: its leaf comes first, then what is
    /// beside the way to it.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - hint: The index of a settlement near it, -1 for none.
    ///   - country: Index into `CTRY`: nodes that hold settlements of another one alone are skipped. -1 for any.
    ///   - useful: Gets the reaches of nodes in metres and says how near these must be to be of use, in metres.
    ///   - visit: Gets the indices of the settlements of a leaf.
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

    /// A settlement near a point, a good start for the searches there; its leaf is on its way into the caches.
    ///
    /// It is in the leaf that is reached by always going into the nearest node, which takes no reading of settlements.
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

    /// What is said of a settlement elsewhere in the file will be asked for soon.
    @inline(__always)
    func prefetchFacts(_ settlement: Int) {
        bytes.prefetch(places.offset + settlement * places.recordSize)
        bytes.prefetch(belonging.offset + settlement * belonging.recordSize)
    }

    private var root: Branch {
        Branch(bound: 0, node: 0, first: 0, end: UInt32(truncatingIfNeeded: positions.count), reach: Self.anyReach)
    }

    /// Whether the tree has an odd number of steps, so that there is one that is not a pair of them.
    private var isOdd: Bool { (nodes.count &+ 1).trailingZeroBitCount & 1 == 0 }

    private func halves(of branch: Branch) -> (Branch, Branch) {
        let middle = (branch.first &+ branch.end) / 2
        return (
            Branch(bound: 0, node: 1, first: branch.first, end: middle, reach: Self.anyReach),
            Branch(bound: 0, node: 2, first: middle, end: branch.end, reach: Self.anyReach)
        )
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
    private func grandchildren(of branch: Branch) -> Siblings {
        let middle = (branch.first &+ branch.end) / 2
        return Siblings(
            node: 4 &* branch.node &+ 3, first: branch.first, quarter: (branch.first &+ middle) / 2, middle: middle,
            threeQuarters: (middle &+ branch.end) / 2, end: branch.end)
    }

    /// Four neighbouring nodes with their distances, reaches and countries.
    @inline(__always)
    private func measured(_ nodes: Siblings, from point: NodePoint) -> Siblings {
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

extension SettlementSearch {
    /// A node that is to be looked into.
    struct Branch {
        /// Square metres, hardly more than those to anything below.
        var bound: Float
        var node: UInt32
        /// The settlements below.
        var first: UInt32
        var end: UInt32
        /// The greatest reach below, metres.
        var reach: Float
    }

    /// Four adjacent nodes of the file: the grandchildren of one.
    struct Siblings {
        /// The first of them.
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

        /// The one with that settlement.
        @inline(__always)
        func number(holding index: Int) -> Int {
            index < Int(middle) ? index < Int(quarter) ? 0 : 1 : index < Int(threeQuarters) ? 2 : 3
        }

        /// The nearest of some.
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

    /// What waits: at most three for each pair of levels, of which there are 13, and one for an odd level.
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

        /// Those of four that are near enough and of the country.
        @inline(__always)
        private func chosen(_ four: Siblings, _ useful: (SIMD4<Float>) -> SIMD4<Float>) -> SIMDMask<SIMD4<Int32>> {
            let isNear = four.bounds .<= SettlementSearch.widened(useful(four.reaches))
            if country == .max { return isNear }
            let isOwn =
                (four.countries .== country) .| (four.countries .== UInt32(GazetteerFormat.mixedCountries))
            return isNear .& isOwn
        }

        /// Puts away those of four that are of use but the one that is to be looked into next: the one with a settlement, or
        /// without one the nearest.
        ///
        /// - Returns: Whether there is such a one.
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
    /// Whether no lane is set.
    @inline(__always)
    var isEmpty: Bool {
        let halves = unsafeBitCast(self, to: SIMD2<UInt64>.self)
        return halves.x | halves.y == 0
    }
}
