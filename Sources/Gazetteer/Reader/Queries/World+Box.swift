public import Geo
public import Geocoding

internal import Glibc

extension World {
    /// The places in a box, its edges included; boxes across the antimeridian and around a pole work.
    ///
    /// - Parameter box: The box.
    /// - Returns: The places in the order of the file: neighbours are mostly together.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func places(in box: BoundingBox) throws(GeocodingError) -> [Place] {
        let search = search
        let hull = VectorHull(of: box)
        var found: [Int] = []
        search.visit(hull) { index in
            if let coordinate = search.vector(at: index).coordinate, box.contains(coordinate) { found.append(index) }
        }
        var places: [Place] = []
        for index in found.sorted() { places.append(try place(at: index)) }
        return places
    }

    /// The place with a GeoNames id; `nil` when the gazetteer does not have it.
    ///
    /// - Parameter id: The number at GeoNames.
    /// - Returns: The place.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    /// - Complexity: O(n): all ids are looked at, a tenth of a millisecond.
    public func place(id: Int) throws(GeocodingError) -> Place? {
        guard let number = UInt32(exactly: id) else { return nil }
        var offset = layout.places.offset
        for index in 0..<layout.places.count {
            if bytes.uint32(offset) == number { return try place(at: index) }
            offset += layout.places.recordSize
        }
        return nil
    }
}

/// Least and greatest x, y and z of all points in a box, in the units of `POSN`, with room for rounding.
struct VectorHull {
    private(set) var low: SurfaceVector
    private(set) var high: SurfaceVector

    init(of box: BoundingBox) {
        // Farthest from the axis is what is nearest to the equator.
        let widest = box.south <= 0 && box.north >= 0 ? 0 : min(abs(box.south), abs(box.north))
        let rings = [cos(widest * .pi / 180), cos(max(abs(box.south), abs(box.north)) * .pi / 180)]
        var meridians = [box.west, box.east]
        for meridian in stride(from: -180.0, through: 180, by: 90) {
            if let point = Coordinate(latitude: (box.south + box.north) / 2, longitude: meridian), box.contains(point) {
                meridians.append(meridian)
            }
        }
        let x = rings.flatMap { ring in meridians.map { ring * cos($0 * .pi / 180) } }
        let y = rings.flatMap { ring in meridians.map { ring * sin($0 * .pi / 180) } }
        let z = [sin(box.south * .pi / 180), sin(box.north * .pi / 180)]
        func least(_ values: [Double]) -> Double { ((values.min() ?? -1) - 1e-6) * GazetteerFormat.unit }
        func greatest(_ values: [Double]) -> Double { ((values.max() ?? 1) + 1e-6) * GazetteerFormat.unit }
        low = SurfaceVector(x: least(x), y: least(y), z: least(z))
        high = SurfaceVector(x: greatest(x), y: greatest(y), z: greatest(z))
    }

    func contains(_ point: SurfaceVector) -> Bool {
        point.x >= low.x && point.x <= high.x && point.y >= low.y && point.y <= high.y && point.z >= low.z
            && point.z <= high.z
    }

    func intersects(low other: SurfaceVector, high otherHigh: SurfaceVector) -> Bool {
        other.x <= high.x && otherHigh.x >= low.x && other.y <= high.y && otherHigh.y >= low.y && other.z <= high.z
            && otherHigh.z >= low.z
    }
}

extension SettlementSearch {
    /// Every settlement in a hull, in no order.
    func visit(_ hull: VectorHull, _ body: (Int) -> Void) {
        visit(hull, node: 0, 0..<positions.count, body)
    }

    /// Goes down as many levels as the tree has.
    private func visit(_ hull: VectorHull, node: Int, _ range: Range<Int>, _ body: (Int) -> Void) {
        func corner(_ field: Int, _ step: Int) -> SurfaceVector {
            func edge(_ axis: Int) -> Double {
                let offset = nodes.offset + node * nodes.recordSize + field + 2 * axis
                return Double((Int(bytes.int16(offset)) + step) << Int(GazetteerFormat.boxShift))
            }
            return SurfaceVector(x: edge(0), y: edge(1), z: edge(2))
        }
        guard hull.intersects(low: corner(0, 0), high: corner(6, 1)) else { return }
        guard 2 * node + 2 < nodes.count else {
            for index in range where hull.contains(vector(at: index)) { body(index) }
            return
        }
        let middle = (range.lowerBound + range.upperBound) / 2
        visit(hull, node: 2 * node + 1, range.lowerBound..<middle, body)
        visit(hull, node: 2 * node + 2, middle..<range.upperBound, body)
    }
}
