/// Carries out a plan of ``FolderSorter``, so that each file is at any moment where it was or where it is to be, whole, and can be
/// put back.
///
/// ```swift
/// let run = SortingRun()
/// for photo in await run.carryOut(plan.moved) { print(photo.path, photo.action) }
/// await run.finish()
/// ```
///
/// Nothing is overwritten. Within a file system files are renamed; to another one they are copied, made durable and compared before
/// they are removed. Durable is what has an outcome. The journals of the new folders have what ``TaggingJournal/undo(_:in:options:)``
/// needs. Of a photo with several files all are moved or none: what an interrupted run has left half done is put back by the next.
public final class SortingRun: Sendable {
    private let thread: TaggingThread<PhotoMover>

    /// Begins a run; nothing is opened yet.
    ///
    /// - Parameter options: How files are written; of these the modification time is always kept.
    public init(options: TaggingRun.Options = .init()) { thread = TaggingThread("locate-sorting", PhotoMover(options)) }

    /// Moves or copies some photos, as they were planned; all is durable when this returns.
    ///
    /// When the caller's task is cancelled, or the process asked to stop, photos under way are finished and the rest are
    /// ``PhotoOutcome/Action/notBegun``.
    ///
    /// - Parameter photos: Photos of a plan; of those that stay where they are nothing is done.
    /// - Returns: An outcome for each, in the same order.
    public func carryOut(_ photos: [SortedPhoto]) async -> [PhotoOutcome] {
        await thread.run { mover, isCanceled in mover.move(photos, isCanceled: isCanceled) }
    }

    /// Unlocks the folders, and removes those that were made in vain; the run can go on afterwards.
    public func finish() async { await thread.run { mover, _ in mover.close() } }
}
