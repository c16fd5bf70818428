internal import Geocoding

/// Lays the zones and the divisions over each other, cell by cell, and writes the three sections.
struct BorderOverlay {
    private let zones: PlanarLayer
    private let divisions: PlanarLayer
    private let zoneClasses: [ZoneClass]
    private let divisionClasses: [DivisionClass]

    private(set) var regions: [BorderRegion] = []
    private var numbers: [BorderRegion: UInt16] = [:]
    private var resolved: [UInt32: UInt16] = [:]
    private(set) var cells: [UInt32] = []
    private(set) var edges = RecordWriter()
    /// Edges of the divisions by the countries that share a zone.
    private var shapes: [UInt16: [PlanarLayer.Edge]] = [:]

    /// A line of the result: the regions on both sides.
    private struct Line {
        var edge: CellEdge
        var above: UInt16
        var below: UInt16
    }

    private struct Square {
        var x: Double
        var y: Double
        var side: Double
        var depth: Int
    }

    init(
        zones: PlanarLayer, zoneClasses: [ZoneClass], divisions: PlanarLayer, divisionClasses: [DivisionClass]
    ) {
        self.zones = zones
        self.divisions = divisions
        self.zoneClasses = zoneClasses
        self.divisionClasses = divisionClasses
        let sharing = Set(zoneClasses.flatMap(\.sharing))
        for edge in divisions.edges {
            for side in [edge.above, edge.below] {
                guard let country = divisionClasses[Int(side)].country, sharing.contains(country) else { continue }
                shapes[country, default: []].append(edge)
            }
        }
        let members = Self.squares(zones, isZone: true, Self.squares(divisions, isZone: false, [:]))
        cells = [UInt32](repeating: 0, count: BorderFormat.rootCells)
        for index in 0..<BorderFormat.rootCells {
            let square = Square(
                x: Double(index % BorderFormat.columns - 180) * GridPoint.degree,
                y: Double(index / BorderFormat.columns - 90) * GridPoint.degree, side: GridPoint.degree, depth: 0)
            cells[index] = cell(square, members[index] ?? [])
        }
    }

    /// The edges that may touch each square degree.
    private static func squares(
        _ layer: PlanarLayer, isZone: Bool, _ start: [Int: [CellEdge]]
    ) -> [Int: [CellEdge]] {
        var squares = start
        func degree(_ value: Int32, _ offset: Int32, _ count: Int) -> Int {
            min(max(Int((value + offset) / 1_000_000), 0), count - 1)
        }
        for edge in layer.edges {
            let made = CellEdge(edge, isZone: isZone)
            let rows = [edge.start.y, edge.end.y].map { degree($0, 90_000_000, BorderFormat.rows) }
            let columns = [edge.start.x, edge.end.x].map { degree($0, 180_000_000, BorderFormat.columns) }
            // A line along a side belongs to the squares on both.
            for row in max(min(rows[0], rows[1]) - 1, 0)...max(rows[0], rows[1]) {
                for column in max(columns[0] - 1, 0)...columns[1] {
                    let x = Double(column - 180) * GridPoint.degree
                    let y = Double(row - 90) * GridPoint.degree
                    guard made.clipped(x: x, y: y, side: GridPoint.degree) != nil else { continue }
                    squares[row * BorderFormat.columns + column, default: []].append(made)
                }
            }
        }
        return squares
    }

    private mutating func cell(_ square: Square, _ candidates: [CellEdge]) -> UInt32 {
        let inside = candidates.compactMap { $0.clipped(x: square.x, y: square.y, side: square.side) }
        let lines = inside.isEmpty ? [] : lines(inside)
        if lines.isEmpty {
            let half = square.side / 2
            return UInt32(region(square.x + half, square.y + half)) << BorderFormat.numberShift
        }
        let floor = floor(of: square, inside)
        if lines.count + floor.count > BorderFormat.leafAim, square.depth < BorderFormat.depthLimit {
            return quarters(square, inside)
        }
        return leaf(square, floor + lines)
    }

    private mutating func quarters(_ square: Square, _ inside: [CellEdge]) -> UInt32 {
        let first = cells.count
        cells += [0, 0, 0, 0]
        let half = square.side / 2
        var flag: UInt32 = 0
        for quarter in 0..<4 {
            let part = Square(
                x: square.x + Double(quarter % 2) * half, y: square.y + Double(quarter / 2) * half, side: half,
                depth: square.depth + 1)
            let made = cell(part, inside)
            cells[first + quarter] = made
            flag |= made & BorderFormat.hasBorder
        }
        return UInt32(first) << BorderFormat.numberShift | flag | BorderFormat.CellKind.quarters.rawValue
    }

    /// Cuts the lines of the two layers where they cross and keeps the pieces that divide regions.
    private mutating func lines(_ inside: [CellEdge]) -> [Line] {
        var cuts = inside.map { _ in [Double]() }
        for (one, edge) in inside.enumerated() where edge.isZone {
            for (other, line) in inside.enumerated() where !line.isZone {
                guard let crossing = edge.crossing(line) else { continue }
                cuts[one].append(crossing.here)
                cuts[other].append(crossing.there)
            }
        }
        var lines: [Line] = []
        for (edge, cuts) in zip(inside, cuts) {
            var from = 0.0
            for to in cuts.sorted() + [1] where to > from {
                let piece = edge.part(from, to)
                from = to
                let x = (piece.x0 + piece.x1) / 2
                let y = (piece.y0 + piece.y1) / 2
                let (dx, dy) = piece.x0 == piece.x1 ? (-0.05, 0.0) : (0.0, 0.05)
                let above = region(x + dx, y + dy, of: edge.above, isZone: edge.isZone)
                let below = region(x - dx, y - dy, of: edge.below, isZone: edge.isZone)
                if above != below { lines.append(Line(edge: piece, above: above, below: below)) }
            }
        }
        return lines
    }

    /// The southern side of a cell, divided where lines begin on it.
    private mutating func floor(of square: Square, _ inside: [CellEdge]) -> [Line] {
        var cuts: Set<Double> = [square.x + square.side]
        for edge in inside {
            if edge.y0 <= square.y { cuts.insert(edge.x0) }
            if edge.y1 <= square.y { cuts.insert(edge.x1) }
        }
        var floor: [Line] = []
        var from = square.x
        for to in cuts.sorted() where to > from {
            let region = region((from + to) / 2, square.y + 0.01)
            if floor.last?.above == region {
                floor[floor.count - 1].edge.x1 = to
            } else {
                var edge = CellEdge(
                    PlanarLayer.Edge(start: GridPoint(x: 0, y: 0), end: GridPoint(x: 0, y: 0), above: 0, below: 0),
                    isZone: true)
                (edge.x0, edge.y0, edge.x1, edge.y1) = (from, square.y, to, square.y)
                floor.append(Line(edge: edge, above: region, below: region))
            }
            from = to
        }
        return floor
    }

    private mutating func leaf(_ square: Square, _ lines: [Line]) -> UInt32 {
        func step(_ value: Double, _ origin: Double) -> UInt16 {
            UInt16(min(max(((value - origin) / square.side * BorderFormat.side).rounded(), 0), BorderFormat.side))
        }
        var records: [[UInt16]] = []
        var hasBorder = false
        for line in lines {
            let ends = (
                step(line.edge.x0, square.x), step(line.edge.y0, square.y), step(line.edge.x1, square.x),
                step(line.edge.y1, square.y)
            )
            // What has shrunk to a point divides nothing.
            if ends.0 == ends.2, ends.1 == ends.3 { continue }
            let isBorder = isBorder(line)
            hasBorder = hasBorder || isBorder
            if ends.0 == ends.2, !isBorder { continue }
            records.append([
                ends.0, ends.1, ends.2, ends.3, line.above, isBorder ? line.below : BorderFormat.none,
            ])
        }
        records.sort { $0.lexicographicallyPrecedes($1) }
        let header = UInt32(edges.bytes.count / GazetteerSection.borderEdges.recordSize)
        edges.append(UInt16(records.count))
        edges.append(UInt16(0))
        edges.append(UInt64(0))
        for number in records.joined() { edges.append(number) }
        let flag = hasBorder ? BorderFormat.hasBorder : 0
        return header << BorderFormat.numberShift | flag | BorderFormat.CellKind.leaf.rawValue
    }

    private func isBorder(_ line: Line) -> Bool {
        guard let above = regions[Int(line.above)].country, let below = regions[Int(line.below)].country else {
            return false
        }
        return above != below
    }

    /// The region at a place whose class in one of the layers is known.
    private mutating func region(_ x: Double, _ y: Double, of known: UInt16, isZone: Bool) -> UInt16 {
        isZone ? region(x, y, known, divisions.at(x, y)) : region(x, y, zones.at(x, y), known)
    }

    private mutating func region(_ x: Double, _ y: Double) -> UInt16 {
        region(x, y, zones.at(x, y), divisions.at(x, y))
    }

    private mutating func region(_ x: Double, _ y: Double, _ zone: UInt16, _ division: UInt16) -> UInt16 {
        let key = UInt32(zone) << 16 | UInt32(division)
        if let number = resolved[key] { return number }
        let zoneClass = zoneClasses[Int(zone)]
        let divisionClass = divisionClasses[Int(division)]
        // Who is in a zone of two countries is asked of the other layer; beyond its shapes, which are a kilometre off,
        // the answer depends on the place.
        let isNear = !zoneClass.sharing.isEmpty && !zoneClass.sharing.contains { $0 == divisionClass.country }
        var country = zoneClass.country ?? divisionClass.country
        if !zoneClass.sharing.isEmpty {
            country = isNear ? nearest(x, y, of: zoneClass.sharing) ?? country : divisionClass.country
        }
        let isSame = divisionClass.country == country && country != nil
        var made = BorderRegion(
            country: country, zone: zoneClass.zone, division: isSame ? divisionClass.division : nil,
            claim: zoneClass.claim,
            uncertainty: zoneClass.sharing.isEmpty ? BorderPolicy.uncertainty : BorderPolicy.coarseUncertainty)
        if made.claim == .none, let country { made.claim = zoneClass.sharedClaims[country] ?? .none }
        if made.claim == .none, divisionClass.isDisputed, isSame || country == nil { made.claim = .uncoded }
        made.isWater = country != nil && !divisionClass.isLand
        // Nobody claims what is his own.
        if made.claim == .country(country ?? 0xFFFF) { made.claim = .none }
        let number = number(of: made)
        if !isNear { resolved[key] = number }
        return number
    }

    private mutating func number(of region: BorderRegion) -> UInt16 {
        if let number = numbers[region] { return number }
        // The reader's tables have room for 65,535; the world has 6,000.
        let number = UInt16(clamping: regions.count)
        numbers[region] = number
        regions.append(region)
        return number
    }

    private func nearest(_ x: Double, _ y: Double, of countries: [UInt16]) -> UInt16? {
        let point = GridPoint(x: Int32(x), y: Int32(y))
        func distance(_ country: UInt16) -> Double {
            (shapes[country] ?? []).lazy.map { BorderArc.squaredDistance(point, $0.start, $0.end) }.min() ?? .infinity
        }
        return countries.min { distance($0) < distance($1) }
    }
}
