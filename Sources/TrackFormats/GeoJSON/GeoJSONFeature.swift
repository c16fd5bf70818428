import FoundationEssentials

/// A feature while it is read, and then given out point by point.
struct GeoJSONFeature {
    enum Shape { case point, line, unknown }

    /// A geometry whose positions are in the spool.
    struct Geometry {
        var shape: Shape
        var type = ""
        var start: Int
        var end: Int

        /// The geometry with the shape that its type tells.
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
    /// Values of the feature as a whole: those of its only point.
    var values: [(field: TrackField, text: [UInt8])] = []
    var kind: Kind?
    /// Above 0 where the feature continues the track of the feature before.
    var part = 0
    /// Whether the line was cut at the 180th meridian with interpolated points.
    var isCut = false
    var lineMetadata = TrackMetadata()
    var hasGeometry = false
    /// The geometry that is being read, and its type as far as that was told.
    var unfinished: Geometry?
    var unfinishedType = ""
    /// Members that were read, with their depths.
    private var members: [(depth: Int, key: String)] = []

    /// Refuses a member that is there twice: either value may be the wrong one.
    mutating func note(_ key: String, _ tokens: GeoJSONTokens) throws(TrackFormatError) {
        guard !members.contains(where: { $0.depth == tokens.depth && $0.key == key }) else {
            throw tokens.failure(.malformed, "the member \(key.debugDescription) appears twice; remove one of them")
        }
        members.append((tokens.depth, key))
    }

    /// Makes what was read before a damage a feature; `false` when there is no position in it.
    mutating func finishDamaged() -> Bool {
        if var geometry = unfinished {
            geometry.end = positions.end
            geometry.type = unfinishedType
            geometry = geometry.shaped
            // The type comes after the coordinates, and is lost.
            if unfinishedType.isEmpty { geometry.shape = .line }
            geometries.append(geometry)
            unfinished = nil
        }
        return geometries.contains { $0.end > $0.start }
    }

    /// What the feature says of itself as a line: its name, description and time.
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
