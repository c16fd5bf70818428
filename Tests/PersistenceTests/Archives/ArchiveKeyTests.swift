import Foundation
import LKPersistence
import LKStorage
import Testing

@Suite("Archiver: keys") struct ArchiveKeyTests {
    private let sandbox: ArchiveSandbox
    private var archiver: DocumentArchiver { sandbox.archiver }

    init() throws { sandbox = try ArchiveSandbox() }

    @Test("Slashes make folders, sixteen deep, which go with the last archive in them") func nested() throws {
        let keys = (1...16).map { depth in (1...depth).map { "k\($0)" }.joined(separator: "/") }
        for (number, key) in keys.enumerated() { try archiver.archive(number, forKey: key) }
        for (number, key) in keys.enumerated() { #expect(try archiver.unarchive(Int.self, forKey: key) == number) }
        for key in keys.shuffled() { #expect(try archiver.remove(forKey: key)) }
        #expect(sandbox.names == [])
    }

    @Test("Folders with something else in them stay") func sharedFolders() throws {
        try archiver.archive(1, forKey: "a/b/one")
        try archiver.archive(2, forKey: "a/two")
        try archiver.remove(forKey: "a/b/one")
        #expect(sandbox.names == ["a", "a/two.archive"])
    }

    @Test(
        "Slashes at the ends count for nothing in every call",
        arguments: ["/root", "root/", "//root//"])
    func ends(key: String) throws {
        try archiver.archive(1, forKey: key)
        #expect(sandbox.names == ["root.archive"])
        #expect(try archiver.path(forKey: key) == archiver.path(forKey: "root"))
        #expect(try archiver.exists(forKey: key))
        #expect(try archiver.unarchive(Int.self, forKey: key) == 1)
        #expect(try archiver.remove(forKey: key))
        #expect(sandbox.names == [])
    }

    @Test(
        "Keys that lead out of the folder or nowhere are refused by name, and touch nothing",
        arguments: [
            "", "/", "///", ".", "..", "../x", "a/../../x", "a/..", "a/./b", "a//b", "a\0b", ".lock/x", "a.archive/b",
            ".a.archive.part/b", String(repeating: "x", count: 248), String(repeating: "é", count: 124),
            String(repeating: "x", count: 256) + "/a", String(repeating: "d/", count: 129) + "a", "a/\u{301}../..",
        ])
    func refused(key: String) throws {
        let calls: [() throws -> Void] = [
            { try archiver.archive(1, forKey: key) }, { _ = try archiver.unarchive(Int.self, forKey: key) },
            { try archiver.remove(forKey: key) }, { _ = try archiver.exists(forKey: key) },
            { _ = try archiver.path(forKey: key) },
        ]
        for call in calls {
            #expect { try call() } throws: { error in
                .invalidKey ~= error && "\(error)".contains(key.debugDescription)
            }
        }
        #expect(!FileManager.default.fileExists(atPath: sandbox.base))
    }

    @Test(
        "Unusual keys are fine",
        arguments: [
            "a.b", ".hidden", "...", "ünï", "a b", "-rf", "a\nb", "lock", ".lock", "a.archive", "b/a.archive",
            String(repeating: "x", count: 247), "\u{301}", "/\u{301}",
        ])
    func unusual(key: String) throws {
        try archiver.archive(key, forKey: key)
        #expect(try archiver.unarchive(String.self, forKey: key) == key)
        #expect(try archiver.remove(forKey: key))
        #expect(sandbox.names == [])
    }

    @Test("A key and the folder of the same name live side by side") func sameName() throws {
        try archiver.archive(1, forKey: "a")
        try archiver.archive(2, forKey: "a/a")
        #expect(sandbox.names == ["a", "a.archive", "a/a.archive"])
        try archiver.remove(forKey: "a")
        #expect(try archiver.unarchive(Int.self, forKey: "a/a") == 2)
    }
}
