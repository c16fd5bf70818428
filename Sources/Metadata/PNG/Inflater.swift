/// Unpacks zlib's format (RFC 1950 and 1951), which PNG has for texts; small, for small texts.
struct Inflater {
    private let bytes: UnsafeRawBufferPointer
    private let limit: Int
    private var position = 2
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var output: [UInt8] = []

    /// The unpacked bytes, or `nil` when they are damaged, or more than `limit`.
    static func unpack(_ bytes: UnsafeRawBufferPointer, limit: Int) -> [UInt8]? {
        guard bytes.count > 2, bytes[0] & 0x0F == 8, (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0,
            bytes[1] & 0x20 == 0
        else { return nil }
        var inflater = Inflater(bytes: bytes, limit: limit)
        return inflater.run() ? inflater.output : nil
    }

    private init(bytes: UnsafeRawBufferPointer, limit: Int) {
        self.bytes = bytes
        self.limit = limit
    }

    private mutating func run() -> Bool {
        while true {
            guard let isLast = readBits(1), let kind = readBits(2) else { return false }
            switch kind {
            case 0: guard stored() else { return false }
            case 1: guard compressed(.fixedLiterals, .fixedDistances) else { return false }
            case 2: guard let (literals, distances) = tables(), compressed(literals, distances) else { return false }
            default: return false
            }
            if isLast == 1 { return true }
        }
    }

    private mutating func readBits(_ count: Int) -> Int? {
        while bitCount < count {
            guard position < bytes.count else { return nil }
            bits |= UInt32(bytes[position]) << UInt32(bitCount)
            position += 1
            bitCount += 8
        }
        let value = bits & (1 << UInt32(count) - 1)
        bits >>= UInt32(count)
        bitCount -= count
        return Int(value)
    }

    private mutating func stored() -> Bool {
        bits = 0
        bitCount = 0
        guard bytes.count - position >= 4 else { return false }
        let count = Int(bytes[position]) | Int(bytes[position + 1]) << 8
        position += 4
        guard bytes.count - position >= count, output.count + count <= limit else { return false }
        output.append(contentsOf: bytes[position..<position + count])
        position += count
        return true
    }

    private mutating func compressed(_ literals: HuffmanTable, _ distances: HuffmanTable) -> Bool {
        while true {
            guard let symbol = symbol(literals) else { return false }
            if symbol == 256 { return true }
            if symbol < 256 {
                guard output.count < limit else { return false }
                output.append(UInt8(symbol))
                continue
            }
            guard symbol <= 285, let extra = readBits(Self.lengthBits[symbol - 257]),
                let code = self.symbol(distances), code < 30, let far = readBits(Self.distanceBits[code])
            else { return false }
            let length = Self.lengths[symbol - 257] + extra
            let distance = Self.distances[code] + far
            guard distance <= output.count, output.count + length <= limit else { return false }
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }

    private mutating func symbol(_ table: HuffmanTable) -> Int? {
        var (code, first, index) = (0, 0, 0)
        for length in 1...15 {
            guard let bit = readBits(1) else { return nil }
            code |= bit
            let count = table.counts[length]
            if code - count < first { return table.symbols[index + code - first] }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        return nil
    }

    /// The tables that precede a block.
    private mutating func tables() -> (HuffmanTable, HuffmanTable)? {
        guard let literals = readBits(5), let distances = readBits(5), let lengths = readBits(4), literals <= 29 else {
            return nil
        }
        var sizes = [Int](repeating: 0, count: 19)
        for index in 0..<lengths + 4 {
            guard let size = readBits(3) else { return nil }
            sizes[Self.order[index]] = size
        }
        guard let table = HuffmanTable(sizes[...]) else { return nil }
        let total = literals + 257 + distances + 1
        var all: [Int] = []
        while all.count < total {
            guard let symbol = symbol(table) else { return nil }
            switch symbol {
            case 16:
                guard let last = all.last, let more = readBits(2) else { return nil }
                all.append(contentsOf: repeatElement(last, count: more + 3))
            case 17:
                guard let more = readBits(3) else { return nil }
                all.append(contentsOf: repeatElement(0, count: more + 3))
            case 18:
                guard let more = readBits(7) else { return nil }
                all.append(contentsOf: repeatElement(0, count: more + 11))
            default: all.append(symbol)
            }
        }
        guard all.count == total, all[256] != 0, let first = HuffmanTable(all[..<(literals + 257)]),
            let second = HuffmanTable(all[(literals + 257)...])
        else { return nil }
        return (first, second)
    }

    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    private static let lengths = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distances = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145,
        8193, 12289, 16385, 24577,
    ]
    private static let distanceBits = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
    ]
}

/// A canonical Huffman code: how many codes have each length, and their symbols in order.
struct HuffmanTable {
    /// The count of codes of each length, 0...15.
    let counts: [Int]
    /// The symbols, by the order of their codes.
    let symbols: [Int]

    /// Makes the code of which each symbol's length is given; `nil` when there are more codes than bits allow.
    init?(_ lengths: ArraySlice<Int>) {
        var counts = [Int](repeating: 0, count: 16)
        for length in lengths { counts[length] += 1 }
        counts[0] = 0
        var left = 1
        for length in 1...15 {
            left = left << 1 - counts[length]
            guard left >= 0 else { return nil }
        }
        var offsets = [Int](repeating: 0, count: 16)
        for length in 1..<15 { offsets[length + 1] = offsets[length] + counts[length] }
        var symbols = [Int](repeating: 0, count: lengths.count)
        for (symbol, length) in lengths.enumerated() where length != 0 {
            symbols[offsets[length]] = symbol
            offsets[length] += 1
        }
        self.counts = counts
        self.symbols = symbols
    }

    private init(fixed lengths: [Int]) {
        var counts = [Int](repeating: 0, count: 16)
        for length in lengths { counts[length] += 1 }
        self.counts = counts
        symbols = lengths.indices.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }

    /// The code of literals of blocks without a table.
    static let fixedLiterals = HuffmanTable(
        fixed: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })

    /// The code of distances of blocks without a table.
    static let fixedDistances = HuffmanTable(fixed: [Int](repeating: 5, count: 30))
}
