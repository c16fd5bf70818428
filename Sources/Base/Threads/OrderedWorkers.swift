/// Runs work items on several threads and returns the results in order of submission.
///
/// One thread submits work and fetches results; it bounds memory by checking ``underWay`` before submitting more.
/// Threads are started on demand. If the system refuses the first thread, the submitting thread does the work.
package final class OrderedWorkers<Work: Sendable, Result: Sendable> {
    /// The maximum number of threads.
    package let count: Int

    /// The number of results not fetched yet.
    package private(set) var underWay = 0

    private struct State: Sendable {
        var waiting: [(number: Int, work: Work)] = []
        var results: [Int: Result] = [:]
        var idle = 0
        var running = 0
        var isClosed = false
    }

    private let name: String
    private let makeWorker: @Sendable () -> (Work) -> Result
    private let shared = Monitor(State())
    private var submitted = 0
    private var started = 0
    private var isRefused = false
    private var own: ((Work) -> Result)?

    /// Creates the pool without starting threads.
    ///
    /// - Parameters:
    ///   - count: The maximum number of threads; with 0 the submitting thread does the work.
    ///   - name: Their name for debuggers; at most 15 bytes.
    ///   - makeWorker: Called once on each thread to make its worker.
    package init(count: Int, name: String, makeWorker: @escaping @Sendable () -> (Work) -> Result) {
        self.count = count
        self.name = name
        self.makeWorker = makeWorker
    }

    deinit { close() }

    /// Submits a work item.
    package func submit(_ work: Work) {
        startThreadIfNeeded()
        let number = submitted
        submitted += 1
        underWay += 1
        if started > 0 { return shared.change { $0.waiting.append((number, work)) } }
        let worker = own ?? makeWorker()
        own = worker
        let result = worker(work)
        shared.change { $0.results[number] = result }
    }

    /// Waits for the result of the oldest work item; `nil` when there is none.
    package func next() -> Result? {
        guard underWay > 0 else { return nil }
        let number = submitted - underWay
        underWay -= 1
        return shared.wait { $0.results.removeValue(forKey: number) }
    }

    /// Drops work that has not started, waits for the rest, and ends the threads.
    package func close() {
        shared.change { state in
            state.isClosed = true
            state.waiting.removeAll()
        }
        shared.wait { $0.running == 0 ? () : nil }
        underWay = 0
    }

    private func startThreadIfNeeded() {
        guard started < count, !isRefused, shared.change({ $0.idle <= $0.waiting.count }) else { return }
        shared.change { $0.running += 1 }
        let (shared, makeWorker) = (shared, makeWorker)
        let code = SystemThread.start(name) { @Sendable in Self.run(shared, makeWorker) }
        if code == 0 {
            started += 1
        } else {
            shared.change { $0.running -= 1 }
            // Continue with the threads already started.
            isRefused = true
        }
    }

    private static func run(_ shared: Monitor<State>, _ makeWorker: @Sendable () -> (Work) -> Result) {
        let worker = makeWorker()
        while true {
            shared.change { $0.idle += 1 }
            let work: (number: Int, work: Work)? = shared.wait { state in
                if state.isClosed { return .some(nil) }
                return state.waiting.isEmpty ? nil : .some(state.waiting.removeFirst())
            }
            shared.change { $0.idle -= 1 }
            guard let work else { break }
            let result = worker(work.work)
            shared.change { $0.results[work.number] = result }
        }
        shared.change { $0.running -= 1 }
    }
}
