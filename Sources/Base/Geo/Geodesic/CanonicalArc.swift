/// The geodesic that leaves the first of two latitudes at a given azimuth and ends where it reaches the second.
///
/// The latitudes are in the canonical order of the inverse problem: β₁ ≤ 0 and |β₂| ≤ |β₁|; the geodesic arrives
/// northbound (α₂ ≤ 90°). ``InverseProblem`` finds the azimuth that also bridges the longitude difference, by Newton's
/// method. After Karney (2013), section 4.
struct CanonicalArc {
    let azimuth1: UnitAngle
    let azimuth2: UnitAngle
    let sigma1: UnitAngle
    let sigma2: UnitAngle
    /// σ₂ - σ₁ in radians, 0...π.
    let sigma12: Double
    let sineOfEquatorialAzimuth: Double
    let series: GeodesicSeries

    init(azimuth1: UnitAngle, beta1: UnitAngle, beta2: UnitAngle) {
        var azimuth1 = azimuth1
        if beta1.sine == 0, azimuth1.cosine == 0 {
            // A geodesic due east along the equator never crosses it, so use the limit from the south.
            azimuth1.cosine = -UnitAngle.almostZero
        }
        self.azimuth1 = azimuth1
        let forward1 = azimuth1.cosine * beta1.cosine
        sineOfEquatorialAzimuth = azimuth1.sine * beta1.cosine
        let cross = azimuth1.sine * beta1.sine
        let cosineOfEquatorialAzimuth = (azimuth1.cosine * azimuth1.cosine + cross * cross).squareRoot()

        // Clairaut's relation yields the second azimuth (5, 45). The difference of squares uses the smaller of sine and
        // cosine; with equal latitudes the result must be exact.
        if beta2.cosine == beta1.cosine, abs(beta2.sine) == -beta1.sine {
            azimuth2 = UnitAngle(sine: azimuth1.sine, cosine: abs(azimuth1.cosine))
        } else {
            let gain =
                beta1.cosine < -beta1.sine
                ? (beta2.cosine - beta1.cosine) * (beta2.cosine + beta1.cosine)
                : (beta1.sine - beta2.sine) * (beta1.sine + beta2.sine)
            azimuth2 = UnitAngle(
                sine: sineOfEquatorialAzimuth / beta2.cosine,
                cosine: max(0, forward1 * forward1 + gain).squareRoot() / beta2.cosine)
        }
        sigma1 = UnitAngle(scaling: beta1.sine, forward1)
        sigma2 = UnitAngle(scaling: beta2.sine, azimuth2.cosine * beta2.cosine)
        let difference = sigma2.minus(sigma1)
        // Rounding must not turn a line of length zero into one around the world, nor -0.0 into the reverse of half a
        // turn.
        sigma12 = UnitAngle(sine: max(0, difference.sine) + 0, cosine: difference.cosine).radians
        series = GeodesicSeries(cosineOfEquatorialAzimuth: cosineOfEquatorialAzimuth)
    }

    /// The length in metres (7, 15).
    var distance: Double {
        let terms = series.distanceTerms
        return Earth.semiMinorAxis * series.distanceScale * (sigma12 + (terms.sum(at: sigma2) - terms.sum(at: sigma1)))
    }

    /// Returns how far east of the target longitude difference the arc ends, in radians (8, 23).
    func longitudeError(to lambda12: UnitAngle) -> Double {
        let omega1 = UnitAngle(sine: sineOfEquatorialAzimuth * sigma1.sine, cosine: sigma1.cosine)
        let omega2 = UnitAngle(sine: sineOfEquatorialAzimuth * sigma2.sine, cosine: sigma2.cosine)
        let omega12 = omega2.minus(omega1)
        let ahead = UnitAngle(sine: max(0, omega12.sine) + 0, cosine: omega12.cosine).minus(lambda12).radians
        let terms = series.longitudeTerms
        let lag = series.longitudeScale * (sigma12 + (terms.sum(at: sigma2) - terms.sum(at: sigma1)))
        return ahead - Earth.flattening * sineOfEquatorialAzimuth * lag
    }

    /// Returns the derivative of ``longitudeError(to:)`` with respect to the first azimuth (46).
    func longitudeSlope(beta1: UnitAngle, beta2: UnitAngle) -> Double {
        let root1 = (1 + series.kSquared * sigma1.sine * sigma1.sine).squareRoot()
        guard azimuth2.cosine != 0 else { return -2 * Earth.axisRatio * root1 / beta1.sine }
        let root2 = (1 + series.kSquared * sigma2.sine * sigma2.sine).squareRoot()
        let (scale, terms) = series.reducedLengthTerms
        let difference = scale * sigma12 + (terms.sum(at: sigma2) - terms.sum(at: sigma1))
        // The reduced length m₁₂ over b (38).
        let reducedLength =
            root2 * (sigma1.cosine * sigma2.sine) - root1 * (sigma1.sine * sigma2.cosine)
            - sigma1.cosine * sigma2.cosine * difference
        return Earth.axisRatio * reducedLength / (azimuth2.cosine * beta2.cosine)
    }
}
