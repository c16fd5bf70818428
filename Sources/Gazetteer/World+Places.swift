public import Geo
public import Geocoding

internal import Glibc

extension World {
    /// A city, town, village or quarter of the gazetteer.
    public struct Place: Hashable, Sendable, Identifiable {
        /// Its number at GeoNames.
        public let id: Int
        /// GeoNames' main name, in Latin letters; ``World/Names/name(of:)`` has those of other languages.
        public let name: String
        /// People who live there; `nil` when unknown.
        public let population: Int?
        /// Where it is: GeoNames gives the middle, or the city hall.
        public let coordinate: Coordinate
        /// ISO 3166-1 alpha-2, and XK for Kosovo.
        public let countryCode: String
        /// GeoNames' code of the first-order division; `nil` if it is in none.
        ///
        /// US states have their two letters, most countries numbers.
        public let divisionCode: String?
        /// The time zone's identifier in the tz database.
        public let timeZone: String?
        /// Index into `PLAC`.
        let index: Int
        /// Index into `STAT`.
        let divisionIndex: Int
    }

    /// The place at an index of `PLAC`.
    func place(at index: Int) throws(GeocodingError) -> Place {
        let settlement = try settlement(index)
        let divisionIndex = search.match(index, squared: 0).division
        let division = try division(divisionIndex)
        guard let coordinate = search.vector(at: index).coordinate else { throw damaged("a place has no position") }
        return Place(
            id: settlement.geonameId, name: try text(settlement.name) ?? "",
            population: settlement.population > 0 ? settlement.population : nil,
            coordinate: coordinate, countryCode: try country(division.country).code,
            divisionCode: try divisionCode(divisionIndex), timeZone: try zone(settlement.zone), index: index,
            divisionIndex: divisionIndex)
    }
}

extension World {
    /// GeoNames' code of a division; `nil` for the one that stands for "no known division".
    func divisionCode(_ index: Int) throws(GeocodingError) -> String? {
        _ = try division(index)
        return try text(bytes.uint32(layout.divisions.offset + index * layout.divisions.recordSize + 4))
    }
}

extension SurfaceVector {
    /// The coordinate, to the five decimals that GeoNames has: 3 mm of rounding do not show.
    var coordinate: Coordinate? {
        let ring = (x * x + y * y).squareRoot()
        // Near a pole the longitude has fewer digits.
        let scale = ring < 0.01 * GazetteerFormat.unit ? 1e3 : 1e5
        let latitude = (atan2(z, ring) * 180 / .pi * 1e5).rounded() / 1e5
        let longitude = (atan2(y, x) * 180 / .pi * scale).rounded() / scale
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}

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

extension World {
    /// A place near a point.
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
    /// - Complexity: O(log n + count log count) for n scattered places.
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

extension World {
    /// How many settlements there are.
    package var settlementCount: Int { layout.positions.count }

    /// Where a settlement is: for measuring with points where people are.
    ///
    /// - Parameter index: 0 up to ``settlementCount``.
    /// - Returns: Its place; `nil` outside that range.
    package func settlementCoordinate(_ index: Int) -> Coordinate? {
        guard (0..<settlementCount).contains(index) else { return nil }
        return search.coordinate(of: index)
    }
}
