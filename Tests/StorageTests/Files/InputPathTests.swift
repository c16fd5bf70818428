import Foundation
import Glibc
import TestSupport
import Testing

@testable import LKStorage

@Suite("Paths of inputs") struct InputPathTests {
    private let place = TemporaryFolder()

    private func read(_ path: String) throws -> String {
        let file = try TrustedPath.openInput(path)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = Glibc.read(file, &bytes, bytes.count)
        return String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
    }

    @Test("Opens descriptors of the process by their paths, pipes and files without a name among them")
    func descriptors() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        for folder in ["/proc/self/fd", "/dev/fd", "/proc/\(getpid())/fd"] {
            #expect(write(ends[1], "piped", 5) == 5)
            #expect(try read("\(folder)/\(ends[0])") == "piped")
            #expect(TrustedPath.inputKind("\(folder)/\(ends[0])") == S_IFIFO)
        }
        symlink("/proc/self/fd/\(ends[0])", place.file("own"))
        #expect(write(ends[1], "linked", 6) == 6)
        #expect(try read(place.file("own")) == "linked")
        try place.write("gone", Data("nameless".utf8))
        let file = open(place.file("gone"), O_RDONLY)
        defer { close(file) }
        unlink(place.file("gone"))
        #expect(try read("/proc/self/fd/\(file)") == "nameless")
    }

    @Test("A refused link is reported with its owner and what to do, other failures with the system's text")
    func messages() throws {
        let missing = #expect(throws: TrustedPath.Refusal.self) { try TrustedPath.openInput(place.file("none")) }
        #expect(
            missing?.message("cannot open none", opening: "none", advice: "check the name")
                == "cannot open none: No such file or directory; check the name")
        guard geteuid() == 0 else { return print("skipped in part: only root can make links of other users") }
        try place.write("file", Data("secret".utf8))
        symlink("file", place.file("link"))
        lchown(place.file("link"), 2001, 2001)
        let refusal = #expect(throws: TrustedPath.Refusal.self) { try TrustedPath.openInput(place.file("link")) }
        #expect(
            refusal?.message("cannot open it", opening: place.file("link"))
                == "\(place.file("link")) is a symbolic link of another user (uid 2001) to file; name what it leads to "
                + "itself")
        #expect(TrustedPath.inputKind(place.file("link")) == nil)
    }

    @Test("A database is opened through the user's own links and root's, and not through those of others")
    func databases() throws {
        mkdir(place.file("folder"), 0o700)
        let path = place.file("folder/data")
        try Database(path, .create).execute("CREATE TABLE t (x); INSERT INTO t VALUES (42)")
        for (link, target) in [("file", "folder/data"), ("dir", "folder"), ("chain", "dir/../file")] {
            #expect(symlink(target, place.file(link)) == 0)
        }
        for name in ["file", "dir/data", "chain", "dir/../folder/data"] {
            #expect(try Database(place.file(name), .readOnly).integer("SELECT x FROM t") == 42)
            #expect(try DatabasePages.pageSizes(of: place.file(name)).first == 4096)
        }
        let missing = #expect(throws: StorageError.self) { try Database(place.file("none"), .readOnly) }
        #expect(missing?.code == .missing)
        try place.write("gone", Data(contentsOf: URL(filePath: path)))
        for (name, isThere) in [("folder/data", true), ("gone", false)] {
            let file = open(place.file(name), O_RDONLY)
            defer { close(file) }
            if !isThere { unlink(place.file(name)) }
            let value = try? Database("/proc/self/fd/\(file)", .readOnly).integer("SELECT x FROM t")
            #expect(value == (isThere ? 42 : nil))
        }
        guard geteuid() == 0 else { return print("skipped in part: only root can make links of other users") }
        for name in ["file", "dir"] { lchown(place.file(name), 2001, 2001) }
        for name in ["file", "dir/data", "chain"] {
            let error = #expect(throws: StorageError.self) { try Database(place.file(name), .readOnly) }
            #expect(error?.message.contains("is a symbolic link of another user (uid 2001) to folder") == true)
            #expect(throws: StorageError.self) { try DatabasePages.pageSizes(of: place.file(name)) }
        }
        #expect(try Database(path, .readOnly).integer("SELECT x FROM t") == 42)
    }
}
