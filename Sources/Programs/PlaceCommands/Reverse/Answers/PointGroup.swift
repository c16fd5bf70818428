import LKCommandLine
import LKGeo
import LKSharedOptions
import Synchronization

/// Points of a file that are looked up together, in the order of a space-filling curve.
///
/// The more points, the closer each is to the next along the curve, and the more of what one look-up reads is still in the
/// processor's caches for the next: groups of 150,000 points from all over the world take half the time of groups of 9,000.
// Unchecked because of the pointer: each piece of the work writes the findings of its own points, and readers wait
// for all pieces before.
final class PointGroup: @unchecked Sendable {
    /// The points in the pieces they came in, without their coordinates.
    let batches: [ParsedBatch]
    /// The number of the first point of each batch.
    let firsts: [Int]
    /// The coordinate of each point; `nil` if it cannot be used.
    let coordinates: [Coordinate?]
    /// The points that can be used, in the order of a space-filling curve.
    let order: [UInt32]

    private let failureList = Mutex<[Int: ToolError]>([:])
    private let abandonment = Atomic(false)
    private let kinships: UnsafeMutablePointer<Kinship>
    /// `nil` if the output does not show borders.
    private let borders: UnsafeMutablePointer<NearBorder?>?

    /// Initially a key that no place has; the distance is NaN if there is none.
    private struct Kinship {
        var key = UInt64.max - 1
        var distance = Double.nan
    }

    init(_ batches: [ParsedBatch], withBorders: Bool) {
        var coordinates: [Coordinate?] = []
        coordinates.reserveCapacity(batches.reduce(0) { $0 + $1.coordinates.count })
        var firsts: [Int] = []
        for batch in batches {
            firsts.append(coordinates.count)
            coordinates += batch.coordinates
        }
        self.firsts = firsts
        self.batches = batches.map(\.withoutCoordinates)
        self.coordinates = coordinates
        order = PlaceOrder.sorted(coordinates)
        kinships = .allocate(capacity: coordinates.count)
        kinships.initialize(repeating: Kinship(), count: coordinates.count)
        borders = withBorders ? .allocate(capacity: coordinates.count) : nil
        borders?.initialize(repeating: nil, count: coordinates.count)
    }

    deinit {
        kinships.deallocate()
        borders?.deallocate()
    }

    /// Returns the result for a point, or `nil` if nothing was found.
    subscript(index: Int) -> (key: UInt64, figures: PointFigures)? {
        guard let coordinate = coordinates[index], kinships[index].key != Kinship().key else { return nil }
        let distance = kinships[index].distance
        let figures = PointFigures(
            coordinate: coordinate, distance: distance.isNaN ? nil : distance, border: borders?[index])
        return (kinships[index].key, figures)
    }

    /// Stores the result for a point.
    func keep(_ index: Int, _ kinship: PlaceKinship, _ border: NearBorder?) {
        precondition(coordinates.indices.contains(index))
        kinships[index] = Kinship(key: kinship.key, distance: kinship.distance ?? .nan)
        borders?[index] = border
    }

    /// The errors, by the index of the point.
    var failures: [Int: ToolError] { failureList.withLock { $0 } }

    /// Stores the error of a point.
    func fail(_ index: Int, _ error: ToolError) { failureList.withLock { $0[index] = error } }

    /// Whether the results are no longer needed.
    var isAbandoned: Bool { abandonment.load(ordering: .relaxed) }

    /// Stops the worker threads: the results are no longer needed.
    func abandon() { abandonment.store(true, ordering: .relaxed) }

    /// Returns the order cut into pieces of neighbouring points, enough of them for all threads.
    func pieces(threads: Int) -> [Range<Int>] {
        let size = min(max(order.count / (8 * max(threads, 1)), 64), 4096)
        return stride(from: 0, to: order.count, by: size).map { $0..<min($0 + size, order.count) }
    }
}

/// A batch of points after its first parse.
struct ParsedBatch: Sendable {
    /// The points.
    let batch: any PointBatch
    /// The parsed points, kept if parsing them again would cost more than keeping them.
    let points: [InputPoint]?
    /// The coordinates; `nil` for points that cannot be used.
    private(set) var coordinates: [Coordinate?]

    /// A copy without the coordinates, to save memory.
    var withoutCoordinates: ParsedBatch {
        var copy = self
        copy.coordinates = []
        return copy
    }

    init(_ batch: any PointBatch) {
        var coordinates: [Coordinate?] = []
        var points: [InputPoint] = []
        if batch.isCheap {
            batch.appendCoordinates(to: &coordinates)
        } else {
            batch.forEach { point in
                coordinates.append(point.entry.coordinate)
                points.append(point)
            }
        }
        self.batch = batch
        self.points = batch.isCheap ? nil : points
        self.coordinates = coordinates
    }

    /// Calls `body` with each point in order.
    func forEach(_ body: (InputPoint) -> Void) {
        guard let points else { return batch.forEach(body) }
        for point in points { body(point) }
    }
}

/// Sorts points so that neighbours in the list are near each other on the Earth.
enum PlaceOrder {
    private static let digit = 11

    /// Returns the indices of points that have a coordinate, along a curve that fills the plane (Morton, 1966); O(*n*).
    static func sorted(_ points: [Coordinate?]) -> [UInt32] {
        // Each key is 32 bits of position on the curve and 32 of index, so that integers can be sorted.
        var keys: [UInt64] = []
        keys.reserveCapacity(points.count)
        for (index, point) in points.enumerated() {
            guard let point else { continue }
            let north = UInt32((point.latitude + 90) * (65_535 / 180))
            let east = UInt32((point.longitude + 180) * (65_535 / 360))
            keys.append(UInt64(spread(north) << 1 | spread(east)) << 32 | UInt64(UInt32(truncatingIfNeeded: index)))
        }
        var sorted = [UInt64](repeating: 0, count: keys.count)
        for shift in stride(from: 32, to: 64, by: digit) {
            distribute(keys, into: &sorted, shift: UInt64(shift))
            swap(&keys, &sorted)
        }
        return keys.map { UInt32(truncatingIfNeeded: $0) }
    }

    /// Performs one stable counting-sort pass over one digit.
    private static func distribute(_ keys: [UInt64], into sorted: inout [UInt64], shift: UInt64) {
        var next = [Int](repeating: 0, count: 1 << digit + 1)
        let mask = UInt64(1 << digit - 1)
        for key in keys { next[Int(key >> shift & mask) + 1] += 1 }
        for index in 1..<next.count { next[index] += next[index - 1] }
        for key in keys {
            let value = Int(key >> shift & mask)
            sorted[next[value]] = key
            next[value] += 1
        }
    }

    /// Returns the lower 16 bits, interleaved with zeros.
    private static func spread(_ number: UInt32) -> UInt32 {
        var bits = (number | number << 8) & 0x00FF_00FF
        bits = (bits | bits << 4) & 0x0F0F_0F0F
        bits = (bits | bits << 2) & 0x3333_3333
        return (bits | bits << 1) & 0x5555_5555
    }
}
