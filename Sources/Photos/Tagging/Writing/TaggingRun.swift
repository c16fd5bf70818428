package import LKLifetime
package import LKMetadata
package import LKPlanning
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

    private let thread: WorkThread<PhotoWriter>

    /// Creates a run; nothing is opened yet.
    ///
    /// - Parameter options: How photos are written.
    package init(options: Options = Options()) { thread = WorkThread("locate-tagging", PhotoWriter(options)) }

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
