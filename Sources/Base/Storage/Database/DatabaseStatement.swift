import CLKSQLite

extension Database {
    /// One statement of a database, prepared once and used many times.
    ///
    /// ```swift
    /// let statement = try database.statement("SELECT name FROM place WHERE population > ?")
    /// statement.bind(100_000, at: 1)
    /// while try statement.step() { print(statement.text(0) ?? "") }
    /// ```
    ///
    /// A step copies nothing. Column values are valid until the next step; after the last row the statement is at its
    /// beginning again. Call ``reset()`` to return there early: a statement in the middle of its rows keeps the file
    /// locked.
    package final class Statement {
        let connection: DatabaseConnection
        let handle: OpaquePointer

        /// Creates a statement from the first one of `script` and removes it from there; returns `nil` when only spaces
        /// and comments are left.
        init?(_ connection: DatabaseConnection, _ script: inout Substring) throws(StorageError) {
            self.connection = connection
            var handle: OpaquePointer?
            var (code, used): (Int32, Int) = (0, 0)
            var text = script
            text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { bytes in
                    guard let start = bytes.baseAddress else { return }
                    var rest: UnsafePointer<CChar>?
                    code = connection.perform {
                        csqlite_prepare(connection.handle, start, Int32(clamping: bytes.count), &handle, &rest)
                    }
                    used = rest.map { $0 - start } ?? bytes.count
                }
            }
            guard code == 0 else { throw connection.failure(code) }
            script = Substring(script.utf8.dropFirst(handle == nil && used == 0 ? script.utf8.count : used))
            guard let handle else { return nil }
            self.handle = handle
        }

        deinit { connection.perform { csqlite_finalize(handle) } }

        /// Steps to the next row.
        ///
        /// - Returns: Whether there is a row; if not, the statement is at its beginning again.
        /// - Throws: `StorageError`; the statement is at its beginning then, too.
        package func step() throws(StorageError) -> Bool {
            let code = connection.perform { csqlite_step(handle) }
            if code == CSQLITE_ROW { return true }
            // Resetting discards the message.
            let failure = code == CSQLITE_DONE ? nil : connection.failure(code)
            reset()
            if let failure { throw failure }
            return false
        }

        /// Runs to the end, ignoring rows.
        ///
        /// - Throws: `StorageError`.
        package func run() throws(StorageError) { while try step() {} }

        /// Resets the statement to its beginning; parameters stay bound.
        package func reset() { connection.perform { csqlite_reset(handle) } }

        /// Sets every parameter to NULL.
        package func clear() { csqlite_clear(handle) }
    }
}

// An unknown parameter is the caller's mistake, not the file's.
extension Database.Statement {
    /// Binds an integer, or NULL for `nil`, to a parameter; the first is 1.
    package func bind(_ value: Int64?, at parameter: Int) {
        let code = value.map { csqlite_bind_int64(handle, Int32(parameter), $0) }
        check(code ?? csqlite_bind_null(handle, Int32(parameter)))
    }

    /// Binds a number, or NULL for `nil`; NaN becomes NULL too.
    package func bind(_ value: Double?, at parameter: Int) {
        let code = value.map { csqlite_bind_double(handle, Int32(parameter), $0) }
        check(code ?? csqlite_bind_null(handle, Int32(parameter)))
    }

    /// Binds a text, or NULL for `nil`.
    package func bind(_ value: String?, at parameter: Int) {
        guard var value else { return check(csqlite_bind_null(handle, Int32(parameter))) }
        let code = value.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                // An empty text needs an address too, or SQLite would bind NULL.
                guard let start = bytes.baseAddress else { return csqlite_bind_text(handle, Int32(parameter), "", 0) }
                return csqlite_bind_text(handle, Int32(parameter), start, Int64(bytes.count))
            }
        }
        check(code)
    }

    /// Binds bytes, which are copied.
    package func bind(_ bytes: UnsafeRawBufferPointer, at parameter: Int) {
        check(csqlite_bind_blob(handle, Int32(parameter), bytes.baseAddress, Int64(bytes.count)))
    }

    /// Binds bytes, which are copied.
    package func bind(_ bytes: [UInt8], at parameter: Int) { bytes.withUnsafeBytes { bind($0, at: parameter) } }

    /// The number of columns of a row.
    package var columns: Int { Int(csqlite_column_count(handle)) }

    /// Returns an integer of the current row; `nil` when the value has another type.
    ///
    /// The first column is 0.
    package func integer(_ column: Int) -> Int64? {
        guard csqlite_column_type(handle, Int32(column)) == CSQLITE_INTEGER else { return nil }
        return csqlite_column_int64(handle, Int32(column))
    }

    /// Returns a number of the current row, integer or not; `nil` when the value has another type.
    package func number(_ column: Int) -> Double? {
        let type = csqlite_column_type(handle, Int32(column))
        guard type == CSQLITE_FLOAT || type == CSQLITE_INTEGER else { return nil }
        return csqlite_column_double(handle, Int32(column))
    }

    /// Returns a text of the current row; `nil` when the value has another type or is not valid UTF-8.
    package func text(_ column: Int) -> String? {
        guard csqlite_column_type(handle, Int32(column)) == CSQLITE_TEXT else { return nil }
        return withBytes(column) { String(validating: $0, as: UTF8.self) }
    }

    /// Returns whether a column of the current row is NULL.
    package func isNull(_ column: Int) -> Bool { csqlite_column_type(handle, Int32(column)) == CSQLITE_NULL }

    /// Calls `body` with the bytes of a blob or text column, without copying them; with none for NULL.
    package func withBytes<Result, Failure: Error>(
        _ column: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The order matters: the first call may convert a number to a text.
        let start = csqlite_column_blob(handle, Int32(column))
        let count = start == nil ? 0 : Int(csqlite_column_bytes(handle, Int32(column)))
        return try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    private func check(_ code: Int32) {
        precondition(code != CSQLITE_RANGE, "the statement has fewer parameters")
        // If the value is too large or memory is exhausted, the parameter stays NULL, and statements that need it fail.
        assert(code == 0 || code & 0xFF == CSQLITE_TOOBIG || code & 0xFF == CSQLITE_NOMEM, "bound while rows are read")
    }
}
