import Glibc
import LKMetadata
import LKPlanning

/// Changes a file in place: overwrites bytes with as many others, and appends more.
///
/// The order of writes keeps the file valid at each moment: either the old one, perhaps with unreferenced bytes at its
/// end, or the new one. Undo uses the opposite order.
struct InPlaceChange {
    let change: JournalChange
    let path: String
    private let descriptor: Int32

    /// Opens the file.
    ///
    /// - Parameters:
    ///   - change: What is changed.
    ///   - folder: The file's folder.
    /// - Throws: ``TaggingError/Code/unwritable``.
    init(_ change: JournalChange, in folder: FolderHandle) throws(TaggingError) {
        self.change = change
        path = folder.path(of: change.name)
        let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
        descriptor = openat(folder.descriptor, change.name, flags)
        guard descriptor >= 0 else { throw .system(errno, .unwritable, "write", path) }
    }

    func close() { _ = Glibc.close(descriptor) }

    /// Returns the present stamp.
    ///
    /// - Returns: The stamp.
    /// - Throws: ``TaggingError/Code/unreadable``.
    func stamp() throws(TaggingError) -> PhotoStamp {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(errno, .unreadable, "read", path) }
        return PhotoStamp(status)
    }

    private var oldCount: Int { Int(change.stamp.size) }

    /// One write, made durable before the next.
    struct Step {
        var place: Int
        var bytes: ArraySlice<UInt8>
    }

    /// The length of a box header with type and size, in bytes.
    private static let headCount = 16

    /// Returns the steps that make the new file: first the appended data, with its header last, which nothing refers to
    /// yet; then the replaced ranges from the last in the file to the first, each starting with its header.
    ///
    /// See ``FilePatch/isSafeInPlace`` for this order. A header of zeros marks a box that extends to the end of the
    /// file, whatever its current length.
    static func steps(making change: JournalChange) -> [Step] {
        zip(change.inverse.splices, change.newBytes).reversed().flatMap { splice, bytes in
            let steps = steps(bytes, at: splice.range.lowerBound)
            return splice.range.lowerBound < change.stamp.size ? steps : steps.reversed()
        }
    }

    /// Returns the steps that take a change back, in the opposite order, without the final truncation.
    static func steps(takingBack change: JournalChange) -> [Step] {
        change.inverse.splices.filter { $0.range.lowerBound < change.stamp.size }.flatMap { splice in
            steps(splice.bytes, at: splice.range.lowerBound).reversed()
        }
    }

    private static func steps(_ bytes: [UInt8], at place: Int) -> [Step] {
        let pieces = [bytes.prefix(headCount), bytes.dropFirst(headCount)].filter { !$0.isEmpty }
        return pieces.map { Step(place: place + $0.startIndex, bytes: $0) }
    }

    /// Performs the change durably; a failure rolls it back.
    ///
    /// - Throws: ``TaggingError/Code/unwritable``.
    func make() throws(TaggingError) {
        do throws(TaggingError) {
            try write(Self.steps(making: change))
        } catch {
            try? takeBack()
            throw error
        }
    }

    /// Undoes the change durably and restores the old modification time.
    ///
    /// - Throws: ``TaggingError/Code/unwritable``.
    func takeBack() throws(TaggingError) {
        try write(Self.steps(takingBack: change))
        guard ftruncate(descriptor, off_t(oldCount)) == 0 else { throw .system(errno, .unwritable, "shorten", path) }
        try takeBackTime()
    }

    /// Restores the old modification time, durably.
    ///
    /// - Throws: ``TaggingError/Code/unwritable``.
    func takeBackTime() throws(TaggingError) {
        try setModificationTime(of: change.stamp)
        try sync()
    }

    /// Sets the modification time.
    ///
    /// - Parameter stamp: The stamp with the time.
    /// - Throws: ``TaggingError/Code/unwritable``.
    func setModificationTime(of stamp: PhotoStamp) throws(TaggingError) {
        try FileAttributes.setModificationTime(of: stamp, to: descriptor, path)
    }

    /// The possible states after an interrupted change.
    enum State {
        /// None of the change was written.
        case old
        /// Part of the change was written, and nothing else.
        case between
        /// Another program has written to the file.
        case other
    }

    /// Compares the file with the change; by content, since files in a copied folder have other inodes.
    ///
    /// - Parameter copier: Reads the file.
    /// - Returns: Whether each byte of the changed ranges is the old or the new one.
    /// - Throws: ``TaggingError/Code/unreadable``.
    func state(_ copier: PatchedCopy) throws(TaggingError) -> State {
        let stamp = try stamp()
        let size = Int(stamp.size)
        guard size >= oldCount, size <= change.newCount else { return .other }
        var isOld = size == oldCount
        for (splice, new) in zip(change.inverse.splices, change.newBytes) {
            let start = splice.range.lowerBound
            let range = start..<max(start, min(size, splice.range.upperBound))
            let present = try copier.read(range, descriptor, path)
            if start < oldCount {
                guard zip(present, zip(splice.bytes, new)).allSatisfy({ $0 == $1.0 || $0 == $1.1 }) else {
                    return .other
                }
                isOld = isOld && present == splice.bytes
            } else if !zip(present, new).allSatisfy({ $0 == $1 || $0 == 0 }) {
                return .other
            }
        }
        return isOld ? .old : .between
    }

    private func sync() throws(TaggingError) {
        guard fsync(descriptor) == 0 else { throw .system(errno, .unwritable, "write", path) }
    }

    private func write(_ steps: [Step]) throws(TaggingError) {
        for step in steps {
            try write(step.bytes, at: step.place)
            try sync()
        }
    }

    private func write(_ bytes: ArraySlice<UInt8>, at place: Int) throws(TaggingError) {
        var rest = bytes
        while !rest.isEmpty {
            let position = place + rest.startIndex - bytes.startIndex
            let count = rest.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(position)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system(count < 0 ? errno : ENOSPC, .unwritable, "write", path) }
            rest = rest.dropFirst(count)
        }
    }
}
