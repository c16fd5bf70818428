extension CodingObject {
    /// Puts the object in the place of what is kept under a key.
    ///
    /// - Parameters:
    ///   - archiver: Where it is kept.
    ///   - key: The key.
    ///   - version: The version of the class; from 0.
    /// - Throws: As ``Archiver/archive(_:forKey:version:)``.
    public func archive(
        in archiver: some Archiver, forKey key: String, version: Int = 0
    ) throws(PersistenceError) {
        try archiver.archive(self, forKey: key, version: version)
    }
}
