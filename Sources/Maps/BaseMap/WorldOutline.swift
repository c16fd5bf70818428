import LKGazetteer
import Synchronization

/// What a base map draws of the whole world, whatever a page shows: traced once for each gazetteer.
///
/// Tracing takes most of the time of a base map, so the outline of the last gazetteer stays in memory, and the gazetteer
/// with it, until another one is drawn.
struct WorldOutline: Sendable {
    /// How far a line may be from the traced one, in degrees: up to the zoom of the fine squares, less than a pixel.
    private static let tolerance = 0.035
    /// The minimum extent of a lake in degrees, and how far its line may be from the file's: at that zoom, 45 and 4 pixels.
    private static let (minimumLake, lakeTolerance) = (1.0, 0.08)

    /// Coasts and borders.
    let lines: Outline
    /// The points at which countries are named.
    let middles: [MapLabel.Middle]

    private init(_ land: LandMap) {
        let (columns, rows) = (Int(360 / BaseMap.worldStep), Int(180 / BaseMap.worldStep))
        let grid = TracedGrid(west: -180, south: -90, step: BaseMap.worldStep, columns: columns, rows: rows)
        var lines = GridTracer.outline(of: grid, tolerance: Self.tolerance) { land.kind(latitude: $0, longitude: $1) }
        let shores = ShoreFile.embedded.flatMap { try? $0.square(level: $0.levels.count - 1, row: 0, column: 0) }
        // Smaller ones are drawn in the squares around what a page shows.
        lines.lakes = (shores?.lakes ?? []).compactMap { ring in
            let (x, y) = (ring.map(\.x), ring.map(\.y))
            let extent = max((x.max() ?? 0) - (x.min() ?? 0), (y.max() ?? 0) - (y.min() ?? 0))
            guard extent >= Self.minimumLake else { return nil }
            let line = LineSimplifier.simplified(closed: ring + ring.prefix(1), tolerance: Self.lakeTolerance)
            return Array(line.dropLast())
        }
        self.lines = lines
        middles = MapLabel.middles(of: land)
    }

    // The gazetteer is retained so that no other one gets its address in memory.
    private static let last = Mutex<(world: World, outline: WorldOutline)?>(nil)

    /// Returns the outline of a gazetteer.
    ///
    /// Concurrent callers wait instead of tracing the same lines again.
    ///
    /// - Parameters:
    ///   - world: The gazetteer.
    ///   - land: Its map of land and water.
    /// - Returns: The outline.
    static func of(_ world: World, _ land: LandMap) -> WorldOutline {
        last.withLock { last in
            if let last, last.world.hasSameData(as: world) { return last.outline }
            let outline = WorldOutline(land)
            last = (world, outline)
            return outline
        }
    }
}
