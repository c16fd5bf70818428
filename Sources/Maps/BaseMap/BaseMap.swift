import Glibc
package import LKGazetteer
package import LKGeo
package import LKGeocoding
import LKStreets

/// What is drawn below photos and tracks: land, borders and names from the embedded world, and streets from OpenStreetMap extracts.
///
/// The whole world is coarse, and traced once in a process; around what a page shows it is finer. A page that is
/// written again and again keeps it.
public struct BaseMap: Sendable {
    /// A square that is drawn finely.
    package struct Detail: Sendable {
        /// The south-western corner in whole degrees.
        package var south: Int
        package var west: Int
        package var outline: Outline
    }

    /// The squares' sides in degrees.
    package static let side = 2
    /// The grid of the world: 14 km at the equator, half a pixel where the whole world fits a screen.
    package static let worldStep = 0.125
    /// The grid of squares, on which borders are traced: 1.1 km.
    private static let detailStep = 0.01
    private static let detailTolerance = 0.003
    /// Maximum number of squares drawn finely: those with the fewest positions stay coarse.
    private static let maximumDetails = 24
    /// The degree of detail of the embedded coasts in the squares.
    private static let detailLevel = 1
    /// Maximum number of cells in which all places are named: those with the most positions.
    private static let maximumCells = 120
    /// Maximum distance, in degrees, at which the next square counts as visible.
    private static let margin = 0.25

    /// The whole world.
    package let world: Outline
    /// Squares around what is shown; those with the most positions first.
    package let details: [Detail]
    /// Smaller squares, in which coasts are finest.
    package let near: NearShores
    /// Names of countries and settlements.
    package let labels: [MapLabel]
    /// The streets around what is shown, if there are any.
    package var streets = MapStreets()
    private let worldAttribution: String

    /// The attribution that the licences of the drawn data require.
    public var attribution: String {
        worldAttribution + (streets.lines.isEmpty ? "" : "; streets: " + StreetIndex.attribution)
    }

    /// Creates the map from a gazetteer.
    ///
    /// - Parameters:
    ///   - world: The gazetteer; without borders in it there is neither land nor border.
    ///   - coordinates: What the page shows.
    ///   - languages: Those of names, in order of preference; empty for each place's own.
    /// - Throws: ``MapError/Code/dataDamaged``.
    package init(
        _ world: World, around coordinates: some Sequence<Coordinate>, languages: [LanguageTag]
    ) throws(MapError) {
        do throws(GeocodingError) {
            let land = try world.landMap()
            let squares = Self.squares(around: coordinates)
            let outline = land.map { WorldOutline.of(world, $0) }
            self.world = outline?.lines ?? Outline()
            (details, near) = try Self.details(squares, around: coordinates, land)
            labels = try MapLabel.labels(
                of: world, land, outline?.middles ?? [], squares, Self.cells(around: coordinates), languages: languages)
            worldAttribution =
                world.attribution
                + (land == nil ? "" : "; \(ShoreFile.attribution); coasts of the world: Natural Earth")
        } catch {
            throw MapError(error)
        }
    }

    /// The corners of a square in whole degrees.
    struct Square: Hashable {
        var south: Int
        var west: Int

        /// Creates the square around a point, where 180°E is 180°W.
        init(latitude: Double, longitude: Double) {
            let side = Double(BaseMap.side)
            south = Int((min(max(latitude, -90), 89.9) / side).rounded(.down)) * BaseMap.side
            let turned = Coordinate(latitude: 0, longitude: longitude)?.longitude ?? 0
            west = Int((turned / side).rounded(.down)) * BaseMap.side
        }

        var box: BoundingBox? {
            let (south, west, side) = (Double(south), Double(west), Double(BaseMap.side))
            return BoundingBox(south: south, west: west, north: south + side, east: west + side)
        }
    }

    private static func squares(around coordinates: some Sequence<Coordinate>) -> [Square] {
        var counts: [Square: Int] = [:]
        for coordinate in coordinates {
            let (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
            let own = Square(latitude: latitude, longitude: longitude)
            counts[own, default: 0] += 1
            for (north, east) in [(-margin, -margin), (-margin, margin), (margin, -margin), (margin, margin)] {
                let near = Square(latitude: latitude + north, longitude: longitude + east)
                if near != own { counts[near, default: 0] += 1 }
            }
        }
        // A fixed order for squares with equally many positions.
        let sorted = counts.sorted { ($1.value, $0.key.south, $0.key.west) < ($0.value, $1.key.south, $1.key.west) }
        return sorted.prefix(maximumDetails).map(\.key)
    }

    /// A tenth of a degree, in which all places are named.
    struct Cell: Hashable {
        static let perDegree = 10.0
        var row: Int
        var column: Int

        var box: BoundingBox? {
            let (south, west) = (Double(row) / Self.perDegree, Double(column) / Self.perDegree)
            return BoundingBox(
                south: south, west: west, north: min(south + 1 / Self.perDegree, 90),
                east: min(west + 1 / Self.perDegree, 180))
        }
    }

    /// Returns the cells around positions, which are those that a map of a city shows.
    private static func cells(around coordinates: some Sequence<Coordinate>) -> [Cell] {
        var counts: [Cell: Int] = [:]
        for coordinate in coordinates {
            // Half a cell in each direction, so that what is just beside is named too.
            for (north, east) in [(-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)] {
                let row = (coordinate.latitude * Cell.perDegree + north).rounded(.down)
                let column = (coordinate.longitude * Cell.perDegree + east).rounded(.down)
                guard (-900..<900).contains(row), (-1800..<1800).contains(column) else { continue }
                counts[Cell(row: Int(row), column: Int(column)), default: 0] += 1
            }
        }
        let sorted = counts.sorted { ($1.value, $0.key.row, $0.key.column) < ($0.value, $1.key.row, $1.key.column) }
        return sorted.prefix(maximumCells).map(\.key)
    }

    private static func details(
        _ squares: [Square], around coordinates: some Sequence<Coordinate>, _ land: LandMap?
    ) throws(GeocodingError) -> ([Detail], NearShores) {
        guard let land, let file = ShoreFile.embedded else { return ([], NearShores()) }
        do throws(MapError) {
            var details: [Detail] = []
            for square in squares {
                let shores = try file.square(
                    level: detailLevel, row: (square.south + 90) / side, column: (square.west + 180) / side)
                let latitudes = Double(square.south)...Double(square.south + side)
                let outline = Outline(
                    shores, borders: borders(in: square, land), latitudes: latitudes, step: detailTolerance)
                details.append(Detail(south: square.south, west: square.west, outline: outline))
            }
            let drawn = Set(squares)
            let near = try NearShores(around: coordinates, file) { south, west in
                drawn.contains(Square(latitude: Double(south) + 0.5, longitude: Double(west) + 0.5))
            }
            return (details, near)
        } catch {
            throw GeocodingError(.dataDamaged, complete: error.message, advice: error.advice, underlying: error)
        }
    }

    private static func borders(in square: Square, _ land: LandMap) -> [[MapPoint]] {
        let count = Int((Double(side) / detailStep).rounded())
        let grid = TracedGrid(
            west: Double(square.west), south: Double(square.south), step: Double(side) / Double(count), columns: count,
            rows: count)
        return GridTracer.outline(of: grid, tolerance: detailTolerance) {
            land.country(latitude: $0, longitude: $1)
        }.borders
    }
}

extension BaseMap {
    /// Steps of a degree in which coordinates are packed: of the world, and of squares.
    package static let worldScale = 100.0
    package static let detailScale = 1000.0

    /// Returns the map as `BaseMap` in page.js reads it.
    package func packed() -> PackedBytes {
        var bytes = PackedBytes()
        bytes.append(world.packed(scale: Self.worldScale, minimumArea: 12))
        bytes.append(count: Self.side)
        bytes.append(count: details.count)
        for detail in details {
            bytes.append(signed: Int64(detail.south))
            bytes.append(signed: Int64(detail.west))
            bytes.append(detail.outline.packed(scale: Self.detailScale, minimumArea: 3))
        }
        bytes.append(near.packed())
        bytes.append(MapLabel.packed(labels))
        bytes.append(streets.packed())
        return bytes
    }
}

extension Outline {
    /// Returns the lines as the page reads them.
    ///
    /// - Parameters:
    ///   - scale: Steps of a degree.
    ///   - minimumArea: The minimum area of land that is drawn, in squares of steps.
    /// - Returns: The lines.
    package func packed(scale: Double, minimumArea: Double) -> PackedBytes {
        var bytes = PackedBytes()
        bytes.append(count: Int(scale))
        for (lines, isClosed) in [(coasts, true), (lakes, true), (sounds, true), (borders, false)] {
            let whole = lines.map { Self.rounded($0, scale: scale, isClosed: isClosed) }
            let kept = whole.filter { isClosed ? $0.count > 2 && Self.area($0) >= minimumArea : $0.count > 1 }
            bytes.append(count: kept.count)
            // Each line is relative to the end of the one before, which is usually near.
            var (x, y): (Int64, Int64) = (0, 0)
            for line in kept {
                bytes.append(count: line.count)
                for point in line {
                    bytes.append(signed: point.x - x)
                    bytes.append(signed: point.y - y)
                    (x, y) = (point.x, point.y)
                }
            }
        }
        return bytes
    }

    private static func rounded(_ line: [MapPoint], scale: Double, isClosed: Bool) -> [SIMD2<Int64>] {
        var points: [SIMD2<Int64>] = []
        for point in line {
            let whole = SIMD2<Int64>((point * scale).rounded(.toNearestOrEven))
            if points.last != whole { points.append(whole) }
        }
        if isClosed, points.count > 1, points.first == points.last { points.removeLast() }
        return points
    }

    private static func area(_ ring: [SIMD2<Int64>]) -> Double {
        var sum: Int64 = 0
        for (index, point) in ring.enumerated() {
            let next = ring[(index + 1) % ring.count]
            sum += point.x * next.y - next.x * point.y
        }
        return Double(abs(sum)) / 2
    }
}
