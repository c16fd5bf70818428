internal import Gazetteer
internal import Synchronization

/// What a base map draws of the whole world, whatever a page shows: traced once for each gazetteer.
///
/// Tracing takes most of the time of a base map, so the outline of the last gazetteer stays in memory, and the gazetteer
/// with it, until another one is drawn.
struct WorldOutline: Sendable {
    /// How far a line may be from the traced one, in degrees.
    private static let tolerance = 0.02
    /// The least extent of a lake in degrees: two pixels where the fine squares begin.
    private static let leastLake = 0.3

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
        lines.lakes = (shores?.lakes ?? []).filter { ring in
            let (x, y) = (ring.map(\.x), ring.map(\.y))
            return max((x.max() ?? 0) - (x.min() ?? 0), (y.max() ?? 0) - (y.min() ?? 0)) >= Self.leastLake
        }
        self.lines = lines
        middles = MapLabel.middles(of: land)
    }

    // The gazetteer is kept because its address in memory must not be another one's.
    private static let last = Mutex<(world: World, outline: WorldOutline)?>(nil)

    /// Returns the outline of a gazetteer.
    ///
    /// Threads that ask meanwhile wait, rather than trace the same lines again.
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
