import Foundation
import TestSupport
import Testing

@testable import LKStorage

@Suite("Database: damage") struct DatabaseDamageTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("entries.sqlite") }

    private func sample() throws -> [UInt8] {
        let database = try Database(path, .create)
        try database.execute("PRAGMA page_size=512; VACUUM")
        try database.execute(
            "CREATE TABLE entry (number INTEGER PRIMARY KEY, value TEXT); CREATE INDEX v ON entry (value)")
        try database.transaction { () throws(StorageError) in
            let insert = try database.statement("INSERT INTO entry (value) VALUES (?)")
            for number in 0..<60 {
                insert.bind("entry \(number) " + String(repeating: "x", count: number * 7 % 90), at: 1)
                try insert.run()
            }
        }
        return [UInt8](try Data(contentsOf: URL(filePath: path)))
    }

    /// Reads and writes; all that may come out is an error.
    private func use() -> StorageError? {
        do throws(StorageError) {
            let database = try Database(path, .readWrite)
            let statement = try database.statement("SELECT number, value FROM entry ORDER BY value")
            while try statement.step() { _ = (statement.integer(0), statement.text(1)) }
            try database.execute("UPDATE entry SET value = value || 'y'; DELETE FROM entry WHERE number > 20")
            return nil
        } catch { return error }
    }

    @Test("Every length that a file was cut to is an error, but the empty one") func truncations() throws {
        let bytes = try sample()
        try #require(bytes.count > 5000)
        for length in stride(from: 0, to: bytes.count, by: 37) {
            try Data(bytes[..<length]).write(to: URL(filePath: path))
            let error = use()
            #expect(error?.code == (length == 0 ? .wrongType : .corrupt), "\(length): \(error?.message ?? "none")")
        }
    }

    @Test("Bytes changed at random are an error or not, and never a trap") func changes() throws {
        let bytes = try sample()
        var generator = SeededGenerator(seed: 0xDA7A)
        var errors = 0
        for _ in 0..<400 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                // The first pages hold what the others hang on.
                let end = Bool.random(using: &generator) ? 1024 : damaged.count
                damaged[Int.random(in: 0..<end, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            try Data(damaged).write(to: URL(filePath: path))
            for suffix in ["-journal", "-wal", "-shm"] { unlink(path + suffix) }
            if use() != nil { errors += 1 }
        }
        #expect(errors > 50)
    }

    @Test("What is set aside is kept once, without its logs") func settingAside() throws {
        for round in 0..<2 {
            try Data("round \(round)".utf8).write(to: URL(filePath: path))
            try Data("log".utf8).write(to: URL(filePath: path + "-wal"))
            let before = try #require(Database.Identity(path: path))
            #expect(try Database.setAside(path) == path + ".damaged")
            #expect(Database.Identity(path: path) == nil)
            #expect(Database.Identity(path: path + ".damaged") == before)
            #expect(folder.names == ["entries.sqlite.damaged"])
        }
        #expect(refusal { () throws(StorageError) in try Database.setAside(path) } == .system)
    }
}
