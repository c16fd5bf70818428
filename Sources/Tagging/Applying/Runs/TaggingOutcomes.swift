/// What became of photos, in the order of the plan.
public struct TaggingOutcomes<Writes: AsyncSequence>: AsyncSequence
where Writes.Element == PhotoWrite, Writes.Failure == Never {
    /// An outcome.
    public typealias Element = PhotoOutcome
    /// A failure is a photo's own.
    public typealias Failure = Never

    let run: TaggingRun
    let writes: Writes

    /// Reads the plan and writes.
    public struct Iterator: AsyncIteratorProtocol {
        let run: TaggingRun
        var writes: Writes.AsyncIterator
        var outcomes: ArraySlice<PhotoOutcome> = []

        /// The next photo's outcome.
        ///
        /// - Parameter actor: The caller's.
        /// - Returns: `nil` once the plan has ended.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> PhotoOutcome? {
            if let next = outcomes.popFirst() { return next }
            var batch: [PhotoWrite] = []
            while batch.count < TaggingRun.batchCount, let write = await writes.next(isolation: actor) {
                batch.append(write)
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
    public func makeAsyncIterator() -> Iterator { Iterator(run: run, writes: writes.makeAsyncIterator()) }
}

/// Writes that are planned already.
public struct AsyncWrites<Writes: Sequence & Sendable>: AsyncSequence, Sendable where Writes.Element == PhotoWrite {
    /// A planned write.
    public typealias Element = PhotoWrite
    /// Nothing fails.
    public typealias Failure = Never

    let writes: Writes

    /// Gives one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        var writes: Writes.Iterator

        /// The next one.
        ///
        /// - Parameter actor: The caller's.
        /// - Returns: `nil` after the last.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> PhotoWrite? { writes.next() }
    }

    /// Begins with the first.
    public func makeAsyncIterator() -> Iterator { Iterator(writes: writes.makeIterator()) }
}
