/// Runs one after the other what nobody waits for; injected so that tests decide when.
package protocol BodyQueue: Sendable {
    /// Gets ready for what comes.
    ///
    /// - Returns: 0, or the system's error number.
    func prepare() -> Int32

    /// Adds something to be run.
    func run(_ body: @escaping @Sendable () -> Void)
}
