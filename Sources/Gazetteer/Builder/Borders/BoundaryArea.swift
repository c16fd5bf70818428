/// A country's area that goes before what the time zones say.
struct BoundaryArea {
    /// ISO 3166-1 alpha-2; empty for an area that no country claims.
    var code: String
    /// The country in whose zone alone it counts; empty for everywhere.
    var within = ""
    /// Whether it counts only where a zone is somebody's: on land and near the shore, not on the high sea.
    var isOnlyWhereGoverned = false
    /// For each polygon its outer ring and its holes.
    var polygons: [[[GridPoint]]]

    /// Names of the property or column with the code, the best first: OpenStreetMap's tag, GDAL's spellings of it, Natural
    /// Earth's.
    static let codeNames = [
        "ISO3166-1:alpha2", "iso3166_1_alpha_2", "iso3166-1_alpha2", "ISO_A2_EH", "ISO3166-1", "iso_a2",
    ]

    /// Which of the names has the code.
    ///
    /// - Parameter names: What there is.
    /// - Returns: One of them; `nil` when none has it.
    static func codeName(among names: [String]) -> String? {
        codeNames.lazy.compactMap { wanted in names.first { $0.lowercased() == wanted.lowercased() } }.first
    }

    /// What the time zones cannot say.
    static let known = unclaimed + [antarctica] + islands

    /// Areas that no country claims: Bir Tawil.
    ///
    /// It lies between the parallel of 22° north, Egypt's border by treaty, and the line of 1902, Sudan's. Its southern side
    /// is where Egypt's zone ends.
    static let unclaimed = [
        BoundaryArea(code: "", within: "EG", polygons: [[box(south: 21.6, west: 33.1, north: 22, east: 34.15)]])
    ]

    /// All land south of 60°, as in ISO 3166-1 and the Antarctic Treaty; stations keep the time of the countries that run them.
    static let antarctica = BoundaryArea(
        code: "AQ", isOnlyWhereGoverned: true, polygons: [[box(south: -90, west: -180, north: -60, east: 180)]])

    /// Islands with a code of their own that share another country's zone, or have none.
    static let islands = [
        BoundaryArea(code: "BV", polygons: [[box(south: -54.6, west: 3.1, north: -54.3, east: 3.6)]]),
        // Johnston, Navassa, Palmyra, Kingman Reef, Howland, Baker, Jarvis.
        BoundaryArea(
            code: "UM",
            polygons: [
                [box(south: 16.6, west: -169.65, north: 16.85, east: -169.35)],
                [box(south: 18.36, west: -75.1, north: 18.45, east: -74.95)],
                [box(south: 5.8, west: -162.3, north: 6, east: -161.9)],
                [box(south: 6.3, west: -162.5, north: 6.5, east: -162.31)],
                [box(south: 0.75, west: -176.7, north: 0.87, east: -176.55)],
                [box(south: 0.15, west: -176.52, north: 0.24, east: -176.42)],
                [box(south: -0.42, west: -160.05, north: -0.33, east: -159.95)],
            ]),
        // Tromelin, Juan de Nova, Bassas da India, Europa, the Glorioso Islands.
        BoundaryArea(
            code: "TF",
            polygons: [
                [box(south: -15.93, west: 54.48, north: -15.85, east: 54.57)],
                [box(south: -17.15, west: 42.6, north: -16.95, east: 42.85)],
                [box(south: -21.6, west: 39.55, north: -21.35, east: 39.85)],
                [box(south: -22.45, west: 40.25, north: -22.25, east: 40.45)],
                [box(south: -11.65, west: 47.2, north: -11.4, east: 47.45)],
            ]),
    ]

    private static func box(south: Double, west: Double, north: Double, east: Double) -> [GridPoint] {
        [(south, west), (south, east), (north, east), (north, west)].compactMap { latitude, longitude in
            GridPoint(longitude: longitude, latitude: latitude)
        }
    }
}
