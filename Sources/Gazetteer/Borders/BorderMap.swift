/// The regions in their cells: from a place to its region in a few reads, without allocation.
///
/// Numbers from the file are checked where they are used: a wrong one gives `nil`, and the caller's error.
// Unchecked because of the pointer: the bytes are never written, and outlive the map.
package struct BorderMap: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
    let regions: WorldLayout.Section
    let cells: WorldLayout.Section
    let edges: WorldLayout.Section

    /// A cell on the way down, in degrees.
    struct Square {
        var number: Int
        var x: Double
        var y: Double
        var side: Double
    }

    init(bytes: UnsafeRawBufferPointer, layout: WorldLayout) {
        self.init(bytes: bytes, regions: layout.regions, cells: layout.cells, edges: layout.borderEdges)
    }

    /// The map of sections outside a gazetteer: `BREG`, `BGRD` and `BEDG`, one right behind the other.
    ///
    /// - Parameters:
    ///   - bytes: The sections, which must outlive the map.
    ///   - lengths: The length of each in bytes; together those of `bytes`.
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

    /// The square degree of a place; the north pole and 180°E belong to the squares beside them.
    @inline(__always)
    static func root(latitude: Double, longitude: Double) -> Square {
        let row = min(max(Int((latitude + 90).rounded(.down)), 0), BorderFormat.rows - 1)
        var column = Int((longitude + 180).rounded(.down)) % BorderFormat.columns
        if column < 0 { column += BorderFormat.columns }
        return Square(
            number: row * BorderFormat.columns + column, x: Double(column - 180), y: Double(row - 90), side: 1)
    }

    /// What the cells say of a place: its region, or in which leaf the edges tell it.
    enum Part {
        case region(Int)
        /// The leaf's header, and the place in steps of its cell.
        case leaf(Int, x: Double, y: Double)
    }

    /// The number of a place's region; `nil` when the file is damaged.
    package func region(latitude: Double, longitude: Double) -> Int? {
        part(latitude: latitude, longitude: longitude).flatMap(region)
    }

    /// The number of the region in a part; `nil` when the file is damaged.
    @inline(__always)
    func region(in part: Part) -> Int? {
        switch part {
        case .region(let number): number < regions.count ? number : nil
        case .leaf(let number, let x, let y): region(inLeaf: number, x: x, y: y)
        }
    }

    /// Whether a part is of no country as a whole.
    @inline(__always)
    func isOpenSea(_ part: Part) -> Bool {
        guard case .region(let number) = part, number < regions.count else { return false }
        return field(0, of: number) == BorderFormat.none
    }

    /// The part of the map that a place is in, its edges on their way into the caches; `nil` when the file is damaged.
    @inline(__always)
    func part(latitude: Double, longitude: Double) -> Part? {
        var square = Self.root(latitude: latitude, longitude: longitude)
        let x = longitude >= 180 ? longitude - 360 : longitude
        for _ in 0...BorderFormat.depthLimit {
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

    /// The records of a leaf's edges as offsets into the file; `nil` when they are not there.
    @inline(__always)
    func edges(ofLeaf number: Int) -> (first: Int, count: Int)? {
        guard number < edges.count else { return nil }
        let header = edges.offset + number * edges.recordSize
        let count = Int(bytes.uint16(header))
        guard count < edges.count - number else { return nil }
        return (header + edges.recordSize, count)
    }

    /// The region above the next edge below; places in steps of the cell.
    @inline(__always)
    private func region(inLeaf number: Int, x: Double, y: Double) -> Int? {
        guard let (first, count) = edges(ofLeaf: number) else { return nil }
        // An edge begins at or before x exactly when it does so for x rounded down.
        let column = UInt64(max(x, 0))
        var best = -1.0
        var found = Int.max
        var offset = first
        for _ in 0..<count {
            // Four coordinates in one read.
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

    /// A field of a region that has been checked: 0 the country, 1 the zone, 2 the division, 3 the claim, 4 metres,
    /// 5 flags.
    @inline(__always)
    func field(_ field: Int, of region: Int) -> UInt16 {
        bytes.uint16(regions.offset + region * regions.recordSize + 2 * field)
    }
}
