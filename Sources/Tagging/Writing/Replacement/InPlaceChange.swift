import Glibc
import Metadata

/// Changes a file in place: bytes are replaced by as many others, and more are added at the end.
///
/// In an order in which the file is at each moment the old one, perhaps with bytes after its end that nothing refers to, or the new
/// one; and undone in the opposite order.
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
    init(_ change: JournalChange, in folder: PhotoFolder) throws(TaggingError) {
        self.change = change
        path = folder.path(of: change.name)
        let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
        descriptor = openat(folder.descriptor, change.name, flags)
        guard descriptor >= 0 else { throw .system(errno, .unwritable, "write", path) }
    }

    func close() { _ = Glibc.close(descriptor) }

    /// The present stamp.
    ///
    /// - Returns: The stamp.
    /// - Throws: ``TaggingError/Code/unreadable``.
    func stamp() throws(TaggingError) -> PhotoStamp {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(errno, .unreadable, "read", path) }
        return PhotoStamp(status)
    }

    private var oldCount: Int { Int(change.stamp.size) }

    /// A piece that is written at once, and is durable before the next.
    struct Step {
        var place: Int
        var bytes: ArraySlice<UInt8>
    }

    /// How many bytes the head of a box has, in which its type and its size are.
    private static let headCount = 16

    /// The steps that make the new file: what is added at the end, its head at last, which nothing refers to yet, and then the
    /// replaced bytes from the last place of the file to the first, each place from its head on.
    ///
    /// It is the order that ``FilePatch/isSafeInPlace`` speaks of. Zeros that stand for a head are a box that goes to the end of the
    /// file, however much of it is there.
    static func steps(making change: JournalChange) -> [Step] {
        zip(change.inverse.splices, change.newBytes).reversed().flatMap { splice, bytes in
            let steps = steps(bytes, at: splice.range.lowerBound)
            return splice.range.lowerBound < change.stamp.size ? steps : steps.reversed()
        }
    }

    /// The steps back, in the opposite order, but for the cutting off of the end.
    static func steps(takingBack change: JournalChange) -> [Step] {
        change.inverse.splices.filter { $0.range.lowerBound < change.stamp.size }.flatMap { splice in
            steps(splice.bytes, at: splice.range.lowerBound).reversed()
        }
    }

    private static func steps(_ bytes: [UInt8], at place: Int) -> [Step] {
        let pieces = [bytes.prefix(headCount), bytes.dropFirst(headCount)].filter { !$0.isEmpty }
        return pieces.map { Step(place: place + $0.startIndex, bytes: $0) }
    }

    /// Makes the change, durably; what fails is taken back.
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

    /// Takes the change back, durably, with the old time of modification.
    ///
    /// - Throws: ``TaggingError/Code/unwritable``.
    func takeBack() throws(TaggingError) {
        try write(Self.steps(takingBack: change))
        guard ftruncate(descriptor, off_t(oldCount)) == 0 else { throw .system(errno, .unwritable, "shorten", path) }
        try takeBackTime()
    }

    /// Gives the file its old time of modification, durably.
    ///
    /// - Throws: ``TaggingError/Code/unwritable``.
    func takeBackTime() throws(TaggingError) {
        try setModificationTime(of: change.stamp)
        try sync()
    }

    /// Gives the file a time of modification.
    ///
    /// - Parameter stamp: Whose.
    /// - Throws: ``TaggingError/Code/unwritable``.
    func setModificationTime(of stamp: PhotoStamp) throws(TaggingError) {
        try FileAttributes.setModificationTime(of: stamp, to: descriptor, path)
    }

    /// What an interrupted change can have left.
    enum State {
        /// Nothing of it is there.
        case old
        /// Part of it, and nothing else.
        case between
        /// Another program has written to the file.
        case other
    }

    /// Compares the file with what the change replaces; by its content, since a copied folder has other files.
    ///
    /// - Parameter copier: Reads the file.
    /// - Returns: Whether each byte of the changed places is the old one or the new one.
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
