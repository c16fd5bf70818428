/// Parts of KML that placemarks of all kinds have.
enum KMLText {
    /// The quantities that stand in columns, or in the data of a waypoint.
    static let columns = TrackField.allCases.filter { $0 != .timestamp }

    /// Appends name, description and time, in the order of the schema.
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

    /// Appends longitude, latitude and, if there is one, the height.
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
