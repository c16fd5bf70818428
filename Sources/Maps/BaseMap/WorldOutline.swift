internal import Gazetteer
internal import Synchronization

/// What a base map draws of the whole world, whatever a page shows: traced once for each gazetteer.
///
/// Tracing takes most of the time of a base map, so the outline of the last gazetteer stays in memory, and the gazetteer
/// with it, until another one is drawn.
struct WorldOutline: Sendable {
    /// How far a line may be from the traced one, in degrees.
    private static let tolerance = 0.02

    /// Coasts and borders.
    let lines: Outline
    /// The points at which countries are named.
    let middles: [MapLabel.Middle]

    private init(_ land: LandMap) {
        let (columns, rows) = (Int(360 / BaseMap.worldStep), Int(180 / BaseMap.worldStep))
        let grid = TracedGrid(west: -180, south: -90, step: BaseMap.worldStep, columns: columns, rows: rows)
        lines = GridTracer.outline(of: grid, tolerance: Self.tolerance) { land.kind(latitude: $0, longitude: $1) }
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
