import FoundationEssentials
import Geo
import Tracks

/// How still something stood over time: 1 where it stayed, near 0 where it moved, 0 where nothing is known.
///
/// People stop to take photos, and take them with two cameras at once.
struct StillnessProfile: Sendable {
    /// Seconds since 1970 at the beginning.
    let start: Double
    /// Seconds of each cell.
    let cell: Double
    private(set) var cells: [Float]
    /// Of all cells, and how much they differ.
    private(set) var mean = 0.0
    private(set) var deviation = 0.0

    private static let referenceDate = 978_307_200.0
    /// Metres per second at which it is half still.
    private static let slow = 0.4

    /// Makes the profile of tracks, and of the moments at which others took photos.
    init?(_ timeline: TrackTimeline, moments: [Double]) {
        let interval = timeline.interval
        guard
            let first = [interval?.lowerBound.timeIntervalSince1970, moments.min()].compactMap({ $0 }).min(),
            let last = [interval?.upperBound.timeIntervalSince1970, moments.max()].compactMap({ $0 }).max(),
            (last - first).isFinite
        else { return nil }
        start = first - 60
        cell = max(5, (last - first) / 4_000_000)
        cells = Array(repeating: 0, count: Int((last - first + 120) / cell) + 1)
        var isKnown = Array(repeating: false, count: cells.count)
        fill(from: timeline, &isKnown)
        for moment in moments { mark(moment, &isKnown) }
        settle(isKnown)
    }

    private mutating func fill(from timeline: TrackTimeline, _ isKnown: inout [Bool]) {
        // The locations of the last 20 seconds: over less, the receiver's noise looks like movement.
        var recent: [(place: Coordinate, time: Double)] = []
        var run = -1
        var reached = 0.0
        let gap = timeline.maximumGap
        timeline.forEachPlace { number, place, reference in
            let time = reference + Self.referenceDate
            if number != run || time - (recent.last?.time ?? 0) > gap {
                run = number
                recent = [(place, time)]
                reached = time
                return
            }
            while recent.count > 1, time - recent[1].time >= 20 { recent.removeFirst() }
            let seconds = time - recent[0].time
            let speed = place.sphericalDistance(to: recent[0].place) / seconds
            let middle = time - seconds / 2
            let relative = speed / Self.slow
            if middle > reached {
                for number in index(of: reached)...index(of: middle) {
                    cells[number] = Float(1 / (1 + relative * relative))
                    isKnown[number] = true
                }
                reached = middle
            }
            recent.append((place, time))
        }
    }

    private mutating func mark(_ moment: Double, _ isKnown: inout [Bool]) {
        for number in index(of: moment - 30)...index(of: moment + 30) {
            cells[number] = max(cells[number], 0.8)
            isKnown[number] = true
        }
    }

    private mutating func settle(_ isKnown: [Bool]) {
        var all = Moments()
        var known = Moments()
        for number in cells.indices {
            all.add(Double(cells[number]))
            if isKnown[number] { known.add(Double(cells[number])) }
        }
        mean = all.mean
        // Where little is known of a long time, the time that nothing is known of must not make chance look small.
        deviation = max(all.deviation, known.deviation)
    }

    private struct Moments {
        private var count = 0.0
        private var sum = 0.0
        private var squares = 0.0

        mutating func add(_ value: Double) {
            count += 1
            sum += value
            squares += value * value
        }

        var mean: Double { count > 0 ? sum / count : 0 }
        var deviation: Double { count > 0 ? max(0, squares / count - mean * mean).squareRoot() : 0 }
    }

    private func index(of time: Double) -> Int { min(max(0, Int((time - start) / cell)), cells.count - 1) }
}
