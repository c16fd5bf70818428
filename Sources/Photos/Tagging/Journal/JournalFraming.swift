import Glibc
import LKFormats
import LKPlanning

/// How the records of a journal are framed, as its header says.
///
/// In journals of version 3 each record is followed by an authentication code. Records of the user's own key count only
/// if their code is right.
struct JournalFraming: Equatable {
    static let mark: [UInt8] = Array("LKre".utf8)
    static let magic: [UInt8] = Array("LKTAGJNL".utf8)
    static let headerCount = 16
    /// The version whose records have authentication codes.
    static let version: UInt8 = 3
    /// Maximum size of a record in bytes.
    static let maximumRecordSize = 1 << 28

    /// The version of the file; 1 and 2 have no authentication codes.
    var version: UInt8
    /// Identifies the key; zeros without one.
    var keyID: [UInt8]
    /// Whether the file has a complete header.
    var isMarked = true

    /// The identifier of the user's key; zeros if the user has none.
    static var ownID: [UInt8] {
        switch JournalKey.own {
        case .success(let key): key.id
        case .failure: [UInt8](repeating: 0, count: JournalKey.idCount)
        }
    }

    /// The framing of journals that this user writes.
    static var own: JournalFraming { JournalFraming(version: version, keyID: ownID, isMarked: false) }

    private init(version: UInt8, keyID: [UInt8], isMarked: Bool) {
        (self.version, self.keyID, self.isMarked) = (version, keyID, isMarked)
    }

    /// Reads the header of a file.
    ///
    /// - Parameters:
    ///   - file: The open file.
    ///   - path: Its path, for messages.
    /// - Throws: ``TaggingError/Code/journal`` if it is not a journal or of a later version,
    ///   ``TaggingError/Code/unreadable``.
    init(of file: Int32, path: String) throws(TaggingError) {
        var head = [UInt8](repeating: 0, count: Self.headerCount)
        var count = pread(file, &head, head.count, 0)
        while count < 0, errno == EINTR { count = pread(file, &head, head.count, 0) }
        guard count >= 0 else { throw .system(errno, .unreadable, "read", path) }
        let header = JournalFraming.own.header
        let isMarked = head.starts(with: Self.magic)
        // After a power failure, a header that was not durable is empty, truncated or zero; no change relies on it.
        guard isMarked || head.prefix(count).allSatisfy({ $0 == 0 }) || header.starts(with: head.prefix(count)) else {
            throw TaggingError(
                code: .journal,
                message: "\(path) is not a journal of photos, or its beginning is damaged", advice: "move it away",
                path: path)
        }
        guard !isMarked || count < 10 || head[8] <= Self.version && head[9] == 0 else {
            throw TaggingError(
                code: .journal, message: "\(path) was written by a newer version", advice: "use that to change or undo",
                path: path)
        }
        self = .own
        guard isMarked, count == Self.headerCount, head[8] > 0 else { return }
        (version, keyID, self.isMarked) = (head[8], Array(head[10...]), true)
        if version < Self.version { keyID = [UInt8](repeating: 0, count: JournalKey.idCount) }
    }

    /// The first bytes of the file.
    var header: [UInt8] { Self.magic + [version, 0] + keyID }

    /// Whether the user's own runs write this file.
    var isOwn: Bool { version == Self.version && keyID == Self.ownID }

    /// The key that authenticates its records; `nil` if they are not the user's, or the user has no key.
    var key: JournalKey? {
        guard isOwn, case .success(let key) = JournalKey.own else { return nil }
        return key
    }

    /// The number of bytes before a record.
    static let headCount = 8
    /// The number of bytes after a record.
    var tailCount: Int { 4 + codeCount }
    private var codeCount: Int { version < Self.version ? 0 : JournalKey.codeCount }

    /// Returns a record in a frame.
    ///
    /// - Parameters:
    ///   - record: The record's bytes.
    ///   - position: The byte offset of the frame.
    ///   - section: The random number of its section.
    ///   - isAuthenticated: Whether it gets an authentication code.
    /// - Returns: Mark, length, record, checksum, and in version 3 the authentication code, or zeros.
    func frame(_ record: [UInt8], at position: Int, section: [UInt8], isAuthenticated: Bool = true) -> [UInt8] {
        var writer = JournalWriter()
        writer.append(UInt32(record.count))
        writer.append(record)
        var frame = Self.mark + writer.bytes + Self.sum(writer.bytes)
        if codeCount > 0 {
            let key = isAuthenticated ? key : nil
            frame +=
                key?.code(of: record, section: section, at: position + Self.headCount)
                ?? [UInt8](repeating: 0, count: codeCount)
        }
        return frame
    }

    private static func sum(_ bytes: [UInt8]) -> [UInt8] {
        var writer = JournalWriter()
        writer.append(bytes.withUnsafeBytes { CRC32.of($0) })
        return writer.bytes
    }
}

// MARK: Reading frames

extension JournalFile {
    /// The parts of a journal that could not be read.
    struct Unread {
        /// The number of bytes that belong to no complete record, or to one that the user has not written.
        var damaged = 0
        /// The number of complete records of an unknown kind or with impossible values.
        var unknown = 0
    }

    /// What the records say of who wrote a file with the header of the user's own journals.
    enum Evidence {
        /// The user did; without a key, all that has the header counts.
        case authentic
        /// There is nothing behind the header, or the header itself was never complete.
        case nothing
        /// None of what is there is the user's, as far as it can be read.
        case forged
    }

    /// Looks for the first record that can only be the user's, which usually is the first of all.
    ///
    /// - Parameter size: The size of the file in bytes.
    /// - Returns: What the records say.
    /// - Throws: ``TaggingError/Code/unreadable``: whose records these are is not known then.
    func evidence(upTo size: Int) throws(TaggingError) -> Evidence {
        guard size > JournalFraming.headerCount, framing.isMarked else { return .nothing }
        guard let key = framing.key else { return .authentic }
        var position = JournalFraming.headerCount
        var effort = 4 * size + JournalFraming.maximumRecordSize
        while position < size, effort > 0 {
            if let (bytes, code) = try recordBytes(at: position, size, &effort) {
                let start = position + JournalFraming.headCount
                if case .section = JournalRecord(bytes, isOutline: true),
                    key.code(of: Array(bytes), section: [], at: start) == code
                {
                    return .authentic
                }
                position = start + bytes.count
            }
            position = try nextMark(after: position + 1, size)
        }
        return .forged
    }

    /// Reads all records, skipping damaged, forged and unknown ones.
    ///
    /// - Parameters:
    ///   - size: The size of the file in bytes.
    ///   - body: Called with each record, a change without the bytes of its file, and its byte range, without its frame.
    /// - Returns: What was skipped.
    /// - Throws: ``TaggingError/Code/unreadable``: what the system cannot read is not damage, and may be read another time.
    func forEachRecord(
        upTo size: Int, _ body: (JournalRecord, Range<Int>) -> Void
    ) throws(TaggingError) -> Unread {
        var unread = Unread()
        let key = framing.key
        var section: [UInt8] = []
        var position = JournalFraming.headerCount
        // Bounds the work, so that crafted lengths in a damaged file do not make it quadratic.
        var effort = 4 * size + JournalFraming.maximumRecordSize
        while position < size, effort > 0 {
            guard let (bytes, code) = try recordBytes(at: position, size, &effort) else {
                let next = try nextMark(after: position + 1, size)
                unread.damaged += next - position
                position = next
                continue
            }
            let start = position + JournalFraming.headCount
            let range = start..<start + bytes.count
            let record = JournalRecord(bytes, isOutline: true)
            if let key {
                var begun = section
                if case .section = record { begun = [] }
                guard key.code(of: Array(bytes), section: begun, at: start) == code else {
                    if record?.tellsOfUndo == true, code.allSatisfy({ $0 == 0 }) {
                        // An undo with another key adds such a record. It neither counts nor is damage: undo compares the
                        // photo with what it was.
                        position = range.upperBound + framing.tailCount
                        continue
                    }
                    // Torn within the code, or forged: a whole record may begin before its end.
                    let next = try nextMark(after: range.upperBound, size)
                    unread.damaged += next - position
                    position = next
                    continue
                }
            }
            position = range.upperBound + framing.tailCount
            if case .section(let new) = record { section = new.number }
            if let record { body(record, range) } else { unread.unknown += 1 }
        }
        unread.damaged += max(0, size - position)
        return unread
    }

    /// Reads a record whose byte range is known.
    ///
    /// - Parameter range: The record without its frame.
    /// - Returns: The record; `nil` if something else is there now.
    /// - Throws: ``TaggingError/Code/unreadable``.
    func record(at range: Range<Int>) throws(TaggingError) -> JournalRecord? {
        var effort = Int.max
        let end = range.upperBound + framing.tailCount
        let found = try recordBytes(at: range.lowerBound - JournalFraming.headCount, end, &effort)
        return found.flatMap { JournalRecord($0.bytes) }
    }

    private func recordBytes(
        at position: Int, _ size: Int, _ effort: inout Int
    ) throws(TaggingError) -> (bytes: ArraySlice<UInt8>, code: [UInt8])? {
        let frameCount = JournalFraming.headCount + framing.tailCount
        guard size - position >= frameCount, let head = try read(position, JournalFraming.headCount),
            head[..<4].elementsEqual(JournalFraming.mark)
        else { return nil }
        let length = head[4...].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= JournalFraming.maximumRecordSize, length <= size - position - frameCount else { return nil }
        effort -= length
        guard effort > 0, let rest = try read(position + JournalFraming.headCount, length + framing.tailCount) else {
            return nil
        }
        // A record may be hundreds of megabytes, so it is not copied.
        var sum = CRC32()
        head[4...].withUnsafeBytes { sum.update($0) }
        rest[..<length].withUnsafeBytes { sum.update($0) }
        let stored = rest[length..<length + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        guard sum.value == stored else { return nil }
        return (rest[..<length], [UInt8](rest[(length + 4)...]))
    }

    private func nextMark(after position: Int, _ size: Int) throws(TaggingError) -> Int {
        var position = position
        // The next mark is usually near; searching a large file without marks must stay fast.
        var count = 256
        while position < size {
            count = min(count * 2, 1 << 20)
            guard let bytes = try read(position, min(count, size - position)) else { return size }
            let index = bytes.withUnsafeBytes { Self.indexOfMark(in: $0) }
            if let index { return position + index }
            if position + bytes.count == size { return size }
            position += bytes.count - JournalFraming.mark.count + 1
        }
        return size
    }

    private static func indexOfMark(in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        let mark = JournalFraming.mark
        var index = 0
        while let found = memchr(base + index, Int32(mark[0]), bytes.count - index) {
            index = UnsafeRawPointer(found) - base
            if index + mark.count > bytes.count { return nil }
            if memcmp(base + index, mark, mark.count) == 0 { return index }
            index += 1
        }
        return nil
    }

    /// Returns exactly this many bytes at an offset; `nil` if there are fewer.
    private func read(_ position: Int, _ count: Int) throws(TaggingError) -> [UInt8]? {
        var number: Int32?
        var isShort = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let read = pread(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, position + filled)
                if read < 0, errno == EINTR { continue }
                guard read > 0 else {
                    if read < 0 { number = errno } else { isShort = true }
                    return
                }
                filled += read
            }
        }
        if let number { throw .system(number, .unreadable, "read", path) }
        return isShort ? nil : bytes
    }
}
