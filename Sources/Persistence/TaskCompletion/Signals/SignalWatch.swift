/// Signals that are caught until somebody cancels; injected so that tests need not send any.
package protocol SignalWatch: Sendable {
    /// Gives the signals back as they were.
    func cancel()
}
