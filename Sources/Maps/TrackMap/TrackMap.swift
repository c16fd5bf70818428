internal import FoundationEssentials
public import Gazetteer
public import Geo
public import Geocoding
public import TrackFormats
public import Tracks

/// Tracks for a page with a map: simplified to what a screen can show, with their stops named, and as exact as they are to be.
///
/// Points are taken one by one, in constant memory but for the places that are seen.
///
/// ```swift
/// var map = TrackMap(in: world, languages: [.english])
/// try map.add(Track(contentsOf: "hike.gpx"))
/// let base = try BaseMap(world, around: map.coordinates, languages: [.english])
/// var page = MapPage(title: "Hike", baseMap: base, languages: [.english])
/// try page.add(map)
/// ```
public struct TrackMap: Sendable {
    /// The most points that a page keeps, of all tracks together.
    ///
    /// With 150,000 a page has about 1.5 MB; between half as many and all are left of a longer track.
    public static let capacity = 150_000

    let world: World
    let languages: [LanguageTag]
    /// How exactly it says where the tracks are.
    public let precision: MapPrecision
    /// The units in which lengths, heights and speeds are shown.
    public var units = MeasurementSystem.metric

    private(set) var sketch: TrackSketch
    private var trims: [TrackTrim]
    private var places: ShownPlaces?
    private var lastCoarse: Coordinate?
    private var seen: [SeenCell: Seen] = [:]

    /// How many positions the hidden areas have removed.
    public private(set) var hiddenCount = 0
    /// How many lines that pass a hidden area, between positions outside it, are not drawn.
    public private(set) var cutCount = 0

    /// Makes a map without tracks.
    ///
    /// - Parameters:
    ///   - world: Names the places.
    ///   - languages: Those of the names, in order of preference; empty for each place's own.
    ///   - precision: How exactly the map tells where the tracks are; heights and times are only on an exact one.
    ///   - hidden: Areas in which tracks are not shown. Around each a circle is cut that contains it, but has another middle and
    ///     up to three times the radius, and each time that a track comes there a little more.
    ///   - secret: What the circles that are cut follow from, at least 16 bytes by chance that are kept: with the same ones all
    ///     maps cut alike. Without it they are drawn anew, and whoever has some maps of one area can average their circles.
    public init(
        in world: World, languages: [LanguageTag], precision: MapPrecision = .exact, hiding hidden: [HiddenArea] = [],
        secret: [UInt8]? = nil
    ) {
        self.init(
            in: world, languages: languages, precision: precision, hiding: hidden, secret: secret,
            capacity: Self.capacity)
    }

    /// Makes a map that keeps fewer points.
    package init(
        in world: World, languages: [LanguageTag], precision: MapPrecision = .exact, hiding hidden: [HiddenArea] = [],
        secret: [UInt8]? = nil, capacity: Int
    ) {
        self.world = world
        self.languages = languages
        self.precision = precision
        sketch = TrackSketch(capacity: capacity)
        let secret = secret ?? (0..<32).map { _ in UInt8.random(in: 0...255) }
        trims = hidden.map { TrackTrim($0, secret: secret) }
    }

    /// The circles that are cut out, which contain the hidden areas; photos are left out there too.
    public var trimmedAreas: [HiddenArea] { trims.map(\.area) }

    /// The statistics of all positions that are shown.
    public var statistics: TrackStatistics { sketch.statistics }

    /// The box around all positions that are not hidden, as exact as they are; not for the page.
    public private(set) var area: BoundingBox?

    /// How many tracks have no line of their own in the legend: those after the first ``TrackSketch/trackLimit``.
    public var unlistedTracks: Int { sketch.unlistedTracks }

    /// How many stops there are, of which a page names the longest ``mostStops``.
    public var stopCount: Int {
        var sketch = sketch
        sketch.finish()
        return sketch.visitCount
    }

    /// The positions that are drawn.
    public var coordinates: [Coordinate] { sketch.points.map(\.coordinate) }

    /// Adds the tracks of a file, element by element; planned routes and waypoints are left out.
    ///
    /// - Throws: ``MapError/Code/dataDamaged``.
    public mutating func add(_ element: TrackElement) throws(MapError) {
        guard case .point(let point) = element else {
            if case .trackStart = element { resetTrims() }
            if case .segmentStart = element {
                lastCoarse = nil
                for index in trims.indices { trims[index].startLine() }
            }
            return sketch.add(element)
        }
        guard !sketch.isInRoute else { return }
        try add(point.location)
    }

    /// Adds a track.
    ///
    /// - Throws: ``MapError/Code/dataDamaged``.
    public mutating func add(_ track: Track) throws(MapError) {
        startTrack(name: track.name)
        for segment in track.segments {
            sketch.startSegment()
            for index in trims.indices { trims[index].startLine() }
            for location in segment.locations { try add(location) }
        }
    }

    /// Begins a track at the next location, as at the beginning of a file.
    public mutating func startTrack(name: String?) {
        resetTrims()
        sketch.startTrack(name: name)
    }

    private mutating func resetTrims() {
        lastCoarse = nil
        for index in trims.indices { trims[index].startTrack() }
    }

    /// Adds the next location of the track.
    ///
    /// - Throws: ``MapError/Code/dataDamaged``.
    public mutating func add(_ location: Location) throws(MapError) {
        var (isHidden, isApart) = (false, false)
        // Each has to see each location.
        for index in trims.indices {
            switch trims[index].verdict(location) {
            case .show: break
            case .showApart: isApart = true
            case .hide: isHidden = true
            }
        }
        guard !isHidden else {
            hiddenCount += 1
            return sketch.startSegment()
        }
        if isApart {
            cutCount += 1
            lastCoarse = nil
            sketch.startSegment()
        }
        if area == nil { area = BoundingBox(covering: [location.coordinate]) }
        area?.extend(to: location.coordinate)
        seen[SeenCell(location.coordinate), default: Seen()].add(location)
        guard precision != .exact else { return sketch.add(location) }
        do throws(GeocodingError) {
            var shown: ShownPlaces
            if let places { shown = places } else { shown = try ShownPlaces(world, precision, languages: languages) }
            let coarse = try shown.shown(location.coordinate).coordinate
            places = shown
            // Times and heights would say more than the place does.
            guard coarse != lastCoarse else { return }
            lastCoarse = coarse
            sketch.add(Location(coordinate: coarse))
        } catch {
            throw MapError(.dataDamaged, error.message)
        }
    }

    /// The place most often seen.
    public struct MostSeen: Sendable, Equatable {
        /// The middle of a square of about 500 m that it is in.
        public let coordinate: Coordinate
        /// What it is called; empty if that is unknown.
        public let name: String
        /// How many positions are there.
        public let positions: Int
        /// On how many days, as far as times are known.
        public let days: Int
    }

    /// Returns where tracks are on most days, then with most positions: probably somebody's home.
    ///
    /// - Returns: The place; `nil` without positions.
    /// - Throws: ``MapError/Code/dataDamaged``.
    public func mostSeen() throws(MapError) -> MostSeen? {
        let best = seen.max {
            ($0.value.days, $0.value.positions, $1.key.row, $1.key.column) < (
                $1.value.days, $1.value.positions, $0.key.row, $0.key.column
            )
        }
        guard let best, let middle = best.key.middle else { return nil }
        return MostSeen(
            coordinate: middle, name: try name(middle), positions: best.value.positions, days: best.value.days)
    }

    /// The name of the settlement at a position, and of the quarter of a city; empty where there is none.
    func name(_ coordinate: Coordinate) throws(MapError) -> String {
        do throws(GeocodingError) {
            let mark = try world.placemark(at: coordinate, languages: languages, withBorder: false)
            let parts = [precision == .exact ? mark.subLocality : nil, mark.locality ?? mark.name].compactMap { $0 }
            return PageText.clean(parts.joined(separator: ", "))
        } catch {
            throw MapError(.dataDamaged, error.message)
        }
    }
}

/// A square of about 500 m.
private struct SeenCell: Hashable {
    var row: Int
    var column: Int

    init(_ coordinate: Coordinate) {
        row = Int((coordinate.latitude * 200).rounded(.down))
        column = Int((coordinate.longitude * 200).rounded(.down))
    }

    var middle: Coordinate? {
        Coordinate(latitude: (Double(row) + 0.5) / 200, longitude: (Double(column) + 0.5) / 200)
    }
}

/// What was seen in a square.
private struct Seen {
    private(set) var positions = 0
    private(set) var days = 0
    private var lastDay: Double?

    /// Tracks are in order of time, so that a day that comes back is rare and counts again.
    mutating func add(_ location: Location) {
        positions += 1
        guard let time = location.timestamp else { return }
        // By the sun, which is near enough to tell one evening from two days.
        let local = time.timeIntervalSince1970 + location.coordinate.longitude * 240
        let day = (local / 86_400).rounded(.down)
        guard day != lastDay else { return }
        lastDay = day
        days += 1
    }
}
