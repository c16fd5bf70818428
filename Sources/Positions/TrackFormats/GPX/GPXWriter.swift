import LKFormats

/// Writes GPX 1.1, element by element, in constant memory.
///
/// Values for which GPX has no element are written in LocationKit's own within `<extensions>`, speed and course in
/// Garmin's. GPX requires waypoints first, then routes, then tracks.
///
/// Source: GPX 1.1 schema (topografix.com/GPX/1/1/gpx.xsd), Garmin TrackPointExtension v2. See `Docs/Formats/GPX.md`.
package final class GPXWriter: TrackWriting {
    private enum State { case start, waypoints, routePoints, track, segment, finished }

    private let sink: TrackSink
    private let creator: String
    private var state = State.start
    /// The prefixes declared at the beginning of the file.
    private var namespaces: [String: String] = [:]
    private var pointWriter = GPXPointWriter()
    private var fileExtensions: [TrackPoint.Extension] = []
    /// A segment is started with its first point, since many programs fail on empty segments.
    private var wantsSegment = false

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - sink: The destination.
    ///   - creator: The program named as the file's creator.
    package init(to sink: TrackSink, creator: String = "LocationKit") {
        self.sink = sink
        self.creator = creator
    }

    /// Writes an element; see ``TrackWriting/write(_:)``.
    ///
    /// - Throws: ``TrackFormatError/Code/misplaced`` for a waypoint after a route or track and for a route after a track, and
    ///   ``TrackFormatError/Code/unwritable``.
    package func write(_ element: TrackElement) throws(TrackFormatError) {
        guard state != .finished else {
            throw TrackFormatError(code: .misplaced, message: "the GPX file is finished and takes nothing more")
        }
        switch element {
        case .metadata(let metadata):
            // Only metadata before everything else can be written in its position.
            if state == .start { begin(metadata) }
        case .waypoint(let point):
            if state == .start { begin(TrackMetadata()) }
            guard state == .waypoints else { throw Self.misplaced("a waypoint", "routes and tracks") }
            pointWriter.write(point, "wpt", to: &sink.bytes)
        case .routeStart(let metadata):
            if state == .start { begin(TrackMetadata()) }
            guard ![.track, .segment].contains(state) else { throw Self.misplaced("a route", "tracks") }
            endLine()
            beginLine("rte", metadata)
            state = .routePoints
        case .trackStart(let metadata): beginTrack(metadata)
        case .segmentStart:
            if ![.track, .segment].contains(state) { beginTrack(TrackMetadata()) }
            endSegment()
            wantsSegment = true
        case .point(let point):
            if state == .routePoints {
                pointWriter.write(point, "rtept", to: &sink.bytes)
            } else {
                beginSegment()
                pointWriter.write(point, "trkpt", to: &sink.bytes)
            }
        case .segmentExtensions(let extensions):
            guard state == .segment, !wantsSegment else { return }
            GPXExtensions.write(extensions, declared: namespaces, to: &sink.bytes)
            endSegment()
        case .fileExtensions(let extensions): fileExtensions += extensions
        }
        try sink.flushIfFull()
    }

    /// Ends the file; see ``TrackWriting/finish()``.
    ///
    /// - Throws: ``TrackFormatError/Code/unwritable``.
    package func finish() throws(TrackFormatError) {
        if state != .finished {
            if state == .start { begin(TrackMetadata()) }
            endLine()
            GPXExtensions.write(fileExtensions, declared: namespaces, to: &sink.bytes)
            sink.bytes += "</gpx>\n" as StaticString
            state = .finished
        }
        try sink.flush()
    }

    private static func misplaced(_ what: String, _ other: String) -> TrackFormatError {
        TrackFormatError(
            code: .misplaced,
            message: "GPX wants \(what) before \(other)",
            advice: "write the parts of the file in the order of TrackFormat.passes"
        )
    }

    /// How a file begins, up to the name of its creator.
    private static let beginning = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" creator=\""
    /// How a file of LocationKit begins.
    static let mark = "\(beginning)\(ProgramMark.name)\""

    private func begin(_ metadata: TrackMetadata) {
        state = .waypoints
        namespaces = metadata.namespaces.filter { GPXExtensions.isPrefix($0.key) && !$0.value.isEmpty }
        pointWriter.trackPointPrefix = declare(GPXNamespace.trackPoint, "gpxtpx")
        pointWriter.ownPrefix = declare(GPXNamespace.own, "locationkit")
        pointWriter.namespaces = namespaces
        sink.bytes += Self.beginning.utf8
        XMLText.appendAttribute(creator, to: &sink.bytes)
        sink.bytes += "\" xmlns=\"\(GPXNamespace.gpx)\"".utf8
        GPXExtensions.declare(namespaces, to: &sink.bytes)
        sink.bytes += ">\n" as StaticString
        guard metadata.name != nil || metadata.note != nil || metadata.time != nil || !metadata.extensions.isEmpty
        else { return }
        sink.bytes += "<metadata>\n" as StaticString
        var elements = GPXElements(metadata.extensions, order: GPXName.metadataOrder, declared: namespaces)
        elements.text(.name, metadata.name, to: &sink.bytes)
        elements.text(.desc, metadata.note, to: &sink.bytes)
        elements.element(.time, to: &sink.bytes) { ISO8601Time.append(metadata.time, to: &$0) }
        elements.finish(to: &sink.bytes)
        sink.bytes += "</metadata>\n" as StaticString
    }

    /// Returns the prefix of one of LocationKit's namespaces, declared at the beginning of the file.
    private func declare(_ uri: String, _ wanted: String) -> String {
        if let known = namespaces.filter({ $0.value == uri }).keys.min() { return known }
        var prefix = wanted
        while namespaces[prefix] != nil { prefix += "x" }
        namespaces[prefix] = uri
        return prefix
    }

    private func beginTrack(_ metadata: TrackMetadata) {
        if state == .start { begin(TrackMetadata()) }
        endLine()
        beginLine("trk", metadata)
        state = .track
        wantsSegment = true
    }

    private func beginLine(_ name: StaticString, _ metadata: TrackMetadata) {
        sink.bytes += "<" as StaticString
        sink.bytes += name
        sink.bytes += ">\n" as StaticString
        var elements = GPXElements(metadata.extensions, order: GPXName.trackOrder, declared: namespaces)
        elements.text(.name, metadata.name, to: &sink.bytes)
        elements.text(.desc, metadata.note, to: &sink.bytes)
        elements.finish(to: &sink.bytes)
    }

    private func beginSegment() {
        if state != .track && state != .segment { beginTrack(TrackMetadata()) }
        guard wantsSegment else { return }
        sink.bytes += "<trkseg>\n" as StaticString
        state = .segment
        wantsSegment = false
    }

    private func endSegment() {
        guard state == .segment, !wantsSegment else { return }
        sink.bytes += "</trkseg>\n" as StaticString
        wantsSegment = true
    }

    private func endLine() {
        endSegment()
        switch state {
        case .track, .segment: sink.bytes += "</trk>\n" as StaticString
        case .routePoints: sink.bytes += "</rte>\n" as StaticString
        default: break
        }
    }
}
