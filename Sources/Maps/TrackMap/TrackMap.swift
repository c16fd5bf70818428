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

    /// Makes a map without tracks.
    ///
    /// - Parameters:
    ///   - world: Names the places.
    ///   - languages: Those of the names, in order of preference; empty for each place's own.
    ///   - precision: How exactly the map tells where the tracks are; heights and times are only on an exact one.
    ///   - hidden: Areas in which tracks are not shown. Around each a circle is cut that contains it, but has another middle and
    ///     radius, by chance, and each time that a track comes there a little more.
    public init(
        in world: World, languages: [LanguageTag], precision: MapPrecision = .exact, hiding hidden: [HiddenArea] = []
    ) {
        self.init(in: world, languages: languages, precision: precision, hiding: hidden, capacity: Self.capacity)
    }

    /// Makes a map that keeps fewer points.
    package init(
        in world: World, languages: [LanguageTag], precision: MapPrecision = .exact, hiding hidden: [HiddenArea] = [],
        capacity: Int
    ) {
        self.world = world
        self.languages = languages
        self.precision = precision
        sketch = TrackSketch(capacity: capacity)
        trims = hidden.map { TrackTrim($0) }
    }

    /// The circles that are cut out, which contain the hidden areas; photos are left out there too.
    public var trimmedAreas: [HiddenArea] { trims.map(\.area) }

    /// The statistics of all positions that are shown.
    public var statistics: TrackStatistics { sketch.statistics }

    /// The positions that are drawn.
    public var coordinates: [Coordinate] { sketch.points.map(\.coordinate) }

    /// Adds the tracks of a file, element by element; planned routes and waypoints are left out.
    ///
    /// - Throws: ``MapError/Code/dataDamaged``.
    public mutating func add(_ element: TrackElement) throws(MapError) {
        guard case .point(let point) = element else {
            if case .segmentStart = element { lastCoarse = nil }
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
            for location in segment.locations { try add(location) }
        }
    }

    /// Begins a track at the next location, as at the beginning of a file.
    public mutating func startTrack(name: String?) {
        lastCoarse = nil
        for index in trims.indices { trims[index].reset() }
        sketch.startTrack(name: name)
    }

    /// Adds the next location of the track.
    ///
    /// - Throws: ``MapError/Code/dataDamaged``.
    public mutating func add(_ location: Location) throws(MapError) {
        var isHidden = false
        // Each has to see each location.
        for index in trims.indices where trims[index].hides(location.coordinate) { isHidden = true }
        guard !isHidden else {
            hiddenCount += 1
            return sketch.startSegment()
        }
        seen[SeenCell(location.coordinate), default: Seen(first: location.coordinate)].add(location.timestamp)
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
        /// A position there.
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
        guard let best else { return nil }
        return MostSeen(
            coordinate: best.value.first, name: try name(best.value.first), positions: best.value.positions,
            days: best.value.days)
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
}

/// What was seen in a square.
private struct Seen {
    var first: Coordinate
    var positions = 0
    var days = 0
    private var lastDay: Double?

    init(first: Coordinate) { self.first = first }

    /// Tracks are in order of time, so that a day that comes back is rare and counts again.
    mutating func add(_ time: Date?) {
        positions += 1
        guard let day = time.map({ ($0.timeIntervalSince1970 / 86_400).rounded(.down) }), day != lastDay else { return }
        lastDay = day
        days += 1
    }
}

/// Cuts a circle out of tracks whose middle is not the one that is to be hidden.
///
/// The middle is moved by up to the radius, in a random direction, and the radius grows as much and a little more, so that the
/// hidden circle is inside; where it is inside, the ends of no number of tracks tell. Each visit has an extra of its own.
struct TrackTrim: Sendable {
    private let center: Coordinate
    private let radius: Double
    private let extra: Double
    private var visit: Double?

    init(_ area: HiddenArea) {
        var generator = SystemRandomNumberGenerator()
        self.init(area, using: &generator)
    }

    init(_ area: HiddenArea, using generator: inout some RandomNumberGenerator) {
        let hidden = min(max(area.radius, 0), 1e7)
        // The square root makes all places of the circle equally likely.
        let shift = hidden * Double.random(in: 0...1, using: &generator).squareRoot()
        let bearing = Double.random(in: 0..<360, using: &generator)
        center = area.center.destination(bearing: bearing, distance: shift) ?? area.center
        radius = 1.006 * (hidden + shift) + hidden * Double.random(in: 0...0.5, using: &generator)
        extra = 0.4 * hidden
    }

    /// The whole circle.
    var area: HiddenArea { HiddenArea(center, radius: radius + extra) }

    /// Whether a location is cut off; to be asked for each in order.
    mutating func hides(_ coordinate: Coordinate) -> Bool {
        let distance = center.sphericalDistance(to: coordinate)
        guard distance <= radius + extra else {
            visit = nil
            return false
        }
        let limit = visit ?? radius + Double.random(in: 0...extra)
        visit = limit
        return distance <= limit
    }

    /// Begins a new track.
    mutating func reset() { visit = nil }
}
