import FoundationEssentials
package import LKGeo
package import LKTrackFormats

/// Reads a track without jumps: fixes where nothing can have been, between others that agree with each other.
///
/// A receiver that has just been switched on, or sees few satellites, at times sends a fix kilometres away. A jump is one to
/// five fixes in a row that cannot be reached in the time from the fix before them, while the fix after them can; at the beginning of
/// a segment up to thirty, if three times as many follow elsewhere. Positions at 0, 0 beside others far away count as jumps too.
/// Impossible times and heights are removed from their fixes, which stay. All other elements come through, in their order but for waypoints, which do not wait. If more than one fix in twenty is out of reach, there
/// is rather more than one receiver in the file, and from then on none is left out.
///
/// ```swift
/// let reader = JumpReader(try TrackFile.reader(path: "walk.gpx"))
/// while let element = try reader.next() { map.add(element) }
/// print(reader.count, "impossible fixes were left out")
/// ```
package final class JumpReader: TrackReading {
    private let reader: ImpossibleValueReader
    private var finder = JumpFinder()
    /// Elements that wait until it is known whether a fix among them is a jump.
    private var waiting: [(element: TrackElement, isDoubted: Bool)] = []
    private var ready: [TrackElement] = []
    private var taken = 0
    private var isRoute = false
    /// How many fixes were read, and of these so many may be left out before that is doubted.
    private var read = 0
    private static let (minimumDoubtedCount, share) = (20, 20)
    private var isTrusting = false

    private var jumps = ImpossibleValueReader.Count()

    /// How many fixes were left out so far.
    package var count: Int { jumps.count + reader.positions.count }
    /// The first fix that was left out.
    package var first: Location? { jumps.first ?? reader.positions.first }
    /// How many heights were left out so far: unknown ones that are written as a number, and those out of line.
    package var altitudeCount: Int { reader.altitudes.count }
    /// The first fix whose height was left out.
    package var firstAltitude: Location? { reader.altitudes.first }
    /// How many times were left out so far: those of an unset clock, and those days away from their neighbours.
    package var timeCount: Int { reader.times.count }
    /// The first fix whose time was left out.
    package var firstTime: Location? { reader.times.first }

    /// Creates a reader around another one.
    package init(_ reader: any TrackReading) { self.reader = ImpossibleValueReader(reader) }

    /// Returns the next element that is not a jump; `nil` at the end of the file.
    ///
    /// - Throws: What the reader throws.
    package func next() throws(TrackFormatError) -> TrackElement? {
        while true {
            if taken < ready.count {
                defer { taken += 1 }
                return ready[taken]
            }
            ready.removeAll(keepingCapacity: true)
            taken = 0
            guard let element = try reader.next() else {
                guard !waiting.isEmpty else { return nil }
                settle(.allReal)
                continue
            }
            // Nearly always there is nothing to wait for.
            if waiting.isEmpty, !isRoute, case .point(let point) = element {
                read += 1
                if isTrusting || finder.judge(point.location) == .allReal { return element }
                waiting.append((element, true))
            } else {
                take(element)
            }
        }
    }

    private func take(_ element: TrackElement) {
        switch element {
        case .point(let point) where !isRoute:
            read += 1
            let verdict = finder.judge(point.location)
            waiting.append((element, true))
            settle(verdict)
        case .trackStart, .segmentStart, .routeStart:
            if case .routeStart = element { isRoute = true } else { isRoute = false }
            settle(.allReal)
            finder = JumpFinder()
            ready.append(element)
        // However many there are, they need not wait.
        case .waypoint, .metadata: ready.append(element)
        default:
            if waiting.isEmpty { ready.append(element) } else { waiting.append((element, false)) }
        }
    }

    private func settle(_ verdict: JumpFinder.Verdict) {
        switch verdict {
        case .undecided: return
        case .allReal: ready += waiting.map(\.element)
        case .jumps(let range):
            var index = 0
            for (element, isDoubted) in waiting {
                defer { if isDoubted { index += 1 } }
                guard isDoubted, range.contains(index), case .point(let point) = element else {
                    ready.append(element)
                    continue
                }
                jumps.add(point.location)
            }
            isTrusting = isTrusting || jumps.count > Self.minimumDoubtedCount && jumps.count * Self.share > read
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// Whether ``next()`` returns an element without reading more input.
    package var hasBufferedElements: Bool { taken < ready.count || reader.hasBufferedElements }

    /// The reader's first warnings.
    package var warnings: [TrackWarnings.Warning] { reader.warnings }

    /// The number of the reader's warnings.
    package var warningCount: Int { reader.warningCount }

    /// The reader's remarks about the file as a whole.
    package var notes: [TrackWarnings.Note] { reader.notes }

    /// The metadata that the reader found after the points of their tracks.
    package var lateMetadata: [Int: TrackMetadata] { reader.lateMetadata }
}

extension JumpReader {
    /// Sentences that count what was left out so far.
    var impossibleNotes: [TrackWarnings.Note] {
        [(count, "position", "positions"), (timeCount, "time", "times"), (altitudeCount, "height", "heights")]
            .filter { $0.0 > 0 }
            .map { TrackWarnings.Note("\($0.0) impossible \($0.0 == 1 ? "\($0.1) is" : "\($0.2) are") left out") }
    }
}

/// Finds the jumps of a segment, fix by fix.
///
/// A fix is out of reach if it is more than 500 m and both radii away, faster than 100 m/s, after a minute 350 m/s, and than ten
/// times what is usual there. So neither planes are jumps, nor what is recorded with gaps; without advancing times nothing is.
/// That some fixes at the beginning of a segment were jumps shows when more agree with each other elsewhere.
struct JumpFinder {
    /// What is known of the fixes that wait, which are those since the last one that was settled.
    enum Verdict: Equatable {
        /// More fixes are needed.
        case undecided
        /// None is a jump.
        case allReal
        /// These of them are, counted from the first that waits.
        case jumps(Range<Int>)
    }

    /// Maximum number of fixes in a row that are a jump; more are at another place.
    static let maximumJumpLength = 5
    /// The maximum at the beginning, where a receiver may send an old position for a while, if three times as many follow.
    private static let maximumJumpLengthAtBeginning = 30
    private static let minimumJumpDistance = 500.0
    private static let fastest = 100.0
    private static let factor = 10.0
    /// After more seconds, a plane may have been on board where it had no fix; in seconds and metres a second.
    private static let gap = (seconds: 60.0, speed: 350.0)
    /// The radius of a fix that does not state one, in metres.
    private static let usualRadius = 20.0

    /// What is compared of a fix.
    private struct Fix {
        let coordinate: Coordinate
        let time: Date?
        let speed: Double?
        let radius: Double?

        init(_ location: Location) {
            coordinate = location.coordinate
            time = location.timestamp
            speed = location.speed
            radius = location.horizontalAccuracy?.radius
        }
    }

    private var last: Fix?
    /// How many fixes have been settled since the beginning, up to more than ``maximumJumpLength``.
    private var settled = 0
    /// The mean speed of late, in metres a second.
    private var speed = 0.0
    /// Fixes that follow each other, but not the last settled one; at the beginning the first ones.
    private var waiting: [Fix] = []
    /// At the beginning: where among ``waiting`` those begin that do not follow those before.
    private var turn: Int?

    mutating func judge(_ location: Location) -> Verdict { judge(Fix(location)) }

    private mutating func judge(_ fix: Fix) -> Verdict {
        guard let last else { return judgeBeginning(fix) }
        if isReachable(fix, from: last) {
            // What goes on where the others are does not come back.
            let jumps = waiting.last.map { isNearer(fix, to: $0, than: last) } == true ? 0 : waiting.count
            follow(fix, last)
            waiting.removeAll(keepingCapacity: true)
            return jumps == 0 ? .allReal : .jumps(0..<jumps)
        }
        waiting.append(fix)
        guard waiting.count > Self.maximumJumpLength else { return .undecided }
        self.last = fix
        speed = 0
        waiting.removeAll(keepingCapacity: true)
        return .allReal
    }

    /// Judges the first fixes, which wait for each other: of two places in turn, the one that more fixes in a row agree
    /// on counts.
    private mutating func judgeBeginning(_ fix: Fix) -> Verdict {
        guard let before = waiting.last else {
            waiting.append(fix)
            return .undecided
        }
        if !isReachable(fix, from: before) {
            if let first = turn.map({ waiting[$0 - 1] }), isReachable(fix, from: first) {
                // Back where it began: what was between is a jump, unless it was long.
                let between = (turn ?? 0)..<waiting.count
                return begin(fix, jumps: between.count <= Self.maximumJumpLength ? between : 0..<0)
            }
            // Of a third place, too, it is decided by what follows, as long as little came before.
            if turn != nil, waiting.count > Self.maximumJumpLengthAtBeginning { return begin(fix, jumps: 0..<0) }
            turn = waiting.count
        }
        waiting.append(fix)
        guard let turn else {
            return waiting.count > Self.maximumJumpLengthAtBeginning ? begin(nil, jumps: 0..<0) : .undecided
        }
        guard waiting.count - turn > max(Self.maximumJumpLength, 3 * turn) else { return .undecided }
        return begin(nil, jumps: 0..<turn)
    }

    private mutating func begin(_ fix: Fix?, jumps: Range<Int>) -> Verdict {
        if let fix { waiting.append(fix) }
        var before: Fix?
        for (index, fix) in waiting.enumerated() where !jumps.contains(index) {
            if let before { follow(fix, before) }
            before = fix
        }
        last = before
        waiting.removeAll(keepingCapacity: true)
        turn = nil
        return jumps.isEmpty ? .allReal : .jumps(jumps)
    }

    private mutating func follow(_ fix: Fix, _ before: Fix) {
        last = fix
        guard let seconds = Self.seconds(before, fix), seconds > 0 else { return }
        let now = fix.speed ?? fix.coordinate.sphericalDistance(to: before.coordinate) / seconds
        speed += (now - speed) / 8
    }

    private func isNearer(_ fix: Fix, to one: Fix, than other: Fix) -> Bool {
        fix.coordinate.sphericalDistance(to: one.coordinate)
            < fix.coordinate.sphericalDistance(to: other.coordinate)
    }

    private func isReachable(_ fix: Fix, from other: Fix) -> Bool {
        // Most steps are short, which needs no more than this to see.
        let (a, b) = (fix.coordinate, other.coordinate)
        if abs(a.latitude - b.latitude) < 0.002, abs(a.longitude - b.longitude) < 0.002 { return true }
        // Of several fixes in a second all have one time; where times never advance, they tell nothing.
        guard var seconds = Self.seconds(other, fix), seconds > 0 || seconds == 0 && speed > 0 else { return true }
        seconds = max(seconds, 1)
        let errors = [fix, other].reduce(0) { $0 + ($1.radius ?? Self.usualRadius) }
        let distance = a.sphericalDistance(to: b)
        let fastest = seconds > Self.gap.seconds ? Self.gap.speed : Self.fastest
        return distance <= Self.minimumJumpDistance + errors
            || distance <= max(fastest, Self.factor * speed) * seconds + errors
    }

    private static func seconds(_ from: Fix, _ to: Fix) -> Double? {
        guard let from = from.time, let to = to.time else { return nil }
        return to.timeIntervalSince(from)
    }
}
