/// The parts of a track file that some formats require in a particular order.
package struct TrackParts: OptionSet, Sendable {
    /// The parts as bits.
    package let rawValue: UInt8

    /// Creates a set from bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Waypoints.
    package static let waypoints = TrackParts(rawValue: 1)
    /// Planned routes.
    package static let routes = TrackParts(rawValue: 2)
    /// Recorded tracks.
    package static let tracks = TrackParts(rawValue: 4)
    /// All parts.
    package static let all: TrackParts = [.waypoints, .routes, .tracks]
}

extension TrackFormat {
    /// The parts that can be written in one pass over a source, in the order of the passes.
    ///
    /// GPX requires waypoints, routes and tracks in this order; the other formats accept any order.
    package var passes: [TrackParts] { self == .gpx ? [.waypoints, .routes, .tracks] : [.all] }

    /// Copies a whole source to a sink in this format, in as many passes as it needs, in constant memory.
    ///
    /// - Parameters:
    ///   - sink: Where the bytes go.
    ///   - open: Gives a reader at the beginning of the source, once for each pass.
    /// - Throws: What making a writer, reading and writing throw; what came before a damage of the source has been written then, in the passes
    ///   that were made.
    package func copy(
        to sink: TrackSink, from open: () throws(TrackFormatError) -> any TrackReading
    ) throws(TrackFormatError) {
        let writer = try writer(to: sink)
        // Metadata after the points are known from the second pass on.
        var late: [Int: TrackMetadata] = [:]
        for (index, parts) in passes.enumerated() {
            let reader = try open()
            var count = 0
            var line = TrackParts.tracks
            while var element = try reader.next() {
                let part: TrackParts
                switch element {
                case .routeStart(let metadata):
                    if let more = late[count] { element = .routeStart(metadata.completed(by: more)) }
                    count += 1
                case .trackStart(let metadata):
                    if let more = late[count] { element = .trackStart(metadata.completed(by: more)) }
                    count += 1
                default: break
                }
                switch element {
                case .metadata:
                    if index == 0 { try writer.write(element) }
                    continue
                case .fileExtensions:
                    if index == passes.count - 1 { try writer.write(element) }
                    continue
                case .waypoint: part = .waypoints
                case .routeStart:
                    line = .routes
                    part = line
                case .trackStart, .segmentStart:
                    line = .tracks
                    part = line
                case .point, .segmentExtensions: part = line
                }
                if parts.contains(part) { try writer.write(element) }
            }
            late = reader.lateMetadata
        }
        try writer.finish()
    }
}

extension TrackFormat {
    /// Copies a whole source to a sink as ``copy(to:from:)``, and finds out what was lost on the way.
    ///
    /// - Parameters:
    ///   - sink: Where the bytes go.
    ///   - name: The name of the source in messages.
    ///   - isLog: Whether the source is a track log, which may have no points yet.
    ///   - open: Gives a reader at the beginning of the source, once for each pass.
    /// - Returns: Warnings about parts that could not be used.
    /// - Throws: As ``copy(to:from:)``, and ``TrackFormatError/Code/empty`` for a source without positions, so that an existing file is
    ///   not replaced with an empty one.
    package func copyReporting(
        to sink: TrackSink, name: String, isLog: Bool, from open: () throws(TrackFormatError) -> any TrackReading
    ) throws(TrackFormatError) -> TrackWarnings {
        var last: PositionCounter?
        try copy(to: sink) { () throws(TrackFormatError) in
            let reader = PositionCounter(try open())
            // Each pass reads the whole file, so the last reader's warnings cover all.
            last = reader
            return reader
        }
        var warnings = last.map { TrackWarnings($0) } ?? TrackWarnings()
        if passes.count == 1, last?.lateMetadata.isEmpty == false {
            warnings.notes.append(
                TrackWarnings.Note(
                    "names that come after the points of their tracks are not written in \(title); GPX keeps them"))
        }
        if last?.isEmpty == true, !isLog || warnings.count > 0 {
            let reason = warnings.lines(path: name).first.map { " (\($0))" } ?? ""
            throw TrackFormatError(
                code: .empty, message: "\(name) has nothing that can be used, and nothing was written\(reason)")
        }
        return warnings
    }
}

extension TrackMetadata {
    /// Returns the metadata with those of another value where they are unknown.
    func completed(by other: TrackMetadata) -> TrackMetadata {
        var result = self
        result.name = name ?? other.name
        result.note = note ?? other.note
        result.extensions += other.extensions
        return result
    }
}
