extension Archiver {
    /// Puts a value in the place of what is kept under a key.
    ///
    /// - Parameters:
    ///   - value: Anything `Encodable`, also a number, a text or `nil`.
    ///   - key: The key.
    ///   - version: The version of the value's type; raise it when older values need a migration. From 0.
    /// - Throws: ``PersistenceError/Code/notEncodable``, ``PersistenceError/Code/invalidKey``,
    ///   ``PersistenceError/Code/locked``, ``PersistenceError/Code/system``; then the old value is still there.
    public func archive<Value: Encodable>(
        _ value: Value, forKey key: String, version: Int = 0
    ) throws(PersistenceError) {
        let key = try ArchiveKey(key)
        let file = ArchiveFile(
            kind: .codedValue, version: version, typeName: String(reflecting: type(of: value)),
            payload: try ArchivePayload.bytes(of: value, key))
        try store.write(file, key)
    }

    /// Reads the value kept under a key.
    ///
    /// - Parameters:
    ///   - type: Its type. A whole number may be read as any type of numbers that holds it.
    ///   - key: The key.
    ///   - version: The version of the type as the program knows it.
    ///   - migrate: Makes a value of an older version's; without it an older value is read like one of today. What
    ///     it makes is not stored. Errors of other types that it throws become ``PersistenceError/Code/wrongType``.
    /// - Returns: The value; `nil` where nothing is kept. An archived `nil` is a value: for `Int?.self` the result
    ///   is an `Int??`.
    /// - Throws: ``PersistenceError/Code/corrupt`` for a damaged file, ``PersistenceError/Code/wrongType`` for a sound
    ///   one with something else in it, ``PersistenceError/Code/newerVersion``, ``PersistenceError/Code/invalidKey``,
    ///   ``PersistenceError/Code/system``; the file is untouched.
    public func unarchive<Value: Decodable>(
        _ type: Value.Type, forKey key: String, version: Int = 0,
        migrate: ((OlderArchive) throws -> Value)? = nil
    ) throws(PersistenceError) -> Value? {
        guard let archive = try store.read(ArchiveKey(key), upTo: version) else { return nil }
        if archive.version < version, let migrate { return try archive.migrated(by: migrate) }
        do throws(PersistenceError) {
            return try archive.decode(type)
        } catch {
            var error = error
            if archive.version < version { error.message += "; no migration was given for version \(archive.version)" }
            throw error
        }
    }

    /// Reads the value kept under a key, or takes another one where nothing is kept.
    ///
    /// - Parameters:
    ///   - type: Its type.
    ///   - key: The key.
    ///   - version: The version of the type as the program knows it.
    ///   - value: Taken where nothing is kept, and not stored. Damaged data is an error and never replaced by it.
    ///   - migrate: Makes a value of an older version's.
    /// - Returns: The value.
    /// - Throws: As ``unarchive(_:forKey:version:migrate:)``.
    public func unarchive<Value: Decodable>(
        _ type: Value.Type, forKey key: String, version: Int = 0, default value: @autoclosure () -> Value,
        migrate: ((OlderArchive) throws -> Value)? = nil
    ) throws(PersistenceError) -> Value {
        try unarchive(type, forKey: key, version: version, migrate: migrate) ?? value()
    }

    /// Reads the value kept under a key, and tells a handler why there is none.
    ///
    /// For code that is carried over from libraries which report failures so.
    ///
    /// - Parameters:
    ///   - type: Its type.
    ///   - key: The key.
    ///   - version: The version of the type as the program knows it.
    ///   - migrate: Makes a value of an older version's.
    ///   - failure: Called once where there is no value: with ``PersistenceError/Code/missing`` where nothing is kept.
    /// - Returns: The value, `nil` after a failure.
    public func unarchive<Value: Decodable>(
        _ type: Value.Type, forKey key: String, version: Int = 0,
        migrate: ((OlderArchive) throws -> Value)? = nil, failure: (PersistenceError) -> Void
    ) -> Value? {
        do throws(PersistenceError) {
            if let value = try unarchive(type, forKey: key, version: version, migrate: migrate) { return value }
            failure(PersistenceError(.missing, "nothing is kept under \"\(key)\" in \(folder)"))
        } catch {
            failure(error)
        }
        return nil
    }
}
