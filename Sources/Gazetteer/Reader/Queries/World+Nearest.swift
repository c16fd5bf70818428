public import Geo
public import Geocoding

extension World {
    /// A place that lies near a point.
    public struct Neighbour: Hashable, Sendable {
        /// The place.
        public let place: Place
        /// Metres along a great circle of a sphere with the Earth's mean radius.
        public let distance: Double
    }

    /// The nearest places, the nearest first, whatever their size and country.
    ///
    /// - Parameters:
    ///   - coordinate: From where.
    ///   - count: At most how many.
    ///   - radius: At most how far, in metres along a great circle; places exactly that far belong to it.
    /// - Returns: The places with their distances; equally near ones in the order of the file.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    /// - Complexity: O(log n + count log count) for n places, where they lie scattered.
    public func nearest(
        _ coordinate: Coordinate, count: Int, within radius: Double = .infinity
    ) throws(GeocodingError) -> [Neighbour] {
        var neighbours: [Neighbour] = []
        for match in search.nearest(to: SurfaceVector(coordinate), count: count, within: radius) {
            neighbours.append(Neighbour(place: try place(at: match.index), distance: match.distance))
        }
        return neighbours
    }
}

extension SettlementSearch {
    /// The nearest settlements, the nearest first; equally near ones in the order of the file.
    func nearest(to point: SurfaceVector, count: Int, within limit: Double) -> [Match] {
        guard count > 0, limit >= 0 else { return [] }
        let chord = min(limit, 2 * GazetteerFormat.earthRadius) * SurfaceVector.unitsInMetre
        // The straight distance is the shorter one, so the limit along the ground is checked again below.
        var best = NearestList(count: min(count, positions.count), farthest: chord * chord)
        var farthest = Float(min(limit, 2 * GazetteerFormat.earthRadius))
        let coarse = CoarsePoint(point)
        walk(
            from: NodePoint(point), useful: { _ in SIMD4(repeating: farthest) },
            visit: { leaf in
                for index in leaf {
                    let offset = positions.offset + index * positions.recordSize
                    let record = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<Int32>.self)
                    if coarse.squaredDistance(to: record) > CoarsePoint.limit(farthest) { continue }
                    best.insert(index, squared: point.squaredDistance(to: vector(offset)))
                    farthest = Float(best.farthest.squareRoot() * SurfaceVector.metres)
                }
            })
        return best.sorted.map { match($0.index, squared: $0.squared) }.filter { $0.distance <= limit }
    }
}

/// The nearest so far: a heap with the farthest at its root.
private struct NearestList {
    private struct Entry {
        var squared: Double
        var index: Int

        func isFarther(than other: Entry) -> Bool { (squared, index) > (other.squared, other.index) }
    }

    private let count: Int
    private var heap: [Entry] = []
    /// What is farther is of no use.
    private(set) var farthest: Double

    init(count: Int, farthest: Double) {
        self.count = count
        self.farthest = farthest
    }

    mutating func insert(_ index: Int, squared: Double) {
        let entry = Entry(squared: squared, index: index)
        guard squared <= farthest, count > 0 else { return }
        if heap.count < count {
            heap.append(entry)
            rise(heap.count - 1)
        } else if heap[0].isFarther(than: entry) {
            heap[0] = entry
            sink()
        }
        if heap.count == count { farthest = heap[0].squared }
    }

    var sorted: [(index: Int, squared: Double)] {
        heap.sorted { $1.isFarther(than: $0) }.map { ($0.index, $0.squared) }
    }

    private mutating func rise(_ start: Int) {
        var child = start
        while child > 0, heap[child].isFarther(than: heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func sink() {
        var parent = 0
        while 2 * parent + 1 < heap.count {
            var child = 2 * parent + 1
            if child + 1 < heap.count, heap[child + 1].isFarther(than: heap[child]) { child += 1 }
            guard heap[child].isFarther(than: heap[parent]) else { return }
            heap.swapAt(child, parent)
            parent = child
        }
    }
}
