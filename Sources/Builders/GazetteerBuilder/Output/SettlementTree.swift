import LKGazetteer
import LKGeo
import LKGeocoding

/// Builds `NODE`: sorts the settlements into leaf order and computes the bounds of each node.
struct SettlementTree {
    struct Entry {
        var source: Int
        var position: SIMD3<Int32>
        var reach: UInt16
        var country: UInt16
    }

    /// The bounds of the settlements below a node.
    private struct Bounds {
        var low = SIMD3<Int32>(repeating: 0)
        var high = SIMD3<Int32>(repeating: 0)
        var reach: UInt16 = 0
        var country = GazetteerFormat.mixedCountries

        init(_ entries: ArraySlice<Entry>) {
            guard let first = entries.first else { return }
            low = first.position
            high = first.position
            country = first.country
            for entry in entries {
                low = pointwiseMin(low, entry.position)
                high = pointwiseMax(high, entry.position)
                reach = max(reach, entry.reach)
                if entry.country != country { country = GazetteerFormat.mixedCountries }
            }
        }

        var widestAxis: Int {
            (0..<3).max { Int(high[$0]) - Int(low[$0]) < Int(high[$1]) - Int(low[$1]) } ?? 0
        }

        var record: [UInt8] {
            var record = RecordWriter()
            for corner in [low, high] {
                for axis in 0..<3 {
                    record.append(Int16(truncatingIfNeeded: corner[axis] >> GazetteerFormat.boxShift))
                }
            }
            record.append(reach)
            record.append(country)
            return record.bytes
        }
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

    /// Splits records in half along their widest axis, which keeps boxes compact.
    private mutating func arrange(node: Int, range: Range<Int>, into records: inout [[UInt8]]) {
        let bounds = Bounds(entries[range])
        records[node] = bounds.record
        guard 2 * node + 2 < records.count else { return }
        let axis = bounds.widestAxis
        entries[range].sort { left, right in
            (left.position[axis], left.source) < (right.position[axis], right.source)
        }
        let middle = (range.lowerBound + range.upperBound) / 2
        arrange(node: 2 * node + 1, range: range.lowerBound..<middle, into: &records)
        arrange(node: 2 * node + 2, range: middle..<range.upperBound, into: &records)
    }
}
