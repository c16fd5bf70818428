package import LKGazetteer
public import LKGeo
public import LKGeocoding
public import LKOfflineGeocoding
package import LKStreets

extension BaseMap {
    /// Maximum size of streets before compression, in bytes: about 150,000 points.
    public static let maximumStreetBytes = 400_000
    /// Squares of 2.2 km, with their neighbours, in which all streets are drawn as far as the limit allows.
    private static let nearSide = 0.02
    private static let maximumNearSquares = 2000
    /// Squares of 17 km, with their neighbours, in which the larger roads are drawn.
    private static let farSide = 0.15
    private static let maximumFarSquares = 300
    /// How far lines may be from their streets, in metres: near positions, and elsewhere.
    private static let nearTolerance = 1.5
    private static let farTolerance = 6.0

    /// Creates the map from an offline provider: its gazetteer, with the streets of its extracts.
    ///
    /// - Parameters:
    ///   - provider: The gazetteer, without whose borders there is neither land nor border, and the streets.
    ///   - coordinates: What the page shows.
    ///   - languages: Those of names, in order of preference; empty for each place's own.
    /// - Throws: ``MapError/Code/dataDamaged``, if the gazetteer is damaged; what is damaged of the streets is left out.
    public init(
        _ provider: OfflineProvider, around coordinates: some Sequence<Coordinate>, languages: [LanguageTag]
    ) throws(MapError) {
        try self.init(provider.world, around: coordinates, streets: provider.streets, languages: languages)
    }

    /// Creates the map of what is around tracks, in their languages; an exact one has streets.
    ///
    /// - Parameter tracks: The tracks.
    /// - Throws: ``MapError/Code/dataDamaged``, if the gazetteer is damaged; what is damaged of the streets is left out.
    public init(of tracks: TrackMap) throws(MapError) { try self.init(of: tracks, tiles: nil) }

    /// Creates the map of what is around tracks; with map images it has no streets.
    init(of tracks: TrackMap, tiles: MapPage.TileServer?) throws(MapError) {
        let drawsStreets = MapPage.drawsStreets(tracks.precision, with: tiles)
        try self.init(
            tracks.world, around: tracks.coordinates, streets: drawsStreets ? tracks.streets : nil,
            languages: tracks.languages)
    }

    /// Creates the map of what is around photos, in their languages; an exact one has streets.
    ///
    /// - Parameter photos: The photos.
    /// - Throws: ``MapError/Code/dataDamaged``, if the gazetteer is damaged; what is damaged of the streets is left out.
    public init(of photos: PhotoMap) throws(MapError) { try self.init(of: photos, tiles: nil) }

    /// Creates the map of what is around photos; with map images it has no streets.
    init(of photos: PhotoMap, tiles: MapPage.TileServer?) throws(MapError) {
        try self.init(
            photos.world, around: photos.coordinates,
            streets: MapPage.drawsStreets(with: tiles) ? photos.streets : nil, languages: photos.languages)
    }

    /// Creates the map from a gazetteer and the streets of some extracts.
    ///
    /// - Parameters:
    ///   - world: The gazetteer; without borders in it there is neither land nor border.
    ///   - coordinates: What the page shows.
    ///   - streets: Where the streets are from; `nil` for none.
    ///   - languages: Those of names, in order of preference; empty for each place's own.
    /// - Throws: ``MapError/Code/dataDamaged``, if the gazetteer is damaged; what is damaged of the streets is left out.
    package init(
        _ world: World, around coordinates: some Sequence<Coordinate>, streets: StreetIndexes?,
        languages: [LanguageTag]
    ) throws(MapError) {
        try self.init(world, around: coordinates, languages: languages)
        if let streets { drawStreets(of: streets, around: coordinates, languages: languages) }
    }

    /// Whether there are streets to draw.
    public var hasStreets: Bool { !streets.lines.isEmpty }

    /// Draws streets around positions, replacing those drawn before.
    ///
    /// Larger roads are drawn within about 20 km, the others within about 3 km. If that exceeds the
    /// limit, the order is: larger roads; small streets where the most positions are; roads farther away; paths.
    ///
    /// - Parameters:
    ///   - provider: Where the streets are from.
    ///   - coordinates: What the page shows.
    ///   - languages: Those of names, in order of preference; empty for local names.
    ///   - maximumBytes: The maximum number of bytes before compression.
    package mutating func drawStreets(
        of provider: StreetIndexes, around coordinates: some Sequence<Coordinate>, languages: [LanguageTag],
        maximumBytes: Int = maximumStreetBytes
    ) {
        let near = StreetSquares(around: coordinates, side: Self.nearSide, maximumCount: Self.maximumNearSquares)
        let far = StreetSquares(around: coordinates, side: Self.farSide, maximumCount: Self.maximumFarSquares)
        let large = provider.lines(
            in: far.boxes + near.boxes, classes: .motorway ... .tertiary, languages: languages)
        let small = provider.lines(in: near.boxes, classes: .unclassified ... .other, languages: languages)
        let chosen = (large + small).map { line in
            let rank = near.rank(of: line.points)
            return (line: line, turn: Self.turn(of: line.streetClass, isNear: rank != nil), rank: rank ?? .max)
        }
        let order = chosen.indices.sorted {
            (chosen[$0].turn, chosen[$0].rank, $0) < (chosen[$1].turn, chosen[$1].rank, $1)
        }
        streets = MapStreets(
            order.lazy.map { index in
                let isNear = chosen[index].rank != .max
                return (line: chosen[index].line, tolerance: isNear ? Self.nearTolerance : Self.farTolerance)
            }, maximumBytes: maximumBytes)
    }

    /// Returns the turn in which streets of a class are added, the lowest first.
    private static func turn(of streetClass: StreetClass, isNear: Bool) -> Int {
        switch streetClass {
        case .motorway, .trunk, .primary: 0
        case .secondary, .tertiary: isNear ? 1 : 3
        case .unclassified, .residential, .livingStreet, .pedestrian: 2
        default: 4
        }
    }
}
