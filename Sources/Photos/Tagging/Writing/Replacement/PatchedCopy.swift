import Glibc
import LKMetadata
import LKPlanning

/// Copies a file with a patch, and computes the checksums of both in the same pass.
///
/// The bytes pass through memory instead of `copy_file_range`, because the checksums need them. Use one for each
/// thread.
final class PatchedCopy {
    /// The result of a copy.
    struct Result {
        /// The patch that turns the new file back into the old.
        var inverse: FilePatch
        /// The checksum of the whole old file.
        var oldSum = ContentSum()
        /// The checksum of the whole new file.
        var newSum = ContentSum()
        /// The checksum of the replaced bytes, in order.
        var removedSum = ContentSum()
        /// The checksum of the bytes that replaced them, in order.
        var addedSum = ContentSum()
    }

    /// The file whose complete checksum is computed.
    enum Wanted { case old, new }

    private static let capacity = 256 << 10
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 64)
    private var filled = 0

    deinit { buffer.deallocate() }

    /// Returns the checksum of a complete file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - path: Its name for messages.
    /// - Returns: The checksum.
    /// - Throws: ``TaggingError/Code/unreadable``.
    func sum(of file: Int32, _ path: String) throws(TaggingError) -> UInt64 {
        var sum = ContentSum()
        var position = 0
        while true {
            let count = pread(file, buffer.baseAddress, buffer.count, off_t(position))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(errno, .unreadable, "read", path) }
            if count == 0 { return sum.value }
            sum.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            position += count
        }
    }

    /// Copies a file.
    ///
    /// - Parameters:
    ///   - source: The old file.
    ///   - target: The new file, empty.
    ///   - patch: The patch to apply.
    ///   - wanted: The file whose complete checksum is computed.
    ///   - path: The old file for messages.
    /// - Returns: The checksums and the inverse patch.
    /// - Throws: ``TaggingError/Code/changed`` if the file has become shorter, ``TaggingError/Code/unreadable``,
    ///   ``TaggingError/Code/unwritable``.
    func copy(
        _ source: Int32, to target: Int32, _ patch: FilePatch, _ wanted: Wanted, _ path: String
    ) throws(TaggingError) -> Result {
        var result = Result(inverse: FilePatch(oldCount: patch.newCount))
        var splices: [FilePatch.Splice] = []
        filled = 0
        var position = 0
        var written = 0
        for splice in patch.splices {
            written += splice.range.lowerBound - position
            try keep(position..<splice.range.lowerBound, source, target, wanted, path, &result)
            let removed = try read(splice.range, source, path)
            if wanted == .old { result.oldSum.update(removed) } else { result.newSum.update(splice.bytes) }
            result.removedSum.update(removed)
            result.addedSum.update(splice.bytes)
            try add(splice.bytes, target, path)
            splices.append(.init(range: written..<written + splice.bytes.count, bytes: removed))
            written += splice.bytes.count
            position = splice.range.upperBound
        }
        try keep(position..<patch.oldCount, source, target, wanted, path, &result)
        try flush(target, path)
        guard let inverse = FilePatch(oldCount: patch.newCount, splices: splices) else { throw Self.shorter(path) }
        result.inverse = inverse
        return result
    }

    /// Returns whether a file is the result of a change, so that undoing the change restores the old content.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - change: A change that replaced the photo by a new file.
    ///   - path: The file for messages.
    /// - Returns: Whether it is.
    /// - Throws: ``TaggingError/Code/unreadable``.
    func isNew(_ file: Int32, of change: JournalChange, _ path: String) throws(TaggingError) -> Bool {
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard nowhere >= 0 else { throw .system(errno, .unwritable, "write", "/dev/null") }
        defer { close(nowhere) }
        let result = try copy(file, to: nowhere, change.inverse, .new, path)
        return result.removedSum.value == change.newSum && result.newSum.value == change.oldSum
    }

    /// Reads bytes of a file.
    ///
    /// - Parameters:
    ///   - range: The byte range.
    ///   - file: The file.
    ///   - path: Its name for messages.
    /// - Returns: The bytes.
    /// - Throws: ``TaggingError/Code/changed`` if the file has become shorter, ``TaggingError/Code/unreadable``.
    func read(_ range: Range<Int>, _ file: Int32, _ path: String) throws(TaggingError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeMutableBytes {
                pread(file, $0.baseAddress, $0.count, off_t(range.lowerBound + done))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(errno, .unreadable, "read", path) }
            guard count > 0 else { throw Self.shorter(path) }
            done += count
        }
        return bytes
    }

    private func keep(
        _ range: Range<Int>, _ source: Int32, _ target: Int32, _ wanted: Wanted, _ path: String, _ result: inout Result
    ) throws(TaggingError) {
        var position = range.lowerBound
        while position < range.upperBound {
            if filled == buffer.count { try flush(target, path) }
            let room = UnsafeMutableRawBufferPointer(
                rebasing: buffer[filled..<min(buffer.count, filled + range.upperBound - position)])
            let count = pread(source, room.baseAddress, room.count, off_t(position))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(errno, .unreadable, "read", path) }
            guard count > 0 else { throw Self.shorter(path) }
            let bytes = UnsafeRawBufferPointer(rebasing: room[..<count])
            if wanted == .old { result.oldSum.update(bytes) } else { result.newSum.update(bytes) }
            filled += count
            position += count
        }
    }

    private func add(_ bytes: [UInt8], _ target: Int32, _ path: String) throws(TaggingError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            if filled == buffer.count { try flush(target, path) }
            let part = rest.prefix(buffer.count - filled)
            UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyBytes(from: part)
            filled += part.count
            rest = rest.dropFirst(part.count)
        }
    }

    private func flush(_ target: Int32, _ path: String) throws(TaggingError) {
        var done = 0
        while done < filled {
            let count = write(target, buffer.baseAddress.map { $0 + done }, filled - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw .system(count < 0 ? errno : ENOSPC, .unwritable, "write the new content of", path)
            }
            done += count
        }
        filled = 0
    }

    private static func shorter(_ path: String) -> TaggingError {
        TaggingError(
            code: .changed, message: "\(path) has become shorter while it was read", advice: "try again", path: path)
    }
}

/// The checksum that identifies a file's content: XXH64 with seed 0, at several bytes per cycle.
///
/// Yann Collet, xxHash fast digest algorithm, version 0.1.1. It detects accidents and edits, not forgeries.
struct ContentSum {
    private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
        0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
        0x27D4_EB2F_1656_67C5
    )

    private var lanes = SIMD4<UInt64>(
        primes.0 &+ primes.1, primes.1, 0, 0 &- primes.0)
    private var pending: [UInt8] = []
    private var total: UInt64 = 0

    /// Adds more bytes.
    ///
    /// - Parameter bytes: The bytes that follow those added before.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        total &+= UInt64(bytes.count)
        var bytes = bytes[...]
        if !pending.isEmpty {
            let missing = bytes.prefix(32 - pending.count)
            pending += missing
            bytes = bytes.dropFirst(missing.count)
            guard pending.count == 32 else { return }
            pending.withUnsafeBytes { lanes = Self.stripes($0, lanes) }
            pending.removeAll(keepingCapacity: true)
        }
        let whole = bytes.prefix(bytes.count & ~31)
        lanes = Self.stripes(UnsafeRawBufferPointer(rebasing: whole), lanes)
        pending += bytes.dropFirst(whole.count)
    }

    /// Adds more bytes.
    ///
    /// - Parameter bytes: The bytes that follow those added before.
    mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// The checksum of all bytes added.
    var value: UInt64 {
        let (one, two, three, four, five) = Self.primes
        var sum = five
        if total >= 32 {
            sum = Self.turned(lanes[0], 1) &+ Self.turned(lanes[1], 7)
            sum = sum &+ Self.turned(lanes[2], 12) &+ Self.turned(lanes[3], 18)
            for lane in 0..<4 { sum = (sum ^ Self.round(0, lanes[lane])) &* one &+ four }
        }
        sum &+= total
        var rest = pending[...]
        while rest.count >= 8 {
            sum = Self.turned(sum ^ Self.round(0, Self.number(rest.prefix(8))), 27) &* one &+ four
            rest = rest.dropFirst(8)
        }
        if rest.count >= 4 {
            sum = Self.turned(sum ^ Self.number(rest.prefix(4)) &* one, 23) &* two &+ three
            rest = rest.dropFirst(4)
        }
        for byte in rest { sum = Self.turned(sum ^ UInt64(byte) &* five, 11) &* one }
        sum = (sum ^ sum >> 33) &* two
        sum = (sum ^ sum >> 29) &* three
        return sum ^ sum >> 32
    }

    private static func stripes(_ bytes: UnsafeRawBufferPointer, _ lanes: SIMD4<UInt64>) -> SIMD4<UInt64> {
        var (first, second, third, fourth) = (lanes[0], lanes[1], lanes[2], lanes[3])
        var offset = 0
        while offset < bytes.count {
            first = round(first, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            second = round(
                second, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)))
            third = round(
                third, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self)))
            fourth = round(
                fourth, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self)))
            offset += 32
        }
        return SIMD4(first, second, third, fourth)
    }

    private static func round(_ sum: UInt64, _ input: UInt64) -> UInt64 {
        turned(sum &+ input &* primes.1, 31) &* primes.0
    }

    private static func turned(_ number: UInt64, _ bits: UInt64) -> UInt64 { number &<< bits | number &>> (64 - bits) }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
