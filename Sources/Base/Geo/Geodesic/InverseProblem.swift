/// The inverse geodesic problem in canonical form: β₁ ≤ 0, |β₂| ≤ |β₁| and 0 ≤ λ₁₂ ≤ π.
///
/// After Karney (2013), sections 4 and 5. In the general case, Newton's method solves one equation for the first
/// azimuth, within a bracket that is bisected whenever Newton's method would leave it; it terminates for every pair of
/// points.
struct InverseProblem {
    let beta1: UnitAngle
    let beta2: UnitAngle
    let lambda12: UnitAngle

    /// Length and azimuths of the shortest line.
    struct Solution {
        /// Metres.
        var distance: Double
        var azimuth1: UnitAngle
        var azimuth2: UnitAngle
    }

    func solve() -> Solution {
        if lambda12.sine == 0 || beta1.cosine == UnitAngle.almostZero { return meridian() }
        if beta1.sine == 0, let along = equator() { return along }
        switch firstGuess() {
        case .solved(let solution): return solution
        case .azimuth(let azimuth1): return refined(from: azimuth1)
        }
    }

    /// Returns the solution along a meridian, over the pole if the longitudes are opposite: the shortest line of an
    /// oblate ellipsoid.
    private func meridian() -> Solution {
        let sigma1 = UnitAngle(scaling: beta1.sine, lambda12.cosine * beta1.cosine)
        let sigma2 = UnitAngle(scaling: beta2.sine, beta2.cosine)
        let difference = sigma2.minus(sigma1)
        let sigma12 = UnitAngle(sine: max(0, difference.sine) + 0, cosine: difference.cosine).radians
        let series = GeodesicSeries(cosineOfEquatorialAzimuth: 1)
        let terms = series.distanceTerms
        let arc = sigma12 + (terms.sum(at: sigma2) - terms.sum(at: sigma1))
        return Solution(
            // For coinciding points (both at a pole, for example) the computed length is only rounding noise.
            distance: sigma12 < 3 * UnitAngle.almostZero ? 0 : Earth.semiMinorAxis * series.distanceScale * arc,
            azimuth1: lambda12,
            azimuth2: UnitAngle(sine: 0, cosine: 1))
    }

    /// Returns the solution along the equator, the shortest line up to 179.4° of longitude; `nil` beyond.
    private func equator() -> Solution? {
        let longitude = lambda12.radians
        guard longitude <= Earth.axisRatio * .pi else { return nil }
        let east = UnitAngle(sine: 1, cosine: 0)
        return Solution(distance: Earth.semiMajorAxis * longitude, azimuth1: east, azimuth2: east)
    }

    private func refined(from guess: UnitAngle) -> Solution {
        var azimuth1 = guess
        var lower = UnitAngle(sine: UnitAngle.almostZero, cosine: 1)
        var upper = UnitAngle(sine: UnitAngle.almostZero, cosine: -1)
        var arc = CanonicalArc(azimuth1: azimuth1, beta1: beta1, beta2: beta2)
        // Zero means that the previous step was not Newton's, so convergence cannot be predicted from it.
        var lastError = 0.0
        for round in 0..<Self.maximumIterations {
            let error = arc.longitudeError(to: lambda12)
            if abs(error) < Self.negligibleError { break }
            if error > 0 { upper = azimuth1 } else { lower = azimuth1 }

            let slope = arc.longitudeSlope(beta1: beta1, beta2: beta2)
            let step = -error / slope
            let newton = azimuth1.nudged(by: step)
            // The comparisons are false for NaN too.
            let isInside =
                slope > 0 && abs(step) < 1 && round < Self.newtonRounds && newton.sine > 0
                && newton.minus(lower).sine >= 0 && upper.minus(newton).sine >= 0
            // Newton's method stopped only because of rounding; the azimuth cannot be improved.
            if !isInside, abs(error) < Self.roundingError { break }
            let next = isInside ? newton : UnitAngle(scaling: lower.sine + upper.sine, lower.cosine + upper.cosine)
            let change = abs(next.sine - azimuth1.sine) + abs(next.cosine - azimuth1.cosine)
            azimuth1 = UnitAngle(scaling: next.sine, next.cosine)
            arc = CanonicalArc(azimuth1: azimuth1, beta1: beta1, beta2: beta2)
            guard isInside else {
                if change < Self.closedBracket { break }
                lastError = 0
                continue
            }
            // Newton's method converges quadratically, so two errors predict the third.
            let ratio = error / lastError
            if abs(error) < Self.roundingError || abs(error * ratio * ratio) < Self.negligibleError { break }
            lastError = error
        }
        return Solution(distance: arc.distance, azimuth1: arc.azimuth1, azimuth2: arc.azimuth2)
    }

    /// Iterations after which the bracket is bisected instead.
    ///
    /// Newton's method needs two iterations on average, and at most four for all but one of seven million seeded pairs,
    /// most of them nearly antipodal or on equator and poles. The exception, within 1e-15 degrees of the equator and
    /// 179.3965° apart, took 76 iterations with bisection.
    private static var newtonRounds: Int { 20 }

    /// Enough iterations to bisect 180° down to ``closedBracket``.
    private static var maximumIterations: Int { 110 }

    /// Azimuths this close give the same line, even along the equator where only the cosine differs.
    private static var closedBracket: Double { 3e-24 }

    /// Radians of longitude below which a difference is rounding noise: 16 units in the last place of 1.
    private static var roundingError: Double { 3.6e-15 }

    /// Radians of longitude too small to affect the result in metres.
    private static var negligibleError: Double { 1e-18 }
}
