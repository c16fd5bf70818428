import LKThreads

/// Determines whether a point is inside a polygon, and how far its outline is.
///
/// Both follow from one walk along the rings, whose number does not matter: a point inside an odd number of them is inside.
struct OutlineSight {
    private let plane: LocalPlane
    private var isInside = false
    private var squaredDistance = Double.infinity

    init(_ plane: LocalPlane) { self.plane = plane }

    /// Metres to the polygon, 0 inside; infinite without points.
    var distance: Double { isInside ? 0 : squaredDistance.squareRoot() }

    mutating func add(_ ring: PointSpan) {
        guard let last = ring.last else { return }
        var start = plane.offset(of: last)
        for point in ring {
            let end = plane.offset(of: point)
            // Whether the edge crosses the ray from the point to the east.
            if (start.y > 0) != (end.y > 0), start.x - start.y * (end.x - start.x) / (end.y - start.y) > 0 {
                isInside.toggle()
            }
            let along = end - start
            let length = (along * along).sum()
            let share = length > 0 ? min(max(-(start * along).sum() / length, 0), 1) : 0
            let foot = start + share * along
            squaredDistance = min(squaredDistance, (foot * foot).sum())
            start = end
        }
    }
}

extension StreetIndex {
    /// Maximum number of points examined in one shape; only shapes of a damaged file have more.
    private static let maximumPoints = 1 << 20

    /// Returns the metres from the point that a plane touches to a piece of a street, infinite if it does not exist.
    func distance(toPiece index: Int, _ plane: LocalPlane) -> Double {
        guard let piece = layout.pieces[index] else { return .infinity }
        let (first, count) = (Int(piece.uint32(4)), Int(piece.uint16(8)))
        if piece.uint16(10) & StreetFormat.areaPiece != 0 { return distance(toRings: first, count, plane) }
        return plane.nearest(on: layout.points.span(first, count))?.distance ?? .infinity
    }

    /// Returns the points of a street's piece, none for an area.
    func line(ofPiece index: Int) -> PointSpan {
        guard let piece = layout.pieces[index], piece.uint16(10) & StreetFormat.areaPiece == 0 else {
            return layout.points.span(0, 0)
        }
        return layout.points.span(Int(piece.uint32(4)), Int(piece.uint16(8)))
    }

    /// Returns the point of a street's piece that is nearest to the one that a plane touches.
    func foot(onPiece index: Int, _ plane: LocalPlane, of point: OSMPoint) -> OSMPoint {
        guard let piece = layout.pieces[index], piece.uint16(10) & StreetFormat.areaPiece == 0 else { return point }
        let line = layout.points.span(Int(piece.uint32(4)), Int(piece.uint16(8)))
        guard let nearest = plane.nearest(on: line) else { return point }
        let start = line[nearest.piece]
        guard nearest.share > 0, nearest.piece + 1 < line.count else { return start }
        let end = line[nearest.piece + 1]
        func between(_ start: Int32, _ end: Int32) -> Int32 {
            Int32(Double(start) + nearest.share * (Double(end) - Double(start)))
        }
        return OSMPoint(
            latitude: between(start.latitude, end.latitude), longitude: between(start.longitude, end.longitude))
    }

    /// Returns the metres from the point that a plane touches to a house, 0 inside.
    func distance(to house: House, _ plane: LocalPlane) -> Double {
        guard house.isArea else { return plane.distance(to: house.point) }
        return distance(toRings: house.firstRing, house.ringCount, plane)
    }

    private func distance(toRings first: Int, _ count: Int, _ plane: LocalPlane) -> Double {
        var sight = OutlineSight(plane)
        forEachRing(first, count) { sight.add($0) }
        return sight.distance
    }

    /// Calls a closure with the rings of a house's polygon; none for one that is a point.
    func forEachRing(of house: House, _ body: (PointSpan) -> Void) {
        forEachRing(house.firstRing, house.ringCount, body)
    }

    /// Calls a closure with the rings of the polygon that a street's piece is; none for a line.
    func forEachRing(ofPiece index: Int, _ body: (PointSpan) -> Void) {
        guard let piece = layout.pieces[index], piece.uint16(10) & StreetFormat.areaPiece != 0 else { return }
        forEachRing(Int(piece.uint32(4)), Int(piece.uint16(8)), body)
    }

    @inline(__always) private func forEachRing(_ first: Int, _ count: Int, _ body: (PointSpan) -> Void) {
        guard count <= layout.rings.count - first else { return }
        var left = Self.maximumPoints
        for index in first..<first + count {
            let ring = ring(index)
            left -= ring.count
            guard left > 0 else { break }
            body(ring)
        }
    }

    /// Returns the metres from the point that a plane touches to the farthest point of a house's outline; 0 for a
    /// point.
    func farthest(of house: House, _ plane: LocalPlane) -> Double {
        guard house.isArea, house.ringCount <= layout.rings.count - house.firstRing else { return 0 }
        var farthest = 0.0
        for index in house.firstRing..<house.firstRing + min(house.ringCount, 64) {
            let ring = ring(index)
            guard ring.count <= Self.maximumPoints else { continue }
            for point in ring { farthest = max(farthest, plane.distance(to: point)) }
        }
        return farthest
    }

    /// Returns the approximate size of a house's ground, in square units of the grid; 0 for a point.
    func size(of house: House) -> Double {
        guard house.isArea, house.ringCount <= layout.rings.count - house.firstRing else { return 0 }
        var size = 0.0
        for index in house.firstRing..<house.firstRing + min(house.ringCount, 64) {
            let ring = ring(index)
            guard ring.count <= Self.maximumPoints, let origin = ring.first, var before = ring.last else { continue }
            var sum = 0.0
            func offset(_ point: OSMPoint) -> (x: Double, y: Double) {
                (Double(point.longitude) - Double(origin.longitude), Double(point.latitude) - Double(origin.latitude))
            }
            for point in ring {
                let (start, end) = (offset(before), offset(point))
                sum += start.x * end.y - start.y * end.x
                before = point
            }
            size += abs(sum) / 2
        }
        return size
    }
}

extension LocalPlane {
    /// Returns the metres to a point.
    @inlinable package func distance(to point: OSMPoint) -> Double {
        let offset = offset(of: point)
        return (offset * offset).sum().squareRoot()
    }
}

// MARK: - Areas

/// The edges of an area by the parallels that they cross, so that a point is compared with few of them.
///
/// A country's border has tens of thousands of points; 8 edges of it cross the parallels of one slab on average.
package final class AreaSlabs: Sendable {
    struct Edge {
        var start: OSMPoint
        var end: OSMPoint
    }

    private let south: Int
    private let height: Int
    /// Where each slab begins in ``edges``, and the end of the last one.
    private let firsts: [Int]
    private let edges: [Edge]

    /// Creates an index that sorts the edges of rings into slabs.
    package init(_ rings: [some BidirectionalCollection<OSMPoint>]) {
        var all: [Edge] = []
        var (south, north) = (Int.max, Int.min)
        for ring in rings {
            guard var before = ring.last else { continue }
            for point in ring {
                south = min(south, Int(point.latitude))
                north = max(north, Int(point.latitude))
                // An edge along a parallel crosses none.
                if before.latitude != point.latitude { all.append(Edge(start: before, end: point)) }
                before = point
            }
        }
        // Without edges nothing is inside.
        if all.isEmpty { (south, north) = (0, 0) }
        self.south = south
        var count = max(1, all.count / 4)
        let extent = max(1, north - south)
        func slabs(of edge: Edge, height: Int) -> ClosedRange<Int> {
            let (low, high) = (
                Int(min(edge.start.latitude, edge.end.latitude)), Int(max(edge.start.latitude, edge.end.latitude))
            )
            return (low - south) / height...(high - south) / height
        }
        // Long edges are in many slabs: fewer slabs keep the memory small.
        while true {
            let height = extent / count + 1
            let entries = all.reduce(0) { $0 + slabs(of: $1, height: height).count }
            if entries <= 4 * all.count + 64 || count == 1 { break }
            count = max(1, count / 2)
        }
        height = extent / count + 1
        var firsts = Array(repeating: 0, count: extent / height + 2)
        for edge in all { for slab in slabs(of: edge, height: height) { firsts[slab + 1] += 1 } }
        for slab in 1..<firsts.count { firsts[slab] += firsts[slab - 1] }
        var next = firsts
        var sorted = Array(
            repeating: Edge(start: .init(latitude: 0, longitude: 0), end: .init(latitude: 0, longitude: 0)),
            count: firsts.last ?? 0)
        for edge in all {
            for slab in slabs(of: edge, height: height) {
                sorted[next[slab]] = edge
                next[slab] += 1
            }
        }
        self.firsts = firsts
        edges = sorted
    }

    /// Returns whether a point is inside; one on the outline may be either.
    package func contains(_ point: OSMPoint) -> Bool {
        let slab = Int(point.latitude) - south
        guard slab >= 0, slab / height + 1 < firsts.count else { return false }
        var isInside = false
        for edge in edges[firsts[slab / height]..<firsts[slab / height + 1]] where edge.isCrossed(eastOf: point) {
            isInside.toggle()
        }
        return isInside
    }
}

extension AreaSlabs.Edge {
    /// Returns whether the edge crosses the ray from a point to the east.
    @inline(__always) func isCrossed(eastOf point: OSMPoint) -> Bool {
        guard (start.latitude > point.latitude) != (end.latitude > point.latitude) else { return false }
        let share = (Double(point.latitude) - Double(start.latitude)) / (Double(end.latitude) - Double(start.latitude))
        return Double(start.longitude) + share * (Double(end.longitude) - Double(start.longitude))
            > Double(point.longitude)
    }
}

extension StreetIndex {
    /// An area: a municipality, a postal district, the extent of a village.
    struct Area {
        let index: Int
        let names: UInt32
        let code: UInt32
        let box: GridBox
        let firstRing: Int
        let ringCount: Int
        /// Its `admin_level`; 0 for what is not administrative.
        let level: Int
        let kind: AreaRecordKind
        /// The tag `place`.
        let settlement: SettlementKind?
        /// ISO 3166-1 alpha-2, a text.
        let country: UInt32
    }

    /// Returns an area; `nil` if the index does not exist or the kind is unknown.
    func area(_ index: Int) -> Area? {
        guard let record = layout.areas[index], let kind = AreaRecordKind(rawValue: record.byte(33)) else { return nil }
        return Area(
            index: index, names: record.uint32(0), code: record.uint32(4), box: record.box(8),
            firstRing: Int(record.uint32(24)), ringCount: Int(record.uint32(28)), level: Int(record.byte(32)),
            kind: kind, settlement: SettlementKind(number: Int(record.byte(34))), country: record.uint32(36))
    }

    /// Areas with more points than this are searched through their slabs.
    private static let slabbedFrom = 256

    /// Returns whether a point is in an area.
    func contains(_ area: Area, _ point: OSMPoint) -> Bool {
        guard area.box.contains(point), area.ringCount <= layout.rings.count - area.firstRing else { return false }
        let range = area.firstRing..<area.firstRing + area.ringCount
        var left = Self.slabbedFrom
        var isInside = false
        for index in range {
            let ring = ring(index)
            left -= ring.count
            guard left > 0 else { return slabs(of: area, range).contains(point) }
            guard var before = ring.last else { continue }
            for next in ring {
                if AreaSlabs.Edge(start: before, end: next).isCrossed(eastOf: point) { isInside.toggle() }
                before = next
            }
        }
        return isInside
    }

    private func slabs(of area: Area, _ range: Range<Int>) -> AreaSlabs {
        if let known = slabs.withLock({ $0[area.index] }) { return known }
        var left = 16 * Self.maximumPoints
        var rings: [PointSpan] = []
        for index in range {
            let ring = ring(index)
            left -= ring.count
            guard left > 0 else { break }
            rings.append(ring)
        }
        let made = AreaSlabs(rings)
        slabs.withLock { $0[area.index] = made }
        return made
    }

    /// Returns the areas that contain a point.
    func areas(at point: OSMPoint) -> [Area] {
        var found: [Area] = []
        layout.areaTree.forEach(containing: point) { index in
            if let area = area(index), contains(area, point) { found.append(area) }
        }
        return found
    }
}
