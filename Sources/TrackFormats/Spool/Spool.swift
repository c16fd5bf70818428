import Glibc

/// Bytes that are written once and then read from the beginning, any number of times: in memory while they are few, in a nameless
/// temporary file when they are many.
///
/// Formats that keep the values of a track in columns (GeoJSON, KML's `gx:Track`) cannot be written or read in one pass.
final class Spool {
    /// So much is kept in memory before it goes to the file.
    private let limit: Int
    /// The last bytes; whoever adds to them calls ``spillIfFull()`` then.
    var tail: [UInt8] = []
    private var file: Int32 = -1
    /// How many bytes the file has.
    private var fileSize = 0

    /// Bytes in all.
    var count: Int { fileSize + tail.count }

    init(limit: Int = 1 << 20) { self.limit = limit }

    deinit { if file >= 0 { close(file) } }

    /// Moves the last bytes to the file when there are many.
    func spillIfFull() throws(TrackFormatError) { if tail.count >= limit { try spill() } }

    /// Adds a number of eight bytes at the end of ``tail``.
    func append(_ word: UInt64) { withUnsafeBytes(of: word.littleEndian) { tail.append(contentsOf: $0) } }

    /// Forgets all bytes.
    func removeAll() {
        tail.removeAll(keepingCapacity: true)
        fileSize = 0
        if file >= 0 { close(file) }
        file = -1
    }

    /// Up to `size` bytes from `offset` on.
    fileprivate func read(at offset: Int, size: Int, into bytes: inout [UInt8]) throws(TrackFormatError) {
        guard offset < fileSize else {
            bytes += tail[min(offset - fileSize, tail.count)..<min(offset - fileSize + size, tail.count)]
            return
        }
        let start = bytes.count
        let wanted = min(size, fileSize - offset)
        bytes += repeatElement(0, count: wanted)
        var done = 0
        while done < wanted {
            let count = bytes.withUnsafeMutableBytes {
                pread(file, $0.baseAddress! + start + done, wanted - done, off_t(offset + done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure("read", errno) }
            done += count
        }
    }

    private func spill() throws(TrackFormatError) {
        if file < 0 { file = try Self.makeFile() }
        var done = 0
        while done < tail.count {
            let count = tail.withUnsafeBytes {
                pwrite(file, $0.baseAddress! + done, $0.count - done, off_t(fileSize + done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure("written", errno) }
            done += count
        }
        fileSize += tail.count
        tail.removeAll(keepingCapacity: true)
    }

    private static func makeFile() throws(TrackFormatError) -> Int32 {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        for _ in 0..<100 {
            let path = "\(folder)/locationkit-track-\(UInt64.random(in: 0 ... .max))"
            let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if file < 0, errno == EEXIST { continue }
            guard file >= 0 else { throw failure("made in \(folder)", errno) }
            unlink(path)
            return file
        }
        throw failure("made in \(folder)", EEXIST)
    }

    private static func failure(_ what: String, _ number: Int32) -> TrackFormatError {
        TrackFormatError(
            code: .unwritable,
            message: "a temporary file for a long track cannot be \(what): \(String(cString: strerror(number)))",
            errno: number)
    }
}

/// Reads a spool from its beginning.
struct SpoolCursor {
    private let spool: Spool
    private var offset: Int
    private var buffer: [UInt8] = []
    private var position = 0

    init(_ spool: Spool, at offset: Int = 0) {
        self.spool = spool
        self.offset = offset
    }

    /// Whether all has been read.
    var isAtEnd: Bool { position == buffer.count && offset == spool.count }

    /// Gives the next `count` bytes, or those that are left.
    mutating func take<T>(_ count: Int, _ body: (Span<UInt8>) -> T) throws(TrackFormatError) -> T {
        if buffer.count - position < count {
            buffer.removeFirst(position)
            position = 0
            let wanted = max(1 << 16, count)
            let before = buffer.count
            try spool.read(at: offset, size: wanted, into: &buffer)
            offset += buffer.count - before
            // What stands on both sides of the border between file and memory comes in two pieces.
            if buffer.count < count, offset < spool.count {
                let before = buffer.count
                try spool.read(at: offset, size: wanted, into: &buffer)
                offset += buffer.count - before
            }
        }
        let end = min(position + count, buffer.count)
        defer { position = end }
        return body(buffer.span.extracting(position..<end))
    }
}
