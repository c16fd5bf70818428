import Glibc

/// Finds many short patterns in one pass, at a cost that does not depend on their number.
///
/// Examines every second pair of bytes: each pattern has at least three bytes, so its first or second pair is among
/// these. Few pairs in image data match a pattern.
struct MultiPatternSearch {
    /// The patterns.
    let patterns: [[UInt8]]
    /// One bit for each pair of bytes.
    private var pairs = [UInt64](repeating: 0, count: 1024)
    /// The patterns by their first byte.
    private var byFirst = [[Int]](repeating: [], count: 256)

    /// Creates a search.
    ///
    /// - Parameter patterns: The patterns, at least three bytes each.
    init(_ patterns: [[UInt8]]) {
        precondition(patterns.allSatisfy { $0.count >= 3 })
        self.patterns = patterns
        for (index, pattern) in patterns.enumerated() {
            byFirst[Int(pattern[0])].append(index)
            for start in 0..<2 {
                let pair = Int(pattern[start]) | Int(pattern[start + 1]) << 8
                pairs[pair >> 6] |= 1 << UInt64(pair & 63)
            }
        }
    }

    /// Calls `found` with each match's pattern index and byte offset, roughly in order.
    func find(in bytes: UnsafeRawBufferPointer, _ found: (_ pattern: Int, _ offset: Int) -> Void) {
        guard let base = bytes.baseAddress, !isBlank(bytes) else { return }
        pairs.withUnsafeBufferPointer { pairs in
            var offset = 0
            while offset &+ 1 < bytes.count {
                let pair = Int(UInt16(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
                if pairs[pair &>> 6] & (1 &<< UInt64(truncatingIfNeeded: pair & 63)) != 0 {
                    if offset > 0 { check(offset - 1, bytes, found) }
                    check(offset, bytes, found)
                }
                offset &+= 2
            }
        }
    }

    /// Returns whether all bytes are zero: large files may contain gigabytes of zeros.
    private func isBlank(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = bytes.baseAddress, let first = bytes.first, first == 0 else { return false }
        return memcmp(base, base + 1, bytes.count - 1) == 0
    }

    private func check(_ offset: Int, _ bytes: UnsafeRawBufferPointer, _ found: (_ pattern: Int, _ offset: Int) -> Void)
    {
        for index in byFirst[Int(bytes[offset])] {
            let pattern = patterns[index]
            guard pattern.count <= bytes.count - offset else { continue }
            var length = 1
            while length < pattern.count, bytes[offset + length] == pattern[length] { length += 1 }
            if length == pattern.count { found(index, offset) }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns whether two buffers contain the same bytes.
    func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard let mine = baseAddress, let theirs = other.baseAddress else { return true }
        return memcmp(mine, theirs, count) == 0
    }
}

/// Finds one pattern among bytes.
enum ByteSearch {
    /// Returns whether a pattern occurs, ignoring ASCII case.
    static func containsInAnyCase(_ bytes: UnsafeRawBufferPointer, _ small: [UInt8]) -> Bool {
        guard let base = bytes.baseAddress, let letter = small.first else { return false }
        let isLetter = (0x61...0x7A).contains(letter)
        for first in isLetter ? [letter, letter & 0xDF] : [letter] {
            var offset = 0
            while offset <= bytes.count - small.count,
                let found = memchr(base + offset, Int32(first), bytes.count - small.count - offset + 1)
            {
                offset = base.distance(to: UnsafeRawPointer(found))
                let isSame = small.indices.allSatisfy { index in
                    let byte = bytes[offset + index]
                    return ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == small[index]
                }
                if isSame { return true }
                offset += 1
            }
        }
        return false
    }

    /// Returns whether a pattern occurs.
    static func contains(_ bytes: UnsafeRawBufferPointer, _ wanted: [UInt8]) -> Bool {
        first(wanted, in: bytes, from: 0) != nil
    }

    /// Returns the first index of a pattern, starting from an index.
    static func first(_ wanted: [UInt8], in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = bytes.baseAddress, let letter = wanted.first else { return nil }
        var offset = start
        while offset <= bytes.count - wanted.count,
            let found = memchr(base + offset, Int32(letter), bytes.count - wanted.count - offset + 1)
        {
            offset = base.distance(to: UnsafeRawPointer(found))
            if memcmp(base + offset, wanted, wanted.count) == 0 { return offset }
            offset += 1
        }
        return nil
    }
}

extension FileBytes {
    private static let searchedPiece = 1 << 20

    /// Returns the byte offset of the first occurrence of some bytes.
    ///
    /// - Parameters:
    ///   - wanted: The bytes, at least one.
    ///   - start: The byte offset at which the search begins.
    /// - Returns: `nil` if they do not occur.
    /// - Throws: ``MetadataError/Code/unreadable``.
    func first(_ wanted: [UInt8], from start: Int) throws(MetadataError) -> Int? {
        var position = start
        while position + wanted.count <= count {
            let size = min(Self.searchedPiece, count - position)
            guard let bytes = try bytes(at: position, count: size) else { return nil }
            if let found = ByteSearch.first(wanted, in: bytes, from: 0) { return position + found }
            if position + size == count { return nil }
            position += size - wanted.count + 1
        }
        return nil
    }
}
