/// An area whose country overrides that of the time zones, or that another country claims.
struct BoundaryArea {
    /// ISO 3166-1 alpha-2; empty for unclaimed land, and for an area with a claimant.
    var code: String
    /// ISO 3166-1 alpha-2 of a country that claims the area, whose own country remains that of the zones.
    var claimant: String?
    /// The country whose zone limits the area; empty for no limit.
    var within = ""
    /// Whether it applies only where a zone has a country: on land and near the shore, not on the high sea.
    var isOnlyWhereGoverned = false
    /// For each polygon its outer ring and its holes.
    var polygons: [[[GridPoint]]]

    /// Names of the property or column with the code, best first: OpenStreetMap's tag, GDAL's spellings of it, Natural
    /// Earth's.
    static let codeNames = [
        "ISO3166-1:alpha2", "iso3166_1_alpha_2", "iso3166-1_alpha2", "ISO_A2_EH", "ISO3166-1", "iso_a2",
    ]

    /// Returns the name that has the code.
    ///
    /// - Parameter names: The available names.
    /// - Returns: One of them; `nil` when none has it.
    static func codeName(among names: [String]) -> String? {
        codeNames.lazy.compactMap { wanted in names.first { $0.lowercased() == wanted.lowercased() } }.first
    }

    /// The areas that time zones do not distinguish.
    static let known = unclaimed + [antarctica] + islands + claimed

    /// Areas whose limits neither the zones nor Natural Earth's shapes have, digitized by hand inside the country that
    /// holds them.
    ///
    /// - East Jerusalem: the armistice line of 1949 through the city, some 300 m off; without Mount Scopus, which
    ///   Israel has held since.
    /// - The Golan Heights: the line of 4 June 1967, about a kilometre off.
    /// - Aksai Chin: the line that India claims, 10 to 20 km off in uninhabited mountains. The Shaksgam valley, which
    ///   Pakistan ceded to China in 1963: likewise.
    static let claimed = [
        BoundaryArea(
            code: "", claimant: "PS", within: "IL",
            polygons: [
                [
                    ring([
                        (31.9000, 35.1600), (31.8200, 35.1600), (31.8130, 35.1700), (31.8050, 35.1850),
                        (31.8085, 35.1950), (31.8075, 35.2060), (31.8050, 35.2110), (31.8055, 35.2195),
                        (31.7995, 35.2255), (31.7915, 35.2278), (31.7875, 35.2262), (31.7818, 35.2282),
                        (31.7795, 35.2262), (31.7765, 35.2270), (31.7733, 35.2285), (31.7715, 35.2310),
                        (31.7695, 35.2290), (31.7655, 35.2290), (31.7585, 35.2300), (31.7520, 35.2270),
                        (31.7460, 35.2240), (31.7400, 35.2225), (31.7365, 35.2190), (31.7365, 35.2140),
                        (31.7415, 35.2110), (31.7445, 35.2060), (31.7425, 35.1980), (31.7385, 35.1900),
                        (31.7360, 35.1650), (31.6900, 35.1500), (31.6900, 35.3000), (31.9000, 35.3000),
                    ]),
                    box(south: 31.7905, west: 35.2400, north: 31.7970, east: 35.2475),
                ]
            ]),
        BoundaryArea(
            code: "", claimant: "SY", within: "IL",
            polygons: [
                [
                    ring([
                        (33.4500, 35.8500), (33.2850, 35.6000), (33.2620, 35.6250), (33.2550, 35.6450),
                        (33.2500, 35.6700), (33.2350, 35.6840), (33.2000, 35.6680), (33.1700, 35.6680),
                        (33.1300, 35.6550), (33.0900, 35.6400), (33.0700, 35.6330), (33.0100, 35.6290),
                        (32.9300, 35.6270), (32.9050, 35.6200), (32.8870, 35.6180), (32.8750, 35.6450),
                        (32.8500, 35.6550), (32.8260, 35.6500), (32.8000, 35.6550), (32.7750, 35.6680),
                        (32.7450, 35.6550), (32.7200, 35.6400), (32.7000, 35.6350), (32.6850, 35.6800),
                        (32.6850, 35.9500), (33.4500, 35.9500),
                    ])
                ]
            ]),
        BoundaryArea(
            code: "", claimant: "IN", within: "CN",
            polygons: [
                [
                    ring([
                        (35.5000, 77.8000), (35.7500, 78.2000), (35.9500, 78.8000), (35.9500, 79.5000),
                        (35.5500, 80.2000), (35.2000, 80.3000), (34.7500, 80.1500), (34.4000, 79.5500),
                        (34.2000, 78.9000), (34.6000, 78.2000), (35.3000, 77.8000),
                    ])
                ],
                [
                    ring([
                        (35.4500, 77.7900), (35.7500, 77.7000), (36.0000, 77.3000), (36.3000, 76.9000),
                        (36.5000, 76.3000), (36.7500, 75.9000), (36.9000, 75.4000), (36.7000, 75.3000),
                        (36.0000, 75.8000), (35.7000, 76.6000), (35.4000, 77.3000),
                    ])
                ],
            ]),
    ]

    /// Areas that no country claims: Bir Tawil.
    ///
    /// It is between the parallel of 22° north, Egypt's border by treaty, and the line of 1902, which is Sudan's. Its
    /// southern side is the edge of Egypt's zone.
    static let unclaimed = [
        BoundaryArea(code: "", within: "EG", polygons: [[box(south: 21.6, west: 33.1, north: 22, east: 34.15)]])
    ]

    /// All land south of 60°, as in ISO 3166-1 and the Antarctic Treaty; stations use the time of the countries that
    /// run them.
    static let antarctica = BoundaryArea(
        code: "AQ", isOnlyWhereGoverned: true, polygons: [[box(south: -90, west: -180, north: -60, east: 180)]])

    /// Islands with their own code that share another country's zone, or have none.
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

    /// Returns a ring of points, latitude first.
    private static func ring(_ points: [(latitude: Double, longitude: Double)]) -> [GridPoint] {
        points.compactMap { GridPoint(longitude: $0.longitude, latitude: $0.latitude) }
    }

    private static func box(south: Double, west: Double, north: Double, east: Double) -> [GridPoint] {
        [(south, west), (south, east), (north, east), (north, west)].compactMap { latitude, longitude in
            GridPoint(longitude: longitude, latitude: latitude)
        }
    }
}
