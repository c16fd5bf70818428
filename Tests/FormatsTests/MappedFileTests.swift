import Foundation
import Glibc
import TestSupport
import Testing

@testable import LKFormats

extension MappedFile {
    /// Opens and maps a file.
    fileprivate convenience init(path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        try #require(file >= 0)
        defer { close(file) }
        try self.init(descriptor: file)
    }
}

/// Files that another program shortens while they are mapped.
///
/// A fault that is not answered ends the child process in which each test runs.
@Suite("Mapped files that are shortened") struct MappedFileTests {
    fileprivate static let page = sysconf(Int32(_SC_PAGESIZE))

    fileprivate static func file(pages: Int) throws -> (folder: TemporaryFolder, path: String) {
        let folder = TemporaryFolder()
        let path = folder.file("data")
        try Data(repeating: 7, count: pages * page).write(to: URL(filePath: path))
        return (folder, path)
    }

    @Test("Missing bytes are read as zeros, and the file is marked as damaged")
    func readsZeros() async {
        await #expect(processExitsWith: .success) {
            let (folder, path) = try MappedFileTests.file(pages: 64)
            let (other, whole) = try MappedFileTests.file(pages: 4)
            defer { withExtendedLifetime((folder, other)) {} }
            let mapped = try MappedFile(path: path)
            let untouched = try MappedFile(path: whole)
            precondition(mapped.bytes.reduce(0) { $0 + Int($1) } == 7 * 64 * MappedFileTests.page && !mapped.isDamaged)
            precondition(truncate(path, off_t(10 * MappedFileTests.page)) == 0)
            precondition(mapped.bytes[9 * MappedFileTests.page] == 7 && !mapped.isDamaged)
            precondition(mapped.bytes[12 * MappedFileTests.page + 5] == 0 && mapped.isDamaged)
            precondition(mapped.bytes[11 * MappedFileTests.page] == 0)
            precondition(mapped.bytes[10 * MappedFileTests.page..<64 * MappedFileTests.page].allSatisfy { $0 == 0 })
            precondition(untouched.bytes.allSatisfy { $0 == 7 } && !untouched.isDamaged)
            // A new mapping in the place of a closed one is intact.
            let new = try MappedFile(path: whole)
            precondition(!new.isDamaged)
        }
    }

    @Test("Several threads read a file that is shortened")
    func readsInThreads() async {
        await #expect(processExitsWith: .success) {
            let (folder, path) = try MappedFileTests.file(pages: 256)
            defer { withExtendedLifetime(folder) {} }
            let mapped = try MappedFile(path: path)
            DispatchQueue.concurrentPerform(iterations: 8) { turn in
                for round in 0..<20 {
                    if turn == 0, round == 2 { truncate(path, 0) }
                    _ = mapped.bytes.reduce(0) { $0 &+ Int($1) }
                }
            }
            precondition(mapped.isDamaged)
        }
    }

    @Test("A fault elsewhere ends the process as before")
    func passesOn() async {
        await #expect(processExitsWith: .signal(SIGBUS)) {
            let (folder, path) = try MappedFileTests.file(pages: 2)
            defer { withExtendedLifetime(folder) {} }
            let mapped = try MappedFile(path: path)
            let file = open(path, O_RDWR)
            let foreign = mmap(nil, 2 * MappedFileTests.page, PROT_READ, MAP_PRIVATE, file, 0)
            truncate(path, 0)
            precondition(mapped.bytes[0] == 0)
            print(foreign.unsafelyUnwrapped.load(as: UInt8.self))
        }
    }

    @Test("A fault elsewhere reaches the handler that was installed before")
    func callsFormerHandler() async {
        await #expect(processExitsWith: .exitCode(42)) {
            signal(SIGBUS) { _ in _exit(42) }
            let (folder, path) = try MappedFileTests.file(pages: 2)
            defer { withExtendedLifetime(folder) {} }
            let mapped = try MappedFile(path: path)
            let file = open(path, O_RDWR)
            let foreign = mmap(nil, 2 * MappedFileTests.page, PROT_READ, MAP_PRIVATE, file, 0)
            truncate(path, 0)
            guard mapped.bytes[0] == 0, mapped.isDamaged else { exit(1) }
            print(foreign.unsafelyUnwrapped.load(as: UInt8.self))
        }
    }

    @Test("A signal that another process sends ends the process as before")
    func passesSignalsOn() async {
        await #expect(processExitsWith: .signal(SIGBUS)) {
            let (folder, path) = try MappedFileTests.file(pages: 2)
            defer { withExtendedLifetime(folder) {} }
            let mapped = try MappedFile(path: path)
            kill(getpid(), SIGBUS)
            withExtendedLifetime(mapped) {}
        }
    }

    @Test("What is not a file with content is refused")
    func refuses() throws {
        let folder = TemporaryFolder()
        try Data().write(to: URL(filePath: folder.file("empty")))
        #expect(throws: MappedFile.Failure.self) { try MappedFile(path: folder.file("empty")) }
        #expect(throws: MappedFile.Failure.self) { try MappedFile(path: folder.path) }
        #expect(throws: MappedFile.Failure.self) { try MappedFile(descriptor: -1) }
    }
}
