import LKFormats

// Parses a feature from the tokens.
extension GeoJSONFeature {
    private static let maximumGeometries = 100_000

    /// Reads the value of a member of a feature, or of a geometry in its place.
    mutating func readMember(_ key: String, _ tokens: inout GeoJSONTokens) throws(TrackFormatError) {
        if key == "geometry" || key == "properties" { try note(key, tokens) }
        switch key {
        case "geometry": try readGeometry(&tokens)
        case "properties": try readProperties(&tokens)
        default: try tokens.skip()
        }
    }

    private mutating func readGeometry(_ tokens: inout GeoJSONTokens) throws(TrackFormatError) {
        let token = try tokens.next()
        guard token == .beginObject else { return try tokens.skip(token) }
        try readGeometryMembers(&tokens)
    }

    /// Reads geometries, including those in collections, with a counter instead of recursion.
    mutating func readGeometryMembers(_ tokens: inout GeoJSONTokens) throws(TrackFormatError) {
        hasGeometry = true
        let outside = tokens.depth - 1
        var type = ""
        var geometry: Geometry?
        unfinishedType = ""
        while tokens.depth > outside {
            switch try tokens.next() {
            case .endObject:
                if var found = geometry {
                    found.type = type
                    try add(found, &tokens)
                }
                (geometry, type) = (nil, "")
                (unfinished, unfinishedType) = (nil, "")
            case .key:
                switch tokens.text.span.string {
                case "type":
                    guard type.isEmpty else { throw tokens.failure(.malformed, "a geometry has two types") }
                    let token = try tokens.next()
                    if token == .string { type = tokens.text.span.string } else { try tokens.skip(token) }
                    unfinishedType = type
                case "coordinates":
                    guard geometry == nil else { throw tokens.failure(.malformed, "a geometry has coordinates twice") }
                    geometry = try readCoordinates(&tokens)
                // The loop then reads the objects in it.
                case "geometries": (type, unfinishedType) = ("", "")
                default: try tokens.skip()
                }
            case .end: return
            default: continue
            }
        }
    }

    private mutating func add(_ geometry: Geometry, _ tokens: inout GeoJSONTokens) throws(TrackFormatError) {
        guard geometries.count < Self.maximumGeometries else {
            throw tokens.failure(.tooLarge, "a feature of more than \(Self.maximumGeometries) geometries")
        }
        geometries.append(geometry.shaped)
    }

    /// Reads positions at any depth of arrays; each array of positions ends with a mark.
    mutating func readCoordinates(_ tokens: inout GeoJSONTokens) throws(TrackFormatError) -> Geometry {
        var geometry = Geometry(shape: .unknown, start: positions.end, end: positions.end)
        unfinished = geometry
        let token = try tokens.next()
        guard token == .beginArray else {
            try tokens.skip(token)
            return geometry
        }
        let outside = tokens.depth - 1
        var numbers = (Double.nan, Double.nan, Double.nan)
        var count = 0
        var hasPositions = false
        var line = tokens.line
        while tokens.depth > outside {
            switch try tokens.next() {
            case .beginArray:
                count = 0
                line = tokens.line
                numbers = (.nan, .nan, .nan)
            case let token where token == .number || token == .null:
                let number = token == .null ? .nan : DecimalText.parse(tokens.text.span) ?? .infinity
                if count == 0 { numbers.0 = number } else if count == 1 { numbers.1 = number }
                if count == 2 { numbers.2 = number }
                count += 1
            case .endArray:
                if count > 0 {
                    try positions.append(latitude: numbers.1, longitude: numbers.0, height: numbers.2, line: line)
                    hasPositions = true
                } else if hasPositions {
                    try positions.appendMark()
                    hasPositions = false
                }
                count = 0
            case .end: break
            default: throw tokens.failure(.malformed, "expected a position: longitude, latitude and perhaps height")
            }
        }
        geometry.end = positions.end
        return geometry
    }

    private mutating func readProperties(_ tokens: inout GeoJSONTokens) throws(TrackFormatError) {
        let token = try tokens.next()
        guard token == .beginObject else { return try tokens.skip(token) }
        let outside = tokens.depth - 1
        while tokens.depth > outside {
            switch try tokens.next() {
            case .key: try readProperty(tokens.text.span.string, &tokens)
            case .end: return
            default: continue
            }
        }
    }

    private mutating func readProperty(_ key: String, _ tokens: inout GeoJSONTokens) throws(TrackFormatError) {
        let token = try tokens.next()
        switch (key, token) {
        // The loop then reads its members as properties.
        case ("coordinateProperties", .beginObject): return
        case ("kind", .string):
            switch tokens.text.span.string {
            case "track": kind = .track
            case "route": kind = .route
            case "waypoint": kind = .waypoint
            default: break
            }
        case ("part", .number): part = Int(DecimalText.parse(tokens.text.span).map { min(max($0, 0), 1e9) } ?? 0)
        case ("antimeridianCut", .true): isCut = true
        case ("trackName", .string): lineMetadata.name = tokens.text.span.string
        case ("trackDescription", .string): lineMetadata.note = tokens.text.span.string
        case ("trackTime", .string): lineMetadata.time = ISO8601Time.parse(tokens.text.span)
        default:
            guard let field = TrackField(named: key) else { return try tokens.skip(token) }
            try note(key, tokens)
            switch token {
            case .string, .number: values.append((field, tokens.text))
            case .true: values.append((field, Array("true".utf8)))
            case .beginArray: try readColumn(field, &tokens)
            default: try tokens.skip(token)
            }
        }
    }

    private mutating func readColumn(_ field: TrackField, _ tokens: inout GeoJSONTokens) throws(TrackFormatError) {
        guard columns.begin(field) else {
            throw tokens.failure(.malformed, "there are two columns of \(field.key); remove one of them")
        }
        let outside = tokens.depth - 1
        while tokens.depth > outside {
            let token = try tokens.next()
            switch token {
            case .string, .number: try columns.append(tokens.text.span)
            case .true: try columns.append(Array("true".utf8).span)
            case .false, .null: try columns.append([UInt8]().span)
            case .endArray: if tokens.depth == outside + 1 { try columns.appendMark() }
            case .beginObject:
                try tokens.skip(token)
                try columns.append([UInt8]().span)
            case .end: return
            default: continue
            }
        }
    }
}
