import Glibc

/// Bytes that are written once and then read from the beginning any number of times: in memory while they are few, else
/// in an unlinked temporary file.
///
/// Formats that keep the values of a track in columns (GeoJSON, KML's `gx:Track`) cannot be written or read in one pass.
final class Spool {
    /// The maximum number of bytes in memory.
    private let maximumInMemory: Int
    /// The bytes not yet in the file; call ``spillIfFull()`` after appending.
    var tail: [UInt8] = []
    private var file: Int32 = -1
    /// The size of the file, in bytes.
    private var fileSize = 0

    /// The total number of bytes.
    var count: Int { fileSize + tail.count }

    init(maximumInMemory: Int = 1 << 20) { self.maximumInMemory = maximumInMemory }

    deinit { if file >= 0 { close(file) } }

    /// Moves the bytes in memory to the file if they exceed the limit.
    func spillIfFull() throws(TrackFormatError) { if tail.count >= maximumInMemory { try spill() } }

    /// Appends a number of eight bytes to ``tail``.
    func append(_ word: UInt64) { withUnsafeBytes(of: word.littleEndian) { tail.append(contentsOf: $0) } }

    /// Removes all bytes.
    func removeAll() {
        tail.removeAll(keepingCapacity: true)
        fileSize = 0
        if file >= 0 { close(file) }
        file = -1
    }

    /// Reads up to `size` bytes from `offset`.
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

    /// Whether everything has been read.
    var isAtEnd: Bool { position == buffer.count && offset == spool.count }

    /// Passes the next `count` bytes, or the remaining ones, to `body`.
    mutating func read<T>(_ count: Int, _ body: (Span<UInt8>) -> T) throws(TrackFormatError) -> T {
        if buffer.count - position < count {
            buffer.removeFirst(position)
            position = 0
            let wanted = max(1 << 16, count)
            let before = buffer.count
            try spool.read(at: offset, size: wanted, into: &buffer)
            offset += buffer.count - before
            // A read across the boundary between file and memory takes two steps.
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

/// Values of any length, with marks at the ends of segments.
struct RecordSpool {
    /// The longest value; longer ones are truncated.
    static let maximumLength = 0xFFFE
    private static let mark = 0xFFFF

    let spool: Spool
    /// The number of values.
    private(set) var count = 0

    init(maximumInMemory: Int = 1 << 16) { spool = Spool(maximumInMemory: maximumInMemory) }

    /// Adds a value; an empty one means unknown.
    mutating func append(_ value: Span<UInt8>) throws(TrackFormatError) {
        let length = min(value.count, Self.maximumLength)
        count += 1
        spool.tail.append(UInt8(length & 0xFF))
        spool.tail.append(UInt8(length >> 8))
        value.withUnsafeBufferPointer { spool.tail.append(contentsOf: $0.prefix(length)) }
        try spool.spillIfFull()
    }

    /// Marks the end of a segment.
    mutating func appendMark() throws(TrackFormatError) {
        spool.tail += [UInt8(Self.mark & 0xFF), UInt8(Self.mark >> 8)]
        try spool.spillIfFull()
    }

    /// A value or a separator.
    enum Kind: Equatable { case value(length: Int), mark, end }

    /// Reads the next header; the caller then reads the value's bytes.
    static func next(_ cursor: inout SpoolCursor) throws(TrackFormatError) -> Kind {
        try cursor.read(2) { head in
            guard head.count == 2 else { return .end }
            let length = Int(head[0]) | Int(head[1]) << 8
            return length == mark ? .mark : .value(length: length)
        }
    }
}

/// Positions in segments, stored before their values in other columns are known.
struct PositionSpool {
    /// An item of the spool.
    enum Item {
        /// A position; NaN for a missing height.
        case position(latitude: Double, longitude: Double, height: Double, line: Int)
        case mark
    }

    private let spool = Spool(maximumInMemory: 1 << 16)
    /// The size of a position or mark, in bytes.
    static let size = 32
    private static let mark = -1

    /// The byte offset of the next position.
    var end: Int { spool.count }

    func append(latitude: Double, longitude: Double, height: Double, line: Int) throws(TrackFormatError) {
        spool.append(latitude.bitPattern)
        spool.append(longitude.bitPattern)
        spool.append(height.bitPattern)
        spool.append(UInt64(bitPattern: Int64(line)))
        try spool.spillIfFull()
    }

    func appendMark() throws(TrackFormatError) {
        try append(latitude: 0, longitude: 0, height: 0, line: Self.mark)
    }

    func cursor(at offset: Int = 0) -> SpoolCursor { SpoolCursor(spool, at: offset) }

    /// Returns the next position or mark; `nil` at the end.
    static func next(_ cursor: inout SpoolCursor) throws(TrackFormatError) -> Item? {
        try cursor.read(size) { record in
            guard record.count == size else { return nil }
            let line = Int(Int64(bitPattern: PointSpool.number(record, at: 24, size: 8)))
            if line == mark { return .mark }
            let (latitude, longitude) = (Self.double(record, at: 0), Self.double(record, at: 8))
            return .position(latitude: latitude, longitude: longitude, height: Self.double(record, at: 16), line: line)
        }
    }

    private static func double(_ record: Span<UInt8>, at offset: Int) -> Double {
        Double(bitPattern: PointSpool.number(record, at: offset, size: 8))
    }
}
