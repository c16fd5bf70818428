/// The datasets of an IPTC-IIM block, in order.
struct IPTCDatasets {
    /// The kind of a dataset: its record number and its dataset number.
    struct Kind: Hashable, Comparable {
        var record: UInt8
        var number: UInt8

        static func < (left: Kind, right: Kind) -> Bool { (left.record, left.number) < (right.record, right.number) }

        static let characterSet = Kind(record: 1, number: 90)
        static let title = Kind(record: 2, number: 5)
        static let keyword = Kind(record: 2, number: 25)
        static let contentLocationCode = Kind(record: 2, number: 26)
        static let contentLocationName = Kind(record: 2, number: 27)
        static let day = Kind(record: 2, number: 55)
        static let time = Kind(record: 2, number: 60)
        static let city = Kind(record: 2, number: 90)
        static let sublocation = Kind(record: 2, number: 92)
        static let state = Kind(record: 2, number: 95)
        static let countryCode = Kind(record: 2, number: 100)
        static let country = Kind(record: 2, number: 101)
        static let caption = Kind(record: 2, number: 120)

        /// Whether the value is text: all of record 2 except numbers and images.
        var isText: Bool { record == 2 && ![0, 125, 200, 201, 202, 231].contains(number) }
    }

    /// A dataset, with its kind and value.
    struct Dataset: Hashable {
        var kind: Kind
        var value: [UInt8]
    }

    /// The character set UTF-8, as `1:90` names it.
    static let utf8: [UInt8] = [0x1B, 0x25, 0x47]
    /// Latin-1, in its two forms.
    static let latin: [[UInt8]] = [[0x1B, 0x2D, 0x41], [0x1B, 0x2E, 0x41]]

    var datasets: [Dataset] = []
    /// The bytes after the last dataset: padding or damage.
    private(set) var rest: [UInt8] = []
    /// Whether anything except padding follows.
    var isDamaged: Bool { rest.contains { $0 != 0 } }

    /// Parses a block up to its end, its padding or the first damage.
    init(_ bytes: ArraySlice<UInt8>) {
        var left = bytes
        while left.count >= 5, left.first == 0x1C {
            let head = Array(left.prefix(9))
            var length = Int(head[3]) << 8 | Int(head[4])
            var size = 5
            if length & 0x8000 != 0 {
                // An extended dataset: the low bits give the number of length bytes.
                let count = length & 0x7FFF
                guard count <= 4, head.count >= 5 + count else { break }
                length = head[5..<5 + count].reduce(0) { $0 << 8 | Int($1) }
                size += count
            }
            guard left.count - size >= length else { break }
            let value = left.dropFirst(size).prefix(length)
            datasets.append(Dataset(kind: Kind(record: head[1], number: head[2]), value: Array(value)))
            left = left.dropFirst(size + length)
        }
        rest = Array(left)
    }

    /// Returns the values of a kind.
    func values(_ kind: Kind) -> [[UInt8]] { datasets.filter { $0.kind == kind }.map(\.value) }

    /// Replaces the datasets of a kind, or adds one in numeric order; `nil` removes them.
    mutating func set(_ kind: Kind, _ value: [UInt8]?) {
        guard let value, let first = datasets.firstIndex(where: { $0.kind == kind }) else {
            datasets.removeAll { $0.kind == kind }
            if let value { add(kind, value) }
            return
        }
        datasets[first].value = value
        let kept = datasets.prefix(first + 1)
        datasets = kept + datasets.dropFirst(first + 1).filter { $0.kind != kind }
    }

    /// Adds a dataset after those of its kind, or in numeric order.
    mutating func add(_ kind: Kind, _ value: [UInt8]) {
        let index = datasets.lastIndex { $0.kind <= kind }.map { $0 + 1 } ?? 0
        datasets.insert(Dataset(kind: kind, value: value), at: index)
    }

    /// The encoded block, with what followed the last dataset.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for dataset in datasets {
            bytes += [0x1C, dataset.kind.record, dataset.kind.number]
            let count = dataset.value.count
            if count > 0x7FFF { bytes += [0x80, 4, UInt8(truncatingIfNeeded: count >> 24), UInt8(count >> 16 & 0xFF)] }
            bytes += [UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
            bytes += dataset.value
        }
        return bytes + rest
    }
}
