extension PersistenceError {
    /// The error for an archive whose bytes make no sense.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - reason: What is wrong with it.
    /// - Returns: The error, with advice.
    static func damaged(_ path: String, _ reason: String) -> PersistenceError {
        PersistenceError(.corrupt, "\(path) is damaged: \(reason); put a copy in its place or remove it")
    }
}
