import Glibc
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
    /// - Throws: What `replace` throws.
    func detach<Result: Sendable>(
        _ name: String, in folder: FolderHandle, _ stamp: PhotoStamp, replace: () throws(TaggingError) -> Result
    ) throws(TaggingError) -> Result {
        try files.withLock { files throws(TaggingError) in
            let file = openat(folder.descriptor, name, TrustedPath.reference | O_NOFOLLOW | O_CLOEXEC)
            defer { if file >= 0 { close(file) } }
            var before = stat()
            // The replacement fails if it is another file, or its state is another one.
            let isKnown = file >= 0 && fstat(file, &before) == 0
            let result = try replace()
            var after = stat()
            guard isKnown, fstat(file, &after) == 0, after.st_nlink > 0,
                PhotoStamp(after).isSameContent(as: stamp)
            else { return result }
            let states = files[stamp.identity].map { $0.stamp == PhotoStamp(before) ? $0.former : [] } ?? []
            files[stamp.identity] = File(
                former: states.union([stamp, PhotoStamp(before)]), stamp: PhotoStamp(after))
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
