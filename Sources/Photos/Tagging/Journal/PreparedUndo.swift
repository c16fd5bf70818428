import LKThreads

/// What ``TaggingJournal/undo(_:in:photos:options:)`` has restored.
package struct UndoResult: Sendable {
    /// An outcome for each change that was undone or could not be.
    package let outcomes: [PhotoOutcome]

    /// Journals that are not the user's own: those that are left alone, and those that are only used within the folders
    /// that were named.
    package let foreign: [TaggingJournal.ForeignJournal]
}

/// An undo that was prepared and changes nothing until it is run.
package struct PreparedUndo: Sendable {
    let thread: WorkThread<PhotoRestorer>

    /// The number of changes to undo.
    package let count: Int

    /// Whether a file of these changes is where it was changed.
    let isAnyHere: Bool

    /// The runs that are undone in the folders that were named, the newest first.
    package let runs: [TaggingJournal.Run]

    /// The same with the runs that are undone for single photos; each counts the changes that are undone.
    let allRuns: [TaggingJournal.Run]

    /// Journals that are not the user's own: those that are left alone, and those that are only used within the folders
    /// that were named.
    package let foreign: [TaggingJournal.ForeignJournal]

    /// Undoes the changes, one after the other.
    ///
    /// A second call continues with the changes that are not undone yet.
    ///
    /// - Parameters:
    ///   - isolation: The caller's actor.
    ///   - progress: Called with each outcome, after its change was undone.
    /// - Returns: The outcomes; those until the caller's task was cancelled, if it was.
    @discardableResult
    package func run(
        isolation: isolated (any Actor)? = #isolation, progress: (PhotoOutcome) -> Void = { _ in }
    ) async -> [PhotoOutcome] {
        var outcomes: [PhotoOutcome] = []
        while let more = await next(isolation: isolation) {
            for outcome in more { progress(outcome) }
            outcomes += more
        }
        return outcomes
    }

    /// Undoes the next changes.
    ///
    /// If the caller's task is cancelled, all folders are unlocked on return.
    ///
    /// - Parameter isolation: The caller's actor.
    /// - Returns: Their outcomes; `nil` if there are none, or the caller's task was cancelled.
    func next(isolation: isolated (any Actor)?) async -> [PhotoOutcome]? {
        await thread.run { restorer, isCanceled in restorer.next(isCanceled: isCanceled) }
    }

    /// Returns the runs that can still be undone in the folders that were named, the newest first.
    ///
    /// Call it after ``run(isolation:progress:)``.
    package func remainingRuns() async -> [TaggingJournal.Run] {
        await thread.run { restorer, _ in restorer.remainingRuns }
    }
}
