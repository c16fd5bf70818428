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

        /// Steps to the next row.
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

// A parameter that the statement does not have is a mistake of the caller's, not of the file's.
extension Database.Statement {
    /// Binds a whole number, or NULL for none, to a parameter; the first is 1.
    package func bind(_ value: Int64?, at parameter: Int) {
        let code = value.map { csqlite_bind_int64(handle, Int32(parameter), $0) }
        check(code ?? csqlite_bind_null(handle, Int32(parameter)))
    }

    /// Binds a number, or NULL for none; NaN is NULL too.
    package func bind(_ value: Double?, at parameter: Int) {
        let code = value.map { csqlite_bind_double(handle, Int32(parameter), $0) }
        check(code ?? csqlite_bind_null(handle, Int32(parameter)))
    }

    /// Binds a text, or NULL for none.
    package func bind(_ value: String?, at parameter: Int) {
        guard var value else { return check(csqlite_bind_null(handle, Int32(parameter))) }
        let code = value.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                // An empty text has an address too, or it would be NULL.
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

    /// How many columns a row has.
    package var columns: Int { Int(csqlite_column_count(handle)) }

    /// A whole number of the present row; `nil` when something else is there.
    ///
    /// The first column is 0.
    package func integer(_ column: Int) -> Int64? {
        guard csqlite_column_type(handle, Int32(column)) == CSQLITE_INTEGER else { return nil }
        return csqlite_column_int64(handle, Int32(column))
    }

    /// A number of the present row, also a whole one; `nil` when something else is there.
    package func number(_ column: Int) -> Double? {
        let type = csqlite_column_type(handle, Int32(column))
        guard type == CSQLITE_FLOAT || type == CSQLITE_INTEGER else { return nil }
        return csqlite_column_double(handle, Int32(column))
    }

    /// A text of the present row; `nil` when something else is there, or no valid UTF-8.
    package func text(_ column: Int) -> String? {
        guard csqlite_column_type(handle, Int32(column)) == CSQLITE_TEXT else { return nil }
        return withBytes(column) { String(validating: $0, as: UTF8.self) }
    }

    /// Whether there is nothing in a column of the present row.
    package func isNull(_ column: Int) -> Bool { csqlite_column_type(handle, Int32(column)) == CSQLITE_NULL }

    /// The bytes of a column or of its text, without copying them; none for NULL.
    package func withBytes<Result, Failure: Error>(
        _ column: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // In this order: the first call may turn a number into a text.
        let start = csqlite_column_blob(handle, Int32(column))
        let count = start == nil ? 0 : Int(csqlite_column_bytes(handle, Int32(column)))
        return try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    private func check(_ code: Int32) {
        precondition(code != CSQLITE_RANGE, "the statement has fewer parameters")
        // Too large or no memory: the parameter is NULL, and a statement that needs it refuses it.
        assert(code == 0 || code & 0xFF == CSQLITE_TOOBIG || code & 0xFF == CSQLITE_NOMEM, "bound while rows are read")
    }
}
