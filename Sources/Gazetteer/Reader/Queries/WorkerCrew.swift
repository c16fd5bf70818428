internal import Synchronization
internal import Threads

/// Threads that share out the pieces of one job, and end with it.
final class WorkerCrew: Sendable {
    private let next = Atomic<Int>(0)
    private let busy = Atomic<Int>(0)
    private let finished = WakeDescriptor()
    private let pieces: Int
    private let work: @Sendable (Int) -> Void

    private init(pieces: Int, work: @escaping @Sendable (Int) -> Void) {
        self.pieces = pieces
        self.work = work
    }

    /// Does all pieces, numbered from 0, and returns when they are done.
    ///
    /// The calling thread works as well, so that the job is done even where the system refuses threads.
    ///
    /// - Parameters:
    ///   - pieces: How many there are.
    ///   - workers: How many threads work, the calling one among them.
    ///   - work: Does one piece; all calls have returned when this returns.
    static func run(pieces: Int, workers: Int, work: @escaping @Sendable (Int) -> Void) {
        let crew = WorkerCrew(pieces: pieces, work: work)
        // Without a descriptor there is nothing to wait with.
        let helpers = crew.finished.descriptor < 0 ? 0 : max(0, min(workers, pieces) - 1)
        for _ in 0..<helpers {
            crew.busy.add(1, ordering: .relaxed)
            let code = SystemThread.start("gazetteer") { @Sendable in
                crew.labour()
                crew.leave()
            }
            if code != 0 {
                crew.busy.subtract(1, ordering: .relaxed)
                break
            }
        }
        crew.labour()
        while crew.busy.load(ordering: .acquiring) > 0 { _ = crew.finished.wait(until: nil) }
    }

    private func labour() {
        while true {
            let piece = next.add(1, ordering: .relaxed).oldValue
            guard piece < pieces else { return }
            work(piece)
        }
    }

    private func leave() {
        busy.subtract(1, ordering: .releasing)
        finished.wake()
    }
}
