package import LKMetadata
package import LKLifetime
import Synchronization
import LKThreads

/// Writes metadata to photos.
///
/// At any moment each photo is either the old or the new one, and every change can be undone.
///
/// ```swift
/// let run = TaggingRun()
/// for await outcome in run.outcomes(of: edits) { print(outcome) }
/// ```
///
/// A photo that fails is not changed, and the rest are written. A photo with an outcome is durable. The folders'
/// journals contain what ``TaggingJournal/undo(_:in:options:)`` needs, and lock them: a second run gets
/// ``TaggingError/Code/busy`` for the same photos. The next run cleans up after an interrupted one; to continue it,
/// plan and run again: photos already written are unchanged.
///
/// SIGTERM and SIGINT let the current photos finish if the program has called `TaskCompletion.setUp`.
package final class TaggingRun: Sendable {
    /// Maximum number of photos that `outcomes(of:)` writes at a time.
    package static let batchCount = 256

    private let thread: TaggingThread<PhotoWriter>

    /// Creates a run; nothing is opened yet.
    ///
    /// - Parameter options: How photos are written.
    package init(options: Options = Options()) { thread = TaggingThread("locate-tagging", PhotoWriter(options)) }

    /// Writes photos; all of them are durable on return.
    ///
    /// Many photos per call are more efficient, because they are made durable together. If the caller's task is
    /// cancelled, the current photos are finished and the rest are ``PhotoOutcome/Action/notBegun``.
    ///
    /// - Parameter edits: The edits.
    /// - Returns: An outcome for each, in the same order.
    package func write(_ edits: [PhotoEdit]) async -> [PhotoOutcome] {
        await thread.run { writer, isCanceled in writer.write(edits, isCanceled: isCanceled) }
    }

    /// Writes photos in batches while they are planned, and returns their outcomes.
    ///
    /// The plan is read as outcomes are requested, so that memory does not grow with the number of photos. An outcome
    /// is available once its batch is full or the plan has ended; for photos that arrive rarely and one by one, use
    /// ``write(_:)``.
    ///
    /// - Parameter edits: The edits.
    /// - Returns: The outcomes, in the same order.
    package func outcomes<Edits: AsyncSequence>(of edits: Edits) -> TaggingOutcomes<Edits>
    where Edits.Element == PhotoEdit, Edits.Failure == Never { TaggingOutcomes(run: self, edits: edits) }

    /// Writes photos in batches, and returns their outcomes.
    ///
    /// - Parameter edits: The edits.
    /// - Returns: The outcomes, in the same order.
    package func outcomes<Edits: Sequence & Sendable>(of edits: Edits) -> TaggingOutcomes<AsyncEdits<Edits>>
    where Edits.Element == PhotoEdit { outcomes(of: AsyncEdits(edits: edits)) }

    /// Unlocks the folders; the run can be used again afterwards.
    ///
    /// This also happens at the end of `outcomes(of:)` and when the run is deallocated.
    package func finish() async { await thread.run { writer, _ in writer.close() } }
}

extension TaggingRun {
    /// How photos are written.
    package struct Options: Sendable {
        package typealias HardLinks = PhotoFolder.HardLinks

        /// The number of photos written concurrently; the number of processors by default.
        package var jobs = SystemThread.processors

        /// Whether photos keep their modification time; `false` by default, so that backups notice the change.
        package var keepsModificationTime = false

        /// How to treat a photo with several hard links.
        package var hardLinks = HardLinks.refuse

        /// The minimum size in bytes of files that are changed in place, if that is safe, instead of being copied; 64
        /// MiB by default.
        package var inPlaceSize = 64 << 20

        /// Tracks work that must finish before the process ends.
        package var completion = TaskCompletion.shared

        /// Compares new content with the photo that it will replace; an error it throws is the failure of the photo.
        package typealias Check = (_ change: FileChange, _ patch: FilePatch) throws -> Void

        /// Creates the check for each thread.
        package var makeCheck: (@Sendable () -> Check)?

        /// Called with the path of a file after its last check, before it is replaced or removed: tests use it to act
        /// as another program.
        package var willReplace: (@Sendable (String) -> Void)?

        /// Creates the default options.
        package init() {}
    }
}

/// The outcomes of photos, in the order of the plan.
package struct TaggingOutcomes<Edits: AsyncSequence>: AsyncSequence
where Edits.Element == PhotoEdit, Edits.Failure == Never {
    /// An outcome.
    package typealias Element = PhotoOutcome
    /// Never thrown: a failure is part of an outcome.
    package typealias Failure = Never

    let run: TaggingRun
    let edits: Edits

    /// Reads the plan and writes.
    package struct Iterator: AsyncIteratorProtocol {
        let run: TaggingRun
        var edits: Edits.AsyncIterator
        var outcomes: ArraySlice<PhotoOutcome> = []

        /// Returns the next photo's outcome.
        ///
        /// - Parameter actor: The caller's actor.
        /// - Returns: `nil` once the plan has ended.
        package mutating func next(isolation actor: isolated (any Actor)?) async -> PhotoOutcome? {
            if let next = outcomes.popFirst() { return next }
            var batch: [PhotoEdit] = []
            while batch.count < TaggingRun.batchCount, let edit = await edits.next(isolation: actor) {
                batch.append(edit)
            }
            guard !batch.isEmpty else {
                await run.finish()
                return nil
            }
            outcomes = await run.write(batch)[...]
            return outcomes.popFirst()
        }
    }

    /// Starts writing; each iteration of the sequence writes again.
    package func makeAsyncIterator() -> Iterator { Iterator(run: run, edits: edits.makeAsyncIterator()) }
}

/// An asynchronous sequence of edits already planned.
package struct AsyncEdits<Edits: Sequence & Sendable>: AsyncSequence, Sendable where Edits.Element == PhotoEdit {
    /// A planned edit.
    package typealias Element = PhotoEdit
    /// It never fails.
    package typealias Failure = Never

    let edits: Edits

    /// Returns one edit after the other.
    package struct Iterator: AsyncIteratorProtocol {
        var edits: Edits.Iterator

        /// Returns the next edit.
        ///
        /// - Parameter actor: The caller's actor.
        /// - Returns: `nil` after the last.
        package mutating func next(isolation actor: isolated (any Actor)?) async -> PhotoEdit? { edits.next() }
    }

    /// Starts with the first edit.
    package func makeAsyncIterator() -> Iterator { Iterator(edits: edits.makeIterator()) }
}

/// The progress of a run, its rate, and the estimated time left.
package struct TaggingProgress: Sendable {
    /// The total number of photos; `nil` if not known yet.
    package var total: Int?

    /// The number of photos with an outcome.
    package private(set) var done = 0

    /// The number of failures.
    package private(set) var failed = 0

    private let began: MonotonicInstant
    private var now: MonotonicInstant

    /// Starts counting.
    ///
    /// - Parameter total: The total number of photos, if known.
    package init(total: Int? = nil) { self.init(total: total, now: .now) }

    init(total: Int?, now: MonotonicInstant) {
        self.total = total
        began = now
        self.now = now
    }

    /// Counts an outcome.
    ///
    /// - Parameter outcome: The outcome for a photo.
    package mutating func count(_ outcome: PhotoOutcome) { count(outcome, now: .now) }

    mutating func count(_ outcome: PhotoOutcome, now: MonotonicInstant) {
        self.now = max(self.now, now)
        if outcome.action == .notBegun { return }
        done += 1
        if outcome.error != nil { failed += 1 }
    }

    /// Photos per second since the start; `nil` until it can be estimated.
    package var rate: Double? {
        let seconds = (now - began) / .seconds(1)
        return done > 0 && seconds > 0 ? Double(done) / seconds : nil
    }

    /// The estimated time for the rest at the same rate.
    package var timeLeft: Duration? {
        guard let rate, let total else { return nil }
        return .seconds(Double(max(0, total - done)) / rate)
    }
}

/// Runs blocking work with a value on a dedicated thread, for callers that must not block.
final class TaggingThread<State>: Sendable {
    private let thread: SerialThread
    private let state: Mutex<State>

    init(_ name: String, _ state: consuming sending State) {
        thread = SerialThread(name)
        self.state = Mutex(state)
    }

    /// Runs `body` with the value, and waits for it without blocking the caller's thread.
    ///
    /// - Parameter body: The work; its second argument returns whether the caller's task has been cancelled.
    /// - Returns: The result of `body`.
    func run<Result: Sendable>(
        _ body: @escaping @Sendable (inout sending State, _ isCanceled: @Sendable () -> Bool) -> Result
    ) async -> Result {
        let cancellation = Cancellation()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Dropped before the caller continues, so that files and locks are released with the caller's last reference.
                let owner = Owner(self)
                let work = { @Sendable in
                    continuation.resume(returning: owner.consume { $0.perform(body, cancellation) })
                }
                // If no thread can be started, blocking is better than not doing the work.
                if thread.run(work) != 0 { work() }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    private func perform<Result: Sendable>(
        _ body: @escaping @Sendable (inout sending State, _ isCanceled: @Sendable () -> Bool) -> Result,
        _ cancellation: Cancellation
    ) -> Result {
        state.withLock { state in body(&state) { @Sendable in cancellation.isCanceled } }
    }

    private final class Owner: Sendable {
        private let thread: Mutex<TaggingThread?>

        init(_ thread: TaggingThread) { self.thread = Mutex(thread) }

        /// Calls `body` with the thread and drops the reference to it; once.
        func consume<Result: Sendable>(_ body: (TaggingThread) -> Result) -> Result {
            let thread = thread.withLock { thread in
                defer { thread = nil }
                return thread
            }
            guard let thread else { preconditionFailure("a piece of work is done once") }
            return body(thread)
        }
    }
}

/// A cancellation flag of a task, readable from other threads.
private final class Cancellation: Sendable {
    private let flag = Atomic(false)

    var isCanceled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }
}
