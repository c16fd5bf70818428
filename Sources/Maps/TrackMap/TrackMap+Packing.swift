import FoundationEssentials
import LKFormats
import LKGazetteer
import LKGeo
import LKGeocoding
import LKTracks

extension TrackMap {
    /// Bits of a point: which of its values are known, and where lines end.
    private enum Flag {
        static let altitude: UInt64 = 1
        static let time: UInt64 = 2
        static let segment: UInt64 = 4
        static let track: UInt64 = 8
    }

    /// Returns the tracks as tracks.js reads them; Docs/Maps.md describes the format.
    ///
    /// - Throws: ``MapError/Code/nothingToShow`` without positions, and ``MapError/Code/dataDamaged``.
    func packed() throws(MapError) -> PackedBytes {
        var sketch = sketch
        sketch.finish()
        let points = sketch.points
        guard !points.isEmpty else {
            throw MapError(
                .nothingToShow,
                hiddenCount > 0
                    ? "all \(hiddenCount) positions of tracks are hidden" : "there are no positions of tracks")
        }
        var bytes = PackedBytes()
        bytes.append(count: units == .metric ? 0 : 1)
        bytes.append(count: points.count)
        bytes.append(column: points.lazy.map { Int64(($0.coordinate.latitude * 1e5).rounded()) })
        bytes.append(column: points.lazy.map { Int64(($0.coordinate.longitude * 1e5).rounded()) })
        bytes.append(column: points.lazy.map { Int64($0.distance.rounded()) })
        var track = -1
        for point in points {
            var flags: UInt64 = point.startsSegment ? Flag.segment : 0
            if point.track != track { flags |= Flag.track }
            if point.altitude.isFinite { flags |= Flag.altitude }
            if Self.isKnown(point.time) { flags |= Flag.time }
            track = point.track
            bytes.append(flags)
        }
        bytes.append(
            column: points.lazy.filter { $0.altitude.isFinite }.map {
                Int64((min(max($0.altitude, -1e6), 1e9) * 10).rounded())
            })
        bytes.append(column: points.lazy.filter { Self.isKnown($0.time) }.map { Int64($0.time.rounded()) })
        // Simplifying may leave nothing of a track, which then has no flag either.
        let drawn = Set(points.map(\.track))
        var offsets = ZoneOffsets(world)
        // A track's times are those of the place where they begin.
        var offset: [Int: Int] = [:]
        for point in points where offset[point.track] == nil && Self.isKnown(point.time) {
            offset[point.track] = try offsets.offset(at: point.coordinate, point.time)
        }
        bytes.append(count: drawn.count)
        for (index, track) in sketch.tracks.enumerated() where drawn.contains(index) {
            bytes.append(PageText.clean(track.name ?? ""))
            bytes.append(count: Int((track.end - track.start).rounded()))
            bytes.append(count: track.ascent == nil ? 0 : 1)
            if let ascent = track.ascent { bytes.append(signed: Int64(min(max(ascent, 0), 1e12).rounded())) }
            bytes.append(signed: Int64(offset[index] ?? 0))
        }
        append(sketch.statistics, to: &bytes)
        try append(sketch.visits, sketch, to: &bytes, &offsets)
        bytes.append(count: sketch.visitCount)
        bytes.append(count: max(jumpCount, 0))
        bytes.append(count: Int(min(sketch.statistics.shownMovingDistance ?? 0, 1e12).rounded()))
        return bytes
    }

    /// The times of the years 0 to 9999, so that differences have bounds.
    private static let knownTimes = -62_167_219_200.0...253_402_300_799.0
    private static func isKnown(_ time: Double) -> Bool { knownTimes.contains(time) }

    /// Appends the figures of `track info` in metres and seconds, each after a byte that is 0 if it is unknown and 1
    /// otherwise.
    private func append(_ statistics: TrackStatistics, to bytes: inout PackedBytes) {
        func append(_ value: Double?, _ scale: Double = 1) {
            let whole = value.map { Int64((min(max($0 * scale, -1e12), 1e12)).rounded()) }
            bytes.append(count: whole == nil ? 0 : 1)
            if let whole { bytes.append(signed: whole) }
        }
        append(Double(statistics.count))
        append(precision == .exact ? statistics.distance : nil)
        append(statistics.recordedSeconds > 0 ? statistics.movingSeconds : nil)
        append(statistics.maximumSpeed, 100)
        let hasHeights = statistics.lowestAltitude != nil
        append(hasHeights ? statistics.ascent : nil)
        append(hasHeights ? statistics.descent : nil)
        append(statistics.lowestAltitude)
        append(statistics.highestAltitude)
        for edge in [\BoundingBox.south, \.west, \.north, \.east] { append(statistics.bounds?[keyPath: edge], 1e5) }
    }

    private func append(
        _ visits: [Visit], _ sketch: TrackSketch, to bytes: inout PackedBytes, _ offsets: inout ZoneOffsets
    ) throws(MapError) {
        let stops = visits.sorted { $0.arrival < $1.arrival }
        bytes.append(count: stops.count)
        let names = try names(of: stops.map(\.coordinate))
        for (stop, name) in zip(stops, names) {
            bytes.append(signed: Int64((stop.coordinate.latitude * 1e5).rounded()))
            bytes.append(signed: Int64((stop.coordinate.longitude * 1e5).rounded()))
            let arrival = stop.arrival.timeIntervalSince1970
            let time = min(max(arrival, Self.knownTimes.lowerBound), Self.knownTimes.upperBound)
            bytes.append(signed: Int64(time))
            bytes.append(signed: Int64(try offsets.offset(at: stop.coordinate, time)))
            bytes.append(count: Int(min(max(stop.seconds, 0), 1e10)))
            bytes.append(count: Int((sketch.distance(at: stop.arrival) ?? 0).rounded()))
            bytes.append(name)
        }
    }
}

extension MapPage {
    /// Shows tracks.
    ///
    /// - Throws: ``MapError/Code/nothingToShow`` without positions, and ``MapError/Code/dataDamaged``.
    public mutating func add(_ tracks: TrackMap) throws(MapError) {
        if try tracks.namesStreets() { namesStreets = true }
        parts.append(Part(name: "tracks", script: .tracksScript, style: .tracksStyle, data: try tracks.packed()))
    }
}

/// Looks up how far clocks are east of UTC.
private struct ZoneOffsets {
    private let world: World
    private var zones: [String: ZoneFile?] = [:]

    init(_ world: World) { self.world = world }

    /// Returns the offset in seconds east of UTC at a position and time; 0 where it is unknown.
    mutating func offset(at coordinate: Coordinate, _ time: Double) throws(MapError) -> Int {
        do throws(GeocodingError) {
            guard let name = try world.timeZone(at: coordinate) else { return 0 }
            let zone = zones[name] ?? ZoneFile(named: name)
            zones[name] = .some(zone)
            return zone?.offset(at: Int(time)) ?? 0
        } catch {
            throw MapError(error)
        }
    }
}
