package import LKLifetime
package import LKMetadata
import LKThreads
import Synchronization

/// Writes metadata to photos.
///
/// At any moment each photo is either the old or the new one, and every change can be undone.
///
/// ```swift
/// let run = TaggingRun()
/// for outcome in await run.write(edits) { print(outcome) }
/// await run.finish()
/// ```
///
/// A photo that fails is not changed, and the rest are written. A photo with an outcome is durable. The folders'
/// journals contain what ``TaggingJournal/undo(_:in:options:)`` needs, and lock them: a second run gets
/// ``TaggingError/Code/busy`` for the same photos. The next run cleans up after an interrupted one; to continue it,
/// plan and run again: photos already written are unchanged.
///
/// SIGTERM and SIGINT let the current photos finish if the program has called `TaskCompletion.setUp`.
package final class TaggingRun: Sendable {
    /// The number of photos that are worth being written together.
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

    /// Unlocks the folders; the run can be used again afterwards.
    ///
    /// This also happens when the run is deallocated.
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

        /// The files of which names were detached; copies of the options share it.
        let detached = DetachedFiles()

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
