import Glibc
import LKFormats
public import LKGeo
public import LKGeocoding

extension World {
    /// A city, town, village or quarter of the gazetteer.
    public struct Place: Hashable, Sendable, Identifiable {
        /// The GeoNames id.
        public let id: Int
        /// GeoNames' main name, in Latin letters; ``World/Names/name(of:)`` returns names in other languages.
        public let name: String
        /// The number of inhabitants; `nil` when unknown.
        public let population: Int?
        /// The position according to GeoNames: the centre, or the city hall.
        public let coordinate: Coordinate
        /// ISO 3166-1 alpha-2, and XK for Kosovo.
        public let countryCode: String
        /// GeoNames' code of the first-order division; `nil` if there is none.
        ///
        /// Two letters for US states, numbers for most countries.
        public let divisionCode: String?
        /// The time zone's identifier in the tz database.
        public let timeZone: String?
        /// The index in `PLAC`.
        let index: Int
        /// The index in `STAT`.
        let divisionIndex: Int
    }

    /// Returns the place at an index of `PLAC`.
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
    /// Returns GeoNames' code of a division; `nil` for the entry that means "no known division".
    func divisionCode(_ index: Int) throws(GeocodingError) -> String? {
        _ = try division(index)
        return try text(bytes.uint32(layout.divisions.offset + index * layout.divisions.recordSize + 4))
    }
}

extension SurfaceVector {
    /// The coordinate, rounded to GeoNames' five decimals, which hides the 3 mm of rounding in the file.
    var coordinate: Coordinate? {
        let ring = (x * x + y * y).squareRoot()
        // Near a pole the longitude has fewer significant digits.
        let scale = ring < 0.01 * GazetteerFormat.unit ? 1e3 : 1e5
        let latitude = (atan2(z, ring) * 180 / .pi * 1e5).rounded() / 1e5
        let longitude = (atan2(y, x) * 180 / .pi * scale).rounded() / scale
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}

extension World {
    /// Returns the places in a box, including its edges; boxes may cross the antimeridian or contain a pole.
    ///
    /// - Parameter box: The box.
    /// - Returns: The places in file order, in which neighbours are mostly adjacent.
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
        try checkIntact()
        return places
    }

    /// Returns the place with a GeoNames id; `nil` when the gazetteer does not contain it.
    ///
    /// - Parameter id: The GeoNames id.
    /// - Returns: The place.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    /// - Complexity: O(n): it scans all ids in a tenth of a millisecond.
    public func place(id: Int) throws(GeocodingError) -> Place? {
        guard let number = UInt32(exactly: id) else { return nil }
        var offset = layout.places.offset
        for index in 0..<layout.places.count {
            if bytes.uint32(offset) == number { return try place(at: index) }
            offset += layout.places.recordSize
        }
        try checkIntact()
        return nil
    }
}

/// The minimum and maximum x, y and z of all points in a box, in units of `POSN`, with a margin for rounding.
struct VectorHull {
    private(set) var low: SurfaceVector
    private(set) var high: SurfaceVector

    init(of box: BoundingBox) {
        // The parallel nearest to the equator is farthest from the axis.
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
    /// Calls `body` with the index of every settlement in a hull, in no particular order.
    func visit(_ hull: VectorHull, _ body: (Int) -> Void) {
        visit(hull, node: 0, 0..<positions.count, body)
    }

    /// Visits the nodes of a tree recursively, which is safe because the depth of the tree is bounded.
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
        /// The distance in metres along a great circle of a sphere with the Earth's mean radius.
        public let distance: Double
    }

    /// Returns the nearest places, nearest first, regardless of their country.
    ///
    /// ```swift
    /// let city = try world.nearest(point, count: 1, minimumPopulation: 100_000).first
    /// ```
    ///
    /// The embedded world has settlements alone; stations, pharmacies and huts are in street indexes, as `StreetIndex.nearest`.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - count: The maximum number of places.
    ///   - radius: The maximum distance in metres along a great circle, inclusive.
    ///   - minimumPopulation: The smallest population that counts; above 0, places of unknown population do not.
    /// - Returns: The places with their distances; equally near ones in file order.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    /// - Complexity: O(log n + count log count) for n scattered places, whatever their population. For few large ones those that
    ///   are nearer are looked at too.
    public func nearest(
        _ coordinate: Coordinate, count: Int, within radius: Double = .infinity, minimumPopulation: Int = 0
    ) throws(GeocodingError) -> [Neighbour] {
        var neighbours: [Neighbour] = []
        let (places, point) = (layout.places, SurfaceVector(coordinate))
        let matches = search.nearest(to: point, count: count, within: radius) { index in
            if minimumPopulation <= 0 { return true }
            // A damaged file may have fewer places than positions.
            guard index < places.count else { return false }
            return bytes.uint32(places.offset + index * places.recordSize + 4) >= minimumPopulation
        }
        for match in matches {
            neighbours.append(Neighbour(place: try place(at: match.index), distance: match.distance))
        }
        try checkIntact()
        return neighbours
    }
}

extension SettlementSearch {
    /// Returns the nearest settlements that are wanted, nearest first; equally near ones in file order.
    func nearest(
        to point: SurfaceVector, count: Int, within maximumDistance: Double, where isWanted: (Int) -> Bool
    ) -> [Match] {
        guard count > 0, maximumDistance >= 0 else { return [] }
        let chord = min(maximumDistance, 2 * GazetteerFormat.earthRadius) * SurfaceVector.unitsInMetre
        // A chord is shorter than its arc, so the limit along the ground is checked again below.
        var best = NearestList(count: min(count, positions.count), farthest: chord * chord)
        var farthest = Float(min(maximumDistance, 2 * GazetteerFormat.earthRadius))
        let coarse = CoarsePoint(point)
        Descent.with { descent in
            descend(to: point, &descent)
            walk(
                from: descent, useful: { _ in SIMD4(repeating: farthest) },
                visit: { leaf in
                    for index in leaf {
                        let offset = positions.offset + index * positions.recordSize
                        let record = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<Int32>.self)
                        if coarse.squaredDistance(to: record) > CoarsePoint.limit(farthest) || !isWanted(index) {
                            continue
                        }
                        best.insert(index, squared: point.squaredDistance(to: vector(offset)))
                        farthest = Float(best.farthest.squareRoot() * SurfaceVector.metres)
                    }
                })
        }
        return best.sorted.map { match($0.index, squared: $0.squared) }.filter { $0.distance <= maximumDistance }
    }
}

/// The nearest settlements so far, the farthest at hand.
private struct NearestList {
    private struct Entry: Comparable {
        var squared: Double
        var index: Int

        /// Returns whether the left entry comes first: the farther one.
        static func < (left: Entry, right: Entry) -> Bool { (left.squared, left.index) > (right.squared, right.index) }
    }

    private let count: Int
    private var heap = Heap<Entry>()
    /// The squared distance beyond which settlements are rejected.
    private(set) var farthest: Double

    init(count: Int, farthest: Double) {
        self.count = count
        self.farthest = farthest
    }

    mutating func insert(_ index: Int, squared: Double) {
        let entry = Entry(squared: squared, index: index)
        guard squared <= farthest, count > 0 else { return }
        if heap.count < count {
            heap.insert(entry)
        } else if let first = heap.first, first < entry {
            heap.replaceFirst(with: entry)
        }
        if heap.count == count, let first = heap.first { farthest = first.squared }
    }

    var sorted: [(index: Int, squared: Double)] { heap.elements.sorted(by: >).map { ($0.index, $0.squared) } }
}

extension World {
    /// The number of settlements.
    package var settlementCount: Int { layout.positions.count }

    /// Returns the position of a settlement, for benchmarks at points where people live.
    ///
    /// - Parameter index: 0 up to ``settlementCount``.
    /// - Returns: Its coordinate; `nil` outside that range.
    package func settlementCoordinate(_ index: Int) -> Coordinate? {
        guard (0..<settlementCount).contains(index) else { return nil }
        return search.coordinate(of: index)
    }
}
