import LKFormats
import LKGeo

/// Writes points as comma-separated values (RFC 4180) with a header, row by row.
///
/// Tracks and segments are numbered in columns; a track or segment without points leaves no row. See `Docs/Formats/TrackCSV.md`.
package final class TrackCSVWriter: TrackWriting {
    // gpsbabel reads the last column with "altitude" in its name as the height above sea level.
    private static let fields: [TrackField] = [
        .ellipsoidalAltitude, .altitude, .horizontalAccuracy, .accuracyEstimator, .verticalAccuracy, .speed,
        .speedAccuracy, .course, .courseAccuracy, .verticalSpeed, .fix, .correction, .satellitesUsed,
        .satellitesVisible, .hdop, .timestampDoubt, .device, .simulated, .name, .note, .symbol,
    ]

    private let sink: TrackSink
    private var hasHeader = false
    private var kind: StaticString = "track"
    private var isInLine = false
    private var track = 0
    private var segment = 0
    private var trackName: String?
    private var value: [UInt8] = []

    /// Creates a writer.
    ///
    /// - Parameter sink: The destination.
    package init(to sink: TrackSink) { self.sink = sink }

    /// Writes an element; see ``TrackWriting/write(_:)``.
    ///
    /// - Throws: ``TrackFormatError/Code/unwritable``.
    package func write(_ element: TrackElement) throws(TrackFormatError) {
        writeHeader()
        switch element {
        case .metadata, .segmentExtensions, .fileExtensions: break
        case .waypoint(let point): writeRow(point, "waypoint", isInLine: false)
        case .routeStart(let metadata): begin("route", metadata)
        case .trackStart(let metadata): begin("track", metadata)
        case .segmentStart:
            if !isInLine || !isTrack { begin("track", TrackMetadata()) }
            segment += 1
        case .point(let point):
            if !isInLine { begin("track", TrackMetadata()) }
            if segment == 0, isTrack { segment = 1 }
            writeRow(point, kind, isInLine: true)
        }
        try sink.flushIfFull()
    }

    /// Flushes the output; a file without points contains only the header.
    ///
    /// - Throws: ``TrackFormatError/Code/unwritable``.
    package func finish() throws(TrackFormatError) {
        writeHeader()
        try sink.flush()
    }

    private var isTrack: Bool { kind.utf8CodeUnitCount == 5 && kind.utf8Start[0] == UInt8(ascii: "t") }

    private func begin(_ kind: StaticString, _ metadata: TrackMetadata) {
        self.kind = kind
        isInLine = true
        track += 1
        segment = 0
        trackName = metadata.name
    }

    private func writeHeader() {
        guard !hasHeader else { return }
        hasHeader = true
        let names = Self.fields.map { Self.snake("\($0.key)") }
        let all = ["kind", "track", "segment", "timestamp", "latitude", "longitude"] + names + ["track_name"]
        sink.bytes += "\(all.joined(separator: ","))\r\n".utf8
    }

    /// Returns `horizontalAccuracy` as `horizontal_accuracy`, as in the columns of `locate --format csv`.
    private static func snake(_ name: String) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : "\($1)" }
    }

    private func writeRow(_ point: TrackPoint, _ kind: StaticString, isInLine: Bool) {
        sink.bytes += kind
        sink.bytes.append(0x2C)
        if isInLine { DecimalText.append(Double(track), decimals: 0, to: &sink.bytes) }
        sink.bytes.append(0x2C)
        if isInLine, isTrack { DecimalText.append(Double(segment), decimals: 0, to: &sink.bytes) }
        sink.bytes.append(0x2C)
        _ = TrackField.timestamp.append(point, to: &sink.bytes)
        sink.bytes.append(0x2C)
        DecimalText.append(point.location.coordinate.latitude, decimals: 9, to: &sink.bytes)
        sink.bytes.append(0x2C)
        DecimalText.append(point.location.coordinate.longitude, decimals: 9, to: &sink.bytes)
        for field in Self.fields {
            sink.bytes.append(0x2C)
            guard field.isText else {
                _ = field.append(point, to: &sink.bytes)
                continue
            }
            value.removeAll(keepingCapacity: true)
            if field.append(point, to: &value) { appendQuoted(value) }
        }
        sink.bytes.append(0x2C)
        if isInLine, let trackName { appendQuoted(Array(trackName.utf8)) }
        sink.bytes += "\r\n" as StaticString
    }

    /// Appends a field, quoted if necessary.
    private func appendQuoted(_ text: [UInt8]) {
        let needsQuotes =
            text.first == 0x20 || text.last == 0x20
            || text.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 10 || $0 == 13 }
        guard needsQuotes else { return sink.bytes += text }
        sink.bytes.append(UInt8(ascii: "\""))
        for byte in text {
            if byte == UInt8(ascii: "\"") { sink.bytes.append(byte) }
            sink.bytes.append(byte)
        }
        sink.bytes.append(UInt8(ascii: "\""))
    }
}
