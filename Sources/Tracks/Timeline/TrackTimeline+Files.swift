public import TrackFormats

extension TrackTimeline {
    /// Adds all tracks of a file as one, without their waypoints and planned routes.
    ///
    /// The file is read element by element, and of each location only the numbers are kept that it has: 180,000 points of GPX
    /// take 8 MB.
    ///
    /// - Parameters:
    ///   - path: A track log, GPX, GeoJSON, KML, CSV or NMEA; its name is the track's where that has none.
    ///   - salvaging: Whether a damaged file gives what is whole, and a warning, instead of an error.
    /// - Returns: What was passed over.
    /// - Throws: `TrackFormatError` when the file cannot be read or is damaged; nothing is added then.
    @discardableResult public mutating func append(
        contentsOf path: String, salvaging: Bool = false
    ) throws(TrackFormatError) -> TrackWarnings {
        let name = path.split(separator: "/").last.map(String.init)
        let reader = try TrackFile.reader(path: path, salvaging: salvaging)
        try append(reading: reader, named: name)
        return TrackWarnings(reader)
    }

    /// Adds all tracks that a reader gives as one.
    ///
    /// - Parameters:
    ///   - reader: A reader at the beginning of its file.
    ///   - fallback: What the track is called if it does not say so itself.
    /// - Throws: `TrackFormatError`, as the reader; nothing is added then.
    public mutating func append(
        reading reader: any TrackReading, named fallback: String? = nil
    ) throws(TrackFormatError) {
        var intake = TrackIntake(track: names.count)
        var name: String?
        var isRoute = false
        while let element = try reader.next() {
            switch element {
            case .metadata(let metadata), .trackStart(let metadata):
                name = name ?? metadata.name
                isRoute = false
            case .routeStart: isRoute = true
            case .segmentStart:
                isRoute = false
                intake.startSegment()
            case .point(let point): if !isRoute { intake.add(point.location) }
            case .waypoint, .segmentExtensions, .fileExtensions: break
            }
        }
        intake.finishSegment()
        append(intake, name: name ?? fallback)
    }
}
