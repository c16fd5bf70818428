import Foundation
import Glibc
import LKPersistence
import TestSupport
import Testing

@Suite("Archiver: several processes") struct ArchiveProcessTests {
    private struct Record: Codable {
        var number: Int
        var writer: Int
        var filler: [Double]
    }

    /// The program beside the test bundle.
    private static let writer: String? = {
        var places = [CommandLine.arguments[0]]
        if let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") { places.append(own) }
        let names = places.map { URL(filePath: $0).deletingLastPathComponent().appending(path: "ArchiveWriter").path }
        return names.first(where: FileManager.default.isExecutableFile)
    }()

    private let sandbox: ArchiveSandbox
    private var archiver: DocumentArchiver { sandbox.archiver }

    init() throws { sandbox = try ArchiveSandbox() }

    private func run(
        _ command: String, _ numbers: Int..., in sandbox: ArchiveSandbox, asNobody: Bool = false
    ) async throws -> ChildProcess.End {
        let arguments = [try #require(Self.writer), command, sandbox.archiver.folder.path] + numbers.map { "\($0)" }
        return try await ChildProcess(arguments, asNobody: asNobody).end(seconds: 120)
    }

    @Test("Writers killed at random moments leave the old or the new value and nothing else")
    func kills() async throws {
        // In memory the moments are spread over all of the writing; on a disk nearly all fall into waiting for it.
        let memory = "/dev/shm"
        let isInMemory = access(memory, W_OK) == 0
        let sandbox = isInMemory ? try ArchiveSandbox(in: memory) : sandbox
        // Scripts/sanitize says so: its programs are killed before they get to write, and take long.
        let isSanitized = getenv("LOCATIONKIT_SANITIZED") != nil
        let rounds = isInMemory && !isSanitized ? Fixtures.rounds(2000) : Fixtures.rounds(200)
        let end = try await run("kills", rounds, 1, in: sandbox)
        #expect(end.status == 0, "\(end.errors)")
        let numbers = end.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(numbers.count == 4, "\(end.output)")
        // So that the test shows something, many writers have to have written.
        if !isSanitized { #expect(numbers[1] > rounds / 10) }
        #expect(numbers[3] == 1)
    }

    @Test("Writers at the same time lose nothing, and readers only ever see whole values") func writers() async throws {
        async let first = run("count", 1, 100, in: sandbox)
        async let second = run("count", 2, 100, in: sandbox)
        var seen = 0
        for number in 0..<100 {
            try archiver.archive(number, forKey: "here")
            guard let record = try archiver.unarchive(Record.self, forKey: "shared/key") else { continue }
            let filler = Double(record.number) + Double(record.writer) / 8
            #expect(record.filler.allSatisfy { $0 == filler })
            seen += 1
        }
        for end in try await [first, second] { #expect(end.status == 0, "\(end.errors)") }
        #expect(try archiver.unarchive(Record.self, forKey: "own/1")?.number == 99)
        #expect(try archiver.unarchive(Record.self, forKey: "own/2")?.number == 99)
        #expect(try archiver.unarchive(Record.self, forKey: "shared/key")?.number == 98)
        #expect(sandbox.names.count == 6)
    }

    @Test("Threads write, read and remove at the same time") func threads() async throws {
        let archiver = archiver
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<20 {
                        let key = "f/\((task + number) % 3)/key"
                        try archiver.archive([Double](repeating: Double(number), count: 500), forKey: key)
                        if let value = try archiver.unarchive([Double].self, forKey: key) {
                            #expect(value == [Double](repeating: value[0], count: 500))
                        }
                        if number % 4 == 0 { try archiver.remove(forKey: key) }
                    }
                }
            }
            try await group.waitForAll()
        }
        for number in 0..<3 { try archiver.remove(forKey: "f/\(number)/key") }
        #expect(sandbox.names == [])
    }

    @Test("Where no more can be written the old value stays, and nothing is left of the new one")
    func limited() async throws {
        try archiver.archive("old", forKey: "folder/key")
        let end = try await run("limited", in: sandbox)
        #expect(end.status == 1)
        #expect(end.errors.contains(" \(EFBIG) ") && end.errors.contains("folder/key.archive"), "\(end.errors)")
        #expect(try archiver.unarchive(String.self, forKey: "folder/key") == "old")
        #expect(sandbox.names == ["folder", "folder/key.archive"])
        try archiver.remove(forKey: "folder/key")
        #expect(try await run("limited", in: sandbox).status == 1)
        #expect(sandbox.names == [])
    }

    @Test("Without permission the old value stays, and the message names the place") func denied() async throws {
        try archiver.archive(1, forKey: "folder/key")
        chmod(sandbox.base, 0o755)
        // Root writes wherever it likes and is somebody else here; everybody else is whose the folders are.
        for folder in [archiver.folder.path + "/folder", archiver.folder.path] { chmod(folder, 0o555) }
        defer { for folder in [archiver.folder.path, archiver.folder.path + "/folder"] { chmod(folder, 0o700) } }
        let end = try await run("denied", in: sandbox, asNobody: true)
        #expect(end.status == 1)
        #expect(end.errors.contains(archiver.folder.path) && end.errors.contains("accessible"), "\(end.errors)")
        #expect(try archiver.unarchive(Int.self, forKey: "folder/key") == 1)
    }
}
