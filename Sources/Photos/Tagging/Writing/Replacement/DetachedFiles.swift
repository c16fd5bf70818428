import Glibc
import LKPlanning
import LKStorage
import Synchronization

/// The files of which a run has detached names, and their states since.
///
/// Replacing one name of a file with several hard links changes the file's time of the last change of state under its other
/// names, but not its content. This change is known here, so that any other change of that time counts as one by another
/// program, which may have put the modification time back.
final class DetachedFiles: Sendable {
    /// A file that other names still lead to.
    private struct File {
        /// The states before names were detached.
        var former: Set<PhotoStamp>
        /// The state since the last one was.
        var stamp: PhotoStamp
    }

    private let files = Mutex<[FileIdentity: File]>([:])

    /// Returns whether a file is what it was, apart from names that were detached.
    ///
    /// - Parameters:
    ///   - former: Its state then.
    ///   - state: Returns its present state; called while no name is being detached.
    /// - Returns: `false` also if the file is gone.
    /// - Throws: What `state` throws.
    func isUnchanged(
        since former: PhotoStamp, state: () throws(TaggingError) -> PhotoStamp?
    ) throws(TaggingError) -> Bool {
        try files.withLock { files throws(TaggingError) in
            guard let stamp = try state() else { return false }
            if stamp == former { return true }
            guard let file = files[stamp.identity] else { return false }
            return file.stamp == stamp && file.former.contains(former)
        }
    }

    /// Replaces a name of a file, and remembers the file's state under its other names.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - folder: Its folder.
    ///   - stamp: The file's state before.
    ///   - replace: Replaces the name.
    /// - Returns: What `replace` returns.
    /// - Throws: ``TaggingError/Code/changed`` if the file is in neither that state nor the one since its last name was detached:
    ///   another program has changed it, and may have put the modification time back. ``TaggingError/Code/unwritable`` if it cannot
    ///   be looked at, and what `replace` throws.
    func detach<Result: Sendable>(
        _ name: String, in folder: FolderHandle, _ stamp: PhotoStamp, replace: () throws(TaggingError) -> Result
    ) throws(TaggingError) -> Result {
        try files.withLock { files throws(TaggingError) in
            let path = folder.path(of: name)
            let file = openat(folder.descriptor, name, TrustedPath.reference | O_NOFOLLOW | O_CLOEXEC)
            let number = errno
            guard file >= 0 else {
                throw number == ENOENT ? PhotoPreparer.changed(path) : .system(number, .unwritable, "replace", path)
            }
            defer { close(file) }
            var status = stat()
            guard fstat(file, &status) == 0 else { throw .system(errno, .unwritable, "replace", path) }
            let before = PhotoStamp(status)
            let known = files[stamp.identity].flatMap { $0.stamp == before ? $0.former : nil } ?? []
            // The replacement itself only compares the content, since it changes the state.
            guard before == stamp || known.contains(stamp) else { throw PhotoPreparer.changed(path) }
            let result = try replace()
            guard fstat(file, &status) == 0, status.st_nlink > 0, PhotoStamp(status).isSameContent(as: stamp)
            else { return result }
            files[stamp.identity] = File(former: known.union([stamp, before]), stamp: PhotoStamp(status))
            return result
        }
    }
}

extension TaggingRun.Options {
    /// Returns whether a file is what it was when its stamp was taken.
    ///
    /// - Parameters:
    ///   - former: The stamp.
    ///   - state: Returns the file's present state; `nil` if it is gone.
    /// - Returns: Whether it is unchanged, apart from names that this run has detached.
    /// - Throws: What `state` throws.
    func isUnchanged(
        since former: PhotoStamp, state: () throws(TaggingError) -> PhotoStamp?
    ) throws(TaggingError) -> Bool {
        switch hardLinks {
        case .refuse: try state() == former
        case .detach: try detached.isUnchanged(since: former, state: state)
        }
    }
}
