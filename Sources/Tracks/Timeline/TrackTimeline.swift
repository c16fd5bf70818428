public import FoundationEssentials
import Geo

/// Tracks made ready for the question where something was at a moment.
///
/// Each answer takes time in proportion to the logarithm of the number of locations. Several tracks may cover the same time: the
/// answer that is nearest to a recorded location wins, an interpolated one before an extrapolated one.
///
/// ```swift
/// let timeline = TrackTimeline([track], maximumGap: 120)
/// if let position = timeline.position(at: photoDate) { print(position.kind, position.location.coordinate) }
/// ```
public struct TrackTimeline: Sendable {
    /// The most seconds between two locations of a segment to interpolate between them.
    public let maximumGap: Double

    /// The most seconds before the first or after the last of them that a location stands for.
    public let maximumExtrapolation: Double

    /// Locations of one segment in the order of time.
    private struct Run {
        var origin: TrackPosition.Origin
        var times: [Double]
        var locations: [Location]
    }

    private let runs: [Run]

    /// Makes tracks ready.
    ///
    /// Locations without a time are passed over. Of several with the same time the last counts, as receivers improve a fix in
    /// steps. Where the time goes back inside a segment a new run begins, so that a clock that was set never mixes two stretches
    /// of the way.
    ///
    /// - Parameters:
    ///   - tracks: The tracks.
    ///   - maximumGap: The most seconds between two locations to interpolate between them; 300 when left out.
    ///   - maximumExtrapolation: The most seconds beyond the ends that a location stands for; 30 when left out.
    public init(_ tracks: [Track], maximumGap: Double = 300, maximumExtrapolation: Double = 30) {
        self.maximumGap = maximumGap
        self.maximumExtrapolation = maximumExtrapolation
        var runs: [Run] = []
        for (number, track) in tracks.enumerated() {
            for (index, segment) in track.segments.enumerated() {
                let origin = TrackPosition.Origin(track: number, segment: index)
                runs += Self.runs(of: segment, origin: origin)
            }
        }
        self.runs = runs
    }

    private static func runs(of segment: Track.Segment, origin: TrackPosition.Origin) -> [Run] {
        var runs: [Run] = []
        var run = Run(origin: origin, times: [], locations: [])
        for location in segment.locations {
            guard let time = location.timestamp?.timeIntervalSinceReferenceDate else { continue }
            if let last = run.times.last {
                if time == last {
                    run.locations[run.locations.count - 1] = location
                    continue
                }
                if time < last {
                    runs.append(run)
                    run = Run(origin: origin, times: [], locations: [])
                }
            }
            run.times.append(time)
            run.locations.append(location)
        }
        if !run.times.isEmpty { runs.append(run) }
        return runs
    }

    /// The first and the last moment for which a location was recorded; `nil` when there is none with a time.
    public var interval: ClosedRange<Date>? {
        guard let first = runs.compactMap(\.times.first).min(), let last = runs.compactMap(\.times.last).max() else {
            return nil
        }
        return Date(timeIntervalSinceReferenceDate: first)...Date(timeIntervalSinceReferenceDate: last)
    }

    /// Where it was at a moment; `nil` where nothing near enough was recorded.
    ///
    /// - Parameter date: The moment.
    /// - Returns: The position and how it was obtained.
    public func position(at date: Date) -> TrackPosition? {
        let time = date.timeIntervalSinceReferenceDate
        var best: TrackPosition?
        for run in runs {
            guard let position = position(at: time, in: run) else { continue }
            if best.map({ Self.isBetter(position, than: $0) }) ?? true { best = position }
        }
        return best
    }

    private static func isBetter(_ a: TrackPosition, than b: TrackPosition) -> Bool {
        let isSure = (a.kind != .extrapolated, b.kind != .extrapolated)
        return isSure.0 == isSure.1 ? a.gap < b.gap : isSure.0
    }

    private func position(at time: Double, in run: Run) -> TrackPosition? {
        guard let first = run.times.first, let last = run.times.last else { return nil }
        guard time >= first - maximumExtrapolation, time <= last + maximumExtrapolation else { return nil }
        let next = run.times.partitioningIndex { $0 >= time }
        if next < run.times.count, run.times[next] == time { return extend(run, next, to: time, .recorded) }
        guard next > 0, next < run.times.count else {
            return extend(run, next == 0 ? 0 : next - 1, to: time, .extrapolated)
        }
        if run.times[next] - run.times[next - 1] <= maximumGap { return interpolate(run, next, time) }
        // In a gap too wide a location stands for what is near it, as at the ends.
        let nearest = time - run.times[next - 1] <= run.times[next] - time ? next - 1 : next
        guard abs(run.times[nearest] - time) <= maximumExtrapolation else { return nil }
        return extend(run, nearest, to: time, .extrapolated)
    }

    private func extend(_ run: Run, _ index: Int, to time: Double, _ kind: TrackPosition.Kind) -> TrackPosition {
        var location = run.locations[index]
        location.timestamp = Date(timeIntervalSinceReferenceDate: time)
        return TrackPosition(
            location: location, kind: kind, gap: abs(run.times[index] - time), step: 0, distance: 0, origin: run.origin)
    }

    private func interpolate(_ run: Run, _ next: Int, _ time: Double) -> TrackPosition? {
        let (before, after) = (run.times[next - 1], run.times[next])
        let (from, to) = (run.locations[next - 1], run.locations[next])
        let fraction = (time - before) / (after - before)
        guard var location = from.interpolated(to: to, fraction: fraction) else { return nil }
        location.timestamp = Date(timeIntervalSinceReferenceDate: time)
        return TrackPosition(
            location: location, kind: .interpolated, gap: min(time - before, after - time), step: after - before,
            distance: from.coordinate.distance(to: to.coordinate), origin: run.origin)
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

extension Array {
    /// The first index from which on `isBehind` holds, in an array where it holds from some index on.
    fileprivate func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
