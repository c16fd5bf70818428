import Foundation
import TestSupport
import Testing

@testable import LKStorage

@Suite("Database") struct DatabaseTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("a/b/entries.sqlite") }

    private func open() throws -> Database {
        let database = try Database(path, .create)
        try database.execute("CREATE TABLE entry (number INTEGER PRIMARY KEY, value); -- a remark\n")
        return database
    }

    @Test("What is bound is read again, each in its type and in no other, and all of it as bytes") func values() throws
    {
        let database = try open()
        let insert = try database.statement("INSERT INTO entry VALUES (?, ?)")
        let bind: [(Database.Statement) -> Void] = [
            { $0.bind(Int64.min, at: 2) }, { $0.bind(0.1, at: 2) }, { $0.bind("Łódź\0x", at: 2) },
            { $0.bind([0, 255], at: 2) }, { $0.bind(nil as String?, at: 2) }, { $0.bind("", at: 2) },
            { $0.bind([UInt8](), at: 2) },
        ]
        for (number, bind) in bind.enumerated() {
            insert.bind(Int64(number), at: 1)
            bind(insert)
            try insert.run()
            #expect(database.lastRow == number && database.changes == 1)
        }
        let select = try database.statement("SELECT number, value FROM entry ORDER BY number")
        var rows: [String] = []
        while try select.step() {
            // The bytes come last: asking for them may turn a number into a text.
            rows.append(
                [
                    select.integer(1).map { "\($0)" }, select.number(1).map { "\($0)" }, select.text(1),
                    "\(select.isNull(1))", "\(select.withBytes(1) { Array($0) })",
                ].map { $0 ?? "-" }.joined(separator: " "))
        }
        // A whole number is a number too, and of numbers and texts the bytes are those of their text: SQLite has no other.
        func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
        let expected: [String] = [
            "-9223372036854775808 -9.223372036854776e+18 - false \(bytes("-9223372036854775808"))",
            "- 0.1 - false \(bytes("0.1"))", "- - Łódź\0x false \(bytes("Łódź\0x"))",
            "- - - false [0, 255]", "- - - true []", "- -  false []", "- - - false []",
        ]
        #expect(rows == expected)
        #expect(select.columns == 2)
    }

    @Test("The same text is the same statement, at its beginning and with nothing bound") func reuse() throws {
        let database = try open()
        let first = try database.statement("SELECT ?")
        first.bind(1 as Int64, at: 1)
        #expect(try first.step())
        let second = try database.statement("SELECT ?")
        #expect(first === second)
        #expect(try second.step())
        #expect(second.isNull(0))
    }

    @Test("A transaction whose body throws leaves nothing, and the next begins anew") func rollback() throws {
        let database = try open()
        #expect(
            refusal { () throws(StorageError) in
                try database.transaction { () throws(StorageError) in
                    try database.execute("INSERT INTO entry VALUES (1, 1)")
                    try database.setUserVersion(7)
                    try database.execute("INSERT INTO entry VALUES (1, 2)")
                }
            } == .conflict)
        #expect(try database.integer("SELECT count(*) FROM entry") == 0)
        #expect(try database.userVersion == 0)
        try database.transaction { () throws(StorageError) in try database.setUserVersion(8) }
        #expect(try Database(path, .readOnly).userVersion == 8)
    }

    @Test("A file and its folder are made for the user alone, and nothing is made for reading") func making() throws {
        #expect(refusal { () throws(StorageError) in try Database(path, .readOnly) } == .missing)
        #expect(refusal { () throws(StorageError) in try Database(path, .readWrite) } == .missing)
        #expect(folder.names.isEmpty)
        _ = try open()
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let database = try Database(path, .readOnly)
        #expect(
            refusal { () throws(StorageError) in try database.execute("INSERT INTO entry VALUES (1, 1)") }
                == .system)
        #expect(try database.integer("SELECT count(*) FROM entry") == 0)
    }

    @Test("Opening what is not a database fails and names it: a folder, a FIFO, a text, special names") func others()
        throws
    {
        try Data("no database, but long enough to be looked at as one".utf8).write(
            to: URL(filePath: folder.file("text")))
        mkfifo(folder.file("fifo"), 0o600)
        for path in [folder.file("text"), folder.file("fifo"), folder.path] {
            do {
                _ = try Database(path, .readWrite)
                Issue.record("\(path) is no database")
            } catch {
                #expect(error.code == .corrupt && error.message.contains(path))
            }
        }
        #expect(refusal { () throws(StorageError) in try Database("", .create) } == .invalidKey)
        #expect(refusal { () throws(StorageError) in try Database("a\0b", .create) } == .invalidKey)
        #expect(refusal { () throws(StorageError) in try Database(":memory:", .readWrite) } == .missing)
    }

    @Test("A table that is not there is of another type, with SQLite's words") func tables() throws {
        let database = try open()
        do {
            _ = try database.statement("SELECT a FROM b")
            Issue.record("there is no table b")
        } catch {
            #expect(error.code == .wrongType && error.message.contains("no such table: b"))
        }
    }

    @Test("An interruption ends a statement that would not end") func interruption() throws {
        let database = try open()
        let interrupter = database.interrupter
        let isOver = Gate()
        let thread = Thread { @Sendable in
            // The statement may not have begun at the first.
            while !isOver.wait(seconds: 0.01) { interrupter.interrupt() }
        }
        thread.start()
        defer { isOver.open() }
        #expect(
            refusal { () throws(StorageError) in
                _ = try database.integer(
                    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n")
            } == .interrupted)
        #expect(try database.integer("SELECT 1") == 1)
    }

    @Test("A statement outlives its database, and an interrupter of a closed one does nothing") func ends() throws {
        var database: Database? = try open()
        let statement = try database?.statement("SELECT 5")
        let interrupter = database?.interrupter
        database = nil
        #expect(try statement?.step() == true)
        #expect(statement?.integer(0) == 5)
        statement?.reset()
        interrupter?.interrupt()
    }
}
