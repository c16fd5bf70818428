/// What ``TaggingJournal/undo(_:in:photos:options:)`` has restored.
public struct UndoResult: Sendable {
    /// An outcome for each change that was undone or could not be.
    public let outcomes: [PhotoOutcome]

    /// Journals that are not the user's own: those that are left alone, and those that are only used within the folders
    /// that were named.
    public let foreign: [TaggingJournal.ForeignJournal]
}

/// An undo that was prepared and changes nothing until it is run.
public struct PreparedUndo: Sendable {
    let thread: TaggingThread<PhotoRestorer>

    /// The number of changes to undo.
    public let count: Int

    /// The runs that are undone in the folders that were named, the newest first.
    public let runs: [TaggingJournal.Run]

    /// Journals that are not the user's own: those that are left alone, and those that are only used within the folders
    /// that were named.
    public let foreign: [TaggingJournal.ForeignJournal]

    /// Undoes the changes, one after the other.
    ///
    /// A second call continues with the changes that are not undone yet.
    ///
    /// - Parameters:
    ///   - isolation: The caller's actor.
    ///   - progress: Called with each outcome, after its change was undone.
    /// - Returns: The outcomes; those until the caller's task was cancelled, if it was.
    @discardableResult
    public func run(
        isolation: isolated (any Actor)? = #isolation, progress: (PhotoOutcome) -> Void = { _ in }
    ) async -> [PhotoOutcome] {
        var outcomes: [PhotoOutcome] = []
        while let more = await thread.run({ restorer, isCanceled in restorer.next(isCanceled: isCanceled) }) {
            for outcome in more { progress(outcome) }
            outcomes += more
        }
        return outcomes
    }

    /// Returns the runs that can still be undone in the folders that were named, the newest first.
    ///
    /// Call it after ``run(isolation:progress:)``.
    public func remainingRuns() async -> [TaggingJournal.Run] {
        await thread.run { restorer, _ in restorer.remainingRuns }
    }
}
