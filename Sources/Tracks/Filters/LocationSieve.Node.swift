import Geo

extension LocationSieve {
    /// A condition with what it remembers.
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

        /// Why a fix does not pass, or `nil` when it does.
        mutating func judge(_ sample: Sample) -> SuppressionReason? {
            switch filter {
            case .any: return judgeAny(sample)
            case .all: return judgeAll(sample)
            case .heartbeat(let seconds, _):
                let reason = children[0].judge(sample)
                guard let last else { return nil }
                return isDue(sample, after: last, seconds) ? nil : reason
            case .jump: return jump?.passes(sample) == false ? .jump : nil
            case .accuracy(let limit, let acceptsUnknown):
                guard let radius = sample.location.horizontalAccuracy?.radius else {
                    return acceptsUnknown ? nil : .unknownAccuracy
                }
                return radius <= limit ? nil : .accuracy
            case .speed(let range):
                return sample.location.speed.map(range.contains) ?? true ? nil : .speed
            case .distance, .interval, .turn, .beyondError:
                // The first fix is as far and as late as can be.
                guard let last else { return nil }
                return judge(sample, after: last)
            }
        }

        private func judge(_ sample: Sample, after last: Sample) -> SuppressionReason? {
            switch filter {
            case .distance(let metres): return distance(sample, last) >= metres ? nil : .distance
            case .interval(let seconds): return isDue(sample, after: last, seconds) ? nil : .interval
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

        /// All are asked, since some remember what they saw.
        private mutating func judgeAny(_ sample: Sample) -> SuppressionReason? {
            var first: SuppressionReason?
            var passes = false
            for index in children.indices {
                let reason = children[index].judge(sample)
                if reason == nil { passes = true }
                first = first ?? reason
            }
            return passes ? nil : first ?? .distance
        }

        private mutating func judgeAll(_ sample: Sample) -> SuppressionReason? {
            var first: SuppressionReason?
            for index in children.indices {
                let reason = children[index].judge(sample)
                first = first ?? reason
            }
            return first
        }

        private func distance(_ sample: Sample, _ last: Sample) -> Double {
            sample.location.coordinate.distance(to: last.location.coordinate)
        }

        private func isDue(_ sample: Sample, after last: Sample, _ seconds: Double) -> Bool {
            let elapsed = sample.time - last.time
            return elapsed >= seconds || elapsed < 0
        }

        /// Remembers the fix that was kept.
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
