import Geo
public import TrackFormats

extension Track {
    /// Reads all tracks of a file into one, in memory; for what need not be kept read its elements one by one.
    ///
    /// ```swift
    /// let track = try Track(contentsOf: "walk.gpx")
    /// ```
    ///
    /// - Parameter path: A track log, GPX, GeoJSON, KML, CSV or NMEA; planned routes are left out.
    /// - Throws: `TrackFormatError` when the file cannot be read or is damaged.
    public init(contentsOf path: String) throws(TrackFormatError) {
        try self.init(reading: try TrackFile.reader(path: path))
    }

    /// Takes all tracks that a reader gives into one.
    ///
    /// - Parameter reader: A reader at the beginning of its file.
    /// - Throws: `TrackFormatError`, as the reader.
    public init(reading reader: any TrackReading) throws(TrackFormatError) {
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
    ///   - sink: Where the bytes go.
    /// - Throws: `TrackFormatError`, as the writer.
    public func write(_ format: TrackFormat, to sink: TrackSink) throws(TrackFormatError) {
        let writer = format.writer(to: sink)
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
