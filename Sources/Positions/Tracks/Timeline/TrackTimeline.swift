public import FoundationEssentials
public import LKGeo
public import LKTrackFormats

/// An index of tracks that looks up the position at an instant.
///
/// A lookup takes O(log n). If several tracks cover the same time, interpolated positions are preferred to
/// extrapolated ones, then the one nearest to a recorded location.
///
/// ```swift
/// let timeline = TrackTimeline([track], maximumGap: .seconds(120))
/// if let position = timeline.position(at: photoDate) { print(position.kind, position.location.coordinate) }
/// ```
///
/// Files of any size are added with ``append(contentsOf:)``, which keeps their locations in a tenth of the
/// memory of a ``Track``.
public struct TrackTimeline: Sendable {
    /// The limits of interpolation and extrapolation.
    struct Limits: Sendable {
        var gap: Double
        var extrapolation: Double
        var distance: Double
    }

    private let limits: Limits

    /// The longest time between two locations for interpolation.
    public var maximumGap: Duration { Duration(clamping: limits.gap) }

    /// ``maximumGap`` in seconds.
    package var maximumGapSeconds: Double { limits.gap }

    /// The longest extrapolation before the first or after the last location.
    public var maximumExtrapolation: Duration { Duration(clamping: limits.extrapolation) }

    /// ``maximumExtrapolation`` in seconds.
    package var maximumExtrapolationSeconds: Double { limits.extrapolation }

    /// The longest distance between two locations for interpolation, in metres.
    public var maximumDistance: Double { limits.distance }

    /// The names of the tracks, in the order they were added.
    public private(set) var names: [String?] = []

    private var runs: [TrackRun] = []
    private var index = RunIndex()

    /// Creates a timeline.
    ///
    /// Locations without a time are ignored. Of several with the same time the last is used, because receivers refine a
    /// fix in steps. If time goes back within a segment, a new run begins, so that positions before and after a clock
    /// change are never mixed; a segment in fully reversed order is reversed.
    ///
    /// - Parameters:
    ///   - tracks: The tracks.
    ///   - maximumGap: The longest time between two locations for interpolation; 300 s by default.
    ///   - maximumExtrapolation: The longest extrapolation; 30 s by default.
    ///   - maximumDistance: The longest distance between two locations for interpolation, in metres; unlimited by
    ///     default.
    public init(
        _ tracks: [Track] = [], maximumGap: Duration = .seconds(300), maximumExtrapolation: Duration = .seconds(30),
        maximumDistance: Double = .infinity
    ) {
        limits = Limits(
            gap: maximumGap.seconds, extrapolation: maximumExtrapolation.seconds, distance: maximumDistance)
        for track in tracks { append(track) }
    }

    /// Adds a track.
    ///
    /// - Parameter track: The track.
    public mutating func append(_ track: Track) {
        var builder = TrackRunBuilder(track: names.count)
        for segment in track.segments {
            builder.startSegment()
            for location in segment.locations { builder.add(location) }
            builder.finishSegment()
        }
        names.append(track.name)
        add(builder.runs)
    }

    /// Appends a location to the last track, starting one if there is none.
    ///
    /// - Parameter location: The location; ignored without a time.
    public mutating func append(_ location: Location) {
        guard let time = location.timestamp?.timeIntervalSinceReferenceDate, time.isFinite else { return }
        if names.isEmpty { names.append(nil) }
        let track = names.count - 1
        // Read only numbers from the last run, so that it is not copied.
        let last = runs.last.map { (origin: $0.origin, end: $0.last) }
        if let last, last.origin.track == track, time == last.end {
            runs[runs.count - 1].table.replaceLast(location, time: time)
        } else {
            if last?.origin.track != track || time < last?.end ?? 0 {
                let segment = last?.origin.track == track ? last?.origin.segment ?? 0 : 0
                runs.append(TrackRun(origin: TrackTimeline.Position.Origin(track: track, segment: segment)))
            }
            runs[runs.count - 1].table.append(location, time: time)
        }
        index = RunIndex(runs)
    }

    /// Adds the runs of a track.
    mutating func append(_ builder: TrackRunBuilder, name: String?) {
        names.append(name)
        add(builder.runs)
    }

    private mutating func add(_ new: [TrackRun]) {
        runs += new
        index = RunIndex(runs)
    }

    /// The first and last times of the locations; `nil` without any.
    public var interval: ClosedRange<Date>? {
        guard let first = runs.map(\.first).min(), let last = runs.map(\.last).max() else { return nil }
        return Date(timeIntervalSinceReferenceDate: first)...Date(timeIntervalSinceReferenceDate: last)
    }

    /// Returns the times that tracks cover, in order.
    ///
    /// - Parameter gap: The longest time between two runs that count as one, in seconds.
    /// - Returns: The intervals.
    package func intervals(joiningGapsOf gap: Double) -> [ClosedRange<Date>] {
        var result: [(first: Double, last: Double)] = []
        for run in index.inOrder(runs) {
            if let last = result.last, run.first - last.last <= gap {
                result[result.count - 1].last = max(last.last, run.last)
            } else {
                result.append((run.first, run.last))
            }
        }
        return result.map {
            Date(timeIntervalSinceReferenceDate: $0.first)...Date(timeIntervalSinceReferenceDate: $0.last)
        }
    }

    /// Returns the seconds from an instant to the nearest location in time, whatever the limits; `nil` without locations.
    ///
    /// - Parameter date: The instant.
    /// - Returns: The time between them, 0 or more.
    package func secondsToNearest(_ date: Date) -> Double? {
        let time = date.timeIntervalSinceReferenceDate
        var best: Double?
        for number in runs.indices where !runs[number].table.times.isEmpty {
            let times = runs[number].table.times
            let next = times.firstRow(notBefore: time)
            for row in [next - 1, next] where times.indices.contains(row) {
                best = min(best ?? .infinity, abs(times[row] - time))
            }
        }
        return best
    }

    /// The number of locations.
    public var count: Int { runs.reduce(0) { $0 + $1.table.count } }

    /// Calls a closure with the coordinate and time of each location, run by run.
    ///
    /// - Parameter body: Receives the number of the run, the coordinate, and the seconds since the reference date.
    package func forEachPlace(_ body: (Int, Coordinate, Double) -> Void) {
        for (number, run) in runs.enumerated() {
            for row in 0..<run.table.count { body(number, run.table.coordinate(at: row), run.table.times[row]) }
        }
    }

    /// Returns the position at an instant, or `nil` when nothing close enough was recorded.
    ///
    /// - Parameter date: The instant.
    /// - Returns: The position, with how it was obtained.
    public func position(at date: Date) -> TrackTimeline.Position? {
        let time = date.timeIntervalSinceReferenceDate
        var best: (number: Int, position: TrackTimeline.Position)?
        index.forEachRun(from: time - limits.extrapolation, to: time + limits.extrapolation) { number in
            guard let position = runs[number].position(at: time, limits) else { return }
            guard let known = best else {
                best = (number, position)
                return
            }
            let isBetter = Self.isBetter(position, than: known.position)
            // On a tie, the track added first wins.
            let isEqual = !isBetter && !Self.isBetter(known.position, than: position)
            if isBetter || (isEqual && number < known.number) { best = (number, position) }
        }
        guard var position = best?.position else { return nil }
        if position.kind == .extrapolated { position.motion.crossing = crossing(at: time) }
        return position
    }

    /// Returns the nearest locations before and after an instant, whatever their run, or `nil` if there are none on one
    /// side.
    private func crossing(at time: Double) -> TrackTimeline.Position.Crossing? {
        var before: (time: Double, place: Coordinate)?
        var after: (time: Double, place: Coordinate)?
        for number in index.neighbours(of: time) {
            let table = runs[number].table
            let next = table.times.firstRow(notBefore: time)
            if next > 0, table.times[next - 1] > before?.time ?? -.infinity {
                before = (table.times[next - 1], table.coordinate(at: next - 1))
            }
            if next < table.count, table.times[next] < after?.time ?? .infinity {
                after = (table.times[next], table.coordinate(at: next))
            }
        }
        guard let before, let after else { return nil }
        return TrackTimeline.Position.Crossing(
            metres: before.place.distance(to: after.place), seconds: after.time - before.time)
    }

    private static func isBetter(_ a: TrackTimeline.Position, than b: TrackTimeline.Position) -> Bool {
        let isSure = (a.kind != .extrapolated, b.kind != .extrapolated)
        return isSure.0 == isSure.1 ? a.gapSeconds < b.gapSeconds : isSure.0
    }
}

extension Track {
    /// Returns the position at an instant; for many instants, create a ``TrackTimeline`` once.
    ///
    /// - Parameters:
    ///   - date: The instant.
    ///   - maximumGap: The longest time between two locations for interpolation; 300 s by default.
    ///   - maximumExtrapolation: The longest extrapolation; 30 s by default.
    /// - Returns: The position and how it was obtained, or `nil` when nothing close enough was recorded.
    public func location(
        at date: Date, maximumGap: Duration = .seconds(300), maximumExtrapolation: Duration = .seconds(30)
    ) -> TrackTimeline.Position? {
        TrackTimeline([self], maximumGap: maximumGap, maximumExtrapolation: maximumExtrapolation).position(at: date)
    }
}

/// Finds the runs that may cover an instant without visiting all of them.
struct RunIndex: Sendable {
    /// Indexes of runs, sorted by beginning.
    private var order: [Int] = []
    private var beginnings: [Double] = []
    /// The latest end of all runs up to each index of `order`, and the run that has it.
    private var ends: [Double] = []
    private var latest: [Int] = []

    init() {}

    init(_ runs: [TrackRun]) {
        order = runs.indices.sorted { (runs[$0].first, $0) < (runs[$1].first, $1) }
        beginnings = order.map { runs[$0].first }
        for number in order {
            let isLater = latest.isEmpty || runs[number].last > ends[ends.count - 1]
            latest.append(isLater ? number : latest[latest.count - 1])
            ends.append(runs[latest[latest.count - 1]].last)
        }
    }

    /// Returns the runs in order of their beginnings.
    func inOrder(_ runs: [TrackRun]) -> [TrackRun] { order.map { runs[$0] } }

    /// Returns the indexes of the runs that have the nearest locations before and after a time.
    func neighbours(of time: Double) -> [Int] {
        var found: [Int] = []
        forEachRun(from: time, to: time) { found.append($0) }
        let next = beginnings.firstRow(notBefore: time)
        if next < order.count { found.append(order[next]) }
        if next > 0 { found.append(latest[next - 1]) }
        return found
    }

    /// Calls a closure with the index of each run that may overlap a time range.
    func forEachRun(from start: Double, to end: Double, _ body: (Int) -> Void) {
        // Go back through the runs that begin by `end`, as long as one of those before them ends at `start` or later.
        var place = beginnings.firstRow(notBefore: end.nextUp)
        while place > 0, ends[place - 1] >= start {
            place -= 1
            body(order[place])
        }
    }
}

extension TrackTimeline {
    /// Adds all tracks of a file as one track, without waypoints and planned routes.
    ///
    /// The file is read point by point into a columnar table: 180,000 GPX points take 8 MB. Impossible positions, times and heights are
    /// left out.
    ///
    /// - Parameter file: The file; its name is used for a track without a name.
    /// - Returns: What was left out.
    /// - Throws: `TrackFormatError` when the file cannot be read or is damaged, or has no position that can be used (`empty`); nothing is
    ///   added then.
    @discardableResult public mutating func append(
        contentsOf file: TrackFile
    ) throws(TrackFormatError) -> TrackWarnings {
        try append(contentsOf: file.path, salvaging: file.isSalvaged, hints: file.hints)
    }

    /// Adds all tracks of a file that is named by its path; see ``append(contentsOf:)``.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - salvaging: Whether to read the intact part of a damaged file, with a warning instead of an error.
    ///   - hints: What the file does not say itself.
    ///   - isCanceled: Called now and then; once it returns `true`, reading ends and nothing is added.
    /// - Returns: Warnings about skipped parts.
    /// - Throws: As ``append(contentsOf:)``; nothing is added then.
    @discardableResult package mutating func append(
        contentsOf path: String, salvaging: Bool = false, hints: TrackFormat.Hints = TrackFormat.Hints(),
        isCanceled: () -> Bool = { false }
    ) throws(TrackFormatError) -> TrackWarnings {
        let name = path.split(separator: "/").last.map(String.init)
        let file = try TrackFile.reader(path: path, salvaging: salvaging, hints: hints)
        let reader = JumpReader(TrackFile.isLog(path) ? file : PositionCounter(file, requiredIn: path))
        try append(reading: reader, named: name, isCanceled: isCanceled)
        var warnings = TrackWarnings(reader)
        warnings.notes += reader.impossibleNotes
        return warnings
    }

    /// The number of elements that are read between two checks for cancellation: less than a millisecond of work.
    package static let cancellationStep = 1024

    /// Adds all tracks of a reader as one track.
    ///
    /// - Parameters:
    ///   - reader: A reader at the beginning of its file.
    ///   - fallback: The name of the track if the file has none.
    ///   - isCanceled: Called at the beginning and after each ``cancellationStep`` elements; once it returns `true`, reading
    ///     ends and nothing is added.
    /// - Throws: `TrackFormatError`, as the reader; nothing is added then.
    package mutating func append(
        reading reader: any TrackReading, named fallback: String? = nil, isCanceled: () -> Bool = { false }
    ) throws(TrackFormatError) {
        var builder = TrackRunBuilder(track: names.count)
        var name: String?
        var isRoute = false
        var count = 0
        if isCanceled() { return }
        while let element = try reader.next() {
            count += 1
            if count.isMultiple(of: Self.cancellationStep), isCanceled() { return }
            switch element {
            case .metadata(let metadata), .trackStart(let metadata):
                name = name ?? metadata.name
                isRoute = false
            case .routeStart: isRoute = true
            case .segmentStart:
                isRoute = false
                builder.startSegment()
            case .point(let point): if !isRoute { builder.add(point.location) }
            case .waypoint, .segmentExtensions, .fileExtensions: break
            }
        }
        builder.finishSegment()
        append(builder, name: name ?? fallback)
    }
}
