import Geo
import Synchronization

/// What was found at a point before its names are.
struct PointFinding {
    /// Equal for points with the same names.
    var key: UInt64
    /// Metres to the place that the names are taken from; NaN without one.
    var distance: Double
    /// The nearest border, where the form of the output shows it.
    var border: NearBorder?
}

/// Points of a file that are asked for together.
///
/// The more they are, the nearer to each other are those that follow each other along a curve through all of them, and what was
/// read for one is still in the processor's caches for the next: 150,000 points from all over the world take half the time of
/// 9,000 at a time.
// Unchecked because of the pointer: each piece of the work writes the findings of its own points, and whoever reads them waits
// for all pieces before.
final class PointGroup: @unchecked Sendable {
    /// The points in the pieces they came in.
    let batches: [TakenBatch]
    /// The number of the first point of each batch.
    let firsts: [Int]
    /// Where the points are; `nil` for those that cannot be used.
    let coordinates: [Coordinate?]
    /// The points that can be used, in the order of a space-filling curve.
    let order: [UInt32]

    private let failureList = Mutex<[Int: ToolError]>([:])
    private let abandonment = Atomic(false)
    private let findings: UnsafeMutablePointer<PointFinding?>

    init(_ batches: [TakenBatch]) {
        self.batches = batches
        var coordinates: [Coordinate?] = []
        coordinates.reserveCapacity(batches.reduce(0) { $0 + $1.coordinates.count })
        var firsts: [Int] = []
        for batch in batches {
            firsts.append(coordinates.count)
            coordinates += batch.coordinates
        }
        self.firsts = firsts
        self.coordinates = coordinates
        order = PlaceOrder.sorted(coordinates)
        findings = .allocate(capacity: coordinates.count)
        findings.initialize(repeating: nil, count: coordinates.count)
    }

    deinit {
        findings.deinitialize(count: coordinates.count)
        findings.deallocate()
    }

    /// What was found at a point; `nil` when nothing was.
    subscript(index: Int) -> PointFinding? {
        get {
            precondition(coordinates.indices.contains(index))
            return findings[index]
        }
        set {
            precondition(coordinates.indices.contains(index))
            findings[index] = newValue
        }
    }

    /// What went wrong at points.
    var failures: [Int: ToolError] { failureList.withLock { $0 } }

    /// Notes what went wrong at a point.
    func fail(_ index: Int, _ error: ToolError) { failureList.withLock { $0[index] = error } }

    /// Whether nobody waits for the findings any more.
    var isAbandoned: Bool { abandonment.load(ordering: .relaxed) }

    /// Tells those who look for findings that nobody waits for these any more.
    func abandon() { abandonment.store(true, ordering: .relaxed) }

    /// The order cut into pieces, enough for all threads, each with neighbours.
    func pieces(threads: Int) -> [Range<Int>] {
        let size = min(max(order.count / (8 * max(threads, 1)), 64), 4096)
        return stride(from: 0, to: order.count, by: size).map { $0..<min($0 + size, order.count) }
    }
}

/// Points that were taken apart for the first time.
struct TakenBatch: Sendable {
    /// The points.
    let batch: any PointBatch
    /// The points again, where taking them apart once more costs more than keeping them.
    let points: [InputPoint]?
    /// Where they are; `nil` for those that cannot be used.
    let coordinates: [Coordinate?]

    init(_ batch: any PointBatch) {
        var coordinates: [Coordinate?] = []
        var points: [InputPoint] = []
        batch.forEach { point in
            coordinates.append(try? point.position.get())
            if !batch.isCheap { points.append(point) }
        }
        self.batch = batch
        self.points = batch.isCheap ? nil : points
        self.coordinates = coordinates
    }

    /// Gives one point after the other to `body`.
    func forEach(_ body: (InputPoint) -> Void) {
        guard let points else { return batch.forEach(body) }
        for point in points { body(point) }
    }
}
