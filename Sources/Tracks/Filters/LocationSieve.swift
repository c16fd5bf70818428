public import FoundationEssentials
public import Geo

/// Applies a ``LocationFilter`` to a stream of fixes, and counts what it held back and why.
///
/// ```swift
/// var sieve = LocationSieve(.distance(10))
/// for location in stream where sieve.take(location) == nil { keep(location) }
/// print(sieve.counts)
/// ```
public struct LocationSieve: Sendable {
    /// How many fixes were kept, and how many were not for which reason.
    public struct Counts: Hashable, Sendable {
        /// Those that passed.
        public internal(set) var kept = 0
        /// Those that did not, by reason.
        public internal(set) var suppressed: [SuppressionReason: Int] = [:]
    }

    /// What passed and what did not, so far.
    public private(set) var counts = Counts()

    private var root: Node

    /// A sieve through which nothing has gone yet.
    public init(_ filter: LocationFilter) { root = Node(filter) }

    /// Takes the next fix.
    ///
    /// - Parameters:
    ///   - location: The fix.
    ///   - arrival: When it came; stands in for the time of fixes that have none. The present when left out.
    /// - Returns: `nil` when it is to be kept, else why not.
    public mutating func take(_ location: Location, arrival: Date = Date()) -> SuppressionReason? {
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

    /// Forgets the last fix kept, so that the next one begins a new segment; the counts stay.
    public mutating func reset() { root.reset() }

    /// Counts a fix that was held back elsewhere, for the same report.
    mutating func count(_ reason: SuppressionReason) { counts.suppressed[reason, default: 0] += 1 }

    /// A fix with the time to reckon with, in seconds.
    struct Sample: Sendable {
        let location: Location
        let time: Double

        init(_ location: Location, time: Date) {
            self.location = location
            self.time = time.timeIntervalSinceReferenceDate
        }
    }
}
