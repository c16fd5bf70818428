public import LKGeo
public import LKGeocoding
import LKThreads
import Synchronization

extension World {
    /// Looks up many points on all cores; see ``lookup(_:)-(Coordinate)``.
    ///
    /// The points are visited along a space-filling curve, which is twice as fast as a random order; the answers are in
    /// the order of the points. If the system refuses threads, the caller's thread does all the work.
    ///
    /// - Parameters:
    ///   - coordinates: The points.
    ///   - threads: The number of threads, including the caller's; `nil` for one per core.
    /// - Returns: An answer for each point, `nil` if nothing is near.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func lookup(_ coordinates: [Coordinate], threads: Int? = nil) throws(GeocodingError) -> [Answer?] {
        let workers = max(1, min(threads ?? SystemThread.processors, 256))
        // One worker takes all points in one order. Of several each gets several chunks, so that none waits long for the last
        // one; but large ones, so that neighbours share a chunk.
        let piece =
            workers == 1
            ? max(min(coordinates.count, 1 << 20), 1) : min(max(coordinates.count / (4 * workers), 4_096), 262_144)
        let count = (coordinates.count + piece - 1) / piece
        var failures = [GeocodingError?](repeating: nil, count: count)
        let answers = [Answer?](unsafeUninitializedCapacity: coordinates.count) { answers, filled in
            coordinates.withUnsafeBufferPointer { points in
                failures.withUnsafeMutableBufferPointer { failures in
                    let batch = Batch(points: points, answers: answers, failures: failures)
                    WorkerPool.run(pieces: count, workers: workers) { @Sendable number in
                        batch.lookUp(number, of: piece, in: self)
                    }
                }
            }
            // Plain numbers, so the elements of failed chunks need no deinitialization.
            filled = failures.contains { $0 != nil } ? 0 : coordinates.count
        }
        for failure in failures { if let failure { throw failure } }
        return answers
    }
}

/// The state shared by the workers of a batch.
// Unchecked because of the pointers: each chunk accesses its own elements, and the caller waits for all chunks.
private struct Batch: @unchecked Sendable {
    let points: UnsafeBufferPointer<Coordinate>
    let answers: UnsafeMutableBufferPointer<World.Answer?>
    let failures: UnsafeMutableBufferPointer<GeocodingError?>

    /// Prefetches a point and its answer, which are not near those of the previous point.
    @inline(__always)
    private func prefetch(_ index: Int) {
        UnsafeRawBufferPointer(points).prefetch(index &* MemoryLayout<Coordinate>.stride)
        UnsafeRawBufferPointer(answers).prefetch(index &* MemoryLayout<World.Answer?>.stride)
    }

    func lookUp(_ number: Int, of size: Int, in world: World) {
        let first = number * size
        let order = SpaceFillingCurve.order(
            UnsafeBufferPointer(rebasing: points[first..<min(first + size, points.count)]))
        do throws(GeocodingError) {
            try world.lookup(
                order.count, prefetch: { prefetch(first &+ Int(order[$0])) },
                point: { points[first &+ Int(order[$0])] },
                store: { answers[first &+ Int(order[$0])] = $1 })
        } catch {
            failures[number] = error
        }
    }
}

extension World {
    /// How many look-ups are begun before the ones before them are finished.
    ///
    /// In that time memory is read, and the nodes of so many descents fit the processor's first cache.
    private static let group = 8

    /// Looks up points that are near each other if their numbers are, each step for some points ahead of the next, so that
    /// what that reads is in the processor's caches.
    ///
    /// - Parameters:
    ///   - count: The number of points.
    ///   - prefetch: Receives the number of a point, and prefetches it.
    ///   - point: Receives the number of a point, and returns it.
    ///   - store: Receives the number of a point and its answer, in order.
    /// - Throws: `GeocodingError` with `dataDamaged`; the points before are stored.
    @inline(__always)
    fileprivate func lookup(
        _ count: Int, prefetch: (Int) -> Void, point: (Int) -> Coordinate, store: (Int, Answer?) -> Void
    ) throws(GeocodingError) {
        let group = Self.group
        // Of two groups, one begins while the other waits to be finished.
        let levels = UnsafeMutablePointer<SettlementSearch.Siblings>.allocate(
            capacity: 2 * (group + 1) * Descent.maximumLevels)
        let approaches = UnsafeMutablePointer<Approach>.allocate(capacity: 2)
        let pending = UnsafeMutablePointer<PendingLookup>.allocate(capacity: 2 * group)
        defer {
            pending.deallocate()
            approaches.deallocate()
            levels.deallocate()
        }
        for slot in 0..<2 * group {
            let descent = Descent(levels: levels + slot * Descent.maximumLevels, after: approaches + slot / group)
            (pending + slot).initialize(to: PendingLookup(descent: descent))
        }
        for half in 0..<2 {
            (approaches + half).initialize(to: Approach(levels: levels + (2 * group + half) * Descent.maximumLevels))
        }
        for number in 0..<min(2 * group, count) { prefetch(number) }
        for first in stride(from: 0, to: count + group, by: group) {
            let half = first / group & 1
            for number in first + group..<max(min(first + 2 * group, count), first + group) {
                let point = point(number)
                if hasBorders { borders.prefetchRoot(latitude: point.latitude, longitude: point.longitude) }
                if number + group < count { prefetch(number + group) }
            }
            if first < count {
                begin(
                    min(group, count - first), point: { point(first &+ $0) }, pending + half * group,
                    after: &approaches[half])
            }
            let before = pending + (1 - half) * group
            for number in max(first - group, 0)..<min(first, count) {
                store(number, try finish(before[number - (first - group)]))
            }
        }
        try checkIntact()
    }

    /// Returns the keys of the names of many points; see ``placeNameKey(at:)``.
    ///
    /// - Parameter coordinates: The points, best in an order in which consecutive points are near each other.
    /// - Returns: A key for each point; `nil` in files with too many settlements for a key of 64 bits.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func placeNameKeys(at coordinates: [Coordinate]) throws(GeocodingError) -> [PlaceNameKey]? {
        guard hasPlaceNameKeys else { return nil }
        var keys: [PlaceNameKey] = []
        keys.reserveCapacity(coordinates.count)
        var failure: GeocodingError?
        try lookup(
            coordinates.count, prefetch: { _ in }, point: { coordinates[$0] },
            store: { number, answer in
                do throws(GeocodingError) {
                    keys.append(try placeNameKey(of: answer, at: coordinates[number]))
                } catch {
                    failure = error
                }
            })
        if let failure { throw failure }
        return keys
    }
}

/// Threads that share the chunks of one job and end with it.
final class WorkerPool: Sendable {
    private let next = Atomic<Int>(0)
    private let busy = Atomic<Int>(0)
    private let finished = WakeDescriptor()
    private let pieces: Int
    private let work: @Sendable (Int) -> Void

    private init(pieces: Int, work: @escaping @Sendable (Int) -> Void) {
        self.pieces = pieces
        self.work = work
    }

    /// Processes all chunks, numbered from 0, and returns when they are done.
    ///
    /// The calling thread works as well, so the job is done even if the system refuses threads.
    ///
    /// - Parameters:
    ///   - pieces: The number of chunks.
    ///   - workers: The number of threads, including the calling one.
    ///   - work: Processes one chunk; all calls have returned when this function returns.
    static func run(pieces: Int, workers: Int, work: @escaping @Sendable (Int) -> Void) {
        let pool = WorkerPool(pieces: pieces, work: work)
        // Without a descriptor, waiting is impossible.
        let helpers = pool.finished.descriptor < 0 ? 0 : max(0, min(workers, pieces) - 1)
        for _ in 0..<helpers {
            pool.busy.add(1, ordering: .relaxed)
            let code = SystemThread.start("gazetteer") { @Sendable in
                pool.runPieces()
                pool.workerFinished()
            }
            if code != 0 {
                pool.busy.subtract(1, ordering: .relaxed)
                break
            }
        }
        pool.runPieces()
        while pool.busy.load(ordering: .acquiring) > 0 { _ = pool.finished.wait(until: nil) }
    }

    private func runPieces() {
        while true {
            let piece = next.add(1, ordering: .relaxed).oldValue
            guard piece < pieces else { return }
            work(piece)
        }
    }

    private func workerFinished() {
        busy.subtract(1, ordering: .releasing)
        finished.wake()
    }
}

/// An order in which consecutive points are mostly close on the ground, so that data read for one is still in the
/// processor's caches for the next.
///
/// The curve is that of Morton, "A computer oriented geodetic data base and a new technique in file sequencing", IBM
/// 1966: the bits of latitude and longitude, interleaved.
enum SpaceFillingCurve {
    /// Bits of a key: cells of 0.09° by 0.18°; finer ones are not faster with 235,000 settlements.
    private static let bits = 22
    private static let digit = 11

    /// Returns the indices of the points in curve order; O(*n*).
    static func order(_ points: UnsafeBufferPointer<Coordinate>) -> [UInt32] {
        var keys = [UInt64](repeating: 0, count: points.count)
        for index in points.indices { keys[index] = UInt64(key(points[index])) << 32 | UInt64(index) }
        var sorted = [UInt64](repeating: 0, count: points.count)
        for shift in stride(from: 32, to: 32 + bits, by: digit) {
            distribute(keys, into: &sorted, shift: shift)
            swap(&keys, &sorted)
        }
        return keys.map { UInt32(truncatingIfNeeded: $0) }
    }

    /// Performs one pass of a radix sort, which is stable.
    private static func distribute(_ keys: [UInt64], into sorted: inout [UInt64], shift: Int) {
        let mask = UInt64(1 << digit - 1)
        var next = [Int](repeating: 0, count: 1 << digit + 1)
        for key in keys { next[Int(key >> UInt64(shift) & mask) + 1] += 1 }
        for index in 1..<next.count { next[index] += next[index - 1] }
        for key in keys {
            let slot = Int(key >> UInt64(shift) & mask)
            sorted[next[slot]] = key
            next[slot] += 1
        }
    }

    static func key(_ point: Coordinate) -> UInt32 {
        let cells = Double(1 << (bits / 2))
        let row = UInt32(min((point.latitude + 90) / 180 * cells, cells - 1))
        let column = UInt32(min((point.longitude + 180) / 360 * cells, cells - 1))
        return spread(row) << 1 | spread(column)
    }

    /// Inserts a zero between the bits of a number below 65,536.
    private static func spread(_ number: UInt32) -> UInt32 {
        var bits = number
        bits = (bits | bits << 8) & 0x00FF_00FF
        bits = (bits | bits << 4) & 0x0F0F_0F0F
        bits = (bits | bits << 2) & 0x3333_3333
        return (bits | bits << 1) & 0x5555_5555
    }
}
