import Geo
import Threads

extension LocationSession {
    /// Why there is no usable fix at `now`, or `nil` when there is one.
    func reason(at now: Instant, diagnosis: Diagnosis) -> NoFixReason? {
        switch status {
        case .idle, .canceled: return nil
        case .failed: return error?.reason
        case .updated: return finishReason == .accuracy ? nil : shortfall(at: now)
        case .updating:
            if newest == nil, let passedOver {
                return .inaccurate(
                    best: passedOver.location.horizontalAccuracy?.radius, wanted: demand.desiredAccuracy)
            }
            guard let newest else { return diagnosis.reason(at: now) }
            let age = now - newest.arrival
            if age > demand.maximumAge { return .stale(age: age / .seconds(1)) }
            return shortfall(at: now)
        }
    }

    /// How far the best fix stays behind what was asked for.
    private func shortfall(at now: Instant) -> NoFixReason? {
        guard demand.desiredAccuracy > 0, let best else { return nil }
        let radius = best.location.horizontalAccuracy?.radius
        if let radius, radius <= demand.desiredAccuracy { return nil }
        return .inaccurate(best: radius, wanted: demand.desiredAccuracy)
    }
}
