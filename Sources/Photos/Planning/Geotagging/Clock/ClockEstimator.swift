import FoundationEssentials
import Glibc
import LKMetadata

/// The estimated clock offset of one camera with the plausible alternatives.
struct ClockJudgement: Sendable {
    var estimate: ClockEstimate
    /// The camera time for which the shifts are valid, in seconds since 1970.
    var reference: Double
    /// Hypotheses that together hold almost all of the probability, the estimate included.
    var alternatives: [ClockHypothesis]
    /// The distinct UTC offsets along the tracks.
    var offsets: [Int]
    /// A factor for distances that compensates for the shifts omitted between the alternatives.
    var spacing: Double
}

/// Estimates the clock offset of a camera.
///
/// The likelihood of each shift combines its prior with two kinds of evidence: whether the photos would fall on stops,
/// and the GPS times in the photos. The first hypothesis is that the clock is right; another one is used only if it is
/// nearly certain. The remaining plausible hypotheses are returned too, so that position errors can account for them.
struct ClockEstimator {
    let profile: StillnessProfile?
    /// The UTC offset of the zone configured for camera clocks, at a local time in seconds.
    var given: (Int) -> Int? = { _ in nil }
    /// The minimum probability for a shift to be used.
    var minimumConfidence: Double

    /// The range of shifts tested, in seconds: a day plus the time zones in both directions.
    private static let reach = 26 * 3600.0
    /// The total probability that the alternatives cover.
    private static let coverage = 0.998
    /// If a right clock is at least this probable, it is assumed to be right, and the error estimate covers the rest.
    private static let minimumRightProbability = 0.2

    private struct Peak {
        var family: ClockHypothesis.Family
        var middle: Double
        var hypotheses: [ClockHypothesis]
        var mass = 0.0
    }

    private struct Grid {
        var family: ClockHypothesis.Family
        var low: Double
        var step: Double
        var weights: [Double]

        func shift(_ number: Int) -> Double { low + Double(number) * step }
    }

    /// Estimates the clock offset of a camera.
    ///
    /// - Parameters:
    ///   - camera: The camera.
    ///   - knowledge: What is known of its photos.
    ///   - isCanceled: Called for each photo and each likely shift.
    /// - Returns: The estimate; `nil` without any evidence, or once `isCanceled` has returned `true`.
    func judgement(
        _ camera: CameraKey, _ knowledge: CameraKnowledge, isCanceled: () -> Bool = { false }
    ) -> ClockJudgement? {
        let evidence = ClockEvidence(knowledge, profile, given: given)
        guard !evidence.events.isEmpty, profile != nil || !evidence.received.isEmpty,
            var grids = grids(evidence, isCanceled), let found = self.peaks(&grids, evidence, isCanceled)
        else { return nil }
        var peaks = found
        var all = peaks.flatMap(\.hypotheses)
        for grid in grids {
            for (number, weight) in grid.weights.enumerated() where weight > -.infinity {
                all.append(ClockHypothesis(family: grid.family, shift: grid.shift(number), weight: weight))
            }
        }
        guard let top = all.map(\.weight).max(), top.isFinite else { return nil }
        let sum = all.reduce(0) { $0 + exp($1.weight - top) }
        for number in all.indices { all[number].weight = exp(all[number].weight - top) / sum }
        for number in peaks.indices {
            peaks[number].mass = peaks[number].hypotheses.reduce(0) { $0 + exp($1.weight - top) } / sum
        }
        let close = likely(all, upTo: peaks.reduce(0) { $0 + $1.hypotheses.count })
        let alternatives = close.hypotheses
        let chosen = choose(joined(peaks, evidence))
        return ClockJudgement(
            estimate: estimate(camera, chosen.peak, isUsed: chosen.isUsed, evidence),
            reference: evidence.reference, alternatives: compressed(alternatives, close: close.close),
            offsets: profile?.offsets ?? [],
            spacing: close.hypotheses.count > 160 ? 1.25 : 1)
    }

    // MARK: Likelihoods

    private func grids(_ evidence: ClockEvidence, _ isCanceled: () -> Bool) -> [Grid]? {
        let step = (profile?.cell ?? 5) * Double(StillnessProfile.coarseness)
        var range = -Self.reach...Self.reach
        if let interval = profile?.interval, let first = evidence.events.first?.wall,
            let last = evidence.events.last?.wall,
            interval.upperBound < first + range.lowerBound || interval.lowerBound > last + range.upperBound
        {
            // The clock may be months off: test every shift for which photos and tracks can overlap.
            range = interval.lowerBound - last - Self.reach...interval.upperBound - first + Self.reach
        }
        let count = Int((range.upperBound - range.lowerBound) / step) + 1
        guard count < 4_000_000 else { return nil }
        let offsets = profile?.offsets ?? []
        var families: [ClockPrior] = [ClockPrior(family: .zones)]
        if evidence.isLocal {
            if offsets.count == 1 {
                families[0].onlyOffset = offsets[0]
            } else {
                families.append(ClockPrior(family: .constant))
            }
        }
        var grids: [Grid] = []
        for prior in families {
            // Align to a whole number of steps from 0.
            let low = (range.lowerBound / step).rounded() * step
            guard var weights = evidence.scores(prior.family, from: low, count: count, isCanceled) else { return nil }
            let far = range.lowerBound > -Self.reach || range.upperBound < Self.reach
            for number in weights.indices {
                let usual = prior.probability(low + Double(number) * step, width: step)
                weights[number] += log(far ? 0.3 / Double(count) : usual)
            }
            grids.append(Grid(family: prior.family, low: low, step: step, weights: weights))
        }
        return grids
    }

    /// Refines the likeliest shifts and removes them from the grids; the first peak is that of a right clock.
    ///
    /// - Returns: The peaks; `nil` once `isCanceled` has returned `true`.
    private func peaks(_ grids: inout [Grid], _ evidence: ClockEvidence, _ isCanceled: () -> Bool) -> [Peak]? {
        var peaks: [Peak] = []
        let only = evidence.isLocal && profile?.offsets.count == 1 ? profile?.offsets.first : nil
        func add(_ family: ClockHypothesis.Family, _ middle: Double, to grids: inout [Grid]) {
            let prior = ClockPrior(family: family, onlyOffset: family == .zones ? only : nil)
            peaks.append(
                Peak(family: family, middle: middle, hypotheses: evidence.fineHypotheses(family, around: middle, prior))
            )
            for number in grids.indices where grids[number].family == family {
                let grid = grids[number]
                for index in grid.weights.indices where abs(grid.shift(index) - middle) <= evidence.fineReach {
                    grids[number].weights[index] = -.infinity
                }
            }
        }
        if isCanceled() { return nil }
        add(.zones, 0, to: &grids)
        let right = peaks[0].hypotheses.map(\.weight).max() ?? -.infinity
        for _ in 0..<4 {
            if isCanceled() { return nil }
            var best = (grid: 0, index: 0, weight: -Double.infinity)
            for (number, grid) in grids.enumerated() {
                for (index, weight) in grid.weights.enumerated() where weight > best.weight {
                    best = (number, index, weight)
                }
            }
            // Much less likely shifts need no refinement.
            guard best.weight > max(right, peaks.flatMap(\.hypotheses).map(\.weight).max() ?? right) - 7 else { break }
            add(grids[best.grid].family, grids[best.grid].shift(best.index), to: &grids)
        }
        return peaks
    }

    /// Merges peaks that give all photos the same times.
    private func joined(_ peaks: [Peak], _ evidence: ClockEvidence) -> [Peak] {
        var result: [Peak] = []
        for peak in peaks {
            let same = result.firstIndex { other in
                guard other.family != peak.family else { return false }
                var isAny = false
                for event in evidence.events {
                    let first = evidence.predicted(event, other.family, other.middle).map { $0 + other.middle }
                    let second = evidence.predicted(event, peak.family, peak.middle).map { $0 + peak.middle }
                    if first == nil, second == nil { continue }
                    guard let first, let second, abs(first - second) <= evidence.fineReach else { return false }
                    isAny = true
                }
                return isAny
            }
            if let same { result[same].mass += peak.mass } else { result.append(peak) }
        }
        return result
    }

    // MARK: Conclusions

    private func choose(_ peaks: [Peak]) -> (peak: Peak, isUsed: Bool) {
        let right = peaks[0]
        let best = peaks.max { $0.mass < $1.mass } ?? right
        if best.mass >= minimumConfidence { return (best, true) }
        return right.mass >= Self.minimumRightProbability ? (right, true) : (best, false)
    }

    private func estimate(
        _ camera: CameraKey, _ peak: Peak, isUsed: Bool, _ evidence: ClockEvidence
    ) -> ClockEstimate {
        let top = peak.hypotheses.map(\.weight).max() ?? 0
        // Report the drift only if zero drift is nearly ruled out.
        var ofDrifts: [Double: Double] = [:]
        for one in peak.hypotheses { ofDrifts[one.secondsPerDay, default: 0] += exp(one.weight - top) }
        let total = ofDrifts.values.reduce(0, +)
        let likeliest = ofDrifts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
        let drift = (ofDrifts[0] ?? 0) >= 0.03 * total ? 0 : likeliest
        var (weight, mean, square, right) = (0.0, 0.0, 0.0, 0.0)
        for one in peak.hypotheses where one.secondsPerDay == drift {
            let part = exp(one.weight - top)
            weight += part
            if abs(one.shift) <= 10 { right += part }
            mean += part * (one.shift - peak.middle)
            square += part * (one.shift - peak.middle) * (one.shift - peak.middle)
        }
        mean /= max(weight, .leastNormalMagnitude)
        let deviation = max(0, square / max(weight, .leastNormalMagnitude) - mean * mean).squareRoot()
        var seconds = peak.middle + mean
        var uncertainty = max(2 * deviation, 2)
        var source = ClockEstimate.Evidence.stops(photos: evidence.events.count)
        if let receivers = evidence.receivers(peak.family, near: seconds) {
            source = .receiver(photos: evidence.received.count)
            seconds = receivers.seconds
            uncertainty = min(uncertainty, receivers.spread + 2)
        }
        let isRight = drift == 0 && right >= 0.1 * weight
        if peak.family == .zones, peak.middle == 0, isRight {
            // A right clock also explains the photos.
            uncertainty = max(uncertainty, abs(seconds))
            seconds = 0
        } else {
            seconds = Self.rounded(seconds, within: min(uncertainty, 30), peak.family)
        }
        return ClockEstimate(
            camera: camera.camera, seconds: seconds, includesZone: peak.family == .constant, uncertainty: uncertainty,
            confidence: min(1, peak.mass), evidence: source, isUsed: isUsed, secondsPerDay: drift,
            reference: Date(timeIntervalSince1970: evidence.reference))
    }

    /// Returns a round shift if it fits as well, because a wrong zone is more common than a wrong minute.
    private static func rounded(_ seconds: Double, within uncertainty: Double, _ family: ClockHypothesis.Family)
        -> Double
    {
        let step = family == .zones ? 3600.0 : 900
        let round = (seconds / step).rounded() * step
        // The hypothesis of a right clock has been tested already.
        guard family == .constant || round != 0 else { return seconds }
        return abs(round - seconds) <= uncertainty ? round : seconds
    }

    /// Returns the likeliest hypotheses that together cover almost all of the probability, in their original order.
    ///
    /// - Parameters:
    ///   - all: Hypotheses with their probabilities.
    ///   - first: The number of refined hypotheses at the beginning.
    /// - Returns: The hypotheses, and how many of them are refined.
    private func likely(_ all: [ClockHypothesis], upTo first: Int) -> (hypotheses: [ClockHypothesis], close: Int) {
        // Selects by power-of-two buckets; a full sort would take longer than the rest of the estimate.
        var masses = [Double](repeating: 0, count: 64)
        func power(_ weight: Double) -> Int { weight > 0 ? min(63, -Int(weight.exponent)) : 63 }
        for one in all { masses[power(one.weight)] += one.weight }
        var (sum, last) = (0.0, 0)
        while last < 63, sum + masses[last] < Self.coverage {
            sum += masses[last]
            last += 1
        }
        let close = all.prefix(first).filter { power($0.weight) <= last }
        return (close + all.dropFirst(first).filter { power($0.weight) <= last }, close.count)
    }

    /// Thins the hypotheses to a number that can be evaluated for each photo, at equal steps among the refined ones and
    /// among the rest.
    private func compressed(_ hypotheses: [ClockHypothesis], close: Int) -> [ClockHypothesis] {
        func some(_ part: ArraySlice<ClockHypothesis>, _ count: Int) -> [ClockHypothesis] {
            guard part.count > count else { return Array(part) }
            return (0..<count).map { part[part.startIndex + $0 * (part.count - 1) / (count - 1)] }
        }
        return some(hypotheses.prefix(close), 60) + some(hypotheses.dropFirst(close), 100)
    }
}
