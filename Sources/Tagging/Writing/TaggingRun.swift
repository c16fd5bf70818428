package import Metadata
public import Persistence
import Threads

/// Writes positions and places into photos, so that each is at any moment the old one or the new one, and can be undone.
///
/// ```swift
/// let run = TaggingRun()
/// for await outcome in run.outcomes(of: edits) { print(outcome) }
/// ```
///
/// A photo whose write fails is as it was, and the rest are written. An outcome means that the file is durable. The folders' journals have what
/// ``TaggingJournal/undo(_:in:options:)`` needs, and lock them: a second run gets ``TaggingError/Code/busy`` for the same photos. What an
/// interrupted run has left is cleared away by the next; to continue it, plan and run again: what is written already is unchanged.
///
/// SIGTERM and SIGINT finish the photos under way, where the program has called `TaskCompletion.setUp`.
public final class TaggingRun: Sendable {
    /// The most photos that `outcomes(of:)` writes at a time.
    public static let batchCount = 256

    private let thread: TaggingThread<PhotoWriter>

    /// Begins a run; nothing is opened yet.
    ///
    /// - Parameter options: How photos are written.
    public init(options: Options = Options()) { thread = TaggingThread("locate-tagging", PhotoWriter(options)) }

    /// Writes some photos, all of which are durable when this returns.
    ///
    /// Many at a time cost less than one after the other, because they are made durable together. When the caller's task
    /// is cancelled, photos under way are finished and the rest are ``PhotoOutcome/Action/notBegun``.
    ///
    /// - Parameter edits: What is to be written.
    /// - Returns: An outcome for each, in the same order.
    public func write(_ edits: [PhotoEdit]) async -> [PhotoOutcome] {
        await thread.run { writer, isCanceled in writer.write(edits, isCanceled: isCanceled) }
    }

    /// Writes photos as they are planned, in batches, and tells what became of each.
    ///
    /// The plan is read as outcomes are taken, so that memory does not grow with the number of photos. An outcome comes
    /// when its batch is full or the plan has ended; where photos come one by one and far between, use ``write(_:)``.
    ///
    /// - Parameter edits: What is to be written.
    /// - Returns: The outcomes, in the same order.
    public func outcomes<Edits: AsyncSequence>(of edits: Edits) -> TaggingOutcomes<Edits>
    where Edits.Element == PhotoEdit, Edits.Failure == Never { TaggingOutcomes(run: self, edits: edits) }

    /// Writes photos, in batches, and tells what became of each.
    ///
    /// - Parameter edits: What is to be written.
    /// - Returns: The outcomes, in the same order.
    public func outcomes<Edits: Sequence & Sendable>(of edits: Edits) -> TaggingOutcomes<AsyncEdits<Edits>>
    where Edits.Element == PhotoEdit { outcomes(of: AsyncEdits(edits: edits)) }

    /// Unlocks the folders; the run can be continued afterwards.
    ///
    /// The end of `outcomes(of:)` does that, and so does the end of the run's life.
    public func finish() async { await thread.run { writer, _ in writer.close() } }
}

extension TaggingRun {
    /// How photos are written.
    public struct Options: Sendable {
        /// What happens to a photo that has several names on the disk.
        public enum HardLinks: Sendable {
            /// It is left alone, and said to be unsafe.
            case refuse
            /// The name that was given gets the new content, the other names keep the old one.
            case detach
        }

        /// How many photos are written at the same time; as many as there are processors.
        public var jobs = SystemThread.processors

        /// Whether photos keep their time of modification; `false`, so that backups notice the change.
        public var keepsModificationTime = false

        /// What happens to a photo that has several names on the disk.
        public var hardLinks = HardLinks.refuse

        /// From how many bytes on a file is changed in place where that is safe, rather than copied; 64 MiB.
        public var inPlaceSize = 64 << 20

        /// Knows what must be finished before the process ends.
        public var completion = TaskCompletion.shared

        /// Compares new content with the photo that it will replace; what it throws is the photo's failure.
        package typealias Check = (_ change: FileChange, _ patch: FilePatch) throws -> Void

        /// Makes the check for each thread.
        package var makeCheck: (@Sendable () -> Check)?

        /// Is told the path of a file after the last look at it, before it is replaced or removed: tests act as another program then.
        package var willReplace: (@Sendable (String) -> Void)?

        /// The defaults.
        public init() {}
    }
}

/// The outcomes of photos, in the order of the plan.
public struct TaggingOutcomes<Edits: AsyncSequence>: AsyncSequence
where Edits.Element == PhotoEdit, Edits.Failure == Never {
    /// An outcome.
    public typealias Element = PhotoOutcome
    /// A failure is a photo's own.
    public typealias Failure = Never

    let run: TaggingRun
    let edits: Edits

    /// Reads the plan and writes.
    public struct Iterator: AsyncIteratorProtocol {
        let run: TaggingRun
        var edits: Edits.AsyncIterator
        var outcomes: ArraySlice<PhotoOutcome> = []

        /// The next photo's outcome.
        ///
        /// - Parameter actor: The caller's.
        /// - Returns: `nil` once the plan has ended.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> PhotoOutcome? {
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

    /// Begins to write; a sequence is written as often as it is read.
    public func makeAsyncIterator() -> Iterator { Iterator(run: run, edits: edits.makeAsyncIterator()) }
}

/// Edits that are planned already.
public struct AsyncEdits<Edits: Sequence & Sendable>: AsyncSequence, Sendable where Edits.Element == PhotoEdit {
    /// A planned edit.
    public typealias Element = PhotoEdit
    /// Nothing fails.
    public typealias Failure = Never

    let edits: Edits

    /// Gives one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        var edits: Edits.Iterator

        /// The next one.
        ///
        /// - Parameter actor: The caller's.
        /// - Returns: `nil` after the last.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> PhotoEdit? { edits.next() }
    }

    /// Begins with the first.
    public func makeAsyncIterator() -> Iterator { Iterator(edits: edits.makeIterator()) }
}

/// Progress of a run, its rate, and the time it has left.
public struct TaggingProgress: Sendable {
    /// How many photos there are; `nil` if that is not known yet.
    public var total: Int?

    /// How many have an outcome.
    public private(set) var done = 0

    /// How many of them failed.
    public private(set) var failed = 0

    private let began: MonotonicInstant
    private var now: MonotonicInstant

    /// Begins to count.
    ///
    /// - Parameter total: How many photos there are, where that is known.
    public init(total: Int? = nil) { self.init(total: total, now: .now) }

    init(total: Int?, now: MonotonicInstant) {
        self.total = total
        began = now
        self.now = now
    }

    /// Counts an outcome.
    ///
    /// - Parameter outcome: The outcome for a photo.
    public mutating func count(_ outcome: PhotoOutcome) { count(outcome, now: .now) }

    mutating func count(_ outcome: PhotoOutcome, now: MonotonicInstant) {
        self.now = max(self.now, now)
        if outcome.action == .notBegun { return }
        done += 1
        if outcome.error != nil { failed += 1 }
    }

    /// Photos a second since the beginning; `nil` while that says nothing yet.
    public var rate: Double? {
        let seconds = (now - began) / .seconds(1)
        return done > 0 && seconds > 0 ? Double(done) / seconds : nil
    }

    /// Estimated time for the rest at the same rate.
    public var timeLeft: Duration? {
        guard let rate, let total else { return nil }
        return .seconds(Double(max(0, total - done)) / rate)
    }
}
