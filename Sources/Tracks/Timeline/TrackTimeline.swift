public import FoundationEssentials
public import Geo
public import TrackFormats

/// Tracks made ready for the question where something was at a moment.
///
/// Each answer takes time in proportion to the logarithm of the number of locations. Several tracks may cover the same time: the
/// answer that is nearest to a recorded location wins, an interpolated one before an extrapolated one.
///
/// ```swift
/// let timeline = TrackTimeline([track], maximumGap: 120)
/// if let position = timeline.position(at: photoDate) { print(position.kind, position.location.coordinate) }
/// ```
///
/// Files of any size are added with ``append(contentsOf:salvaging:)``, which keeps their locations in a tenth of the memory of a ``Track``.
public struct TrackTimeline: Sendable {
    /// How far a location may stand for what was not recorded.
    struct Limits: Sendable {
        var gap: Double
        var extrapolation: Double
        var distance: Double
    }

    private let limits: Limits

    /// The most seconds between two locations of a segment to interpolate between them.
    public var maximumGap: Double { limits.gap }

    /// The most seconds before the first or after the last of them that a location stands for.
    public var maximumExtrapolation: Double { limits.extrapolation }

    /// The most metres between two locations of a segment to interpolate between them.
    public var maximumDistance: Double { limits.distance }

    /// What the tracks are called, in the order they were given.
    public private(set) var names: [String?] = []

    private var runs: [TrackRun] = []
    private var index = RunIndex()

    /// Makes tracks ready.
    ///
    /// Locations without a time are passed over. Of several with the same time the last counts, as receivers improve a fix in
    /// steps. Where the time goes back inside a segment a new run begins, so that a clock that was set never mixes two stretches
    /// of the way; a segment that is told backwards from end to end is turned round.
    ///
    /// - Parameters:
    ///   - tracks: The tracks.
    ///   - maximumGap: The most seconds between two locations to interpolate between them; 300 when left out.
    ///   - maximumExtrapolation: The most seconds beyond the ends that a location stands for; 30 when left out.
    ///   - maximumDistance: The most metres between two locations to interpolate between them; no limit when left out.
    public init(
        _ tracks: [Track] = [], maximumGap: Double = 300, maximumExtrapolation: Double = 30,
        maximumDistance: Double = .infinity
    ) {
        limits = Limits(gap: maximumGap, extrapolation: maximumExtrapolation, distance: maximumDistance)
        for track in tracks { append(track) }
    }

    /// Adds a track behind the others.
    ///
    /// - Parameter track: The track.
    public mutating func append(_ track: Track) {
        var intake = TrackIntake(track: names.count)
        for segment in track.segments {
            intake.startSegment()
            for location in segment.locations { intake.add(location) }
            intake.finishSegment()
        }
        names.append(track.name)
        add(intake.runs)
    }

    /// Goes on with the last track by a location that has just been recorded; the first one begins a track.
    ///
    /// - Parameter location: The location; one without a time is passed over.
    public mutating func append(_ location: Location) {
        guard let time = location.timestamp?.timeIntervalSinceReferenceDate, time.isFinite else { return }
        if names.isEmpty { names.append(nil) }
        let track = names.count - 1
        // Only numbers are taken out of the last run, so that it is not copied.
        let last = runs.last.map { (origin: $0.origin, end: $0.last) }
        if let last, last.origin.track == track, time == last.end {
            runs[runs.count - 1].table.replaceLast(location, time: time)
        } else {
            if last?.origin.track != track || time < last?.end ?? 0 {
                let segment = last?.origin.track == track ? last?.origin.segment ?? 0 : 0
                runs.append(TrackRun(origin: TrackPosition.Origin(track: track, segment: segment)))
            }
            runs[runs.count - 1].table.append(location, time: time)
        }
        index = RunIndex(runs)
    }

    /// Adds the runs of a track.
    mutating func append(_ intake: TrackIntake, name: String?) {
        names.append(name)
        add(intake.runs)
    }

    private mutating func add(_ new: [TrackRun]) {
        runs += new
        index = RunIndex(runs)
    }

    /// The first and the last moment for which a location was recorded; `nil` when there is none with a time.
    public var interval: ClosedRange<Date>? {
        guard let first = runs.map(\.first).min(), let last = runs.map(\.last).max() else { return nil }
        return Date(timeIntervalSinceReferenceDate: first)...Date(timeIntervalSinceReferenceDate: last)
    }

    /// How many locations there are.
    public var count: Int { runs.reduce(0) { $0 + $1.table.count } }

    /// Calls a closure with the place and the time of each location, run by run.
    ///
    /// - Parameter body: Takes the number of the run, the place, and the seconds since the reference date.
    package func forEachPlace(_ body: (Int, Coordinate, Double) -> Void) {
        for (number, run) in runs.enumerated() {
            for row in 0..<run.table.count { body(number, run.table.coordinate(at: row), run.table.times[row]) }
        }
    }

    /// Where it was at a moment; `nil` where nothing near enough was recorded.
    ///
    /// - Parameter date: The moment.
    /// - Returns: The position and how it was obtained.
    public func position(at date: Date) -> TrackPosition? {
        let time = date.timeIntervalSinceReferenceDate
        var best: (number: Int, position: TrackPosition)?
        index.forEachRun(from: time - limits.extrapolation, to: time + limits.extrapolation) { number in
            guard let position = runs[number].position(at: time, limits) else { return }
            guard let known = best else {
                best = (number, position)
                return
            }
            let isBetter = Self.isBetter(position, than: known.position)
            // Of equal ones that counts which was given first.
            let isEqual = !isBetter && !Self.isBetter(known.position, than: position)
            if isBetter || (isEqual && number < known.number) { best = (number, position) }
        }
        return best?.position
    }

    private static func isBetter(_ a: TrackPosition, than b: TrackPosition) -> Bool {
        let isSure = (a.kind != .extrapolated, b.kind != .extrapolated)
        return isSure.0 == isSure.1 ? a.gap < b.gap : isSure.0
    }
}

extension Track {
    /// Where it was at a moment; for many moments make a ``TrackTimeline`` once.
    ///
    /// - Parameters:
    ///   - date: The moment.
    ///   - maximumGap: The most seconds between two locations to interpolate between them; 300 when left out.
    ///   - maximumExtrapolation: The most seconds beyond the ends that a location stands for; 30 when left out.
    /// - Returns: The position and how it was obtained, or `nil` where nothing near enough was recorded.
    public func location(
        at date: Date, maximumGap: Double = 300, maximumExtrapolation: Double = 30
    ) -> TrackPosition? {
        TrackTimeline([self], maximumGap: maximumGap, maximumExtrapolation: maximumExtrapolation).position(at: date)
    }
}

/// Finds the runs that may know of a moment without looking at all of them.
struct RunIndex: Sendable {
    /// Numbers of runs, by their beginning.
    private var order: [Int] = []
    private var beginnings: [Double] = []
    /// The last end of all runs up to each of `order`.
    private var ends: [Double] = []

    init() {}

    init(_ runs: [TrackRun]) {
        order = runs.indices.sorted { (runs[$0].first, $0) < (runs[$1].first, $1) }
        beginnings = order.map { runs[$0].first }
        var latest = -Double.infinity
        ends = order.map {
            latest = max(latest, runs[$0].last)
            return latest
        }
    }

    /// Calls a closure with the number of each run that may have something between two times.
    func forEachRun(from start: Double, to end: Double, _ body: (Int) -> Void) {
        // The runs that begin until then, as long as one of those before ends late enough.
        var place = beginnings.firstRow(notBefore: end.nextUp)
        while place > 0, ends[place - 1] >= start {
            place -= 1
            body(order[place])
        }
    }
}

extension TrackTimeline {
    /// Adds all tracks of a file as one, without their waypoints and planned routes.
    ///
    /// The file is read element by element, and of each location only the numbers are kept that it has: 180,000 points of GPX
    /// take 8 MB.
    ///
    /// - Parameters:
    ///   - path: A track log, GPX, GeoJSON, KML, CSV or NMEA; its name is the track's where that has none.
    ///   - salvaging: Whether a damaged file gives what is whole, and a warning, instead of an error.
    /// - Returns: What was passed over.
    /// - Throws: `TrackFormatError` when the file cannot be read or is damaged; nothing is added then.
    @discardableResult public mutating func append(
        contentsOf path: String, salvaging: Bool = false
    ) throws(TrackFormatError) -> TrackWarnings {
        let name = path.split(separator: "/").last.map(String.init)
        let reader = try TrackFile.reader(path: path, salvaging: salvaging)
        try append(reading: reader, named: name)
        return TrackWarnings(reader)
    }

    /// Adds all tracks that a reader gives as one.
    ///
    /// - Parameters:
    ///   - reader: A reader at the beginning of its file.
    ///   - fallback: What the track is called if it does not say so itself.
    /// - Throws: `TrackFormatError`, as the reader; nothing is added then.
    public mutating func append(
        reading reader: any TrackReading, named fallback: String? = nil
    ) throws(TrackFormatError) {
        var intake = TrackIntake(track: names.count)
        var name: String?
        var isRoute = false
        while let element = try reader.next() {
            switch element {
            case .metadata(let metadata), .trackStart(let metadata):
                name = name ?? metadata.name
                isRoute = false
            case .routeStart: isRoute = true
            case .segmentStart:
                isRoute = false
                intake.startSegment()
            case .point(let point): if !isRoute { intake.add(point.location) }
            case .waypoint, .segmentExtensions, .fileExtensions: break
            }
        }
        intake.finishSegment()
        append(intake, name: name ?? fallback)
    }
}
