import FoundationEssentials
import LKFormats
import LKGeo

/// Writes KML 2.2, element by element, in constant memory.
///
/// A track with times becomes a `gx:Track` (several segments: a `gx:MultiTrack`) with the other values in columns;
/// without times it becomes a `LineString`, which cannot hold them. A track is written when it ends. See
/// `Docs/Formats/KML.md`.
package final class KMLWriter: TrackWriting {
    private let sink: TrackSink
    private var hasHeader = false
    private var isFinished = false
    private var line = KMLLine()
    private var isInLine = false

    /// Creates a writer.
    ///
    /// - Parameter sink: The destination.
    package init(to sink: TrackSink) { self.sink = sink }

    /// Writes an element; see ``TrackWriting/write(_:)``.
    ///
    /// - Throws: ``TrackFormatError/Code/unwritable``, ``TrackFormatError/Code/misplaced`` after the end.
    package func write(_ element: TrackElement) throws(TrackFormatError) {
        guard !isFinished else {
            throw TrackFormatError(code: .misplaced, message: "the KML file is finished and takes nothing more")
        }
        switch element {
        case .metadata(let metadata): writeHeader(metadata)
        case .waypoint(let point): writeWaypoint(point)
        case .routeStart(let metadata): try begin(metadata, isRoute: true)
        case .trackStart(let metadata): try begin(metadata, isRoute: false)
        case .segmentStart:
            if !isInLine || line.isRoute { try begin(TrackMetadata(), isRoute: false) }
            try line.endRun()
        case .point(let point):
            if !isInLine { try begin(TrackMetadata(), isRoute: false) }
            try line.append(point)
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
            sink.bytes += "</Document>\n</kml>\n" as StaticString
            isFinished = true
        }
        try sink.flush()
    }

    private func begin(_ metadata: TrackMetadata, isRoute: Bool) throws(TrackFormatError) {
        try endLine()
        line = KMLLine(metadata: metadata, isRoute: isRoute)
        isInLine = true
    }

    private func endLine() throws(TrackFormatError) {
        guard isInLine else { return }
        isInLine = false
        writeHeader(TrackMetadata())
        try line.write(to: sink)
        line = KMLLine()
    }

    private func writeHeader(_ metadata: TrackMetadata) {
        guard !hasHeader else { return }
        hasHeader = true
        sink.bytes += ProgramMark.xmlProlog.utf8
        sink.bytes += "<kml xmlns=\"http://www.opengis.net/kml/2.2\"" as StaticString
        sink.bytes += " xmlns:gx=\"http://www.google.com/kml/ext/2.2\">\n<Document>\n" as StaticString
        KMLText.appendHead(metadata, to: &sink.bytes)
        sink.bytes += "<Schema id=\"point\">\n" as StaticString
        for field in KMLText.columns {
            sink.bytes +=
                "<gx:SimpleArrayField name=\"\(field.key)\" type=\"\(field.isText ? "string" : "float")\"/>\n".utf8
        }
        sink.bytes += "</Schema>\n" as StaticString
    }

    private func writeWaypoint(_ point: TrackPoint) {
        writeHeader(TrackMetadata())
        sink.bytes += "<Placemark>" as StaticString
        KMLText.appendHead(
            TrackMetadata(name: point.name, note: point.note, time: point.location.timestamp), to: &sink.bytes)
        let start = sink.bytes.count
        sink.bytes += "<ExtendedData>" as StaticString
        let empty = sink.bytes.count
        var value: [UInt8] = []
        for field in KMLText.columns where field != .name && field != .note && field != .altitude {
            value.removeAll(keepingCapacity: true)
            guard field.append(point, to: &value) else { continue }
            KMLText.appendData(field.key, value, to: &sink.bytes)
        }
        if sink.bytes.count == empty {
            sink.bytes.removeLast(empty - start)
        } else {
            sink.bytes += "</ExtendedData>" as StaticString
        }
        sink.bytes += "<Point>" as StaticString
        if TrackField.altitude.isKnown(in: point) {
            sink.bytes += "<altitudeMode>absolute</altitudeMode>" as StaticString
        }
        sink.bytes += "<coordinates>" as StaticString
        var altitude: [UInt8] = []
        _ = TrackField.altitude.append(point, to: &altitude)
        KMLText.append(
            PointSpool.Position(point.location.coordinate), altitude.span, separator: 0x2C, to: &sink.bytes)
        sink.bytes += "</coordinates></Point></Placemark>\n" as StaticString
    }
}

/// The parts that placemarks of all kinds have in common.
enum KMLText {
    /// The quantities in columns, or in the data of a waypoint.
    static let columns = TrackField.allCases.filter { $0 != .timestamp }

    /// Appends name, description and time, in schema order.
    static func appendHead(_ metadata: TrackMetadata, to bytes: inout [UInt8]) {
        if let name = metadata.name {
            bytes += "<name>" as StaticString
            XMLText.append(name, to: &bytes)
            bytes += "</name>" as StaticString
        }
        if let note = metadata.note {
            bytes += "<description>" as StaticString
            XMLText.append(note, to: &bytes)
            bytes += "</description>" as StaticString
        }
        var time: [UInt8] = []
        if ISO8601Time.append(metadata.time, to: &time) {
            bytes += "<TimeStamp><when>" as StaticString
            bytes += time
            bytes += "</when></TimeStamp>" as StaticString
        }
    }

    /// Appends a value of extended data.
    static func appendData(_ name: StaticString, _ value: some Sequence<UInt8>, to bytes: inout [UInt8]) {
        bytes += "<Data name=\"" as StaticString
        bytes += name
        bytes += "\"><value>" as StaticString
        XMLText.append(utf8: value, isAttribute: false, to: &bytes)
        bytes += "</value></Data>" as StaticString
    }

    /// Appends longitude, latitude and, if known, the height.
    static func append(
        _ position: PointSpool.Position, _ altitude: Span<UInt8>, separator: UInt8, to bytes: inout [UInt8]
    ) {
        DecimalText.append(position.longitude, decimals: 9, to: &bytes)
        bytes.append(separator)
        DecimalText.append(position.latitude, decimals: 9, to: &bytes)
        guard !altitude.isEmpty else { return }
        bytes.append(separator)
        altitude.withUnsafeBufferPointer { bytes += $0 }
    }
}
