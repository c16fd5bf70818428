import LKFormats

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
    let levels: UnsafeMutablePointer<SettlementSearch.Siblings>
    fileprivate(set) var height = 0
    /// The way that it continues; `nil` if it begins at the root.
    let approach: UnsafePointer<Approach>?

    /// The most levels: one for each of 13 pairs of the tree's, and one for an odd level.
    static let maximumLevels = 14

    /// Creates a descent in memory for ``maximumLevels``, which needs no initialization and must outlive the descent,
    /// as must the approach.
    init(levels: UnsafeMutablePointer<SettlementSearch.Siblings>, after approach: UnsafePointer<Approach>? = nil) {
        self.levels = levels
        self.approach = approach
    }

    /// Sets the point that the descent will lead to.
    @inline(__always)
    mutating func aim(at point: SurfaceVector) {
        self.point = point
        place = NodePoint(point)
    }

    /// Calls a function with an empty descent, whose memory is on the stack.
    @inline(__always)
    static func with<Result, Failure: Error>(
        _ body: (inout Descent) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeTemporaryAllocation(of: SettlementSearch.Siblings.self, capacity: maximumLevels) {
            (memory) throws(Failure) -> Result in
            // Never nil: the capacity is not zero.
            var descent = Descent(levels: memory.baseAddress.unsafelyUnwrapped)
            return try body(&descent)
        }
    }
}

/// The nodes from the root on that points near each other have in common, measured once for all of them.
struct Approach {
    /// The nodes on the way with their siblings, from the root down, measured from the box around the points.
    let levels: UnsafeMutablePointer<SettlementSearch.Siblings>
    fileprivate(set) var height = 0
    /// The node where the points part.
    fileprivate var end = SettlementSearch.Branch(node: 0, first: 0, end: 0)
    /// The least bound of the siblings of all levels, in square metres, and their greatest reach in metres: mostly these show
    /// that none of them matters.
    fileprivate(set) var bound = Float.infinity
    fileprivate(set) var reach: Float = 0

    /// Creates an approach in memory for ``Descent/maximumLevels``, which needs no initialization and must outlive the
    /// approach.
    init(levels: UnsafeMutablePointer<SettlementSearch.Siblings>) { self.levels = levels }
}

extension SettlementSearch {
    /// Finds the nodes that the descents to all points of a box have in common.
    ///
    /// - Parameters:
    ///   - box: The box around the points.
    ///   - approach: The nodes.
    func approach(_ box: PointBox, _ approach: inout Approach) {
        var here = root
        var level = approach.levels
        var (bound, reach) = (Float.infinity, Float(0))
        while here.node < firstLeaf {
            let four =
                here.node == 0 && isOdd ? children(of: here, from: box) : grandchildren(of: here, from: box)
            // As long as the box touches one node alone, that is the nearest for each of its points.
            let touched = (four.bounds .<= SIMD4<Float>.zero).bits
            guard touched != 0, touched & (touched &- 1) == 0 else { break }
            let number = UInt32(truncatingIfNeeded: touched.trailingZeroBitCount)
            var others = four
            others.passed = touched
            level.initialize(to: others)
            level += 1
            let isOther = SIMD4<Float>(0, 1, 2, 3) .!= SIMD4<Float>(repeating: Float(number))
            bound = min(bound, SIMD4(repeating: .infinity).replacing(with: four.bounds, where: isOther).min())
            reach = max(reach, SIMD4<Float>.zero.replacing(with: four.reaches, where: isOther).max())
            here = four.branch(number)
        }
        approach.height = level - approach.levels
        (approach.end, approach.bound, approach.reach) = (here, bound, reach)
    }

    private var root: Branch { Branch(node: 0, first: 0, end: UInt32(truncatingIfNeeded: positions.count)) }

    /// Finds the way from the root to the leaf nearest to a point.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - descent: The way.
    func descend(to point: SurfaceVector, _ descent: inout Descent) {
        descent.aim(at: point)
        descend(&descent)
    }

    /// Finds the way to the leaf nearest to a descent's point, and prefetches the leaf; reads no settlements.
    func descend(_ descent: inout Descent) {
        let place = descent.place
        var here = descent.approach?.pointee.end ?? root
        var level = descent.levels
        // A tree with an odd number of levels has one that is not part of a pair.
        if here.node == 0, isOdd { here = Self.step(children(of: here, from: place), &level) }
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
}
