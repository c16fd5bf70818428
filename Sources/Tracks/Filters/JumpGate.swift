import Geo

/// Holds back fixes that nothing could have reached in the time, until several in a row say the same.
///
/// It compares with the last plausible fix, kept or not. Both fixes may be wrong by their radii, so that much is allowed on top;
/// without radii 20 m.
struct JumpGate: Sendable {
    let maximumSpeed: Double
    let confirmations: Int
    private var last: LocationSieve.Sample?
    /// Fixes in a row that are far from the last plausible one but agree with each other.
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
        let errors = [sample, other].reduce(0) { $0 + ($1.location.horizontalAccuracy?.radius ?? 20) }
        let distance = sample.location.coordinate.sphericalDistance(to: other.location.coordinate)
        // Of a clock that was set back nothing is known but that a moment went by.
        let seconds = max(sample.time - other.time, 1)
        return distance <= maximumSpeed * seconds + errors
    }
}
