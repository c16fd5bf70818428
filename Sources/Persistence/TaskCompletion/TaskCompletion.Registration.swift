extension TaskCompletion {
    /// A handler that was registered with ``TaskCompletion/onStop(_:)``.
    ///
    /// It stays registered until ``cancel()``, whether or not somebody keeps this.
    public struct Registration: Sendable {
        let id: Int
        let completion: TaskCompletion

        /// Takes the handler back; it is not called from now on, but may be at work.
        public func cancel() { completion.removeStopHandler(id) }
    }
}
