import LKFormats
import LKGeo

// Points and lines.
extension KMLParser {
    func beginGeometry() { altitudeMode = .clampToGround }

    func startLine() {
        guard !placemark.hasLine else { return }
        placemark.hasLine = true
        emit(placemark.kind == .route ? .routeStart(placemark.metadata) : .trackStart(placemark.metadata))
    }

    func beginLine() {
        startLine()
        if placemark.kind != .route { emit(.segmentStart) }
    }

    func takePoint() {
        let text = text
        guard let draft = draft(text.span.extracting(text.span.trimmed), separator: UInt8(ascii: ",")) else { return }
        switch placemark.kind {
        case .track, .route:
            guard let point = draft.finished() else { return }
            beginLine()
            emit(.point(point))
        default:
            // Later elements of the placemark belong to the next waypoint, too.
            flushWaypoint()
            placemark.waypoint = draft
        }
    }

    func flushWaypoint() {
        guard var draft = placemark.waypoint else { return }
        placemark.waypoint = nil
        draft.point.name = placemark.metadata.name
        draft.point.note = placemark.metadata.note
        draft.point.location.timestamp = placemark.metadata.time
        for complaint in placemark.fill(&draft) { warnings.add(placemark.line, complaint) }
        draft.point.location.source = .other
        if let point = draft.finished() { emit(.waypoint(point)) }
    }

    func finishPlacemark() {
        flushWaypoint()
        // A track or route without points.
        if !placemark.hasLine, placemark.kind == .track || placemark.kind == .route { startLine() }
    }

    /// Reads positions from the text of a line, which may have any length.
    func takeTokens(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes {
            if byte <= 0x20 {
                if !text.isEmpty { takeToken() }
            } else if text.count < 256 {
                text.append(byte)
            }
        }
    }

    func takeToken() {
        defer { text.removeAll(keepingCapacity: true) }
        let token = text
        guard !token.isEmpty, let draft = draft(token.span, separator: UInt8(ascii: ",")) else { return }
        guard var point = draft.finished() else { return }
        if placemark.kind == .route { point.location.source = .other }
        emit(.point(point))
    }

    /// Parses longitude, latitude and optional height; returns nothing, with a warning, if they are not a valid
    /// position.
    func draft(_ value: Span<UInt8>, separator: UInt8) -> PointDraft? {
        let numbers = Self.numbers(value, separator)
        var draft = PointDraft()
        draft.point.line = stream?.line
        draft.longitude = numbers[0]
        draft.latitude = numbers[1]
        draft.point.location.altitude = numbers[2].flatMap { altitudeMode.altitude($0) }
        guard draft.finished() != nil else {
            warn("\"\(value.excerpt)\" is not a valid position: longitude, latitude and perhaps height")
            return nil
        }
        if numbers[2].map(KMLAltitudeMode.isNumber) == false {
            warn("the height in \"\(value.excerpt)\" is not a valid height")
        }
        return draft
    }

    /// Returns the first three numbers of a position; infinite for anything else.
    static func numbers(_ value: Span<UInt8>, _ separator: UInt8) -> [Double?] {
        var numbers: [Double?] = []
        var start = 0
        for index in 0...value.count where numbers.count < 3 {
            guard index == value.count || value[index] == separator else { continue }
            if index > start || separator != 0x20 {
                let part = value.extracting(start..<index)
                let number = part.extracting(part.trimmed)
                numbers.append(number.isEmpty ? nil : DecimalText.parse(number) ?? .infinity)
            }
            start = index + 1
        }
        return numbers + repeatElement(nil, count: 3 - numbers.count)
    }
}
