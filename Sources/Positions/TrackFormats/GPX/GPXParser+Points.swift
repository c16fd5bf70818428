import FoundationEssentials
import LKFormats
import LKGeo

extension GPXParser {
    func startPoint(
        _ name: GPXName, latitude: UnsafeBufferPointer<UInt8>?, longitude: UnsafeBufferPointer<UInt8>?, line: Int?
    ) {
        tellFile()
        // Track points outside segments form one segment.
        if contexts.last == .track || contexts.last == .route { tellLine() }
        if name == .trkpt, contexts.last == .track, !isSegmentTold {
            isSegmentTold = true
            emit(.segmentStart)
        }
        contexts.append(.point)
        pointKind = name
        draft.point.line = line
        draft.latitude = Self.number(latitude)
        draft.longitude = Self.number(longitude)
        if draft.latitude == nil || draft.longitude == nil || !isOnEarth {
            let texts = [latitude, longitude].map { $0?.span.excerpt ?? "" }
            warn("latitude \"\(texts[0])\", longitude \"\(texts[1])\" are not a valid position", draft.point.line)
            draft.latitude = nil
        }
        if name != .trkpt { draft.point.location.source = .other }
        extensionSize = 0
    }

    func finishPoint() {
        // GPX does not say how many dimensions a corrected fix has; infer them from the height.
        if draft.point.location.fix == nil, draft.point.location.correction == .dgps || hasPreciseFix {
            draft.point.location.fix = draft.point.location.altitude == nil ? .twoDimensional : .threeDimensional
        }
        hasPreciseFix = false
        guard let point = draft.taken() else { return }
        emit(pointKind == .wpt ? .waypoint(point) : .point(point))
    }

    /// Sets a value of a point; returns `false` when it is invalid.
    func setPoint(_ name: GPXName, _ value: Span<UInt8>) -> Bool {
        switch name {
        case .ele: return draft.set(.altitude, value)
        case .geoidheight:
            draft.geoidHeight = DecimalText.parse(value).flatMap { abs($0) < TrackField.maximumMagnitude ? $0 : nil }
            return draft.geoidHeight != nil
        case .hdop: return draft.set(.hdop, value)
        case .sat: return draft.set(.satellitesUsed, value)
        case .speed: return draft.set(.speed, value)
        case .course: return draft.set(.course, value)
        case .time:
            draft.point.location.timestamp = ISO8601Time.parse(value)
            return draft.point.location.timestamp != nil
        case .name: draft.point.name = value.string
        case .desc: draft.point.note = value.string
        case .sym: draft.point.symbol = value.string
        case .fix:
            if value.isWord("dgps") {
                draft.point.location.correction = .dgps
            } else if value.isWord("pps") {
                draft.point.location.correction = .precise
                hasPreciseFix = true
            } else {
                // If it is invalid, the fix stays unknown.
                _ = draft.set(.fix, value)
            }
        default: break
        }
        return true
    }

    func isOwn(_ tag: XMLTag) -> Bool {
        guard let colon = tag.name.firstIndex(of: UInt8(ascii: ":")) else {
            return namespaces.uri(of: "") == GPXNamespace.own
        }
        return namespaces.uri(of: String(decoding: tag.name[..<colon], as: UTF8.self)) == GPXNamespace.own
    }

    /// Reads the attributes of LocationKit's own element.
    func setOwn(_ tag: XMLTag) {
        tag.forEachAttribute { name, value in
            guard !value.isEmpty, let field = TrackField.ofOwnElement.first(where: { name.span.isWord($0.key) }) else {
                return
            }
            if !draft.set(field, value.span) { warn("\"\(value.span.excerpt)\" is not a valid \(field.key)") }
        }
    }

    private var isOnEarth: Bool {
        guard let latitude = draft.latitude, let longitude = draft.longitude else { return false }
        return abs(latitude) <= 90 && abs(longitude) <= 360
    }

    private static func number(_ text: UnsafeBufferPointer<UInt8>?) -> Double? {
        guard let span = text?.span else { return nil }
        let range = span.trimmed
        return DecimalText.parse(span.extracting(range))
    }
}

extension TrackField {
    /// The attributes of LocationKit's element `location`: values for which neither GPX nor Garmin has an element.
    static let ofOwnElement: [TrackField] = [
        .horizontalAccuracy, .accuracyEstimator, .verticalAccuracy, .speedAccuracy, .courseAccuracy, .verticalSpeed,
        .ellipsoidalAltitude, .fix, .correction, .satellitesUsed, .satellitesVisible, .timestampDoubt, .device,
        .simulated,
    ]
}
