import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import LKStorage

/// Links of two users, which root can make; what a user's own links are needs another process (see the tool's tests).
@Suite(.enabled(if: geteuid() == 0, "only root can make links of other users")) struct TrustedPathTests {
    private let place = TemporaryFolder()
    private static let ann: uid_t = 2001
    private static let bob: uid_t = 2002

    /// Bob's folder with a file in it, Ann's folder with a file, and a folder of root's in which both may write.
    init() throws {
        for (name, owner) in [("ann", Self.ann), ("bob", Self.bob), ("share", 0)] {
            #expect(mkdir(place.file(name), 0o755) == 0)
            try Data(name.utf8).write(to: URL(filePath: place.file("\(name)/file")))
            chown(place.file(name), owner, owner)
            chown(place.file("\(name)/file"), owner, owner)
        }
    }

    private func link(_ name: String, to target: String, of owner: uid_t) {
        #expect(symlink(target, place.file(name)) == 0)
        #expect(lchown(place.file(name), owner, owner) == 0)
    }

    private func read(_ path: String, in folder: Int32 = AT_FDCWD) throws -> String {
        let file = try TrustedPath.open(path, O_RDONLY | O_CLOEXEC, in: folder)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = Glibc.read(file, &bytes, bytes.count)
        try #require(count >= 0)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    private func refusal(_ body: () throws -> Void) -> TrustedPath.Refusal? {
        do { try body() } catch { return error as? TrustedPath.Refusal }
        return nil
    }

    // MARK: The rule

    @Test("Follows links of root, and links to what belongs to the link's owner")
    func trusted() throws {
        link("share/root", to: "../bob", of: 0)
        link("share/own", to: place.file("ann"), of: Self.ann)
        link("share/ownfile", to: "own/file", of: Self.ann)
        #expect(try read(place.file("share/root/file")) == "bob")
        #expect(try read(place.file("share/own/file")) == "ann")
        #expect(try read(place.file("share/ownfile")) == "ann")
        #expect(try TrustedPath.status(of: place.file("share/ownfile")).st_uid == Self.ann)
    }

    @Test(
        "Lists the names in a folder, also hidden ones, but none that is not valid UTF-8, and not through a refused link"
    )
    func names() throws {
        try Data().write(to: URL(filePath: place.file("bob/.hidden")))
        let invalid = place.file("bob/x").utf8CString.dropLast() + [CChar(bitPattern: 0xFF), 0]
        close(Array(invalid).withUnsafeBufferPointer { open($0.baseAddress!, O_CREAT | O_WRONLY, 0o644) })
        #expect(try TrustedPath.names(in: place.file("bob")).sorted() == [".hidden", "file"])
        link("share/dir", to: place.file("bob"), of: Self.ann)
        #expect(refusal { _ = try TrustedPath.names(in: place.file("share/dir")) }?.link != nil)
        #expect(refusal { _ = try TrustedPath.names(in: place.file("bob/file")) }?.number == ENOTDIR)
        #expect(refusal { _ = try TrustedPath.names(in: place.file("none")) }?.number == ENOENT)
    }

    @Test(
        "Refuses another user's link to a third user's file or folder, and names it",
        arguments: [
            "share/file2", "share/dir/file", "share/dir", "share/dir/", "share/dir/../bob/file", "share/nested/file",
        ])
    func refused(path: String) throws {
        link("share/file2", to: "../bob/file", of: Self.ann)
        link("share/dir", to: place.file("bob"), of: Self.ann)
        link("share/nested", to: "dir", of: Self.bob)
        let refused = refusal { _ = try read(place.file(path)) }
        let name = path == "share/file2" ? path : "share/dir"
        let target = path == "share/file2" ? "../bob/file" : place.file("bob")
        #expect(refused?.number == EACCES)
        #expect(refused?.link == UntrustedLink(path: place.file(name), owner: Self.ann, target: target))
        #expect(refusal { _ = try TrustedPath.status(of: place.file(path)) } == refused)
        #expect(refusal { _ = try TrustedPath.resolve(place.file(path)) } == refused)
    }

    @Test("Judges each link of a chain by what the whole chain leads to")
    func chains() throws {
        link("bob/inner", to: "file", of: Self.bob)
        link("share/chain", to: "../bob/inner", of: Self.ann)
        #expect(refusal { _ = try read(place.file("share/chain")) }?.link?.path == place.file("share/chain"))
        link("share/good", to: "../bob/inner", of: Self.bob)
        #expect(try read(place.file("share/good")) == "bob")
    }

    @Test("States the link, its owner and its target in the message")
    func message() {
        link("share/dir", to: "/home/bob", of: Self.ann)
        let link = UntrustedLink(path: "share/dir", owner: 2001, target: "/home/bob")
        #expect(
            link.message(opening: "share/dir/a.jpg")
                == "share/dir/a.jpg: share/dir is a symbolic link of another user (uid 2001) to /home/bob; "
                + "name what it leads to itself")
        #expect(link.message(opening: "share/dir").hasPrefix("share/dir is a symbolic link"))
    }

    // MARK: Links of every kind

    @Test("Reports loops, links to nothing, long chains and files used as folders as the system does")
    func failures() throws {
        link("loop", to: "loop2", of: 0)
        link("loop2", to: "loop", of: Self.ann)
        link("nothing", to: "missing/file", of: Self.ann)
        link("slash", to: "share/file/", of: 0)
        #expect(refusal { _ = try read(place.file("loop")) } == TrustedPath.Refusal(number: ELOOP))
        #expect(refusal { _ = try read(place.file("nothing")) } == TrustedPath.Refusal(number: ENOENT))
        #expect(refusal { _ = try read(place.file("slash")) } == TrustedPath.Refusal(number: ENOTDIR))
        #expect(refusal { _ = try read(place.file("share/file/x")) } == TrustedPath.Refusal(number: ENOTDIR))
        #expect(refusal { _ = try read("") } == TrustedPath.Refusal(number: ENOENT))
        #expect(refusal { _ = try read("a\0b") } == TrustedPath.Refusal(number: ENOENT))
        link("chain0", to: "share/file", of: 0)
        for number in 1...40 { link("chain\(number)", to: "chain\(number - 1)", of: 0) }
        #expect(try read(place.file("chain39")) == "share")
        #expect(refusal { _ = try read(place.file("chain40")) } == TrustedPath.Refusal(number: ELOOP))
    }

    @Test("Follows absolute and relative links, dots and slashes like the system")
    func dots() throws {
        link("up", to: ".././\(URL(filePath: place.path).lastPathComponent)//share/", of: 0)
        link("bob/out", to: "../ann", of: 0)
        for path in ["up/file", "up/../share/./file", "up//file", "bob/out/../share/file", "./up/file"] {
            #expect(try read(place.file(path)) == "share")
        }
        let folder = try TrustedPath.open(place.file("up"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(folder) }
        #expect(try read("file", in: folder) == "share")
        #expect(try read("../up/file", in: folder) == "share")
    }

    @Test("Walks where the system cannot open a path without links in one call", arguments: ["", "ann/../"])
    func fallback(_ prefix: String) throws {
        for name in ["share/file", "share", "bob/.", "missing", "share/file/"] {
            let path = Array(place.file(prefix + name).utf8)
            for followsLinks in [true, false] {
                let opened = refusal {
                    let walk = try PathWalk(path, in: AT_FDCWD, followsLinks: followsLinks)
                    try walk.run(followsLast: true, mayBeMissing: false)
                    let file = try walk.open(O_RDONLY | O_CLOEXEC, 0)
                    close(try #require(file))
                }
                let file = Glibc.open(place.file(prefix + name), O_RDONLY | O_CLOEXEC)
                #expect(opened?.number == (file < 0 ? errno : nil))
                if file >= 0 { close(file) }
            }
        }
    }

    @Test("Opens names that are not valid UTF-8")
    func bytes() throws {
        let name: [UInt8] = Array(place.file("share/").utf8) + [0xFF, 0xE9]
        let path = name.map { CChar(bitPattern: $0) } + [0]
        #expect(symlink("file", path) == 0)
        let file = try TrustedPath.open(path, O_RDONLY | O_CLOEXEC)
        close(file)
        let resolved = try TrustedPath.resolve(bytes: name).path
        #expect(resolved == place.file("share/file"))
        unlink(path)
        let missing = try TrustedPath.resolve(bytes: name)
        #expect(missing.bytes == name)
        #expect(missing.descriptor == nil)
    }

    @Test("Leaves the last link alone with O_NOFOLLOW, and every link if none may be followed")
    func unfollowed() throws {
        link("share/own", to: "file", of: 0)
        link("way", to: "share", of: 0)
        #expect(
            refusal { _ = try TrustedPath.open(place.file("way/own"), O_RDONLY | O_NOFOLLOW) }
                == TrustedPath.Refusal(number: ELOOP))
        #expect(
            refusal { _ = try TrustedPath.open(place.file("way/file"), O_RDONLY, followsLinks: false) }
                == TrustedPath.Refusal(number: ELOOP))
        let file = try TrustedPath.open(place.file("share/file"), O_RDONLY | O_NOFOLLOW, followsLinks: false)
        close(file)
    }

    @Test("Follows a link of /proc only if the path itself leads there")
    func procedure() throws {
        let file = try TrustedPath.open(place.file("share/file"), O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        #expect(try read("/proc/self/fd/\(file)") == "share")
        #expect(try read("/dev/fd/\(file)") == "share")
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        write(ends[1], "pipe", 4)
        close(ends[1])
        #expect(try read("/dev/fd/\(ends[0])") == "pipe")
        close(ends[0])
        link("share/magic", to: "/proc/self/fd/\(file)", of: Self.ann)
        #expect(refusal { _ = try read(place.file("share/magic")) }?.number == ELOOP)
    }

    // MARK: New files

    @Test("Creates through a link of root's, but never through another user's link to nothing")
    func creation() throws {
        link("share/new", to: "made", of: 0)
        link("share/planted", to: "../bob/made", of: Self.ann)
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC
        let file = try TrustedPath.open(place.file("share/new"), flags, mode: 0o600)
        close(file)
        #expect(FileManager.default.fileExists(atPath: place.file("share/made")))
        let refused = refusal { _ = try TrustedPath.open(place.file("share/planted"), flags, mode: 0o600) }
        #expect(refused?.link?.path == place.file("share/planted"))
        #expect(
            refusal { _ = try TrustedPath.open(place.file("share/planted"), flags | O_EXCL, mode: 0o600) }
                == TrustedPath.Refusal(number: EEXIST))
        #expect(!FileManager.default.fileExists(atPath: place.file("bob/made")))
    }

    @Test("Empties only what was judged")
    func truncation() throws {
        link("share/planted", to: "../bob/file", of: Self.ann)
        link("share/own", to: "file", of: 0)
        let flags = O_WRONLY | O_TRUNC | O_CLOEXEC
        #expect(refusal { _ = try TrustedPath.open(place.file("share/planted"), flags) }?.link != nil)
        #expect(try read(place.file("bob/file")) == "bob")
        let file = try TrustedPath.open(place.file("share/own"), flags)
        close(file)
        #expect(try read(place.file("share/file")).isEmpty)
    }

    @Test("Resolves a path to its folder and name, with the links that it followed")
    func resolution() throws {
        link("way", to: "share", of: 0)
        link("share/own", to: "made", of: 0)
        do {
            let resolved = try TrustedPath.resolve(place.file("way/own"))
            #expect(resolved.path == place.file("share/made"))
            #expect(resolved.name == Array("made".utf8))
            #expect(resolved.descriptor == nil)
            #expect(resolved.links.map(\.path) == [place.file("way"), place.file("share/own")])
            #expect(try read("file", in: resolved.folder) == "share")
        }
        for path in ["way/", "way/.", "way/../way", "share"] {
            let resolved = try TrustedPath.resolve(place.file(path))
            #expect(resolved.path == place.file("share"))
            #expect(resolved.name == Array("share".utf8))
            #expect(try read("share/file", in: resolved.folder) == "share")
        }
        let root = try TrustedPath.resolve("/..")
        #expect(root.path == "/")
    }

    // MARK: Races

    @Test("Never opens another user's file while its name is exchanged for a link", arguments: [true, false])
    func exchange(_ exchangesFolder: Bool) throws {
        // Ann's folder and file, and links of hers to Bob's; a link of hers to her own, whose target is exchanged.
        #expect(mkdir(place.file("ann/sub"), 0o755) == 0)
        chown(place.file("ann/sub"), Self.ann, Self.ann)
        try Data("ann".utf8).write(to: URL(filePath: place.file("ann/sub/file")))
        chown(place.file("ann/sub/file"), Self.ann, Self.ann)
        link("ann/trap", to: exchangesFolder ? "../bob" : "../bob/file", of: Self.ann)
        link("share/door", to: exchangesFolder ? "../ann/sub" : "../ann/file", of: Self.ann)
        let (first, second) = exchangesFolder ? ("sub", "trap") : ("file", "trap")
        let isOver = Atomic(false)
        let folder = try Folder.existing(place.file("ann"))
        let descriptor = folder.descriptor
        let exchanges = Atomic(0)
        let thread = Thread {
            while !isOver.load(ordering: .relaxed) {
                if ExclusiveRename.exchange(first, with: second, in: descriptor) == 0 {
                    exchanges.add(1, ordering: .relaxed)
                }
            }
        }
        thread.start()
        defer { isOver.store(true, ordering: .relaxed) }
        let paths = exchangesFolder ? ["ann/sub/file", "share/door/file"] : ["ann/file", "share/door"]
        var counts: [String: Int] = [:]
        var round = 0
        // Until the exchanges were noticed, in either order, often enough.
        while round < 2_000 || counts["ann", default: 0] < 100 || counts["refused", default: 0] < 100 {
            round += 1
            do {
                counts[try read(place.file(paths[round % 2])), default: 0] += 1
            } catch let refusal as TrustedPath.Refusal {
                counts[refusal.link != nil ? "refused" : "errno \(refusal.number)", default: 0] += 1
            }
            if round > 5_000_000 { break }
        }
        #expect(counts["bob"] == nil, "\(counts) of \(round), \(exchanges.load(ordering: .relaxed)) exchanges")
        #expect(counts["ann", default: 0] >= 100 && counts["refused", default: 0] >= 100, "\(counts)")
        #expect(folder.path == place.file("ann"))
    }
}
