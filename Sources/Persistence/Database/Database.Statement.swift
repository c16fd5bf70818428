internal import CSQLite

extension Database {
    /// One statement of a database, prepared once and used many times.
    ///
    /// ```swift
    /// let statement = try database.statement("SELECT name FROM place WHERE population > ?")
    /// statement.bind(100_000, at: 1)
    /// while try statement.step() { print(statement.text(0) ?? "") }
    /// ```
    ///
    /// A step copies nothing. What a column gives belongs to the present row; after the last one the statement is at its
    /// beginning again. Leave it there (``reset()``): a statement in the middle of its rows keeps the file locked.
    package final class Statement {
        let connection: DatabaseConnection
        let handle: OpaquePointer

        /// The first statement of `script`, which is cut off there; `nil` when there is none, but spaces and comments.
        init?(_ connection: DatabaseConnection, _ script: inout Substring) throws(PersistenceError) {
            self.connection = connection
            var handle: OpaquePointer?
            var (code, used): (Int32, Int) = (0, 0)
            var text = script
            text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { bytes in
                    guard let start = bytes.baseAddress else { return }
                    var rest: UnsafePointer<CChar>?
                    code = csqlite_prepare(connection.handle, start, Int32(clamping: bytes.count), &handle, &rest)
                    used = rest.map { $0 - start } ?? bytes.count
                }
            }
            guard code == 0 else { throw connection.failure(code) }
            script = Substring(script.utf8.dropFirst(handle == nil && used == 0 ? script.utf8.count : used))
            guard let handle else { return nil }
            self.handle = handle
        }

        deinit { csqlite_finalize(handle) }

        /// Goes on to the next row.
        ///
        /// - Returns: Whether there is one; where not, the statement is at its beginning again.
        /// - Throws: `PersistenceError`; then too the statement is at its beginning.
        package func step() throws(PersistenceError) -> Bool {
            let code = csqlite_step(handle)
            if code == CSQLITE_ROW { return true }
            // The message goes with the reset.
            let failure = code == CSQLITE_DONE ? nil : connection.failure(code)
            csqlite_reset(handle)
            if let failure { throw failure }
            return false
        }

        /// Runs to the end, passing over rows.
        ///
        /// - Throws: `PersistenceError`.
        package func run() throws(PersistenceError) { while try step() {} }

        /// Goes back to the beginning; what is bound stays bound.
        package func reset() { csqlite_reset(handle) }

        /// Binds nothing to every parameter.
        package func clear() { csqlite_clear(handle) }
    }
}
