import Glibc

extension Folder {
    /// Puts what `body` writes in the place of a file, as ``replace(_:with:mode:)`` does with content that fits in memory.
    ///
    /// Any number may write at a time; the last to finish wins. What is written has no name before it is complete, so that nothing
    /// stays behind however the program ends, on file systems that know such files (`O_TMPFILE`: ext4, XFS, Btrfs, tmpfs).
    ///
    /// - Parameters:
    ///   - name: One component of a path; a symbolic link of that name is replaced, not followed.
    ///   - body: Writes the new content to a descriptor, which is closed for it.
    /// - Throws: What `body` throws, and `PersistenceError` with ``PersistenceError/Code/corrupt`` for what is no regular file and
    ///   ``PersistenceError/Code/system``; then the old content is untouched.
    package func replace(_ name: String, writing body: (Int32) throws -> Void) throws {
        try refuseWhatIsNoFile(name)
        let temporary = Self.uniqueName(for: name)
        // As other programs make files: what the umask leaves.
        var file = openat(descriptor, ".", Self.withoutName | O_WRONLY | O_CLOEXEC, 0o666)
        let hasName = file < 0
        if hasName {
            file = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        }
        guard file >= 0 else { throw PersistenceError.system(errno, cannot: "write", path(of: name)) }
        do {
            defer { close(file) }
            if let mode = mode(of: name) { fchmod(file, mode) }
            keepOwner(of: name, for: file)
            try body(file)
            guard fsync(file) == 0,
                hasName || linkat(AT_FDCWD, "/proc/self/fd/\(file)", descriptor, temporary, AT_SYMLINK_FOLLOW) == 0,
                renameat(descriptor, temporary, descriptor, name) == 0
            else { throw PersistenceError.system(errno, cannot: "write", path(of: name)) }
        } catch {
            unlinkat(descriptor, temporary, 0)
            throw error
        }
        try sync()
    }

    /// Refuses to put a file in the place of a device, pipe, socket or folder: `/dev/null` must stay what it is.
    ///
    /// - Throws: ``PersistenceError/Code/corrupt``.
    package func refuseWhatIsNoFile(_ name: String) throws(PersistenceError) {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
        guard [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) else {
            throw PersistenceError(.corrupt, "\(path(of: name)) is no regular file; name another")
        }
    }

    /// `O_TMPFILE`, a macro that Swift does not see; its first bit is the same on x86-64 and arm64 (asm-generic/fcntl.h).
    private static let withoutName = 0o20_000_000 | O_DIRECTORY

    /// A name that nobody else uses at the moment.
    private static func uniqueName(for name: String) -> String {
        let cut = name.utf8.count <= 200 ? name : String(decoding: name.utf8.prefix(150), as: UTF8.self)
        return ".\(cut).\(getpid())-\(UInt32.random(in: 0 ... .max)).part"
    }
}
