package import FoundationEssentials
package import LKGeo

/// Applies a ``LocationFilter`` to a stream of fixes, and counts suppressed fixes by reason.
///
/// ```swift
/// var sieve = LocationSieve(.distance(10))
/// for location in stream where sieve.judge(location) == nil { keep(location) }
/// print(sieve.counts)
/// ```
package struct LocationSieve: Sendable {
    /// The numbers of kept and suppressed fixes.
    package struct Counts: Hashable, Sendable {
        /// The number of fixes that passed.
        package internal(set) var kept = 0
        /// The numbers of suppressed fixes, by reason.
        package internal(set) var suppressed: [LocationFilter.Reason: Int] = [:]
    }

    /// The counts so far.
    package private(set) var counts = Counts()

    private var root: Node

    /// Creates a sieve.
    package init(_ filter: LocationFilter) { root = Node(filter) }

    /// Decides whether the next fix is kept, and counts it.
    ///
    /// - Parameters:
    ///   - location: The fix.
    ///   - arrival: When it arrived, used for fixes without a time; now by default.
    /// - Returns: `nil` when it is kept, else the reason why not.
    package mutating func judge(_ location: Location, arrival: Date = Date()) -> LocationFilter.Reason? {
        let sample = Sample(location, time: location.timestamp ?? arrival)
        let reason = root.judge(sample)
        if let reason {
            counts.suppressed[reason, default: 0] += 1
        } else {
            counts.kept += 1
            root.keep(sample)
        }
        return reason
    }

    /// Forgets the last kept fix, so that the next one starts a new segment; the counts stay.
    package mutating func reset() { root.reset() }

    /// Counts a fix that was suppressed elsewhere.
    mutating func count(_ reason: LocationFilter.Reason) { counts.suppressed[reason, default: 0] += 1 }

    /// A fix with its effective time, in seconds.
    struct Sample: Sendable {
        let location: Location
        let time: Double

        init(_ location: Location, time: Date) {
            self.location = location
            self.time = time.timeIntervalSinceReferenceDate
        }
    }
}

extension LocationSieve {
    /// A condition with its state.
    struct Node: Sendable {
        private let filter: LocationFilter
        private var children: [Node]
        private var last: Sample?
        private var jump: JumpGate?

        init(_ filter: LocationFilter) {
            self.filter = filter
            switch filter {
            case .any(let filters), .all(let filters): children = filters.map { Node($0) }
            case .heartbeat(_, let inner): children = [Node(inner)]
            default: children = []
            }
            if case .jump(let speed, let confirmations) = filter {
                jump = JumpGate(maximumSpeed: speed, confirmations: confirmations)
            }
        }

        /// Returns why a fix does not pass, or `nil` when it does.
        mutating func judge(_ sample: Sample) -> LocationFilter.Reason? {
            switch filter {
            case .any: return judgeAny(sample)
            case .all: return judgeAll(sample)
            case .heartbeat(let time, _):
                let reason = children[0].judge(sample)
                guard let last else { return nil }
                return isDue(sample, after: last, time) ? nil : reason
            case .jump: return jump?.passes(sample) == false ? .jump : nil
            case .accuracy(let maximum, let acceptsUnknown):
                guard let radius = sample.location.horizontalAccuracy?.radius else {
                    return acceptsUnknown ? nil : .unknownAccuracy
                }
                return radius <= maximum ? nil : .accuracy
            case .speed(let range):
                return sample.location.speed.map(range.contains) ?? true ? nil : .speed
            case .distance, .interval, .turn, .beyondError:
                // The first fix always passes.
                guard let last else { return nil }
                return judge(sample, after: last)
            }
        }

        private func judge(_ sample: Sample, after last: Sample) -> LocationFilter.Reason? {
            switch filter {
            case .distance(let metres): return distance(sample, last) >= metres ? nil : .distance
            case .interval(let time): return isDue(sample, after: last, time) ? nil : .interval
            case .turn(let degrees, let minimumSpeed):
                guard let course = sample.location.course, let before = last.location.course,
                    let speed = sample.location.speed, speed >= minimumSpeed
                else { return .turn }
                return Bearing.turn(from: before, to: course).magnitude >= degrees ? nil : .turn
            case .beyondError(let factor):
                guard let radius = sample.location.horizontalAccuracy?.radius else { return nil }
                return distance(sample, last) >= factor * radius ? nil : .withinError
            default: return nil
            }
        }

        /// Evaluates all conditions, since some keep state.
        private mutating func judgeAny(_ sample: Sample) -> LocationFilter.Reason? {
            var first: LocationFilter.Reason?
            var passes = false
            for index in children.indices {
                let reason = children[index].judge(sample)
                if reason == nil { passes = true }
                first = first ?? reason
            }
            return passes ? nil : first ?? .distance
        }

        private mutating func judgeAll(_ sample: Sample) -> LocationFilter.Reason? {
            var first: LocationFilter.Reason?
            for index in children.indices {
                let reason = children[index].judge(sample)
                first = first ?? reason
            }
            return first
        }

        private func distance(_ sample: Sample, _ last: Sample) -> Double {
            sample.location.coordinate.distance(to: last.location.coordinate)
        }

        private func isDue(_ sample: Sample, after last: Sample, _ time: Duration) -> Bool {
            let elapsed = sample.time - last.time
            return elapsed >= time.seconds || elapsed < 0
        }

        /// Records the kept fix.
        mutating func keep(_ sample: Sample) {
            last = sample
            for index in children.indices { children[index].keep(sample) }
        }

        mutating func reset() {
            last = nil
            jump?.reset()
            for index in children.indices { children[index].reset() }
        }
    }
}

/// Rejects fixes that could not have been reached in the time, until several in a row agree.
///
/// It compares with the last plausible fix, kept or not, and allows for the radii of both, 20 m where unknown.
struct JumpGate: Sendable {
    /// What is assumed of a fix without a radius, in metres.
    static let unknownRadius = 20.0

    let maximumSpeed: Double
    let confirmations: Int
    private var last: LocationSieve.Sample?
    /// Consecutive fixes that are far from the last plausible one but agree with each other.
    private var doubted: [LocationSieve.Sample] = []

    init(maximumSpeed: Double, confirmations: Int) {
        self.maximumSpeed = maximumSpeed
        self.confirmations = max(1, confirmations)
    }

    mutating func passes(_ sample: LocationSieve.Sample) -> Bool {
        guard let last else {
            self.last = sample
            return true
        }
        if isReachable(sample, from: last) {
            self.last = sample
            doubted.removeAll()
            return true
        }
        if let before = doubted.last, !isReachable(sample, from: before) { doubted.removeAll() }
        doubted.append(sample)
        guard doubted.count >= confirmations else { return false }
        self.last = sample
        doubted.removeAll()
        return true
    }

    mutating func reset() {
        last = nil
        doubted.removeAll()
    }

    private func isReachable(_ sample: LocationSieve.Sample, from other: LocationSieve.Sample) -> Bool {
        let errors = [sample, other].reduce(0) { $0 + ($1.location.horizontalAccuracy?.radius ?? Self.unknownRadius) }
        let distance = sample.location.coordinate.sphericalDistance(to: other.location.coordinate)
        // If the clock was set back, assume 1 s.
        let seconds = max(sample.time - other.time, 1)
        return distance <= maximumSpeed * seconds + errors
    }
}
