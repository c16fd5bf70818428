import Glibc
import Formats

/// The frames that hold the records of a journal in its file.
enum JournalFrames {
    static let mark: [UInt8] = Array("LKre".utf8)
    /// The most bytes a record may have.
    static let limit = 1 << 28

    /// A record in its frame.
    ///
    /// - Parameter record: The record's bytes.
    /// - Returns: Mark, length, record, sum.
    static func frame(_ record: [UInt8]) -> [UInt8] {
        var writer = JournalWriter()
        writer.append(UInt32(record.count))
        writer.append(record)
        return mark + writer.bytes + sum(writer.bytes)
    }

    private static func sum(_ bytes: [UInt8]) -> [UInt8] {
        var writer = JournalWriter()
        writer.append(bytes.withUnsafeBytes { CRC32.of($0) })
        return writer.bytes
    }

    /// What of a journal could not be read.
    struct Unread {
        /// How many bytes belong to no whole record.
        var damaged = 0
        /// How many records are whole, yet of a kind that is not known, or say what cannot be.
        var unknown = 0
    }

    /// Reads all records of a file, and passes over what is damaged and what is not understood.
    ///
    /// - Parameters:
    ///   - file: The journal.
    ///   - start: Where the first frame is.
    ///   - body: Is called with each record and its byte range, without its frame.
    /// - Returns: What was skipped.
    static func forEach(
        in file: Int32, from start: Int, _ body: (JournalRecord, Range<Int>) -> Void
    ) -> Unread {
        var (status, unread) = (stat(), Unread())
        guard fstat(file, &status) == 0 else { return unread }
        let size = Int(status.st_size)
        var position = start
        // Made-up lengths in a damaged file must not cost the square of its size.
        var effort = 4 * size + limit
        while position < size, effort > 0 {
            if let bytes = record(in: file, at: position, size, &effort) {
                let range = position + 8..<position + 8 + bytes.count
                if let record = JournalRecord(bytes) { body(record, range) } else { unread.unknown += 1 }
                position = range.upperBound + 4
            } else {
                let next = nextMark(in: file, after: position + 1, size)
                unread.damaged += next - position
                position = next
            }
        }
        unread.damaged += max(0, size - position)
        return unread
    }

    /// Reads a record whose place is known.
    ///
    /// - Parameters:
    ///   - file: The journal.
    ///   - range: The record without its frame.
    /// - Returns: The record; `nil` when it is not there any more.
    static func record(in file: Int32, at range: Range<Int>) -> JournalRecord? {
        var effort = Int.max
        let bytes = record(in: file, at: range.lowerBound - 8, range.upperBound + 4, &effort)
        return bytes.flatMap(JournalRecord.init)
    }

    private static func record(in file: Int32, at position: Int, _ size: Int, _ effort: inout Int) -> [UInt8]? {
        guard size - position >= 12, let head = read(file, position, 8), head[..<4].elementsEqual(mark) else {
            return nil
        }
        let length = head[4...].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= limit, length <= size - position - 12 else { return nil }
        effort -= length
        guard effort > 0, let rest = read(file, position + 8, length + 4) else { return nil }
        guard sum(head[4...] + rest.dropLast(4)).elementsEqual(rest.suffix(4)) else { return nil }
        return [UInt8](rest.dropLast(4))
    }

    private static func nextMark(in file: Int32, after position: Int, _ size: Int) -> Int {
        var position = position
        // Most often it is near; a large file without any must not take long.
        var count = 256
        while position < size {
            count = min(count * 2, 1 << 20)
            guard let bytes = read(file, position, min(count, size - position)) else { return size }
            let index = bytes.withUnsafeBytes { Self.markPlace($0) }
            if let index { return position + index }
            if position + bytes.count == size { return size }
            position += bytes.count - mark.count + 1
        }
        return size
    }

    private static func markPlace(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        var index = 0
        while let found = memchr(base + index, Int32(mark[0]), bytes.count - index) {
            index = UnsafeRawPointer(found) - base
            if index + mark.count > bytes.count { return nil }
            if memcmp(base + index, mark, mark.count) == 0 { return index }
            index += 1
        }
        return nil
    }

    /// Exactly this many bytes; `nil` if there are fewer.
    private static func read(_ file: Int32, _ position: Int, _ count: Int) -> [UInt8]? {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let read = pread(file, buffer.baseAddress.map { $0 + filled }, count - filled, position + filled)
                if read < 0, errno == EINTR { continue }
                guard read > 0 else {
                    failed = true
                    return
                }
                filled += read
            }
        }
        return failed ? nil : bytes
    }
}
