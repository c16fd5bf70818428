import Foundation
import Glibc
import LKStorage
import TestSupport
import Testing

@Suite("UserSecret") struct UserSecretTests {
    @Test("A secret is made once, for the user alone") func made() throws {
        let folder = TemporaryFolder()
        let path = folder.file("state/locationkit")
        let first = try UserSecret.bytes("secret", in: path)
        #expect(first.count == UserSecret.length && Set(first).count > 1)
        #expect(try UserSecret.bytes("secret", in: path) == first)
        var status = stat()
        #expect(stat(path + "/secret", &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(try UserSecret.bytes("other", in: path) != first)
    }

    @Test("A damaged secret is replaced, and said to be") func damaged() throws {
        let folder = TemporaryFolder()
        try Data([1, 2, 3]).write(to: URL(filePath: folder.file("secret")))
        chmod(folder.file("secret"), 0o600)
        var told: [Int] = []
        let made = try UserSecret.bytes("secret", in: folder.path) { _, count in told.append(count) }
        #expect(told == [3] && made.count == UserSecret.length)
        #expect(try UserSecret.bytes("secret", in: folder.path) == made)
    }

    @Test("A secret that others may know or have written is not used", arguments: [nil, "secret"])
    func others(name: String?) throws {
        let folder = TemporaryFolder()
        chmod(folder.path, 0o700)
        _ = try UserSecret.bytes("secret", in: folder.path)
        let path = name.map(folder.file) ?? folder.path
        chmod(path, 0o720)
        #expect { try UserSecret.bytes("secret", in: folder.path) } throws: { StorageError.Code.corrupt ~= $0 }
        chmod(path, 0o700)
        #expect(throws: Never.self) { try UserSecret.bytes("secret", in: folder.path) }
        guard geteuid() == 0 else { return print("skipped in part: giving files to others takes root") }
        chown(path, 65534, 65534)
        #expect { try UserSecret.bytes("secret", in: folder.path) } throws: { StorageError.Code.corrupt ~= $0 }
    }

    @Test("A link in its place is not followed") func link() throws {
        let folder = TemporaryFolder()
        try Data(count: UserSecret.length).write(to: URL(filePath: folder.file("other")))
        symlink("other", folder.file("secret"))
        #expect(throws: StorageError.self) { try UserSecret.bytes("secret", in: folder.path) }
    }
}
