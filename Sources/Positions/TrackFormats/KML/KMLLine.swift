import LKGeo

/// Collects a track or route for a placemark, which needs all of it.
struct KMLLine {
    /// Consecutive points that either all have times or all have none.
    struct Run {
        var start = 0
        var count = 0
        var isTimed = false
        var hasAltitudes = true
        /// The quantities of its points, as bits.
        var fields: UInt64 = 0
    }

    let metadata: TrackMetadata
    let isRoute: Bool
    private var points = PointSpool()
    private var run = Run()
    /// Completed runs; there may be as many as points.
    private let runs = Spool(maximumInMemory: 1 << 16)
    private var runCount = 0
    private var untimedCount = 0

    init(metadata: TrackMetadata = TrackMetadata(), isRoute: Bool = false) {
        self.metadata = metadata
        self.isRoute = isRoute
    }

    mutating func append(_ point: TrackPoint) throws(TrackFormatError) {
        // Routes are plans, so their lines have no times and viewers do not play them.
        let isTimed = !isRoute && TrackField.timestamp.isKnown(in: point)
        if run.count > 0, run.isTimed != isTimed { try endRun() }
        if run.count == 0 { run.start = points.end }
        run.isTimed = isTimed
        run.count += 1
        run.hasAltitudes = run.hasAltitudes && TrackField.altitude.isKnown(in: point)
        for field in TrackField.allCases where field.isKnown(in: point) { run.fields |= 1 << UInt64(field.rawValue) }
        try points.append(point)
    }

    /// Ends a segment.
    mutating func endRun() throws(TrackFormatError) {
        guard run.count > 0 else { return }
        let flags = (run.isTimed ? 1 : 0) | (run.hasAltitudes ? 2 : 0)
        for word in [UInt64(run.start), UInt64(run.count), UInt64(flags), run.fields] { runs.append(word) }
        try runs.spillIfFull()
        runCount += 1
        if !run.isTimed { untimedCount += 1 }
        run = Run()
    }

    /// Writes the placemark.
    mutating func write(to sink: TrackSink) throws(TrackFormatError) {
        try endRun()
        sink.bytes += "<Placemark>" as StaticString
        KMLText.appendHead(metadata, to: &sink.bytes)
        if runCount == 0 || untimedCount > 0 {
            // Without this, readers would treat lines as tracks and points as waypoints.
            sink.bytes += "<ExtendedData>" as StaticString
            KMLText.appendData("kind", (isRoute ? "route" : "track").utf8, to: &sink.bytes)
            sink.bytes += "</ExtendedData>" as StaticString
        }
        let around = runCount < 2 ? nil : untimedCount == 0 ? "gx:MultiTrack" : "MultiGeometry"
        if let around { sink.bytes += "<\(around)>\n".utf8 }
        var cursor = SpoolCursor(runs)
        while !cursor.isAtEnd {
            let words = try cursor.read(32) { record in
                (
                    PointSpool.number(record, at: 0, size: 8), PointSpool.number(record, at: 8, size: 8),
                    PointSpool.number(record, at: 16, size: 8), PointSpool.number(record, at: 24, size: 8)
                )
            }
            let run = Run(
                start: Int(words.0), count: Int(words.1), isTimed: words.2 & 1 != 0, hasAltitudes: words.2 & 2 != 0,
                fields: words.3)
            if run.isTimed { try writeTrack(run, to: sink) } else { try writeLine(run, to: sink) }
        }
        if let around { sink.bytes += "</\(around)>".utf8 }
        sink.bytes += "</Placemark>\n" as StaticString
    }

    private func writeLine(_ run: Run, to sink: TrackSink) throws(TrackFormatError) {
        let name: String = run.count == 1 ? "Point" : "LineString"
        sink.bytes += "<\(name)>".utf8
        if run.hasAltitudes { sink.bytes += "<altitudeMode>absolute</altitudeMode>" as StaticString }
        sink.bytes += "<coordinates>" as StaticString
        try points.forEach(.altitude, from: run.start, maximumCount: run.count) {
            (item, value) throws(TrackFormatError) in
            guard case .point(let position) = item else { return }
            KMLText.append(position, value, separator: 0x2C, to: &sink.bytes)
            sink.bytes.append(10)
            try sink.flushIfFull()
        }
        sink.bytes += "</coordinates></\(name)>\n".utf8
    }

    private func writeTrack(_ run: Run, to sink: TrackSink) throws(TrackFormatError) {
        sink.bytes += "<gx:Track>\n" as StaticString
        if run.hasAltitudes { sink.bytes += "<altitudeMode>absolute</altitudeMode>\n" as StaticString }
        try points.forEach(.timestamp, from: run.start, maximumCount: run.count) {
            (_, value) throws(TrackFormatError) in
            sink.bytes += "<when>" as StaticString
            value.withUnsafeBufferPointer { sink.bytes += $0 }
            sink.bytes += "</when>\n" as StaticString
            try sink.flushIfFull()
        }
        try points.forEach(.altitude, from: run.start, maximumCount: run.count) {
            (item, value) throws(TrackFormatError) in
            guard case .point(let position) = item else { return }
            sink.bytes += "<gx:coord>" as StaticString
            // If only some heights are known, they are in a column, since the map ignores those of positions.
            KMLText.append(position, value, separator: 0x20, to: &sink.bytes)
            sink.bytes += "</gx:coord>\n" as StaticString
            try sink.flushIfFull()
        }
        let columns = KMLText.columns.filter {
            run.fields & (1 << UInt64($0.rawValue)) != 0 && !($0 == .altitude && run.hasAltitudes)
        }
        if !columns.isEmpty { try writeColumns(columns, run, to: sink) }
        sink.bytes += "</gx:Track>\n" as StaticString
    }

    private func writeColumns(_ columns: [TrackField], _ run: Run, to sink: TrackSink) throws(TrackFormatError) {
        sink.bytes += "<ExtendedData><SchemaData schemaUrl=\"#point\">\n" as StaticString
        for field in columns {
            sink.bytes += "<gx:SimpleArrayData name=\"\(field.key)\">\n".utf8
            try points.forEach(field, from: run.start, maximumCount: run.count) { (_, value) throws(TrackFormatError) in
                sink.bytes += "<gx:value>" as StaticString
                value.withUnsafeBufferPointer { XMLText.append(utf8: $0, isAttribute: false, to: &sink.bytes) }
                sink.bytes += "</gx:value>\n" as StaticString
                try sink.flushIfFull()
            }
            sink.bytes += "</gx:SimpleArrayData>\n" as StaticString
        }
        sink.bytes += "</SchemaData></ExtendedData>\n" as StaticString
    }
}
