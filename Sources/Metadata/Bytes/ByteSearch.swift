import Glibc

/// Finds many short marks among bytes in one pass, which costs the same for three as for three hundred of them.
///
/// Every second byte is looked at, with the one behind it: as each mark has three bytes or more, its first two or the two
/// behind the first are among these pairs. Few pairs of a picture's data are a mark's.
struct MultiPatternSearch {
    /// What is looked for.
    let marks: [[UInt8]]
    /// A bit for each pair of bytes.
    private var pairs = [UInt64](repeating: 0, count: 1024)
    /// The marks that begin with a byte.
    private var byFirst = [[Int]](repeating: [], count: 256)

    /// Makes a finder.
    ///
    /// - Parameter marks: What is looked for, at least three bytes each.
    init(_ marks: [[UInt8]]) {
        precondition(marks.allSatisfy { $0.count >= 3 })
        self.marks = marks
        for (index, mark) in marks.enumerated() {
            byFirst[Int(mark[0])].append(index)
            for start in 0..<2 {
                let pair = Int(mark[start]) | Int(mark[start + 1]) << 8
                pairs[pair >> 6] |= 1 << UInt64(pair & 63)
            }
        }
    }

    /// Names each mark and where it begins, about in the order of the bytes.
    func find(in bytes: UnsafeRawBufferPointer, _ found: (_ mark: Int, _ place: Int) -> Void) {
        guard let base = bytes.baseAddress, !isBlank(bytes) else { return }
        pairs.withUnsafeBufferPointer { pairs in
            var place = 0
            while place &+ 1 < bytes.count {
                let pair = Int(UInt16(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt16.self)))
                if pairs[pair &>> 6] & (1 &<< UInt64(truncatingIfNeeded: pair & 63)) != 0 {
                    if place > 0 { check(place - 1, bytes, found) }
                    check(place, bytes, found)
                }
                place &+= 2
            }
        }
    }

    /// Whether all bytes are zeros, of which large files may have gigabytes.
    private func isBlank(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = bytes.baseAddress, let first = bytes.first, first == 0 else { return false }
        return memcmp(base, base + 1, bytes.count - 1) == 0
    }

    private func check(_ place: Int, _ bytes: UnsafeRawBufferPointer, _ found: (_ mark: Int, _ place: Int) -> Void) {
        for index in byFirst[Int(bytes[place])] {
            let mark = marks[index]
            guard mark.count <= bytes.count - place else { continue }
            var length = 1
            while length < mark.count, bytes[place + length] == mark[length] { length += 1 }
            if length == mark.count { found(index, place) }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether bytes are the same.
    func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard let mine = baseAddress, let theirs = other.baseAddress else { return true }
        return memcmp(mine, theirs, count) == 0
    }
}

/// Finds one pattern among bytes.
enum ByteSearch {
    /// Whether some letters occur among bytes, in large or small letters.
    static func containsInAnyCase(_ bytes: UnsafeRawBufferPointer, _ small: [UInt8]) -> Bool {
        guard let base = bytes.baseAddress, let letter = small.first else { return false }
        let isLetter = (0x61...0x7A).contains(letter)
        for first in isLetter ? [letter, letter & 0xDF] : [letter] {
            var place = 0
            while place <= bytes.count - small.count,
                let found = memchr(base + place, Int32(first), bytes.count - small.count - place + 1)
            {
                place = base.distance(to: UnsafeRawPointer(found))
                let isSame = small.indices.allSatisfy { index in
                    let byte = bytes[place + index]
                    return ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == small[index]
                }
                if isSame { return true }
                place += 1
            }
        }
        return false
    }

    /// Whether some bytes occur among others.
    static func contains(_ bytes: UnsafeRawBufferPointer, _ wanted: [UInt8]) -> Bool {
        first(wanted, in: bytes, from: 0) != nil
    }

    /// Where some bytes occur first among others, from a place on.
    static func first(_ wanted: [UInt8], in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = bytes.baseAddress, let letter = wanted.first else { return nil }
        var place = start
        while place <= bytes.count - wanted.count,
            let found = memchr(base + place, Int32(letter), bytes.count - wanted.count - place + 1)
        {
            place = base.distance(to: UnsafeRawPointer(found))
            if memcmp(base + place, wanted, wanted.count) == 0 { return place }
            place += 1
        }
        return nil
    }
}
