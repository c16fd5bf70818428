import FoundationEssentials
import LKFormats
import LKGeo

// Writes lines from the spool.
extension TrackGeoJSONWriter {
    func writeSpool() throws(TrackFormatError) {
        guard points.count > 0 else { return }
        beginFeature(isRoute ? "route" : "track")
        appendMetadata(name: "name", note: "description", time: "time")
        if isCut { sink.bytes += ",\"antimeridianCut\":true" as StaticString }
        let isMultiple = points.marks > 0
        if points.fields.contains(.timestamp) {
            sink.bytes += ",\"coordTimes\":" as StaticString
            try appendColumn(.timestamp, isMultiple)
        }
        let columns = TrackField.allCases.filter {
            $0 != .timestamp && $0 != .ellipsoidalAltitude && points.fields.contains($0)
        }
        for (index, field) in columns.enumerated() {
            sink.bytes += index == 0 ? ",\"coordinateProperties\":{\"" : ",\"" as StaticString
            sink.bytes += field.key
            sink.bytes += "\":" as StaticString
            try appendColumn(field, isMultiple)
        }
        if !columns.isEmpty { sink.bytes += "}" as StaticString }
        sink.bytes += "},\"geometry\":{\"type\":\"" as StaticString
        sink.bytes += isMultiple ? "MultiLineString" : "LineString" as StaticString
        sink.bytes += "\",\"coordinates\":" as StaticString
        try appendColumn(nil, isMultiple)
        sink.bytes += "}}" as StaticString
        points.removeAll()
        isCut = false
        parts += 1
    }

    /// Appends the values of a quantity, or the positions, of all points.
    func appendColumn(_ field: TrackField?, _ isMultiple: Bool) throws(TrackFormatError) {
        sink.bytes += isMultiple ? "[[" : "[" as StaticString
        var isFirst = true
        try points.forEach(field ?? .ellipsoidalAltitude) { (item, value) throws(TrackFormatError) in
            switch item {
            case .mark:
                sink.bytes += "],[" as StaticString
                isFirst = true
            case .point(let position):
                if !isFirst { sink.bytes.append(0x2C) }
                isFirst = false
                if let field {
                    Self.append(value, field, to: &sink.bytes)
                } else {
                    Self.append(position, height: value, to: &sink.bytes)
                }
            }
            try sink.flushIfFull()
        }
        sink.bytes += isMultiple ? "]]" : "]" as StaticString
    }

    static func append(_ value: Span<UInt8>, _ field: TrackField, to bytes: inout [UInt8]) {
        guard !value.isEmpty else { return bytes += "null" as StaticString }
        value.withUnsafeBufferPointer { value in
            if field.isText { JSONString.append(utf8: value, to: &bytes) } else { bytes += value }
        }
    }

    static func append(_ position: PointSpool.Position, height: Span<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        DecimalText.append(position.longitude, decimals: 9, to: &bytes)
        bytes.append(0x2C)
        DecimalText.append(position.latitude, decimals: 9, to: &bytes)
        if !height.isEmpty {
            bytes.append(0x2C)
            height.withUnsafeBufferPointer { bytes += $0 }
        }
        bytes.append(UInt8(ascii: "]"))
    }

    func appendKey(_ key: StaticString) {
        sink.bytes += ",\"" as StaticString
        sink.bytes += key
        sink.bytes += "\":" as StaticString
    }

    func appendMember(_ key: StaticString, _ text: String?) {
        guard let text else { return }
        appendKey(key)
        JSONString.append(text, to: &sink.bytes)
    }

    func appendTime(_ key: StaticString, _ time: Date?) {
        var text: [UInt8] = []
        guard ISO8601Time.append(time, to: &text) else { return }
        appendKey(key)
        text.withUnsafeBufferPointer { JSONString.append(utf8: $0, to: &sink.bytes) }
    }
}

/// The point at which the short way between two points crosses the 180th meridian.
///
/// Source: RFC 7946, section 3.1.9. Lines in GeoJSON are straight in degrees, so the latitude is interpolated linearly.
struct AntimeridianCrossing {
    /// The point on the meridian, with interpolated time and height.
    let location: Location
    /// Whether the way runs east.
    let isEastward: Bool

    init?(_ from: Location, _ to: Location) {
        let (start, end) = (from.coordinate, to.coordinate)
        guard abs(end.longitude - start.longitude) > 180 else { return nil }
        isEastward = start.longitude > end.longitude
        let before = 180 - abs(start.longitude)
        let whole = before + 180 - abs(end.longitude)
        let share = whole > 0 ? before / whole : 0
        let latitude = start.latitude + (end.latitude - start.latitude) * share
        guard let coordinate = Coordinate(latitude: latitude, longitude: -180) else { return nil }
        var location = Location(coordinate: coordinate, source: .track)
        if let first = from.timestamp, let last = to.timestamp {
            location.timestamp = first + last.timeIntervalSince(first) * share
        }
        if let first = from.ellipsoidalAltitude, let last = to.ellipsoidalAltitude {
            location.ellipsoidalAltitude = first + (last - first) * share
        }
        self.location = location
    }
}
