import Geo

/// The parts of GeoJSON (RFC 7946) that the tool writes.
enum GeoJSONText {
    /// Writes a point as the next value: longitude, latitude and, where known, the height above the ellipsoid in metres.
    static func writePoint(_ coordinate: Coordinate, altitude: Double? = nil, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "Point")
            writer.key("coordinates")
            writer.array { writer in
                writer.value(coordinate.longitude, decimals: 9)
                writer.value(coordinate.latitude, decimals: 9)
                if let altitude, altitude.isFinite { writer.value(altitude, decimals: 3) }
            }
        }
    }
}
