/// A directory of EXIF that is put into bytes, least significant byte first.
struct EXIFDirectory {
    private struct Entry {
        var tag: UInt16
        var type: UInt16
        var count: Int
        var bytes: [UInt8]
    }

    private var entries: [Entry] = []
    private var last: UInt16?

    /// Letters, with the zero at their end.
    mutating func add(_ tag: UInt16, text: String) {
        let bytes = Array(text.utf8) + [0]
        entries.append(Entry(tag: tag, type: 2, count: bytes.count, bytes: bytes))
    }

    mutating func add(_ tag: UInt16, shorts: [UInt16]) {
        entries.append(Entry(tag: tag, type: 3, count: shorts.count, bytes: shorts.flatMap(Self.bytes)))
    }

    mutating func add(_ tag: UInt16, long: Int) {
        entries.append(Entry(tag: tag, type: 4, count: 1, bytes: Self.bytes(UInt32(long))))
    }

    mutating func add(_ tag: UInt16, rationals: [(Int, Int)]) {
        let bytes = rationals.flatMap { Self.bytes(UInt32($0.0)) + Self.bytes(UInt32($0.1)) }
        entries.append(Entry(tag: tag, type: 5, count: rationals.count, bytes: bytes))
    }

    /// Bytes without a meaning of their own, or single ones.
    mutating func add(_ tag: UInt16, bytes: [UInt8], isText: Bool = true) {
        entries.append(Entry(tag: tag, type: isText ? 7 : 1, count: bytes.count, bytes: bytes))
    }

    /// Bytes whose place is behind all other values.
    mutating func addLast(_ tag: UInt16, bytes: [UInt8]) {
        entries.append(Entry(tag: tag, type: 7, count: bytes.count, bytes: bytes))
        last = tag
    }

    /// How many bytes it takes with its values.
    var size: Int { 2 + entries.count * 12 + 4 + entries.reduce(0) { $0 + Self.outside($1.bytes) } }

    /// The bytes of the directory, which begins at `offset` of the block, and then of its values.
    func bytes(at offset: Int, next: Int = 0) -> [UInt8] {
        var head = Self.bytes(UInt16(entries.count))
        var values: [UInt8] = []
        let start = offset + 2 + entries.count * 12 + 4
        let lastStart = offset + size - (entries.first { $0.tag == last }.map { Self.outside($0.bytes) } ?? 0)
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            head += Self.bytes(entry.tag) + Self.bytes(entry.type) + Self.bytes(UInt32(entry.count))
            if entry.bytes.count <= 4 {
                head += entry.bytes + [UInt8](repeating: 0, count: 4 - entry.bytes.count)
            } else if entry.tag == last {
                head += Self.bytes(UInt32(lastStart))
            } else {
                head += Self.bytes(UInt32(start + values.count))
                values += entry.bytes
                if values.count % 2 == 1 { values.append(0) }
            }
        }
        if let entry = entries.first(where: { $0.tag == last }) {
            values += entry.bytes
            if values.count % 2 == 1 { values.append(0) }
        }
        return head + Self.bytes(UInt32(next)) + values
    }

    private static func outside(_ bytes: [UInt8]) -> Int { bytes.count <= 4 ? 0 : (bytes.count + 1) / 2 * 2 }

    static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
