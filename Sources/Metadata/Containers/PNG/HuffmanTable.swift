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
