import Geo

/// A `gx:Track` that has been read, with its values in columns.
struct KMLTrack {
    var positions = PositionSpool()
    var columns = TrackColumns()
    var altitudeMode = KMLAltitudeMode.clampToGround
    /// How many `when` and `coord` there were, of which one belongs to the other.
    var count = (times: 0, positions: 0)
    private var cursor: SpoolCursor?

    /// The next point; `nil` at the end.
    mutating func next(_ warnings: inout WarningList) throws(TrackFormatError) -> TrackPoint? {
        while true {
            var cursor = cursor ?? positions.cursor()
            let item = try PositionSpool.next(&cursor)
            self.cursor = cursor
            guard case .position(let latitude, let longitude, let height, let line) = item else { return nil }
            var draft = PointDraft()
            draft.point.line = line
            draft.latitude = latitude
            draft.longitude = longitude
            draft.point.location.altitude = altitudeMode.altitude(height)
            if !height.isNaN, !KMLAltitudeMode.isNumber(height) {
                warnings.add(line, "the height of a position is no height")
            }
            for complaint in try columns.fill(&draft) { warnings.add(line, complaint) }
            if let point = draft.finished() { return point }
            warnings.add(line, "a point of the track has no position")
        }
    }
}

/// What the third number of a position means.
enum KMLAltitudeMode {
    case clampToGround, relativeToGround, absolute

    /// Whether a number can be a height at all.
    static func isNumber(_ number: Double) -> Bool { abs(number) < TrackField.limit }

    /// The height above mean sea level; `nil` where the number says none.
    func altitude(_ number: Double) -> Double? {
        guard Self.isNumber(number), self != .relativeToGround else { return nil }
        // Programs that know no height write 0 and let the map choose.
        return self == .clampToGround && number == 0 ? nil : number
    }
}
