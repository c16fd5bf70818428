import Foundation
import Glibc
import TestSupport
import Testing

@testable import LKStorage

@Suite("Database: several processes") struct DatabaseProcessTests {
    /// The program beside the test bundle.
    private static let program: String? = {
        var places = [CommandLine.arguments[0]]
        if let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") { places.append(own) }
        let names = places.map { URL(filePath: $0).deletingLastPathComponent().appending(path: "DatabaseProgram").path }
        return names.first(where: FileManager.default.isExecutableFile)
    }()

    private let folder = TemporaryFolder()
    private var path: String { folder.file("entries.sqlite") }

    private func start(_ command: String) throws -> ChildProcess {
        try ChildProcess([try #require(Self.program), command, path])
    }

    private func count() throws -> Int64? { try Database(path, .readOnly).integer("SELECT count(*) FROM entry") }

    @Test("A file that another process writes to is locked once the wait is over, and free when that one is killed")
    func locked() async throws {
        let holder = try start("hold")
        _ = try await holder.log.first(seconds: 30) { if case .line("held") = $0 { true } else { nil } }
        var options = Database.Options()
        options.busyTimeout = .milliseconds(30)
        let database = try Database(path, .readWrite, options: options)
        do {
            try database.transaction { () throws(StorageError) in Issue.record("the file is locked") }
        } catch {
            #expect(error.code == .locked && error.message.contains(path))
        }
        holder.signal(SIGKILL)
        _ = try await holder.end()
        try database.execute("INSERT INTO entry (filler) VALUES (1)")
        #expect(try count() == 1)
    }

    @Test("A full disk is an error with the system's number, and what was there before is kept") func full()
        async throws
    {
        let end = try await start("fill").end()
        #expect(end.status == 1)
        // Each system tells the limit in its own way.
        #expect(["\(EFBIG) ", "\(ENOSPC) ", "\(EIO) "].contains { end.errors.contains("DatabaseProgram: " + $0) })
        #expect(end.errors.contains(path))
        let kept = end.output.split(separator: "\n").count
        #expect(kept >= 3)
        #expect(try count() == Int64(kept))
    }

    @Test("What a writer with a write-ahead log had done before it was killed is there") func kills() async throws {
        var said = 0
        for round in 1...5 {
            let writer = try start("count")
            let enough = said + round * 20
            _ = try await writer.log.first(seconds: 30) {
                if case .line(let line) = $0, let number = Int(line), number >= enough { number } else { nil }
            }
            writer.signal(SIGKILL)
            let end = try await writer.end()
            said = try #require(end.output.split(separator: "\n").last.flatMap { Int($0) })
            let counted = try #require(try count())
            // One more may have been done and not said.
            #expect(counted == said || counted == said + 1)
            #expect(try Database(path, .readOnly).integer("PRAGMA integrity_check") == nil)
            said = Int(counted)
        }
    }
}
