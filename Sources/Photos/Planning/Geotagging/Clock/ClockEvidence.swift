import FoundationEssentials
import Glibc

/// Evaluates hypotheses of a camera's clock against the tracks and the GPS times in its photos.
struct ClockEvidence {
    /// A photo, or several photos taken together.
    struct Event {
        /// The local time as if it were UTC, in seconds since 1970.
        var wall: Double
        /// The UTC offset that the photo states, or the one of the configured zone.
        var offset: Int?
        /// The weight of the event: photos taken within the same few minutes are not independent.
        var weight: Double
        /// The score added if anything at all was recorded at that time.
        var presence: Double
    }

    let profile: StillnessProfile?
    private(set) var events: [Event] = []
    private(set) var received: [CameraKnowledge.Received] = []
    /// Whether most photos state no offset.
    let isLocal: Bool
    /// The middle of the photos' camera times.
    private(set) var reference = 0.0
    /// Days between the first and the last photo.
    private(set) var days = 0.0

    /// Maximum number of events evaluated.
    private static let maximumEvents = 240
    /// The fraction of photos assumed to be unrelated to stops.
    private static let unrelated = 0.3

    init(_ knowledge: CameraKnowledge, _ profile: StillnessProfile?, given: (Int) -> Int?) {
        self.profile = profile
        let statesOffset = knowledge.countWithOffset * 2 > knowledge.count
        var shown = knowledge.shown.values.filter { ($0.offset != nil) == statesOffset }
            .map { CameraKnowledge.Shown(wall: $0.wall, offset: $0.offset ?? given(Int($0.wall))) }
        isLocal = shown.contains { $0.offset == nil }
        shown.sort { $0.wall < $1.wall }
        let step = (shown.count + Self.maximumEvents - 1) / Self.maximumEvents
        if step > 1 { shown = stride(from: 0, to: shown.count, by: step).map { shown[$0] } }
        if let first = shown.first, let last = shown.last {
            reference = (first.wall + last.wall) / 2 - Double(first.offset ?? 0)
            days = (last.wall - first.wall) / 86_400
        }
        events = Self.events(shown)
        let all = knowledge.received.values
        received = stride(from: 0, to: all.count, by: max(1, all.count / 12)).map { all[$0] }
    }

    private static func events(_ shown: [CameraKnowledge.Shown]) -> [Event] {
        var events: [Event] = []
        var sessions: [Int] = []
        var (low, high) = (0, 0)
        for (number, time) in shown.enumerated() {
            while shown[low].wall < time.wall - 180 { low += 1 }
            while high < shown.count, shown[high].wall <= time.wall + 180 { high += 1 }
            if number == 0 || time.wall - shown[number - 1].wall > 3 * 3600 { sessions.append(0) }
            sessions[sessions.count - 1] += 1
            events.append(
                Event(wall: time.wall, offset: time.offset, weight: 1 / Double(high - low).squareRoot(), presence: 0))
        }
        // Whether anything was recorded depends on the day more than on the photo, so it is weak evidence.
        let bonus = min(log(2.5), log(30) / Double(max(1, sessions.count)))
        var number = 0
        for count in sessions {
            for index in number..<number + count { events[index].presence = bonus / Double(count) }
            number += count
        }
        return events
    }

    /// Returns the time to which a shift is added; if offsets come from time zones of positions, it depends on the
    /// offset there.
    func base(_ event: Event, _ family: ClockHypothesis.Family, there: Int?) -> Double? {
        if let offset = event.offset { return event.wall - Double(offset) }
        switch family {
        case .constant: return event.wall
        case .zones: return there.map { event.wall - Double($0) }
        }
    }

    /// Returns the log-likelihoods of many shifts.
    ///
    /// - Parameters:
    ///   - family: The source of UTC offsets.
    ///   - low: The first shift, in seconds.
    ///   - count: The number of shifts, ``StillnessProfile/coarseness`` cells apart.
    ///   - isCanceled: Called before each photo.
    /// - Returns: One log-likelihood per shift; `nil` once `isCanceled` has returned `true`.
    func scores(
        _ family: ClockHypothesis.Family, from low: Double, count: Int, _ isCanceled: () -> Bool
    ) -> [Double]? {
        var scores = [Double](repeating: 0, count: count)
        // Differences; summed up at the end.
        var presence = [Double](repeating: 0, count: count + 1)
        let step = (profile?.cell ?? 5) * Double(StillnessProfile.coarseness)
        for event in events {
            if isCanceled() { return nil }
            add(event, family, low, step, &scores, &presence)
        }
        var sum = 0.0
        for number in scores.indices {
            sum += presence[number]
            let shift = low + Double(number) * step
            scores[number] = Self.mixed(scores[number]) + sum + byReceiver(family, shift, width: step)
        }
        return scores
    }

    private func add(
        _ event: Event, _ family: ClockHypothesis.Family, _ low: Double, _ step: Double, _ scores: inout [Double],
        _ presence: inout [Double]
    ) {
        guard let profile else { return }
        let count = scores.count
        let earliest = event.wall + low - 100_000
        let latest = event.wall + low + Double(count) * step + 100_000
        guard abs(earliest) < 1e12, abs(latest) < 1e12 else { return }
        var number = profile.firstStretch(endingAfter: Int(earliest / profile.cell))
        while number < profile.stretches.count, Double(profile.stretches[number].first) * profile.cell < latest {
            let stretch = profile.stretches[number]
            number += 1
            guard let base = base(event, family, there: stretch.offset) else { continue }
            // The index of the coarse cell for the first shift; each further shift advances it by one.
            let first = Int(((base + low - Double(stretch.first) * profile.cell) / step).rounded(.down))
            let from = max(0, -first)
            let to = min(count, stretch.coarse.count - first)
            guard from < to else { continue }
            presence[from] += event.presence
            presence[to] -= event.presence
            let weight = event.weight
            stretch.coarse.withUnsafeBufferPointer { cells in
                scores.withUnsafeMutableBufferPointer { scores in
                    var index = from
                    while index < to {
                        scores[index] += weight * Double(cells[first + index])
                        index += 1
                    }
                }
            }
        }
    }

    /// Returns a log-likelihood that allows for photos unrelated to stops, which neither support nor contradict a
    /// hypothesis.
    private static func mixed(_ score: Double) -> Double {
        score > 50 ? score + log(1 - unrelated) : log(unrelated + (1 - unrelated) * exp(score))
    }

    /// Returns the likelihoods of shifts around one, with drifts.
    func fineHypotheses(_ family: ClockHypothesis.Family, around middle: Double, _ prior: ClockPrior)
        -> [ClockHypothesis]
    {
        let cell = profile?.cell ?? 5
        // Use the stretch that contains the photo at the middle shift.
        var bases: [(base: Double, weight: Double)] = []
        var presence = 0.0
        for event in events {
            guard let base = predicted(event, family, middle) else { continue }
            bases.append((base, event.weight))
            presence += event.presence
        }
        let drifts = days > 2 ? ClockPrior.drifts : [(0, 1)]
        var result: [ClockHypothesis] = []
        for step in -Self.fineSteps...Self.fineSteps {
            let shift = middle + Double(step) * cell
            let usual = log(prior.probability(shift, width: cell)) + byReceiver(family, shift, width: cell) + presence
            for drift in drifts {
                var score = 0.0
                if let profile {
                    for (base, weight) in bases {
                        let more = drift.0 * (base - reference) / 86_400
                        score += weight * profile.weight(at: base + shift + more)
                    }
                }
                result.append(
                    ClockHypothesis(
                        family: family, shift: shift, secondsPerDay: drift.0,
                        weight: usual + log(drift.1) + Self.mixed(score)))
            }
        }
        return result
    }

    private static let fineSteps = 40

    /// The half-width of the refined range, in seconds.
    var fineReach: Double { Double(Self.fineSteps) * (profile?.cell ?? 5) }

    /// Returns the time to which a shift is added if anything was recorded then, and `nil` otherwise.
    func predicted(_ event: Event, _ family: ClockHypothesis.Family, _ shift: Double) -> Double? {
        guard let profile else { return nil }
        if let base = base(event, family, there: nil) {
            return profile.stretch(at: base + shift) == nil ? nil : base
        }
        for offset in profile.offsets {
            let base = event.wall - Double(offset)
            if let stretch = profile.stretch(at: base + shift), stretch.offset == offset { return base }
        }
        return nil
    }

    /// Scores a shift by the GPS times in the photos.
    ///
    /// They are those of the last fix, so usually a little early and sometimes wrong.
    private func byReceiver(_ family: ClockHypothesis.Family, _ shift: Double, width: Double) -> Double {
        guard !received.isEmpty else { return 0 }
        let scale = max(3, width / 2)
        let weight = min(1, 6 / Double(received.count))
        var sum = 0.0
        for one in received {
            guard let seconds = seconds(one, family) else { continue }
            // How far the GPS time lags, in seconds.
            let late = shift - seconds
            var density = 0.7 * exp(-abs(late) / scale) / (2 * scale)
            if late > 0 { density += 0.3 * exp(-late / 150) / 150 }
            sum += weight * log(0.85 * density + 0.15 / 187_200)
        }
        return sum
    }

    /// Returns the correction implied by one GPS time, in seconds.
    private func seconds(_ one: CameraKnowledge.Received, _ family: ClockHypothesis.Family) -> Double? {
        let offset = one.shown.offset ?? (family == .constant ? 0 : one.offsetThere)
        return offset.map { one.time - (one.shown.wall - Double($0)) }
    }

    /// Returns the median correction by GPS times near a shift, and its spread.
    func receivers(_ family: ClockHypothesis.Family, near shift: Double) -> (seconds: Double, spread: Double)? {
        let near = received.compactMap { seconds($0, family) }.filter { abs($0 - shift) <= fineReach }.sorted()
        guard !near.isEmpty else { return nil }
        let median = near[near.count / 2]
        let deviations = near.map { abs($0 - median) }.sorted()
        return (median, deviations[deviations.count / 2])
    }
}
