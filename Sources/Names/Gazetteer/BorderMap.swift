import Glibc
import LKFormats

/// A quadtree of cells that finds the region of a point in a few reads, without allocation.
///
/// Values from the file are checked when they are used; for an invalid one the functions return `nil`, and the caller
/// throws an error.
// Unchecked because of the pointer: the bytes are never written, and outlive the map.
package struct BorderMap: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
    let regions: WorldLayout.Section
    let cells: WorldLayout.Section
    let edges: WorldLayout.Section

    /// A cell visited while descending the quadtree, in degrees.
    struct Square {
        var number: Int
        var x: Double
        var y: Double
        var side: Double
    }

    init(bytes: UnsafeRawBufferPointer, layout: WorldLayout) {
        self.init(bytes: bytes, regions: layout.regions, cells: layout.cells, edges: layout.borderEdges)
    }

    /// Creates a map from sections outside a gazetteer: `BREG`, `BGRD` and `BEDG`, directly after each other.
    ///
    /// - Parameters:
    ///   - bytes: The sections, which must outlive the map.
    ///   - lengths: The length of each in bytes; they add up to the length of `bytes`.
    package init(bytes: UnsafeRawBufferPointer, lengths: (regions: Int, cells: Int, edges: Int)) {
        func section(_ known: GazetteerSection, _ offset: Int, _ length: Int) -> WorldLayout.Section {
            WorldLayout.Section(offset: offset, recordSize: known.recordSize, count: length / known.recordSize)
        }
        let regions = section(.regions, 0, lengths.regions)
        let cells = section(.cells, lengths.regions, lengths.cells)
        let edges = section(.borderEdges, lengths.regions + lengths.cells, lengths.edges)
        self.init(bytes: bytes, regions: regions, cells: cells, edges: edges)
    }

    private init(
        bytes: UnsafeRawBufferPointer, regions: WorldLayout.Section, cells: WorldLayout.Section,
        edges: WorldLayout.Section
    ) {
        self.bytes = bytes
        self.regions = regions
        self.cells = cells
        self.edges = edges
    }

    /// Returns the square degree that contains a point; the north pole belongs to the square south of it, and 180°E is
    /// 180°W.
    @inline(__always)
    static func root(latitude: Double, longitude: Double) -> Square {
        // Rounded down before the sum, which itself rounds what is just below a whole degree up to it.
        let row = min(max(Int(latitude.rounded(.down)) + 90, 0), BorderFormat.rows - 1)
        var column = (Int(longitude.rounded(.down)) + 180) % BorderFormat.columns
        if column < 0 { column += BorderFormat.columns }
        return Square(
            number: row * BorderFormat.columns + column, x: Double(column - 180), y: Double(row - 90), side: 1)
    }

    /// What the cells contain at a point: its region, or the leaf whose edges decide.
    enum Part {
        case region(Int)
        /// The leaf's header, and the point in units of its cell.
        case leaf(Int, x: Double, y: Double)
    }

    /// Returns the index of a point's region; `nil` if the file is damaged.
    package func region(latitude: Double, longitude: Double) -> Int? {
        part(latitude: latitude, longitude: longitude).flatMap(region)
    }

    /// Returns the index of the region in a part; `nil` if the file is damaged.
    @inline(__always)
    func region(in part: Part) -> Int? {
        switch part {
        case .region(let number): number < regions.count ? number : nil
        case .leaf(let number, let x, let y): region(inLeaf: number, x: x, y: y)
        }
    }

    /// Returns whether the whole part belongs to no country.
    @inline(__always)
    func isOpenSea(_ part: Part) -> Bool {
        guard case .region(let number) = part, number < regions.count else { return false }
        return field(0, of: number) == BorderFormat.none
    }

    /// Prefetches the cell where ``part(latitude:longitude:)`` begins.
    @inline(__always)
    func prefetchRoot(latitude: Double, longitude: Double) {
        bytes.prefetch(cells.offset &+ 4 &* Self.root(latitude: latitude, longitude: longitude).number)
    }

    /// Returns the part of the map that contains a point, and prefetches its edges; `nil` if the file is damaged.
    @inline(__always)
    func part(latitude: Double, longitude: Double) -> Part? {
        var square = Self.root(latitude: latitude, longitude: longitude)
        let x = longitude >= 180 ? longitude - 360 : longitude
        for _ in 0...BorderFormat.maximumDepth {
            let cell = bytes.uint32(cells.offset + 4 * square.number)
            let number = Int(cell >> BorderFormat.numberShift)
            switch cell & BorderFormat.kindMask {
            case BorderFormat.CellKind.region.rawValue:
                return .region(number)
            case BorderFormat.CellKind.leaf.rawValue:
                let scale = BorderFormat.side / square.side
                let header = edges.offset + number &* edges.recordSize
                // Most leaves have few edges.
                bytes.prefetch(header)
                bytes.prefetch(header + 64)
                return .leaf(number, x: (x - square.x) * scale, y: (latitude - square.y) * scale)
            case BorderFormat.CellKind.quarters.rawValue:
                guard number > square.number, number < cells.count - 3 else { return nil }
                square = quarter(of: square, number, east: x, north: latitude)
            default:
                return nil
            }
        }
        return nil
    }

    @inline(__always)
    private func quarter(of square: Square, _ first: Int, east x: Double, north y: Double) -> Square {
        let side = square.side / 2
        var quarter = Square(number: first, x: square.x, y: square.y, side: side)
        if x >= square.x + side { (quarter.number, quarter.x) = (quarter.number + 1, square.x + side) }
        if y >= square.y + side { (quarter.number, quarter.y) = (quarter.number + 2, square.y + side) }
        return quarter
    }

    /// Returns the byte offset of a leaf's first edge record, and the number of edges; `nil` if they exceed the
    /// section.
    @inline(__always)
    func edges(ofLeaf number: Int) -> (first: Int, count: Int)? {
        guard number < edges.count else { return nil }
        let header = edges.offset + number * edges.recordSize
        let count = Int(bytes.uint16(header))
        guard count < edges.count - number else { return nil }
        return (header + edges.recordSize, count)
    }

    /// Returns the region above the nearest edge below a point, whose coordinates are in units of the cell.
    @inline(__always)
    private func region(inLeaf number: Int, x: Double, y: Double) -> Int? {
        guard let (first, count) = edges(ofLeaf: number) else { return nil }
        // An edge starts at or before x if and only if it starts at or before x rounded down. The difference to a corner is rounded:
        // what is just west of the cell's eastern side may be given as on it.
        let column = UInt64(min(max(x, 0), BorderFormat.side - 1))
        var best = -1.0
        var found = Int.max
        var offset = first
        for _ in 0..<count {
            // Reads four coordinates at once.
            let edge = bytes.uint64(offset)
            let x0 = edge & 0xFFFF
            if x0 > column { break }
            let x1 = edge >> 32 & 0xFFFF
            if column < x1 {
                let y0 = Double(edge >> 16 & 0xFFFF)
                let rise = Double(edge >> 48) - y0
                let height = y0 + (x - Double(x0)) * rise / Double(x1 - x0)
                if height <= y, height >= best {
                    best = height
                    found = Int(bytes.uint16(offset + 8))
                }
            }
            offset += edges.recordSize
        }
        return found < regions.count ? found : nil
    }

    /// Returns a field of a region whose index has been checked: 0 the country, 1 the zone, 2 the division, 3 the
    /// claim, 4 metres, 5 flags.
    @inline(__always)
    func field(_ field: Int, of region: Int) -> UInt16 {
        bytes.uint16(regions.offset + region * regions.recordSize + 2 * field)
    }
}

extension BorderMap {
    /// The nearest point of a border between two countries.
    struct Nearest {
        /// Squared distance in degrees of latitude, on a plane around the point.
        var squared: Double
        /// The border's position, in degrees from the point.
        var east: Double
        var north: Double
        /// The regions on both sides.
        var above: Int
        var below: Int
    }

    /// Why a search ended without an answer.
    enum Failure { case nothingNear, damaged }

    /// Three pending siblings on each level, and the current cell.
    private typealias Waiting = InlineArray<32, Square>

    /// Searches for the nearest border, nearer cells first; skips cells without borders.
    ///
    /// - Parameters:
    ///   - latitude: Degrees.
    ///   - longitude: Degrees.
    ///   - maximumDistance: The search radius in degrees of latitude.
    /// - Returns: The border, or why there is none.
    func nearestBorder(latitude: Double, longitude: Double, maximumDistance: Double) -> (Nearest?, Failure) {
        // Near the poles a degree of longitude is tiny, so overestimating it slightly is harmless.
        let shrink = max(cos(latitude * .pi / 180), 0.01)
        var best = Nearest(squared: maximumDistance * maximumDistance, east: 0, north: 0, above: -1, below: -1)
        let home = Self.root(latitude: latitude, longitude: longitude)
        // Allocated once: most cells have no border and are finished before anything is pushed.
        var waiting = Waiting(repeating: home)
        guard search(home, latitude, longitude, shrink, &waiting, &best) else { return (nil, .damaged) }
        let rows = Int((maximumDistance + 1).rounded(.down))
        let columns = min(Int((maximumDistance / shrink + 1).rounded(.down)), BorderFormat.columns / 2)
        // Ring by ring, so that a nearby result makes distant cells unnecessary.
        for ring in 1...max(rows, columns) {
            for row in -min(ring, rows)...min(ring, rows) {
                let number = home.number / BorderFormat.columns + row
                guard (0..<BorderFormat.rows).contains(number) else { continue }
                let step = abs(row) == ring ? 1 : 2 * ring
                guard step == 1 || ring <= columns else { continue }
                let reach = min(ring, columns)
                for column in stride(from: -reach, through: reach, by: step) {
                    let wrapped = home.number % BorderFormat.columns + column + BorderFormat.columns
                    let square = Square(
                        number: number * BorderFormat.columns + wrapped % BorderFormat.columns,
                        x: home.x + Double(column), y: home.y + Double(row), side: 1)
                    guard search(square, latitude, longitude, shrink, &waiting, &best) else { return (nil, .damaged) }
                }
            }
        }
        return best.above < 0 ? (nil, .nothingNear) : (best, .nothingNear)
    }

    /// Returns the squared distance to the nearest part of a cell.
    @inline(__always)
    private func bound(_ square: Square, _ latitude: Double, _ longitude: Double, _ shrink: Double) -> Double {
        let east = max(square.x - longitude, longitude - square.x - square.side, 0) * shrink
        let north = max(square.y - latitude, latitude - square.y - square.side, 0)
        return east * east + north * north
    }

    /// Updates `best` with the borders in a cell; returns `false` when the file is damaged.
    private func search(
        _ start: Square, _ latitude: Double, _ place: Double, _ shrink: Double, _ stack: inout Waiting,
        _ best: inout Nearest
    ) -> Bool {
        // Measure across the antimeridian if the point is on its other side.
        let longitude = place >= 180 && start.x < 0 ? place - 360 : place
        stack[0] = start
        var height = 1
        while height > 0 {
            height -= 1
            let square = stack[height]
            guard bound(square, latitude, longitude, shrink) < best.squared else { continue }
            let cell = bytes.uint32(cells.offset + 4 * square.number)
            guard cell & BorderFormat.hasBorder != 0 else { continue }
            let number = Int(cell >> BorderFormat.numberShift)
            switch cell & BorderFormat.kindMask {
            case BorderFormat.CellKind.leaf.rawValue:
                guard scan(number, square, latitude, longitude, shrink, &best) else { return false }
            case BorderFormat.CellKind.quarters.rawValue:
                guard number > square.number, number < cells.count - 3, height <= 28 else { return false }
                let side = square.side / 2
                // Pushed last, so that the quarter that contains the point, or is nearest to it, is visited first.
                let near = (longitude >= square.x + side ? 1 : 0) + (latitude >= square.y + side ? 2 : 0)
                for step in (0..<4).reversed() {
                    let quarter = near ^ step
                    stack[height] = Square(
                        number: number + quarter, x: square.x + Double(quarter & 1) * side,
                        y: square.y + Double(quarter >> 1) * side, side: side)
                    height += 1
                }
            default:
                return false
            }
        }
        return true
    }

    private func scan(
        _ leaf: Int, _ square: Square, _ latitude: Double, _ longitude: Double, _ shrink: Double,
        _ best: inout Nearest
    ) -> Bool {
        guard let (first, count) = edges(ofLeaf: leaf) else { return false }
        let step = square.side / BorderFormat.side
        let (west, south) = (square.x - longitude, square.y - latitude)
        for offset in stride(from: first, to: first + count * edges.recordSize, by: edges.recordSize) {
            let below = bytes.uint16(offset + 10)
            guard below != BorderFormat.none else { continue }
            let x0 = (west + Double(bytes.uint16(offset)) * step) * shrink
            // The edges are sorted by their western ends, so all remaining ones begin farther east.
            if x0 > 0, x0 * x0 >= best.squared { break }
            let y0 = south + Double(bytes.uint16(offset + 2)) * step
            let dx = (west + Double(bytes.uint16(offset + 4)) * step) * shrink - x0
            let dy = south + Double(bytes.uint16(offset + 6)) * step - y0
            // Divisions are expensive; most edges can be ruled out by their northern, southern and eastern ends.
            let (x1, y1) = (x0 + dx, y0 + dy)
            if x1 < 0, x1 * x1 >= best.squared { continue }
            if (y0 > 0) == (y1 > 0), min(y0 * y0, y1 * y1) >= best.squared { continue }
            let length = dx * dx + dy * dy
            let share = length > 0 ? min(max(-(x0 * dx + y0 * dy) / length, 0), 1) : 0
            let (x, y) = (x0 + share * dx, y0 + share * dy)
            let squared = x * x + y * y
            guard squared < best.squared else { continue }
            let above = Int(bytes.uint16(offset + 8))
            guard above < regions.count, Int(below) < regions.count else { return false }
            best = Nearest(squared: squared, east: x / shrink, north: y, above: above, below: Int(below))
        }
        return true
    }
}
