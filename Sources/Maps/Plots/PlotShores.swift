import LKGeo

/// Coasts and lakes in the frame of a picture, in pixels.
struct PlotShores {
    /// Land and lakes to fill, cut a little beyond the frame.
    private(set) var areas = Shores()
    /// Their lines, which do not follow the edges of squares.
    private(set) var lines: [[MapPoint]] = []

    /// Larger maps, in metres from edge to edge, are traced: their projection may show a line from both sides of the Earth.
    private static let maximumExtent = 1.5e6
    /// Larger maps, in metres from edge to edge, are drawn with the second level.
    private static let fineExtent = 200_000.0
    /// Nearer the poles, in degrees, squares are too narrow.
    private static let maximumLatitude = 87.0
    private static let maximumSquares = 4000
    /// Parts of a square's edge that are straight on every map: of a degree, a part deviates by centimetres.
    private static let edgeParts = 64.0

    private let map: PlotMap
    private let box: ShoreBox

    /// Creates the shores of a map by projecting them; returns `nil` for a map that is too large or too near a pole.
    init?(_ map: PlotMap, _ file: ShoreFile) throws(MapError) {
        self.map = map
        let frame = map.frame
        let margin = 4 * map.page.unit
        box = ShoreBox(
            low: MapPoint(frame.x - margin, frame.y - margin),
            high: MapPoint(frame.right + margin, frame.bottom + margin))
        let extent = max(frame.width, frame.height) * map.resolution
        guard !map.projection.isCylindrical, extent < Self.maximumExtent, file.levels.count > 1,
            let reach = Self.reach(of: map)
        else { return nil }
        let number = extent < Self.fineExtent ? 0 : 1
        let level = file.levels[number]
        let rows = Self.numbers(reach.south...reach.north, from: -90, size: level.height)
        let columns = Self.numbers(reach.west...reach.east, from: -180, size: level.width)
        guard rows.count * columns.count <= Self.maximumSquares else { return nil }
        var lines = Shores()
        for row in rows {
            for column in columns {
                let turned = (column % level.columns + level.columns) % level.columns
                let shores = try file.square(level: number, row: row, column: turned)
                let corner = MapPoint(Double(turned * level.width - 180), Double(row * level.height - 90))
                let square = ShoreBox(low: corner, high: corner + MapPoint(Double(level.width), Double(level.height)))
                areas.coasts += shores.coasts.compactMap { area(of: $0, in: square, &lines.coasts) }
                areas.lakes += shores.lakes.compactMap { area(of: $0, in: square, &lines.lakes) }
                areas.sounds += shores.sounds.compactMap { area(of: $0, in: square, &lines.sounds) }
            }
        }
        if !areas.sounds.isEmpty {
            let (ground, step) = (ShoreGround(areas, low: box.low.y, high: box.high.y), map.page.unit)
            lines.coasts = ShoreGround.parts(of: lines.coasts, step: step) { !ground.isSound($0) }
            lines.sounds = ShoreGround.parts(of: lines.sounds, step: step, where: ground.isInsideCoasts)
        }
        self.lines = lines.coasts + lines.lakes + lines.sounds
    }

    private static func numbers(_ range: ClosedRange<Double>, from low: Double, size: Int) -> ClosedRange<Int> {
        func number(_ value: Double) -> Int { Int(((value - low) / Double(size)).rounded(.down)) }
        return number(range.lowerBound)...number(range.upperBound)
    }

    /// Returns the latitudes and longitudes in the frame, these around the middle's; `nil` near a pole.
    private static func reach(of map: PlotMap) -> (south: Double, north: Double, west: Double, east: Double)? {
        let (frame, middle) = (map.frame, map.projection.center.longitude)
        var (south, north, west, east) = (90.0, -90.0, 360.0, -360.0)
        for index in 0...32 {
            let share = Double(index) / 32
            let (x, y) = (frame.x + share * frame.width, frame.y + share * frame.height)
            for place in [
                MapPoint(x, frame.y), MapPoint(x, frame.bottom), MapPoint(frame.x, y), MapPoint(frame.right, y),
            ] {
                guard let position = map.position(place) else { return nil }
                let turn = (position.longitude - middle).remainder(dividingBy: 360)
                (south, north) = (min(south, position.latitude), max(north, position.latitude))
                (west, east) = (min(west, turn), max(east, turn))
            }
        }
        guard max(north, -south) < maximumLatitude, east - west < 180 else { return nil }
        // Between the samples, a parallel may bend a little farther.
        let (high, wide) = (0.01 * (north - south), 0.01 * (east - west))
        return (south - high, north + high, middle + west - wide, middle + east + wide)
    }

    private func project(_ point: MapPoint) -> MapPoint {
        map.place(latitude: point.y, longitude: point.x)
    }

    /// Returns the area of a ring as far as it is in the frame, and adds the ring's lines to others.
    private func area(of ring: [MapPoint], in square: ShoreBox, _ lines: inout [[MapPoint]]) -> [MapPoint]? {
        let count = ring.count
        func isEdge(_ index: Int) -> Bool { square.isEdge(ring[index % count], ring[(index + 1) % count]) }
        // It begins where it leaves an edge of the square.
        let start = (0..<count).first { !isEdge($0) && isEdge($0 + count - 1) } ?? 0
        var (area, line): ([MapPoint], [MapPoint]) = ([], [])
        for index in start..<start + count {
            let (from, to) = (ring[index % count], ring[(index + 1) % count])
            if isEdge(index) {
                finish(&line, with: from, in: &area, &lines)
                area += edge(from, to)
            } else {
                line.append(project(from))
            }
        }
        if !line.isEmpty { finish(&line, with: ring[start % count], in: &area, &lines) }
        guard area.count > 2 else { return nil }
        return box.clipped(area)
    }

    /// Ends a line at a point, and adds what is visible of it.
    private func finish(
        _ line: inout [MapPoint], with end: MapPoint, in area: inout [MapPoint], _ lines: inout [[MapPoint]]
    ) {
        guard !line.isEmpty else { return }
        line.append(project(end))
        defer { line = [] }
        var (low, high) = (line[0], line[0])
        for point in line {
            low = low.replacing(with: point, where: point .< low)
            high = high.replacing(with: point, where: point .> high)
        }
        let tolerance = 0.3 * map.page.unit
        let isClosed = line[0] == line[line.count - 1]
        // Anything smaller than a pixel is invisible.
        if isClosed, (high - low).max() < map.page.unit { return }
        guard low.x < box.high.x, low.y < box.high.y, high.x > box.low.x, high.y > box.low.y else {
            area += line
            return
        }
        let simple =
            isClosed
            ? LineSimplifier.simplified(closed: line, tolerance: tolerance)
            : LineSimplifier.simplified(line[...], tolerance: tolerance)
        area += simple
        lines += parts(of: simple)
    }

    /// Returns the parts of a line near the frame: no line crosses it whose ends are both beyond the same edge.
    private func parts(of line: [MapPoint]) -> [[MapPoint]] {
        var (parts, isOpen): ([[MapPoint]], Bool) = ([], false)
        for (from, to) in zip(line, line.dropFirst()) {
            let isOutside =
                max(from.x, to.x) < box.low.x || min(from.x, to.x) > box.high.x || max(from.y, to.y) < box.low.y
                || min(from.y, to.y) > box.high.y
            if isOutside {
                isOpen = false
            } else if isOpen {
                parts[parts.count - 1].append(to)
            } else {
                parts.append([from, to])
                isOpen = true
            }
        }
        return parts
    }

    /// Returns an edge of a square from one point to before the next, in parts that its neighbour has too.
    private func edge(_ from: MapPoint, _ to: MapPoint) -> [MapPoint] {
        let axis = from.x == to.x ? 1 : 0
        let (begin, end) = (from[axis] * Self.edgeParts, to[axis] * Self.edgeParts)
        var points = [project(from)]
        let isRising = end > begin
        var next = isRising ? begin.rounded(.down) + 1 : begin.rounded(.up) - 1
        while isRising ? next < end : next > end {
            var point = from
            point[axis] = next / Self.edgeParts
            points.append(project(point))
            next += isRising ? 1 : -1
        }
        return points
    }
}
