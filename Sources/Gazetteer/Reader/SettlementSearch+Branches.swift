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

    /// Four nodes that lie side by side in the file: the grandchildren of one.
    struct Four {
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
        func holding(_ index: Int) -> Branch {
            index < Int(middle)
                ? index < Int(quarter) ? self[0] : self[1] : index < Int(threeQuarters) ? self[2] : self[3]
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
        private func chosen(_ four: Four, _ useful: (SIMD4<Float>) -> SIMD4<Float>) -> SIMDMask<SIMD4<Int32>> {
            let isNear = four.bounds .<= SettlementSearch.widened(useful(four.reaches))
            if country == .max { return isNear }
            let isOwn =
                (four.countries .== country) .| (four.countries .== UInt32(GazetteerFormat.mixedCountries))
            return isNear .& isOwn
        }

        /// Puts away those of four that are of use but one, which has been.
        @inline(__always)
        mutating func push(_ four: Four, useful: (SIMD4<Float>) -> SIMD4<Float>, except node: UInt32) {
            let chosen = chosen(four, useful)
            for number in 0..<4 where chosen[number] && four.node &+ UInt32(truncatingIfNeeded: number) != node {
                push(four[number])
            }
        }

        /// Puts away those of four that are of use but the nearest, which is to be looked into next.
        ///
        /// - Returns: Whether any is.
        @inline(__always)
        mutating func push(
            _ four: Four, useful: (SIMD4<Float>) -> SIMD4<Float>, butNearest nearest: inout Branch
        ) -> Bool {
            let chosen = chosen(four, useful)
            var isFirst = true
            for number in 0..<4 where chosen[number] {
                let branch = four[number]
                if isFirst {
                    nearest = branch
                    isFirst = false
                } else if branch.bound < nearest.bound {
                    push(nearest)
                    nearest = branch
                } else {
                    push(branch)
                }
            }
            return !isFirst
        }
    }
}
