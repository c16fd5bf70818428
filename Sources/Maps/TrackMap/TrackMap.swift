import FoundationEssentials
package import LKGazetteer
public import LKGeo
public import LKGeocoding
public import LKOfflineGeocoding
package import LKStreets
package import LKTrackFormats
public import LKTracks

/// Tracks for a page with a map: simplified to what a screen can show, with their stops named, and as exact as they are to be.
///
/// Points are processed one by one, in constant memory except for the places visited.
///
/// ```swift
/// var map = TrackMap(with: try OfflineProvider(regions: .standard), languages: [.english])
/// try map.add(TrackFile(URL(filePath: "hike.gpx")))
/// try MapPage(map, title: "Hike").write(to: URL(filePath: "hike.html"))
/// ```
public struct TrackMap: Sendable {
    /// The maximum number of points that a page keeps, of all tracks together.
    ///
    /// With 150,000, a page has about 1.5 MB; a longer track keeps between half as many and all of them.
    public static let capacity = 150_000
    /// The maximum number of tracks on a page; more are rejected.
    public static let maximumTracks = TrackSketch.maximumTracks
    /// The maximum number of stops that a page names; it chooses those of the longest duration.
    public static let maximumStops = TrackSketch.maximumVisits

    let world: World
    let languages: [LanguageTag]
    let corrections: PlaceCorrections?
    /// How exactly it says where the tracks are.
    public let precision: MapPrecision
    /// The units in which lengths, heights and speeds are shown.
    public var units = MeasurementSystem.metric

    /// Names streets and sights at stops of an exact map, and has the streets to draw; `nil` for settlements alone.
    package var streets: StreetIndexes?

    /// How many impossible fixes were left out before, such as by a `JumpReader`; the page says so.
    public var jumpCount = 0

    private(set) var sketch: TrackSketch
    /// What is visible of the tracks, before it was made coarser; `nil` where ``sketch`` has it.
    private var exact: TrackSketch?
    private var trims: [TrackTrim]
    private var places: ShownPlaces?
    private var lastCoarse: Coordinate?
    private var seen = SeenSquares()

    /// How many positions the hidden areas have removed.
    public private(set) var hiddenCount = 0
    /// How many lines between two positions that are shown are left out, because they would lead through a hidden area.
    public private(set) var interruptionCount = 0

    /// Creates a map without tracks.
    ///
    /// - Parameters:
    ///   - provider: Names the places: with the installed regions (`OfflineProvider(regions: .standard)`), stops of an exact map are
    ///     named by streets and sights, as `locate track map` does.
    ///   - languages: Those of the names, in order of preference; empty for each place's own.
    ///   - precision: How exactly the map shows where the tracks are; heights and times are only on an exact one.
    ///   - hidden: Areas in which tracks are not shown. Around each a circle is cut that contains it, but has another middle and
    ///     up to three times its radius; each time that a track comes there, a little more is cut.
    ///   - secret: Secret bytes, 32 or more. From them and the area follows which circle is cut, so that all maps
    ///     with the same secret cut the same one. By default they are random: each map then cuts another circle, and many maps
    ///     together tell where the hidden area is.
    ///   - corrections: The user's own names of places, which take precedence.
    public init(
        with provider: OfflineProvider, languages: [LanguageTag], precision: MapPrecision = .exact,
        hiding hidden: [HiddenArea] = [], secret: [UInt8]? = nil, corrections: PlaceCorrections? = nil
    ) {
        self.init(
            in: provider.world, languages: languages, precision: precision, hiding: hidden, secret: secret,
            corrections: corrections)
        // Streets around the middles of cities would mean nothing.
        if precision == .exact { streets = provider.streets }
    }

    /// Creates a map that names settlements, and keeps fewer points if told to.
    package init(
        in world: World, languages: [LanguageTag], precision: MapPrecision = .exact, hiding hidden: [HiddenArea] = [],
        secret: [UInt8]? = nil, corrections: PlaceCorrections? = nil, capacity: Int = TrackMap.capacity
    ) {
        self.world = world
        self.corrections = corrections
        self.languages = languages
        self.precision = precision
        sketch = TrackSketch(capacity: capacity)
        exact = precision == .exact ? nil : TrackSketch(capacity: capacity)
        let secret = secret ?? (0..<32).map { _ in UInt8.random(in: 0 ... .max) }
        trims = hidden.map { TrackTrim($0, secret: secret) }
    }

    /// The hidden areas that no track has come to, such as one whose latitude and longitude are exchanged.
    public var unvisitedAreas: [HiddenArea] { trims.filter { !$0.hasCut }.map(\.given) }

    /// The circles that are cut out, which contain the hidden areas; photos are left out there too.
    public var trimmedAreas: [HiddenArea] { trims.map(\.area) }

    /// The radii of those circles in metres: at the least and at the most, of which each time that a track comes there has its own.
    public var trimmedRadii: [ClosedRange<Double>] { trims.map(\.radii) }

    /// The statistics of all positions that are shown.
    public var statistics: TrackStatistics { sketch.statistics }

    /// The positions that are drawn.
    public var coordinates: [Coordinate] { sketch.points.map(\.coordinate) }

    /// How many stays of at least two minutes there are; ``maximumStops`` of them are shown.
    public var stopCount: Int {
        var sketch = sketch
        sketch.finish()
        return sketch.visitCount
    }

    /// Adds the tracks of a file, element by element; planned routes and waypoints are left out.
    ///
    /// - Throws: ``MapError/Code/dataDamaged``, and ``MapError/Code/tooLarge`` for more than ``maximumTracks``.
    package mutating func add(_ element: TrackElement) throws(MapError) {
        switch element {
        case .point(let point):
            if !sketch.isInRoute { try add(point.location) }
            return
        case .trackStart(let metadata): startTrack(name: metadata.name)
        case .segmentStart: startSegment()
        default: break
        }
        sketch.add(element)
    }

    /// Adds the tracks of a file of any size, without impossible fixes; planned routes and waypoints are left out.
    ///
    /// - Parameter file: The file.
    /// - Throws: `TrackFormatError` when the file cannot be read, ``MapError/Code/dataDamaged``, and ``MapError/Code/tooLarge`` for more
    ///   than ``maximumTracks``.
    public mutating func add(_ file: TrackFile) throws {
        let reader = JumpReader(try file.reader())
        while let element = try reader.next() { try add(element) }
    }

    /// Adds a track.
    ///
    /// - Throws: ``MapError/Code/dataDamaged``, and ``MapError/Code/tooLarge`` for more than ``maximumTracks``.
    public mutating func add(_ track: Track) throws(MapError) {
        startTrack(name: track.name)
        for segment in track.segments {
            startSegment()
            for location in segment.locations { try add(location) }
        }
    }

    /// Begins a track at the next location, as at the beginning of a file.
    public mutating func startTrack(name: String?) {
        startSegment()
        for index in trims.indices { trims[index].startTrack() }
        sketch.startTrack(name: name)
    }

    private mutating func startSegment() {
        lastCoarse = nil
        for index in trims.indices { trims[index].startSegment() }
        sketch.startSegment()
        exact?.startSegment()
    }

    /// Begins a new line at the next location that is shown; no stop lasts across a hidden part.
    private mutating func breakLine() {
        sketch.interrupt()
        exact?.startSegment()
    }

    /// Adds the next location of the track.
    ///
    /// - Throws: ``MapError/Code/dataDamaged``, and ``MapError/Code/tooLarge`` for more than ``maximumTracks``.
    public mutating func add(_ location: Location) throws(MapError) {
        var (isHidden, isApart) = (false, false)
        // Each has to see each location.
        for index in trims.indices {
            switch trims[index].verdict(on: location) {
            case .shown: break
            case .shownApart: isApart = true
            case .hidden: isHidden = true
            }
        }
        if isHidden || isApart { breakLine() }
        guard !isHidden else {
            hiddenCount += 1
            return
        }
        if isApart { interruptionCount += 1 }
        try show(location)
        if sketch.hasMergedTracks {
            throw MapError(
                .tooLarge, "there are more than \(Self.maximumTracks) tracks; show fewer of them at a time")
        }
    }

    private mutating func show(_ location: Location) throws(MapError) {
        try seen.add(location, world)
        guard precision != .exact else { return sketch.add(location) }
        exact?.add(Location(coordinate: location.coordinate))
        do throws(GeocodingError) {
            var shown: ShownPlaces
            if let places { shown = places } else { shown = try ShownPlaces(world, precision, languages: languages) }
            let coarse = try shown.shown(location.coordinate).coordinate
            places = shown
            // Times and heights would reveal more than the place does.
            guard coarse != lastCoarse else { return }
            lastCoarse = coarse
            sketch.add(Location(coordinate: coarse))
        } catch {
            throw MapError(error)
        }
    }

    /// Chooses the coordinates near the visible tracks, which are exact here regardless of ``precision``.
    ///
    /// - Parameters:
    ///   - coordinates: Positions, such as those of photos.
    ///   - distance: The maximum distance from a line between two positions of a track, in metres.
    /// - Returns: The indices of those that are near, ascending.
    public func nearby(_ coordinates: [Coordinate], within distance: Double) -> [Int] {
        let corridor = TrackCorridor((exact ?? sketch).points, width: distance)
        return coordinates.indices.filter { corridor.contains(coordinates[$0]) }
    }

    /// The place most often seen.
    public struct MostSeen: Sendable, Equatable {
        /// The middle of a square of about 500 m.
        public let coordinate: Coordinate
        /// What it is called; empty if that is unknown.
        public let name: String
        /// How many positions are there.
        public let positions: Int
        /// On how many days, by the clock there, as far as times are known.
        public let days: Int
    }

    /// Returns where tracks are on most days, then with most positions: probably a home.
    ///
    /// - Returns: The place; `nil` without positions.
    /// - Throws: ``MapError/Code/dataDamaged``.
    public func mostSeen() throws(MapError) -> MostSeen? {
        guard let best = seen.best else { return nil }
        return MostSeen(
            coordinate: best.middle, name: try name(best.first), positions: best.positions, days: best.days)
    }

    /// Returns where the first track begins as far as it is shown, and what the place is called; `nil` without positions.
    ///
    /// - Throws: ``MapError/Code/dataDamaged``.
    public func start() throws(MapError) -> (coordinate: Coordinate, name: String)? {
        guard let first = sketch.points.first?.coordinate else { return nil }
        return (first, try name(first))
    }

    /// Names positions as exactly as the map shows them.
    var naming: StopNaming {
        let isExact = precision == .exact
        return StopNaming(world, streets: isExact ? streets : nil, languages: languages, corrections: corrections)
    }

    /// Returns the name of a position: the user's own, a street or the quarter of a city, and the settlement; empty where there is none.
    private func name(_ coordinate: Coordinate) throws(MapError) -> String {
        do throws(GeocodingError) {
            return text(try naming.name(of: coordinate))
        } catch {
            throw MapError(error)
        }
    }

    /// Returns the names of stops in their order, with empty texts where there is no name.
    func names(of stops: [Coordinate]) throws(MapError) -> [String] {
        let strings = PageStrings.strings(for: languages)
        do throws(GeocodingError) {
            return try naming.names(of: stops).map { name in
                let words = text(name)
                let isBeside = precision == .exact && name.isBeside && name.own == nil && !words.isEmpty
                return isBeside ? strings.near(words) : words
            }
        } catch {
            throw MapError(error)
        }
    }

    private func text(_ name: StopNaming.Name) -> String {
        let parts = precision == .exact ? name.parts : [name.locality ?? name.other ?? ""]
        return PageText.clean(parts.joined(separator: ", "))
    }

    /// Returns whether a stop has the name of a street or sight, whose source has to be credited.
    func namesStreets() throws(MapError) -> Bool {
        guard precision == .exact, streets != nil else { return false }
        var sketch = sketch
        sketch.finish()
        do throws(GeocodingError) {
            for visit in sketch.visits {
                if try naming.name(of: visit.coordinate).street != nil { return true }
            }
            return false
        } catch {
            throw MapError(error)
        }
    }
}
