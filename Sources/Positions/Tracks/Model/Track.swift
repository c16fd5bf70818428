public import FoundationEssentials
public import LKGeo
public import LKTrackFormats

/// A track: segments of locations in recorded order.
///
/// ```swift
/// var track = Track(name: "Morning walk")
/// track.segments = [Track.Segment(locations)]
/// print(track.statistics.distance, track.location(at: photoDate)?.kind ?? "nowhere")
/// ```
public struct Track: Hashable, Sendable, Codable {
    /// A part of a track without a gap.
    public struct Segment: Hashable, Sendable, Codable {
        /// The locations in recorded order.
        public var locations: [Location]

        /// Creates a segment.
        public init(_ locations: [Location] = []) { self.locations = locations }
    }

    /// The name of the track.
    public var name: String?

    /// A comment.
    public var note: String?

    /// The segments, between which nothing was recorded.
    public var segments: [Segment]

    /// The waypoints.
    public var waypoints: [Waypoint]

    /// Creates a track.
    public init(name: String? = nil, note: String? = nil, segments: [Segment] = [], waypoints: [Waypoint] = []) {
        self.name = name
        self.note = note
        self.segments = segments
        self.waypoints = waypoints
    }

    /// All locations of all segments, in order.
    public var locations: some Sequence<Location> { segments.lazy.flatMap(\.locations) }

    /// The number of locations.
    public var count: Int { segments.reduce(0) { $0 + $1.locations.count } }

    /// Whether there are no locations.
    public var isEmpty: Bool { segments.allSatisfy(\.locations.isEmpty) }
}

extension Track {
    /// Reads all tracks of a file into one, in memory; ``TrackFile`` reads one of any size point by point.
    ///
    /// ```swift
    /// let track = try Track(contentsOf: URL(filePath: "walk.gpx"))
    /// ```
    ///
    /// - Parameter url: A track log, or a file in any `TrackFormat`; planned routes are left out.
    /// - Throws: `TrackFormatError` when the file cannot be read or is damaged, or has no position that can be used (`empty`).
    public init(contentsOf url: URL) throws(TrackFormatError) { self = try TrackFile(url).track() }

    /// Reads all tracks of a reader into one.
    ///
    /// - Parameter reader: A reader at the beginning of its file.
    /// - Throws: `TrackFormatError`, as the reader.
    package init(reading reader: any TrackReading) throws(TrackFormatError) {
        self.init()
        var isRoute = false
        while let element = try reader.next() {
            switch element {
            case .metadata(let metadata), .trackStart(let metadata):
                name = name ?? metadata.name
                note = note ?? metadata.note
                isRoute = false
            case .routeStart: isRoute = true
            case .segmentStart:
                isRoute = false
                segments.append(Segment())
            case .point(let point) where !isRoute:
                if segments.isEmpty { segments.append(Segment()) }
                segments[segments.count - 1].locations.append(point.location)
            case .waypoint(let point):
                waypoints.append(Waypoint(point.location, name: point.name, note: point.note, symbol: point.symbol))
            case .point, .segmentExtensions, .fileExtensions: break
            }
        }
        segments.removeAll(where: \.locations.isEmpty)
    }

    /// Writes the track in a format.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - sink: The destination.
    /// - Throws: `TrackFormatError`, as the writer.
    package func write(_ format: TrackFormat, to sink: TrackSink) throws(TrackFormatError) {
        let writer = try format.writer(to: sink)
        let metadata = TrackMetadata(name: name, note: note)
        try writer.write(.metadata(metadata))
        for waypoint in waypoints {
            try writer.write(
                .waypoint(
                    TrackPoint(waypoint.location, name: waypoint.name, note: waypoint.note, symbol: waypoint.symbol)))
        }
        try writer.write(.trackStart(metadata))
        for segment in segments where !segment.locations.isEmpty {
            try writer.write(.segmentStart)
            for location in segment.locations { try writer.write(.point(TrackPoint(location))) }
        }
        try writer.finish()
    }
}

/// A marked position.
public struct Waypoint: Hashable, Sendable, Codable {
    /// The position and time.
    public var location: Location

    /// The name.
    public var name: String?

    /// A comment.
    public var note: String?

    /// The name of a map symbol, as in Garmin receivers: `Flag, Blue`.
    public var symbol: String?

    /// Creates a waypoint.
    public init(_ location: Location, name: String? = nil, note: String? = nil, symbol: String? = nil) {
        self.location = location
        self.name = name
        self.note = note
        self.symbol = symbol
    }

    /// Creates a waypoint of a visit: where it was, at the time of its arrival.
    ///
    /// ```swift
    /// for visit in try log.visits() { track.waypoints.append(Waypoint(visit, name: "Stop")) }
    /// ```
    public init(_ visit: Visit, name: String? = nil, note: String? = nil, symbol: String? = nil) {
        var location = Location(coordinate: visit.coordinate)
        location.timestamp = visit.arrival
        self.init(location, name: name, note: note, symbol: symbol)
    }
}
