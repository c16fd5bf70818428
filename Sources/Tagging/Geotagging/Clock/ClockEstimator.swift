import Metadata
import Tracks

/// Finds out how wrong a camera's clock is.
struct ClockEstimator {
    let profile: StillnessProfile?

    /// Errors that are looked for: a day, and the zones in both directions.
    private static let reach = 26 * 3600.0

    /// What can be said of a camera; `nil` without any evidence.
    func estimate(_ camera: CameraKey, _ knowledge: CameraKnowledge) -> ClockEstimate? {
        // The more usual kind of photo decides what is looked for.
        let hasOffset = knowledge.countWithOffset * 2 > knowledge.count
        return byReceiver(camera, knowledge, hasOffset) ?? byStops(camera, knowledge, hasOffset)
    }

    /// The receiver tells the true time, of its last fix.
    private func byReceiver(
        _ camera: CameraKey, _ knowledge: CameraKnowledge, _ hasOffset: Bool
    ) -> ClockEstimate? {
        let differences = knowledge.receiverDifferences.values.filter { $0.hasOffset == hasOffset }
            .map { $0.difference }.sorted()
        guard !differences.isEmpty else { return nil }
        let median = differences[differences.count / 2]
        let deviations = differences.map { abs($0 - median) }.sorted()
        let spread = deviations[deviations.count / 2]
        let trust = Double(differences.count) / (Double(differences.count) + 0.2)
        return ClockEstimate(
            camera: camera.camera, seconds: median, includesZone: !hasOffset,
            uncertainty: spread + 1, confidence: trust / (1 + spread / 120),
            evidence: .receiver(photos: differences.count), isUsed: false)
    }

    /// Photos are taken where people stand.
    private func byStops(_ camera: CameraKey, _ knowledge: CameraKnowledge, _ hasOffset: Bool) -> ClockEstimate? {
        let events = knowledge.shown.values.filter { $0.hasOffset == hasOffset }.map(\.seconds)
        guard let profile, profile.deviation > 0, let first = events.min(), let last = events.max() else {
            return nil
        }
        var range = -Self.reach...Self.reach
        let end = profile.start + Double(profile.cells.count) * profile.cell
        if end < first + range.lowerBound || profile.start > last + range.upperBound {
            // Months off: wherever the photos can meet the track at all.
            range = profile.start - last...end - first
        }
        let steps = Int((range.upperBound - range.lowerBound) / profile.cell) + 1
        guard steps > 0, steps < 20_000_000 / max(1, events.count / 50) else { return nil }
        let scores = self.scores(of: events, profile, from: range.lowerBound, count: steps, hasOffset)
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return nil }
        return estimate(camera, scores, best: best, from: range.lowerBound, events.count, hasOffset, profile)
    }

    /// How well the photos fall on stops, for each shift of the clock.
    private func scores(
        of events: [Double], _ profile: StillnessProfile, from low: Double, count: Int, _ hasOffset: Bool
    ) -> [Double] {
        var scores = [Double](repeating: 0, count: count)
        profile.cells.withUnsafeBufferPointer { cells in
            scores.withUnsafeMutableBufferPointer { scores in
                for event in events {
                    // Cell number of the event at the first shift; one further for each next shift.
                    let first = Int(((event + low - profile.start) / profile.cell).rounded(.down))
                    let from = max(0, -first)
                    let to = min(count, cells.count - first)
                    var step = from
                    while step < to {
                        scores[step] += Double(cells[first + step])
                        step += 1
                    }
                }
            }
        }
        let expected = profile.mean * Double(events.count)
        let unit = profile.deviation * Double(events.count).squareRoot()
        let round = hasOffset ? 3600.0 : 900.0
        for step in scores.indices {
            let shift = low + Double(step) * profile.cell
            let isRound = abs(shift - (shift / round).rounded() * round) <= 60
            scores[step] += (isRound ? unit / 2 : 0) + (hasOffset && abs(shift) <= 60 ? unit / 2 : 0) - expected
        }
        return scores
    }

    /// Clocks are set to a wrong zone more often than to a wrong minute: a round shift that fits as well is the one.
    private static func rounded(_ seconds: Double, within uncertainty: Double, _ hasOffset: Bool) -> Double {
        let step = hasOffset ? 3600.0 : 900.0
        let round = (seconds / step).rounded() * step
        return abs(round - seconds) <= uncertainty ? round : seconds
    }

    private func estimate(
        _ camera: CameraKey, _ scores: [Double], best: Int, from low: Double, _ count: Int, _ hasOffset: Bool,
        _ profile: StillnessProfile
    ) -> ClockEstimate {
        // Nearly as good shifts beside the best one: the middle is meant.
        let enough = scores[best] - 0.02 * Double(count)
        var (left, right) = (best, best)
        while left > 0, scores[left - 1] >= enough { left -= 1 }
        while right + 1 < scores.count, scores[right + 1] >= enough { right += 1 }
        let margin = Int(180 / profile.cell)
        var second = -Double.infinity
        for step in scores.indices where step < left - margin || step > right + margin {
            second = max(second, scores[step])
        }
        let unit = profile.deviation * Double(count).squareRoot()
        let uncertainty = Double(right - left) / 2 * profile.cell + profile.cell
        let seconds = Self.rounded(low + Double(left + right) / 2 * profile.cell, within: uncertainty, hasOffset)
        let lead = scores[best] > 0 ? max(0, scores[best] - max(0, second)) / unit : 0
        return ClockEstimate(
            camera: camera.camera, seconds: seconds, includesZone: !hasOffset, uncertainty: uncertainty,
            confidence: 1 - 1 / (1 + lead * lead), evidence: .stops(photos: count), isUsed: false)
    }
}
