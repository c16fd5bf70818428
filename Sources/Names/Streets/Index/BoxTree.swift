import Glibc
import LKFormats

/// A rectangle in units of 1e-7 degrees, which does not cross the date line.
package struct GridBox: Hashable {
    package var south: Int32
    package var west: Int32
    package var north: Int32
    package var east: Int32

    /// Creates the smallest rectangle around some points; returns `nil` without points.
    @inlinable package init?(_ points: some Sequence<OSMPoint>) {
        var points = points.makeIterator()
        guard let first = points.next() else { return nil }
        self.init(south: first.latitude, west: first.longitude, north: first.latitude, east: first.longitude)
        while let point = points.next() { extend(to: point) }
    }

    @inlinable package init(south: Int32, west: Int32, north: Int32, east: Int32) {
        (self.south, self.west, self.north, self.east) = (south, west, north, east)
    }

    @inlinable package init(_ point: OSMPoint) {
        self.init(south: point.latitude, west: point.longitude, north: point.latitude, east: point.longitude)
    }

    @inlinable package mutating func extend(to point: OSMPoint) {
        south = min(south, point.latitude)
        north = max(north, point.latitude)
        west = min(west, point.longitude)
        east = max(east, point.longitude)
    }

    @inlinable package mutating func extend(to box: GridBox) {
        south = min(south, box.south)
        north = max(north, box.north)
        west = min(west, box.west)
        east = max(east, box.east)
    }

    @inlinable package func contains(_ point: OSMPoint) -> Bool {
        south <= point.latitude && point.latitude <= north && west <= point.longitude && point.longitude <= east
    }

    @inlinable package func intersects(_ box: GridBox) -> Bool {
        south <= box.north && box.south <= north && west <= box.east && box.west <= east
    }

    @inlinable package var middle: OSMPoint {
        OSMPoint(latitude: Int32((Int(south) + Int(north)) / 2), longitude: Int32((Int(west) + Int(east)) / 2))
    }

    /// Metres from the middle to a corner.
    package var radius: Double {
        let corner = LocalPlane(middle).offset(of: OSMPoint(latitude: north, longitude: east))
        return (corner * corner).sum().squareRoot()
    }

    /// Returns the metres between two rectangles, 0 where they touch.
    package func distance(to box: GridBox) -> Double { LocalPlane(middle).distance(from: self, to: box) }

    /// Returns the rectangle with a margin in metres on each side.
    package func expanded(by margin: Double) -> GridBox {
        let up = LocalPlane.units(ofMetres: margin)
        // The side that is nearer to a pole has the shorter degrees.
        let latitude = Double(max(abs(Int(south)), abs(Int(north)))) * 1e-7 * Double.pi / 180
        let along = min(Double(up) / max(cos(latitude), 1e-3), 3.6e9)
        func clamped(_ value: Int, _ limit: Int) -> Int32 { Int32(min(max(value, -limit), limit)) }
        return GridBox(
            south: clamped(Int(south) - up, 900_000_000), west: clamped(Int(west) - Int(along), 1_800_000_000),
            north: clamped(Int(north) + up, 900_000_000), east: clamped(Int(east) + Int(along), 1_800_000_000))
    }
}

/// A packed R-tree over rectangles, sorted along a Hilbert curve.
///
/// After Kamel and Faloutsos, "Hilbert R-tree: An Improved R-tree using Fractals", VLDB 1994, and the library Flatbush (2018).
/// Its bytes are the rectangles of all levels, the leaves first, then the number of the item of each leaf. How many nodes a
/// level has follows from the number of items, so the tree needs no pointers.
package struct BoxTree {
    /// Entries of a node.
    ///
    /// Measured with a million houses: 8, 16 and 32 are equally fast within the noise.
    static let width = 16
    static let boxSize = 16

    private let boxes: UnsafeRawBufferPointer
    private let items: UnsafeRawBufferPointer
    /// Where each level begins, in rectangles, and the end of the last one.
    let levels: [Int]

    /// How many items the tree has.
    var count: Int { levels[1] }

    /// Returns where the levels of a tree of `count` items begin.
    static func levels(of count: Int) -> [Int] {
        var levels = [0]
        var size = count
        while true {
            levels.append(levels.last! + size)
            if size <= 1 { return levels }
            size = (size + width - 1) / width
        }
    }

    /// Returns the size in bytes of a tree of `count` items.
    static func size(of count: Int) -> Int { levels(of: count).last! * boxSize + count * 4 }

    /// Reads a tree of a known number of items; `nil` if the bytes are of another length.
    package init?(_ bytes: UnsafeRawBufferPointer, count: Int) {
        guard count >= 0, count <= bytes.count / Self.boxSize else { return nil }
        levels = Self.levels(of: count)
        let end = levels.last! * Self.boxSize
        guard bytes.count == end + count * 4 else { return nil }
        boxes = UnsafeRawBufferPointer(rebasing: bytes[..<end])
        items = UnsafeRawBufferPointer(rebasing: bytes[end...])
    }

    func box(_ index: Int) -> GridBox {
        let offset = index * Self.boxSize
        return GridBox(
            south: Int32(bitPattern: boxes.uint32(offset)), west: Int32(bitPattern: boxes.uint32(offset + 4)),
            north: Int32(bitPattern: boxes.uint32(offset + 8)), east: Int32(bitPattern: boxes.uint32(offset + 12)))
    }

    func item(_ leaf: Int) -> Int { Int(items.uint32(leaf * 4)) }

    /// Calls a closure with each item whose rectangle contains a point, in no particular order.
    package func forEach(containing point: OSMPoint, _ body: (Int) -> Void) {
        forEach(where: { $0.contains(point) }, body)
    }

    /// Calls a closure with items in the order of their distance from a point.
    package func nearest(
        to point: OSMPoint, on plane: LocalPlane? = nil, within maximumDistance: Double, distance: (Int) -> Double,
        visit: (Int, Double) -> Bool
    ) {
        nearest(to: GridBox(point), on: plane, within: maximumDistance, distance: distance, visit: visit)
    }

    /// Calls a closure with each item whose rectangle touches another one, in no particular order.
    package func forEach(intersecting wanted: GridBox, _ body: (Int) -> Void) {
        forEach(where: { $0.intersects(wanted) }, body)
    }

    @inline(__always) private func forEach(where isWanted: (GridBox) -> Bool, _ body: (Int) -> Void) {
        guard count > 0 else { return }
        var open = [(level: levels.count - 2, index: levels[levels.count - 2])]
        while let (level, index) = open.popLast() {
            guard isWanted(box(index)) else { continue }
            if level == 0 {
                body(item(index))
            } else {
                for child in children(of: index, level) { open.append((level - 1, child)) }
            }
        }
    }

    /// Calls a closure with each item whose rectangle touches one of several, once and in no particular order.
    ///
    /// - Parameters:
    ///   - wanted: The rectangles.
    ///   - body: Gets an item; `false` ends the search.
    /// - Complexity: each node is compared with those rectangles that its parent touches.
    package func forEach(touching wanted: [GridBox], _ body: (Int) -> Bool) {
        guard count > 0, !wanted.isEmpty else { return }
        var open = [(level: levels.count - 2, index: levels[levels.count - 2], wanted: wanted)]
        while let (level, index, wanted) = open.popLast() {
            let box = box(index)
            if level == 0 {
                if wanted.contains(where: box.intersects), !body(item(index)) { return }
                continue
            }
            let touched = wanted.filter(box.intersects)
            guard !touched.isEmpty else { continue }
            for child in children(of: index, level) { open.append((level - 1, child, touched)) }
        }
    }

    /// Returns the entries below a node, one level lower.
    func children(of index: Int, _ level: Int) -> Range<Int> {
        let first = levels[level - 1] + (index - levels[level]) * Self.width
        return first..<min(first + Self.width, levels[level])
    }

    /// Calls a closure with items in the order of their distance from a rectangle or point.
    ///
    /// - Parameters:
    ///   - origin: The rectangle to measure from; for a point, one without extent.
    ///   - plane: The plane on which distances are measured; `nil` to measure on the ground.
    ///   - maximumDistance: Maximum distance, in metres.
    ///   - distance: The exact distance of an item, in metres, at least that of its rectangle.
    ///   - visit: Receives an item and its distance; returns `false` to end the search.
    package func nearest(
        to origin: GridBox, on plane: LocalPlane? = nil, within maximumDistance: Double, distance: (Int) -> Double,
        visit: (Int, Double) -> Bool
    ) {
        guard count > 0 else { return }
        let plane = plane ?? LocalPlane(origin.middle)
        var queue = Heap<NearEntry>()
        queue.insert(NearEntry(distance: 0, level: levels.count - 2, index: levels[levels.count - 2]))
        while let entry = queue.popFirst() {
            guard entry.distance <= maximumDistance else { return }
            if entry.level < 0 {
                guard visit(entry.index, entry.distance) else { return }
            } else if entry.level == 0 {
                let item = item(entry.index)
                let exact = distance(item)
                if exact <= maximumDistance { queue.insert(NearEntry(distance: exact, level: -1, index: item)) }
            } else {
                for child in children(of: entry.index, entry.level) {
                    let bound = plane.distance(from: origin, to: box(child))
                    if bound <= maximumDistance {
                        queue.insert(NearEntry(distance: bound, level: entry.level - 1, index: child))
                    }
                }
            }
        }
    }
}

extension BoxTree {
    /// Calls a closure with wanted items in the order of their distance.
    ///
    /// Unwanted items never enter the queue, so a search for something rare holds little besides the nodes.
    ///
    /// - Parameters:
    ///   - maximumDistance: Maximum distance, in metres.
    ///   - bound: The distance of a rectangle, in metres, at most that of anything in it.
    ///   - isWanted: Whether an item counts; asked before its distance.
    ///   - distance: The exact distance of an item, in metres.
    ///   - visit: Receives an item and its distance; returns `false` to end the search.
    /// - Complexity: O(m log m) for the m nodes and wanted items that are nearer than the last one visited.
    package func nearest(
        within maximumDistance: Double, bound: (GridBox) -> Double, where isWanted: (Int) -> Bool,
        distance: (Int) -> Double,
        visit: (Int, Double) -> Bool
    ) {
        guard count > 0 else { return }
        let root = NearEntry(distance: 0, level: levels.count - 2, index: levels[levels.count - 2])
        guard root.level > 0 || isWanted(item(root.index)) else { return }
        var queue = Heap<NearEntry>()
        queue.insert(root)
        while let entry = queue.popFirst() {
            if entry.level < 0 {
                guard visit(entry.index, entry.distance) else { return }
            } else if entry.level == 0 {
                let item = item(entry.index)
                let exact = distance(item)
                if exact <= maximumDistance { queue.insert(NearEntry(distance: exact, level: -1, index: item)) }
            } else {
                for child in children(of: entry.index, entry.level) {
                    if entry.level == 1, !isWanted(item(child)) { continue }
                    let minimumDistance = bound(box(child))
                    if minimumDistance <= maximumDistance {
                        queue.insert(NearEntry(distance: minimumDistance, level: entry.level - 1, index: child))
                    }
                }
            }
        }
    }

    /// Returns the bytes of a tree over rectangles, whose items are their indices.
    package static func bytes(of boxes: [GridBox]) -> [UInt8] {
        let order = boxes.indices.map { (HilbertCurve.index(of: boxes[$0]), $0) }.sorted { $0 < $1 }.map(\.1)
        var all = order.map { boxes[$0] }
        var begin = 0
        while all.count - begin > 1 {
            let end = all.count
            for first in stride(from: begin, to: end, by: width) {
                var node = all[first]
                for box in all[first..<min(first + width, end)] { node.extend(to: box) }
                all.append(node)
            }
            begin = end
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size(of: boxes.count))
        for box in all {
            for value in [box.south, box.west, box.north, box.east] {
                withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
            }
        }
        for item in order { withUnsafeBytes(of: UInt32(item).littleEndian) { bytes.append(contentsOf: $0) } }
        return bytes
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func uint32(_ offset: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}

/// A rectangle or an item, by its distance; of equally near ones an item comes first.
private struct NearEntry: Comparable {
    var distance: Double
    /// The level of a rectangle, -1 for an item.
    var level: Int
    var index: Int

    static func < (left: Self, right: Self) -> Bool {
        (left.distance, left.level, left.index) < (right.distance, right.level, right.index)
    }
}

/// The plane that touches the Earth at a point, in metres; accurate to one part in a thousand within a few kilometres.
package struct LocalPlane {
    /// The length of 1e-7 degrees of latitude in metres, by the mean radius R1 of WGS 84.
    private static let metres = 6_371_008.8 * Double.pi / 180 * 1e-7

    /// Converts metres to units of 1e-7 degrees of latitude, rounded up.
    package static func units(ofMetres metres: Double) -> Int { Int((metres / Self.metres).rounded(.up)) }

    private let origin: OSMPoint
    private let eastward: Double

    package init(_ origin: OSMPoint) {
        self.origin = origin
        eastward = Self.metres * cos(Double(origin.latitude) * 1e-7 * Double.pi / 180)
    }

    /// Returns a plane on which a degree of longitude is as long as one of latitude.
    ///
    /// PostGIS, and so Nominatim, compares distances in degrees.
    package static func ofDegrees(_ origin: OSMPoint) -> LocalPlane { LocalPlane(origin: origin, eastward: metres) }

    private init(origin: OSMPoint, eastward: Double) { (self.origin, self.eastward) = (origin, eastward) }

    /// Returns the metres from the origin to a point, eastward and northward.
    package func offset(of point: OSMPoint) -> SIMD2<Double> {
        SIMD2(
            Double(Int(point.longitude) - Int(origin.longitude)) * eastward,
            Double(Int(point.latitude) - Int(origin.latitude)) * Self.metres)
    }

    /// Returns the metres to the nearest point of a rectangle, 0 inside.
    package func distance(to box: GridBox) -> Double { distance(from: GridBox(origin), to: box) }

    /// Returns the metres between two rectangles near the origin, 0 where they touch.
    package func distance(from box: GridBox, to other: GridBox) -> Double {
        let east = max(Int(other.west) - Int(box.east), 0, Int(box.west) - Int(other.east))
        let north = max(Int(other.south) - Int(box.north), 0, Int(box.south) - Int(other.north))
        let gap = SIMD2(Double(east) * eastward, Double(north) * Self.metres)
        return (gap * gap).sum().squareRoot()
    }

    /// Returns the metres to the nearest point of a line, the index of the line's piece it is on, and its share of that
    /// piece.
    package func nearest(
        on line: some RandomAccessCollection<OSMPoint>
    ) -> (distance: Double, piece: Int, share: Double)? {
        guard let first = line.first else { return nil }
        var start = offset(of: first)
        var best = (distance: (start * start).sum().squareRoot(), piece: 0, share: 0.0)
        for (piece, point) in line.dropFirst().enumerated() {
            let end = offset(of: point)
            let along = end - start
            let length = (along * along).sum()
            let share = length > 0 ? min(max(-(start * along).sum() / length, 0), 1) : 0
            let foot = start + share * along
            let distance = (foot * foot).sum().squareRoot()
            if distance < best.distance { best = (distance, piece, share) }
            start = end
        }
        return best
    }
}

/// The order of cells along a Hilbert curve of 2^32 cells, by Warren, "Hacker's Delight", section 16-4.
package enum HilbertCurve {
    /// Returns where the middle of a rectangle is along the curve.
    package static func index(of box: GridBox) -> UInt32 {
        let x = cell(box.west, box.east, 1_800_000_000, 3_600_000_000)
        let y = cell(box.south, box.north, 900_000_000, 1_800_000_000)
        var (state, index): (UInt32, UInt32) = (0, 0)
        for bit in stride(from: UInt32(15), through: 0, by: -1) {
            let row = 4 * state | 2 * (x >> bit & 1) | y >> bit & 1
            index = index << 2 | 0x361E_9CB4 >> (2 * row) & 3
            state = 0x8FE6_5831 >> (2 * row) & 3
        }
        return index
    }

    private static func cell(_ low: Int32, _ high: Int32, _ offset: Int, _ range: Int) -> UInt32 {
        let middle = (Int(low) + Int(high)) / 2 + offset
        return UInt32(min(max(middle * 65_536 / range, 0), 65_535))
    }
}
