/// A placemark while its elements come in.
struct KMLPlacemark {
    enum Kind { case track, route, waypoint }

    var metadata = TrackMetadata()
    var line = 0
    /// What our own files say that it is.
    var kind: Kind?
    /// Whether its track or route has begun.
    var hasLine = false
    /// Its only point, or the last of them.
    var waypoint: PointDraft?
    private var values: [(field: TrackField, text: [UInt8])] = []

    /// Takes a value of its extended data.
    mutating func set(_ name: String, _ value: Span<UInt8>) {
        if name == "kind" {
            kind = value.isWord("track") ? .track : value.isWord("route") ? .route : .waypoint
        } else if let field = TrackField(named: name), values.count < 1000 {
            values.append((field, value.withUnsafeBufferPointer { Array($0) }))
        }
    }

    /// Gives a point the values; returns what is wrong with some of them.
    func fill(_ draft: inout PointDraft) -> [String] {
        var complaints: [String] = []
        for value in values where !draft.set(value.field, value.text.span) {
            complaints.append("\"\(value.text.span.excerpt)\" is no \(value.field.key)")
        }
        return complaints
    }
}
