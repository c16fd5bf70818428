public import Geo
public import Geocoding
internal import Synchronization
internal import Threads

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
        // Several chunks per worker, so that none waits long for the last one; but large, so that neighbours share a
        // chunk.
        let piece = min(max(coordinates.count / (4 * workers), 4_096), 262_144)
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

    /// How many points ahead to prefetch: processing a point takes longer than a memory read.
    private static let lead = 4

    /// Prefetches a point and its answer, which are not near those of the previous point.
    @inline(__always)
    private func prefetch(_ index: Int, of points: UnsafeBufferPointer<Coordinate>, _ first: Int) {
        UnsafeRawBufferPointer(points).prefetch(index * MemoryLayout<Coordinate>.stride)
        UnsafeRawBufferPointer(answers).prefetch((first + index) * MemoryLayout<World.Answer?>.stride)
    }

    func lookUp(_ number: Int, of size: Int, in world: World) {
        let first = number * size
        let points = UnsafeBufferPointer(rebasing: self.points[first..<min(first + size, self.points.count)])
        do throws(GeocodingError) {
            // The previous point's settlement is nearby.
            var hint = -1
            let order = SpaceFillingCurve.order(points)
            for position in order.indices {
                if position + Self.lead < order.count { prefetch(Int(order[position + Self.lead]), of: points, first) }
                let index = order[position]
                let answer = try world.lookup(points[Int(index)], near: hint)
                if let answer, answer.settlementIndex >= 0 { hint = Int(answer.settlementIndex) }
                answers[first + Int(index)] = answer
            }
        } catch {
            failures[number] = error
        }
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

    /// One pass of a radix sort, which is stable.
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
