import LKFormats
import LKGeo

// Columns of `gx:Track`.
extension KMLParser {
    func addCoordinate(_ value: Span<UInt8>) {
        // Some programs separate the numbers with commas here, too.
        let numbers = Self.numbers(value, value.withUnsafeBufferPointer { $0.contains(0x2C) } ? 0x2C : 0x20)
        track?.count.positions += 1
        // KML 2.3 allows an empty element where data is missing.
        let line = value.isEmpty ? KMLTrack.missing : stream?.line ?? 0
        spooling { [line] track throws(TrackFormatError) in
            try track.positions.append(
                latitude: numbers[1] ?? .nan, longitude: numbers[0] ?? .nan, height: numbers[2] ?? .nan, line: line)
        }
    }

    func addTime(_ value: Span<UInt8>) {
        if track?.columns.contains(.timestamp) == false { _ = track?.columns.begin(.timestamp) }
        track?.count.times += 1
        let bytes = value.withUnsafeBufferPointer { Array($0) }
        spooling { track throws(TrackFormatError) in try track.columns.append(bytes.span, to: .timestamp) }
    }

    func beginColumn() {
        guard let field = TrackField(named: dataName) else {
            dataName = ""
            return
        }
        if track?.columns.begin(field) == false {
            warn("a second column of \(field.key) is not read")
            dataName = ""
        }
    }

    func addValue(_ value: Span<UInt8>) {
        guard !dataName.isEmpty, let field = TrackField(named: dataName) else { return }
        let bytes = value.withUnsafeBufferPointer { Array($0) }
        spooling { track throws(TrackFormatError) in try track.columns.append(bytes.span, to: field) }
    }

    func spooling(_ body: (inout KMLTrack) throws(TrackFormatError) -> Void) {
        guard var track else { return }
        self.track = nil
        do throws(TrackFormatError) { try body(&track) } catch { refuse(error) }
        self.track = track
    }

    func finishTrack() {
        guard let track else { return }
        self.track = nil
        let (times, positions) = track.count
        if times > 0, times != positions {
            warnings.add(
                stream?.line ?? 0, "a track has \(times) times for \(positions) positions; they may not belong together"
            )
        }
        beginLine()
        items.append(.track(track))
    }
}

/// A `gx:Track` with its values in columns.
struct KMLTrack {
    var positions = PositionSpool()
    var columns = TrackColumns()
    var altitudeMode = KMLAltitudeMode.clampToGround
    /// The number of `when` and `coord` elements, which correspond pairwise.
    var count = (times: 0, positions: 0)
    private var cursor: SpoolCursor?
    /// The line of an empty position.
    static let missing = -2
    /// Whether positions are missing before the next point, and whether there were any points.
    private var isInterrupted = false
    private var hasPoints = false
    private var held: TrackPoint?

    /// Returns the next point, or the beginning of a segment where positions are missing; `nil` at the end.
    mutating func next(_ warnings: inout WarningList) throws(TrackFormatError) -> TrackElement? {
        if let point = held {
            held = nil
            return .point(point)
        }
        guard let point = try nextPoint(&warnings) else { return nil }
        let begins = isInterrupted && hasPoints
        (isInterrupted, hasPoints) = (false, true)
        guard begins else { return .point(point) }
        held = point
        return .segmentStart
    }

    private mutating func nextPoint(_ warnings: inout WarningList) throws(TrackFormatError) -> TrackPoint? {
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
                warnings.add(line, "the height of a position is not a valid height")
            }
            let complaints = try columns.fill(&draft)
            if line == Self.missing {
                isInterrupted = true
                continue
            }
            for complaint in complaints { warnings.add(line, complaint) }
            if let point = draft.finished() { return point }
            warnings.add(line, "a point of the track has no position")
        }
    }
}

/// The meaning of the third number of a position.
enum KMLAltitudeMode {
    case clampToGround, relativeToGround, absolute

    /// Returns whether a number is plausible as a height.
    static func isNumber(_ number: Double) -> Bool { abs(number) < TrackField.maximumMagnitude }

    /// Returns the height above mean sea level; `nil` if the number is not one.
    func altitude(_ number: Double) -> Double? {
        guard Self.isNumber(number), self != .relativeToGround else { return nil }
        // Programs without a height write 0 and clamp to the ground.
        return self == .clampToGround && number == 0 ? nil : number
    }
}
