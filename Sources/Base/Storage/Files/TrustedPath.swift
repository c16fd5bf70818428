import CLKOpen
package import Glibc

/// Opens paths without being led astray by another user's symbolic links.
///
/// A symbolic link, in any component of a path, is followed only if it belongs to the effective user, to root, or to the
/// owner of what it leads to: the rule of the kernel's `protected_symlinks`, but in every folder. The link that was judged
/// is the one that is followed, and what was judged is what is opened, however often another process exchanges them
/// meanwhile. Paths are bytes and need not be valid UTF-8.
///
/// A path without links takes one system call (`openat2`); links are followed component by component on descriptors.
///
/// ```swift
/// let file = try TrustedPath.open("share/dir/a.jpg", O_RDONLY | O_CLOEXEC)
/// ```
package enum TrustedPath {
    /// `O_PATH`: opens a file, link or folder as a reference that only `fstat`, `openat` and the like accept.
    package static var reference: Int32 { copen_reference }

    /// The reason why a path was not opened.
    package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        /// The `errno` value; `EACCES` for a link that is not followed.
        package let number: Int32
        /// The link that is not followed; `nil` for the system's errors.
        package let link: UntrustedLink?

        package init(number: Int32, link: UntrustedLink? = nil) {
            self.number = number
            self.link = link
        }

        /// The system's words for ``number``.
        package var description: String { systemErrorText(number) }
    }

    /// Opens a file or folder.
    ///
    /// - Parameters:
    ///   - path: Absolute, or relative to `folder`.
    ///   - flags: As of `open`. With `O_NOFOLLOW`, a link in the last component is refused by the system (`ELOOP`), or
    ///     opened itself if there is `O_PATH`, too.
    ///   - mode: The permissions of a file that `O_CREAT` makes.
    ///   - folder: The descriptor of a folder; the working folder by default.
    ///   - followsLinks: Whether any link is followed; if not, each is refused with `ELOOP`.
    /// - Returns: The descriptor.
    /// - Throws: The refused link, or the system's error: `EAGAIN` if the path changes all the time.
    package static func open(
        _ path: String, _ flags: Int32, mode: mode_t = 0, in folder: Int32 = AT_FDCWD, followsLinks: Bool = true
    ) throws(Refusal) -> Int32 {
        // The system would ignore everything after a zero byte.
        guard !path.utf8.contains(0) else { throw Refusal(number: ENOENT) }
        return try path.withCString { attempt($0, flags, mode, folder, followsLinks) }.get()
    }

    /// Opens a file or folder whose path, null-terminated, may not be valid UTF-8, like
    /// ``open(_:_:mode:in:followsLinks:)-(String,_,_,_,_)``.
    package static func open(
        _ path: UnsafePointer<CChar>, _ flags: Int32, mode: mode_t = 0, in folder: Int32 = AT_FDCWD,
        followsLinks: Bool = true
    ) throws(Refusal) -> Int32 {
        try attempt(path, flags, mode, folder, followsLinks).get()
    }

    /// Returns what `stat` returns, for the file that ``open(_:_:mode:in:followsLinks:)-(String,_,_,_,_)`` would open.
    ///
    /// - Parameters:
    ///   - path: Absolute, or relative to `folder`.
    ///   - folder: The descriptor of a folder; the working folder by default.
    /// - Returns: The status.
    /// - Throws: The refused link, or the system's error: `ENOENT` also for a link to nothing.
    package static func status(of path: String, in folder: Int32 = AT_FDCWD) throws(Refusal) -> stat {
        guard !path.utf8.contains(0) else { throw Refusal(number: ENOENT) }
        return try path.withCString { attemptStatus($0, folder) }.get()
    }

    /// Returns what `stat` returns, for a null-terminated path that may not be valid UTF-8.
    package static func status(
        of path: UnsafePointer<CChar>, in folder: Int32 = AT_FDCWD
    ) throws(Refusal) -> stat {
        try attemptStatus(path, folder).get()
    }

    /// Returns the names in a folder, without ".", ".." and those that are not valid UTF-8.
    ///
    /// - Parameter folder: Absolute, or relative to the working folder.
    /// - Returns: The names, unsorted.
    /// - Throws: The refused link, or the system's error: also if the folder cannot be read to its end.
    package static func names(in folder: String) throws(Refusal) -> [String] {
        let descriptor = try open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard let stream = fdopendir(descriptor) else {
            let number = errno
            close(descriptor)
            throw Refusal(number: number)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw Refusal(number: errno) }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
    }

    /// Follows all links of a path, the last included.
    ///
    /// - Parameter path: Absolute, or relative to the working folder. Its last component need not exist.
    /// - Returns: The folder and name that the path stands for.
    /// - Throws: The refused link (also one of another user that leads to nothing), or the system's error.
    package static func resolve(_ path: String) throws(Refusal) -> ResolvedPath {
        guard !path.utf8.contains(0) else { throw Refusal(number: ENOENT) }
        return try resolve(bytes: Array(path.utf8))
    }

    /// Follows all links of a path that may not be valid UTF-8: see ``resolve(_:)``.
    package static func resolve(bytes: [UInt8]) throws(Refusal) -> ResolvedPath {
        guard !bytes.contains(0), !bytes.isEmpty else { throw Refusal(number: ENOENT) }
        var bytes = bytes
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        let walk = try PathWalk(bytes, in: AT_FDCWD, isShownAbsolute: true)
        try walk.run(followsLast: true, mayBeMissing: true)
        return try walk.resolved()
    }

    private static func attempt(
        _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t, _ folder: Int32,
        _ followsLinks: Bool = true
    ) -> Result<Int32, Refusal> {
        let file = copen_without_links(folder, path, flags, mode)
        if file >= 0 { return .success(file) }
        switch errno {
        case ELOOP where !followsLinks: return .failure(Refusal(number: ELOOP))
        // The path has a link, or the call is not available here: a sandbox may refuse it with EPERM.
        case ELOOP, ENOSYS, EPERM, EINVAL: break
        case let number: return .failure(Refusal(number: number))
        }
        let bytes = Array(UnsafeRawBufferPointer(start: path, count: strlen(path)))
        do throws(Refusal) {
            for _ in 0..<attempts {
                let walk = try PathWalk(bytes, in: folder, followsLinks: followsLinks)
                let isExclusive = flags & (O_CREAT | O_EXCL) == O_CREAT | O_EXCL
                try walk.run(followsLast: flags & O_NOFOLLOW == 0 && !isExclusive, mayBeMissing: flags & O_CREAT != 0)
                if let file = try walk.open(flags, mode) { return .success(file) }
            }
        } catch {
            return .failure(error)
        }
        return .failure(Refusal(number: EAGAIN))
    }

    /// How often a walk starts again because the last component was exchanged between its judgement and its opening.
    private static let attempts = 100

    private static func attemptStatus(_ path: UnsafePointer<CChar>, _ folder: Int32) -> Result<stat, Refusal> {
        switch attempt(path, copen_reference | O_CLOEXEC, 0, folder) {
        case .failure(let refusal): return .failure(refusal)
        case .success(let file):
            defer { close(file) }
            var status = stat()
            guard fstat(file, &status) == 0 else { return .failure(Refusal(number: errno)) }
            return .success(status)
        }
    }
}

/// What a path stands for after all its links.
package struct ResolvedPath: ~Copyable {
    /// The path without links, absolute; it need not be valid UTF-8.
    package let bytes: [UInt8]
    /// The descriptor of the folder that contains it, opened with `O_PATH`: for `openat` and the like.
    package let folder: Int32
    /// The name in the folder; `.` for the root of the file system.
    package let name: [UInt8]
    /// A descriptor of the file or folder itself, opened with `O_PATH`; `nil` if it does not exist.
    package let descriptor: Int32?
    /// The links that were followed, in this order, with their texts.
    package let links: [(path: String, target: String)]

    /// The path without links, with replacement characters where it is not valid UTF-8.
    package var path: String { String(decoding: bytes, as: UTF8.self) }

    deinit {
        close(folder)
        if let descriptor { close(descriptor) }
    }
}
