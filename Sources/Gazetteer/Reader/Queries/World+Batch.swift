public import Geo
public import Geocoding
internal import Threads

extension World {
    /// What many points belong to, found by all cores; see ``lookup(_:)-(Coordinate)``.
    ///
    /// The points are visited in an order in which neighbours follow each other, which is twice as fast as a random one;
    /// the answers come in the order of the points. The call returns when all are found. Where the system refuses
    /// threads the caller's does all the work.
    ///
    /// - Parameters:
    ///   - coordinates: The points.
    ///   - threads: How many work at once, the caller's among them; `nil` for one a core.
    /// - Returns: An answer a point, `nil` where nothing is near.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func lookup(_ coordinates: [Coordinate], threads: Int? = nil) throws(GeocodingError) -> [Answer?] {
        let workers = max(1, min(threads ?? SystemThread.processors, 256))
        // Several pieces a worker, so that none waits long for the last; but large, so that neighbours meet in one.
        let piece = min(max(coordinates.count / (4 * workers), 4_096), 262_144)
        let count = (coordinates.count + piece - 1) / piece
        var failures = [GeocodingError?](repeating: nil, count: count)
        let answers = [Answer?](unsafeUninitializedCapacity: coordinates.count) { answers, filled in
            answers.initialize(repeating: nil)
            coordinates.withUnsafeBufferPointer { points in
                failures.withUnsafeMutableBufferPointer { failures in
                    let batch = Batch(points: points, answers: answers, failures: failures)
                    WorkerCrew.run(pieces: count, workers: workers) { @Sendable number in
                        batch.lookUp(number, of: piece, in: self)
                    }
                }
            }
            filled = coordinates.count
        }
        for failure in failures { if let failure { throw failure } }
        return answers
    }
}

/// What the workers of a batch share.
// Unchecked because of the pointers: each piece reads and writes places of its own, and the caller waits for all.
private struct Batch: @unchecked Sendable {
    let points: UnsafeBufferPointer<Coordinate>
    let answers: UnsafeMutableBufferPointer<World.Answer?>
    let failures: UnsafeMutableBufferPointer<GeocodingError?>

    func lookUp(_ number: Int, of size: Int, in world: World) {
        let first = number * size
        let points = UnsafeBufferPointer(rebasing: self.points[first..<min(first + size, self.points.count)])
        do throws(GeocodingError) {
            // The settlement of the point before is near.
            var hint = -1
            for index in SpaceFillingCurve.order(points) {
                let answer = try world.lookup(points[Int(index)], near: hint)
                if let answer, answer.settlementIndex >= 0 { hint = Int(answer.settlementIndex) }
                answers[first + Int(index)] = answer
            }
        } catch {
            failures[number] = error
        }
    }
}
