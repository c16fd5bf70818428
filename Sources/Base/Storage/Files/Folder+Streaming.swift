package import Glibc

extension Folder {
    /// What ``replace(_:ifAllowed:writing:)`` replaces.
    package enum Replaced: Sendable {
        /// Nothing: the name must be free.
        case nothing
        /// A file whose permissions and owner the new one gets.
        case keepingAttributes(of: stat)
        /// A file whose permissions and owner another user chose, or a link.
        case renewingAttributes
    }

    /// Replaces a file or a symbolic link with the content that `body` writes.
    ///
    /// - Throws: As ``replace(_:ifAllowed:writing:)``, and ``StorageError/Code/corrupt`` if the name belongs to
    ///   something other than a regular file.
    package func replace(_ name: String, writing body: (Int32) throws -> Void) throws {
        try replace(name, ifAllowed: { try replaced(name) }, writing: body)
    }

    /// Replaces a file with the content that `body` writes, like ``replace(_:with:mode:)`` but without holding it in
    /// memory.
    ///
    /// Several writers may run at a time; the last to finish wins. On file systems that support `O_TMPFILE` (ext4, XFS,
    /// Btrfs, tmpfs) the new file has no name before it is complete, so nothing is left behind however the program
    /// ends.
    ///
    /// - Parameters:
    ///   - name: One component of a path; a symbolic link of that name is replaced, not followed.
    ///   - check: Called before writing, and again before the new file gets its name: returns what it replaces, and
    ///     throws to keep what is there.
    ///   - body: Writes the new content to a descriptor, which this function closes.
    /// - Throws: What `check` and `body` throw, and ``StorageError/Code/system``; then the old content is untouched.
    package func replace(
        _ name: String, ifAllowed check: () throws -> Replaced, writing body: (Int32) throws -> Void
    ) throws {
        let before = try check()
        let temporary = Self.uniqueName(for: name)
        // The usual permissions of new files: 0666 minus the umask.
        var file = openat(descriptor, ".", Self.withoutName | O_WRONLY | O_CLOEXEC, 0o666)
        var hasName = file < 0
        if hasName {
            file = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        }
        guard file >= 0 else { throw StorageError.system(errno, cannot: "write", path(of: name)) }
        do {
            defer { close(file) }
            switch before {
            case .nothing, .renewingAttributes: giveToOwner(file)
            case .keepingAttributes(let status):
                fchmod(file, status.st_mode & 0o777)
                give(file, to: status)
            }
            try body(file)
            guard fsync(file) == 0 else { throw StorageError.system(errno, cannot: "write", path(of: name)) }
            try put(file, &hasName, temporary, as: name, check)
        } catch {
            unlinkat(descriptor, temporary, 0)
            throw error
        }
        try sync()
    }

    /// Renames a complete file of this folder to a name that is free or belongs to a file that it replaces.
    ///
    /// - Parameters:
    ///   - temporary: The file's present name.
    ///   - name: Its new name, one component of a path.
    ///   - check: As for ``replace(_:ifAllowed:writing:)``.
    /// - Throws: What `check` throws, and ``StorageError/Code/system``; the file keeps its name then.
    package func put(_ temporary: String, as name: String, ifAllowed check: () throws -> Replaced) throws {
        var hasName = true
        try put(-1, &hasName, temporary, as: name, check)
        try sync()
    }

    private func put(
        _ file: Int32, _ hasName: inout Bool, _ temporary: String, as name: String, _ check: () throws -> Replaced
    ) throws {
        // Bounds the loop; no other program makes and removes the file this often.
        for _ in 0..<Self.maximumExchanges {
            switch try check() {
            case .nothing:
                if place(file, hasName ? temporary : nil, as: name) { return }
                guard errno == EEXIST else { throw StorageError.system(errno, cannot: "write", path(of: name)) }
            case .keepingAttributes, .renewingAttributes:
                guard rename(file, &hasName, temporary, to: name) else {
                    throw StorageError.system(errno, cannot: "write", path(of: name))
                }
                return
            }
        }
        throw StorageError(
            .locked, "another program keeps writing \(path(of: name))", advice: "try again when it has finished")
    }

    /// Returns what is replaced where every file and link is.
    private func replaced(_ name: String) throws(StorageError) -> Replaced {
        try refuseWhatIsNoFile(name)
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .nothing }
        return status.st_mode & S_IFMT == S_IFREG ? .keepingAttributes(of: status) : .renewingAttributes
    }

    /// Links a complete file to its name, which must be free.
    ///
    /// - Returns: Whether that was done; otherwise `errno` is `EEXIST` for a name that is taken.
    private func place(_ file: Int32, _ temporary: String?, as name: String) -> Bool {
        guard let temporary else {
            return linkat(AT_FDCWD, "/proc/self/fd/\(file)", descriptor, name, AT_SYMLINK_FOLLOW) == 0
        }
        return ExclusiveRename.rename(temporary, to: name, in: descriptor) == 0
    }

    /// Renames a complete file to the name of a file that it replaces.
    ///
    /// - Returns: Whether that was done; otherwise `errno` says why not.
    private func rename(_ file: Int32, _ hasName: inout Bool, _ temporary: String, to name: String) -> Bool {
        if !hasName {
            guard linkat(AT_FDCWD, "/proc/self/fd/\(file)", descriptor, temporary, AT_SYMLINK_FOLLOW) == 0 else {
                return false
            }
            hasName = true
        }
        return renameat(descriptor, temporary, descriptor, name) == 0
    }

    /// Refuses to replace a device, pipe, socket or folder with a file: `/dev/null` must stay intact.
    ///
    /// - Throws: ``StorageError/Code/corrupt``.
    package func refuseWhatIsNoFile(_ name: String) throws(StorageError) {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
        guard [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) else {
            throw StorageError(.corrupt, "\(path(of: name)) is not a regular file", advice: "name another")
        }
    }

    /// `O_TMPFILE`, a macro that Swift does not import; its first bit is the same on x86-64 and arm64
    /// (asm-generic/fcntl.h).
    private static let withoutName = 0o20_000_000 | O_DIRECTORY

    /// Returns a name for a temporary file that no other writer uses and no other user can predict.
    package static func uniqueName(for name: String) -> String {
        let cut = name.utf8.count <= 200 ? name : String(decoding: name.utf8.prefix(150), as: UTF8.self)
        return ".\(cut).\(getpid())-\(UInt32.random(in: 0 ... .max)).part"
    }
}
