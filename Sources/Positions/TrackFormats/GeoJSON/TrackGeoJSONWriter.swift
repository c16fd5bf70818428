import FoundationEssentials
import LKFormats
import LKGeo

/// Writes a feature collection of GeoJSON (RFC 7946), element by element, in constant memory.
///
/// A track is one feature, written when it ends: its times in `coordTimes`, other values in `coordinateProperties`. Lines that cross the
/// 180th meridian are cut there (section 3.1.9). See `Docs/Formats/TrackGeoJSON.md`.
package final class TrackGeoJSONWriter: TrackWriting {
    let sink: TrackSink
    private var hasHeader = false
    private var hasFeatures = false
    private var isFinished = false
    var points = PointSpool()
    var isRoute = false
    private var isInLine = false
    private var metadata = TrackMetadata()
    /// The number of features written for the line.
    var parts = 0
    /// The first point of a segment, which may remain its only one.
    private var held: TrackPoint?
    /// The last point of the segment in the spool.
    private var before: TrackPoint?
    var isCut = false

    /// Creates a writer.
    ///
    /// - Parameter sink: The destination.
    package init(to sink: TrackSink) { self.sink = sink }

    /// Writes an element; see ``TrackWriting/write(_:)``.
    ///
    /// - Throws: ``TrackFormatError/Code/unwritable``, ``TrackFormatError/Code/misplaced`` after the end.
    package func write(_ element: TrackElement) throws(TrackFormatError) {
        guard !isFinished else {
            throw TrackFormatError(code: .misplaced, message: "the GeoJSON file is finished and takes nothing more")
        }
        switch element {
        case .metadata(let metadata): writeHeader(metadata)
        case .waypoint(let point): writePoint(point, "waypoint")
        case .routeStart(let metadata): try begin(metadata, isRoute: true)
        case .trackStart(let metadata): try begin(metadata, isRoute: false)
        case .segmentStart:
            if !isInLine || isRoute { try begin(TrackMetadata(), isRoute: false) }
            try endSegment()
        case .point(let point):
            if !isInLine { try begin(TrackMetadata(), isRoute: false) }
            try add(point)
        case .segmentExtensions, .fileExtensions: break
        }
        try sink.flushIfFull()
    }

    /// Ends the file; see ``TrackWriting/finish()``.
    ///
    /// - Throws: ``TrackFormatError/Code/unwritable``.
    package func finish() throws(TrackFormatError) {
        if !isFinished {
            try endLine()
            writeHeader(TrackMetadata())
            sink.bytes += "\n]}\n" as StaticString
            isFinished = true
        }
        try sink.flush()
    }

    private func begin(_ metadata: TrackMetadata, isRoute: Bool) throws(TrackFormatError) {
        try endLine()
        (self.metadata, self.isRoute, isInLine, parts) = (metadata, isRoute, true, 0)
    }

    private func add(_ point: TrackPoint) throws(TrackFormatError) {
        if let last = before {
            try cut(from: last, to: point)
        } else if let first = held {
            held = nil
            if points.count > 0 { try points.appendMark() }
            try points.append(first)
            try cut(from: first, to: point)
        } else {
            held = point
            return
        }
        try points.append(point)
        before = point
    }

    /// Cuts the line at the 180th meridian, if the way between two points crosses it, and continues it on the other
    /// side.
    private func cut(from: TrackPoint, to: TrackPoint) throws(TrackFormatError) {
        guard let crossing = AntimeridianCrossing(from.location, to.location) else { return }
        isCut = true
        let point = TrackPoint(crossing.location)
        let latitude = crossing.location.coordinate.latitude
        try points.append(point, at: .init(latitude: latitude, longitude: crossing.isEastward ? 180 : -180))
        try points.appendMark()
        try points.append(point, at: .init(latitude: latitude, longitude: crossing.isEastward ? -180 : 180))
    }

    private func endSegment() throws(TrackFormatError) {
        before = nil
        guard let single = held else { return }
        held = nil
        try writeSpool()
        writePoint(single, isRoute ? "route" : "track")
        parts += 1
    }

    private func endLine() throws(TrackFormatError) {
        guard isInLine else { return }
        try endSegment()
        try writeSpool()
        if parts == 0 {
            beginFeature(isRoute ? "route" : "track")
            appendMetadata(name: "name", note: "description", time: "time")
            sink.bytes += "},\"geometry\":null}" as StaticString
        }
        isInLine = false
    }

    /// How a file begins; a foreign member names the program, as RFC 7946 allows.
    static let mark = "{\"type\":\"FeatureCollection\",\"generator\":\"\(ProgramMark.name)\""

    private func writeHeader(_ metadata: TrackMetadata) {
        guard !hasHeader else { return }
        hasHeader = true
        sink.bytes += Self.mark.utf8
        appendMember("name", metadata.name)
        appendMember("description", metadata.note)
        appendTime("time", metadata.time)
        sink.bytes += ",\"features\":[" as StaticString
    }

    func beginFeature(_ kind: StaticString) {
        writeHeader(TrackMetadata())
        sink.bytes += hasFeatures ? ",\n" : "\n" as StaticString
        hasFeatures = true
        sink.bytes += "{\"type\":\"Feature\",\"properties\":{\"kind\":\"" as StaticString
        sink.bytes += kind
        sink.bytes += "\"" as StaticString
    }

    func appendMetadata(name: StaticString, note: StaticString, time: StaticString) {
        appendMember(name, metadata.name)
        appendMember(note, metadata.note)
        appendTime(time, metadata.time)
        if parts > 0 { sink.bytes += ",\"part\":\(parts)".utf8 }
    }

    private func writePoint(_ point: TrackPoint, _ kind: StaticString) {
        beginFeature(kind)
        if kind.utf8CodeUnitCount != 8 {
            appendMetadata(name: "trackName", note: "trackDescription", time: "trackTime")
        }
        var value: [UInt8] = []
        for field in TrackField.allCases where field != .ellipsoidalAltitude {
            value.removeAll(keepingCapacity: true)
            guard field.append(point, to: &value) else { continue }
            appendKey(field.key)
            Self.append(value.span, field, to: &sink.bytes)
        }
        sink.bytes += "},\"geometry\":{\"type\":\"Point\",\"coordinates\":" as StaticString
        var height: [UInt8] = []
        _ = TrackField.ellipsoidalAltitude.append(point, to: &height)
        Self.append(PointSpool.Position(point.location.coordinate), height: height.span, to: &sink.bytes)
        sink.bytes += "}}" as StaticString
    }
}
