import LKGeo

/// Returns a feature element by element.
struct GeoJSONWalk {
    private enum Step { case position(PointDraft), mark, end }

    private var feature: GeoJSONFeature
    private var geometry = -1
    private var cursor: SpoolCursor
    private var left = 0
    private var ready: [TrackElement] = []
    /// Steps read ahead.
    private var ahead: [Step] = []
    private var hasLine = false
    private var wantsSegment = false

    init(_ feature: GeoJSONFeature) {
        self.feature = feature
        cursor = feature.positions.cursor()
        // A track or route without points has a null geometry.
        if feature.geometries.isEmpty, feature.kind == .track || feature.kind == .route { beginLine(feature.metadata) }
    }

    /// Returns the next element; `nil` at the end.
    mutating func next(_ warnings: inout WarningList) throws(TrackFormatError) -> TrackElement? {
        while ready.isEmpty {
            guard geometry < 0 || left == 0 && ahead.isEmpty else {
                try advance(&warnings)
                continue
            }
            geometry += 1
            guard geometry < feature.geometries.count else { return nil }
            try beginGeometry(&warnings)
        }
        return ready.removeFirst()
    }

    private var shape: GeoJSONFeature.Shape { feature.geometries[geometry].shape }

    private mutating func beginGeometry(_ warnings: inout WarningList) throws(TrackFormatError) {
        let found = feature.geometries[geometry]
        left = (found.end - found.start) / PositionSpool.size
        switch found.shape {
        case .unknown:
            warnings.add(
                feature.line, "a geometry of the type \"\(found.type.prefix(40))\" is neither a track nor a point")
            while left > 0 { _ = try takeStep(&warnings) }
        case .line: if !hasLine { beginLine(feature.metadata) } else { wantsSegment = true }
        case .point: break
        }
    }

    private mutating func beginLine(_ metadata: TrackMetadata) {
        hasLine = true
        wantsSegment = true
        guard feature.part == 0 else { return }
        ready.append(feature.kind == .route ? .routeStart(metadata) : .trackStart(metadata))
    }

    private mutating func advance(_ warnings: inout WarningList) throws(TrackFormatError) {
        switch try step(&warnings) {
        case .end: break
        case .mark: wantsSegment = true
        case .position(let draft):
            if feature.isCut, try skipsCut(draft, &warnings) { return }
            guard let point = point(draft) else {
                let texts = [draft.latitude, draft.longitude].map { $0.map { "\($0)" } ?? "" }
                return warnings.add(
                    draft.point.line ?? feature.line,
                    "latitude \(texts[0]), longitude \(texts[1]) are not a valid position")
            }
            emit(point)
        }
    }

    private func point(_ draft: PointDraft) -> TrackPoint? {
        guard var point = draft.finished() else { return nil }
        if feature.kind == .route || (shape == .point && feature.kind != .track) { point.location.source = .other }
        return point
    }

    private mutating func emit(_ point: TrackPoint) {
        if shape == .point, feature.kind != .track, feature.kind != .route { return ready.append(.waypoint(point)) }
        if shape == .point {
            // A segment of a single point cannot be a line.
            if !hasLine { beginLine(feature.lineMetadata) }
            wantsSegment = true
        }
        if wantsSegment, feature.kind != .route { ready.append(.segmentStart) }
        wantsSegment = false
        ready.append(.point(point))
    }

    /// Returns whether this position and the next were interpolated where the line was cut at the 180th meridian, and
    /// skips them.
    private mutating func skipsCut(
        _ draft: PointDraft, _ warnings: inout WarningList
    ) throws(TrackFormatError) -> Bool {
        guard let longitude = draft.longitude, abs(longitude) == 180 else { return false }
        while ahead.count < 2 { ahead.append(try takeStep(&warnings)) }
        guard case .mark = ahead[0], case .position(let other) = ahead[1], other.longitude == -longitude,
            other.latitude == draft.latitude
        else { return false }
        ahead.removeAll()
        return true
    }

    private mutating func step(_ warnings: inout WarningList) throws(TrackFormatError) -> Step {
        ahead.isEmpty ? try takeStep(&warnings) : ahead.removeFirst()
    }

    /// Returns the next position with the values of its columns.
    private mutating func takeStep(_ warnings: inout WarningList) throws(TrackFormatError) -> Step {
        guard left > 0, let item = try PositionSpool.next(&cursor) else { return .end }
        left -= 1
        switch item {
        case .mark:
            try feature.columns.nextSegment()
            return .mark
        case .position(let latitude, let longitude, let height, let line):
            var draft = PointDraft()
            draft.point.line = line
            draft.latitude = latitude
            draft.longitude = longitude
            if abs(height) < TrackField.maximumMagnitude {
                draft.point.location.ellipsoidalAltitude = height
            } else if !height.isNaN {
                warnings.add(line, "the height of a position is not a valid height")
            }
            if shape == .point {
                for value in feature.values where !value.text.isEmpty {
                    if !draft.set(value.field, value.text.span) {
                        warnings.add(feature.line, "\"\(value.text.span.excerpt)\" is not a valid \(value.field.key)")
                    }
                }
            } else {
                for complaint in try feature.columns.fill(&draft) { warnings.add(line, complaint) }
            }
            return .position(draft)
        }
    }
}
