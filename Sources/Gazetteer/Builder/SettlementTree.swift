internal import Geo
internal import Geocoding

/// `NODE` in the making: puts the settlements into the order of the leaves and bounds each node.
struct SettlementTree {
    struct Entry {
        var source: Int
        var position: [Int32]
        var reach: UInt16
        var country: UInt16
    }

    private(set) var entries: [Entry]
    private(set) var nodes: [UInt8] = []

    init(_ entries: [Entry]) {
        self.entries = entries
        var depth = 0
        while entries.count > GazetteerFormat.leafAim << depth { depth += 1 }
        var records: [[UInt8]] = Array(repeating: [], count: (2 << depth) - 1)
        arrange(node: 0, range: 0..<entries.count, into: &records)
        nodes = Array(records.joined())
    }

    /// Halves along the widest axis, so that boxes stay compact.
    private mutating func arrange(node: Int, range: Range<Int>, into records: inout [[UInt8]]) {
        let part = entries[range]
        var low: [Int16] = [0, 0, 0]
        var high: [Int16] = [0, 0, 0]
        var widest = 0
        var width = -1
        for axis in 0..<3 {
            guard let least = part.lazy.map({ $0.position[axis] }).min(),
                let greatest = part.lazy.map({ $0.position[axis] }).max()
            else { continue }
            low[axis] = Int16(truncatingIfNeeded: least >> GazetteerFormat.boxShift)
            high[axis] = Int16(truncatingIfNeeded: greatest >> GazetteerFormat.boxShift)
            if Int(greatest) - Int(least) > width {
                width = Int(greatest) - Int(least)
                widest = axis
            }
        }
        let first = part.first?.country ?? GazetteerFormat.mixedCountries
        var record = RecordWriter()
        for value in low + high { record.append(UInt16(bitPattern: value)) }
        record.append(part.lazy.map(\.reach).max() ?? 0)
        record.append(part.allSatisfy { $0.country == first } ? first : GazetteerFormat.mixedCountries)
        records[node] = record.bytes

        guard 2 * node + 2 < records.count else { return }
        entries[range].sort { left, right in
            (left.position[widest], left.source) < (right.position[widest], right.source)
        }
        let middle = (range.lowerBound + range.upperBound) / 2
        arrange(node: 2 * node + 1, range: range.lowerBound..<middle, into: &records)
        arrange(node: 2 * node + 2, range: middle..<range.upperBound, into: &records)
    }
}
