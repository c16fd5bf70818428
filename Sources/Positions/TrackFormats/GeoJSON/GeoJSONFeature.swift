import FoundationEssentials

/// A feature that is read as a whole and then returned point by point.
struct GeoJSONFeature {
    enum Shape { case point, line, unknown }

    /// A geometry whose positions are in the spool.
    struct Geometry {
        var shape: Shape
        var type = ""
        var start: Int
        var end: Int

        /// The geometry with the shape that its type implies.
        var shaped: Geometry {
            var geometry = self
            switch type {
            case "Point", "MultiPoint": geometry.shape = .point
            case "LineString", "MultiLineString": geometry.shape = .line
            default: geometry.shape = .unknown
            }
            return geometry
        }
    }

    enum Kind { case track, route, waypoint }

    var line = 0
    var positions = PositionSpool()
    var geometries: [Geometry] = []
    var columns = TrackColumns()
    /// Values of the whole feature, which are those of its only point.
    var values: [(field: TrackField, text: [UInt8])] = []
    var kind: Kind?
    /// Above 0 if the feature continues the previous feature's track.
    var part = 0
    /// Whether the line was cut at the 180th meridian with interpolated points.
    var isCut = false
    var lineMetadata = TrackMetadata()
    var hasGeometry = false
    /// The geometry that is being read, and its type if known.
    var unfinished: Geometry?
    var unfinishedType = ""
    /// The members read so far, with their depths.
    private var members: [(depth: Int, key: String)] = []

    /// Rejects a duplicate member: either value may be wrong.
    mutating func note(_ key: String, _ tokens: GeoJSONTokens) throws(TrackFormatError) {
        guard !members.contains(where: { $0.depth == tokens.depth && $0.key == key }) else {
            throw tokens.failure(.malformed, "the member \(key.debugDescription) appears twice; remove one of them")
        }
        members.append((tokens.depth, key))
    }

    /// Completes a feature from the part before the damage; returns `false` if that contains no position.
    mutating func finishDamaged() -> Bool {
        if var geometry = unfinished {
            geometry.end = positions.end
            geometry.type = unfinishedType
            geometry = geometry.shaped
            // The type follows the coordinates, and is lost.
            if unfinishedType.isEmpty { geometry.shape = .line }
            geometries.append(geometry)
            unfinished = nil
        }
        return geometries.contains { $0.end > $0.start }
    }

    /// The feature's metadata as a line: name, description and time.
    var metadata: TrackMetadata {
        var metadata = TrackMetadata()
        for value in values {
            switch value.field {
            case .name: metadata.name = value.text.span.string
            case .note: metadata.note = value.text.span.string
            case .timestamp: metadata.time = ISO8601Time.parse(value.text.span)
            default: break
            }
        }
        return metadata
    }
}
