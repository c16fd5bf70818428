extension Database {
    /// Looks whose database a path leads to, before anything of it is changed; a file that is not there or empty is nobody's.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - application: The `application_id` of the databases that may be opened.
    ///   - version: Their newest `user_version` that is understood.
    /// - Throws: ``PersistenceError/Code/wrongType`` for another program's, ``PersistenceError/Code/newerVersion`` for one of a
    ///   newer kit, and what opening throws.
    package static func checkOwner(
        of path: String, application: Int64, version: Int32
    ) throws(PersistenceError) {
        guard Identity(path: path) != nil else { return }
        let database = try Database(path, .readWrite)
        let owner = try database.integer("PRAGMA application_id")
        let tables = try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0
        guard tables == 0 || owner == application else {
            throw PersistenceError(.wrongType, "\(path) is a database of another program; name another file")
        }
        guard try database.userVersion <= version else {
            throw PersistenceError(.newerVersion, "\(path) is of a newer version; it is left as it is")
        }
    }
}
