import Glibc

// The inputs of commands: tracks, points, lists, maps, recordings. In a folder that others can write to, such as /tmp, the
// name of an input may be a link that another user has planted to the caller's private files.
extension TrustedPath {
    /// Opens a file for reading, without following another user's links.
    ///
    /// Every input that is named by its path is opened by this function. The kernel's links in `/proc` count as root's,
    /// so that `/dev/stdin`, `/dev/fd/N` and the pipes of a shell's process substitution open as with `open`.
    ///
    /// - Parameters:
    ///   - path: Absolute, or relative to the working folder.
    ///   - flags: Of `open`, in addition to `O_RDONLY` and `O_CLOEXEC`: with `O_NONBLOCK`, opening a pipe does not wait
    ///     for its writer.
    /// - Returns: The descriptor.
    /// - Throws: The refused link, or the system's error.
    package static func openInput(_ path: String, _ flags: Int32 = 0) throws(Refusal) -> Int32 {
        try open(path, O_RDONLY | O_CLOEXEC | flags)
    }

    /// Opens a regular file for reading, without following another user's links.
    ///
    /// Files of other kinds are not opened: a pipe's writer would begin, and end before the pipe is opened to be read.
    ///
    /// - Parameter path: Absolute, or relative to the working folder.
    /// - Returns: The descriptor; `nil` for a file of another kind.
    /// - Throws: The refused link, or the system's error.
    package static func openRegularInput(_ path: String) throws(Refusal) -> Int32? {
        guard try status(of: path).st_mode & S_IFMT == S_IFREG else { return nil }
        // O_NONBLOCK for a pipe that has replaced the file meanwhile.
        let file = try openInput(path, O_NONBLOCK)
        var opened = stat()
        guard fstat(file, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG else {
            close(file)
            return nil
        }
        return file
    }

    /// Returns the kind of a file that is to be read, without opening it, which would wait for the writer of a pipe.
    ///
    /// - Parameter path: Absolute, or relative to the working folder.
    /// - Returns: One of `S_IFREG`, `S_IFIFO` and so on; `nil` for a file that cannot be opened.
    package static func inputKind(_ path: String) -> UInt32? { try? status(of: path).st_mode & S_IFMT }
}

extension TrustedPath.Refusal {
    /// Returns why a path was not opened, for messages.
    ///
    /// - Parameters:
    ///   - action: What could not be done, as in `cannot open a.gpx`; not needed for a link.
    ///   - path: The path.
    ///   - advice: What to do about the system's error, after `; `.
    /// - Returns: A sentence without its full stop.
    package func message(_ action: String, opening path: String, advice: String? = nil) -> String {
        if let link { return link.message(opening: path) }
        return "\(action): \(systemErrorText(number))" + (advice.map { "; \($0)" } ?? "")
    }

    /// Returns what to do, with which ``message(_:opening:advice:)`` ends.
    ///
    /// - Parameter other: What to do about the system's error.
    /// - Returns: The advice; `nil` for none.
    package func advice(_ other: String? = nil) -> String? { link == nil ? other : UntrustedLink.advice }
}
