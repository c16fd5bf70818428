import Glibc

extension InverseProblem {
    enum FirstGuess {
        case solved(Solution)
        case azimuth(UnitAngle)
    }

    /// Returns the azimuth to start Newton's method from, or the solution itself for points within about a metre.
    func firstGuess() -> FirstGuess {
        let difference = beta2.minus(beta1)
        let sum = beta2.plus(beta1)
        let longitude = lambda12.radians
        let isShort = difference.cosine >= 0 && difference.sine < 0.5 && beta2.cosine * longitude < 0.5

        if isShort {
            // The sphere that touches the ellipsoid along the mean latitude (48).
            let meanCosine = (beta1.cosine + beta2.cosine) / 2
            let scale = (1 - Earth.eccentricitySquared * meanCosine * meanCosine).squareRoot()
            let omega12 = UnitAngle(radians: longitude / scale)
            let circle = GreatCircle(self, omega12: omega12, difference: difference, sum: sum)
            guard circle.sineOfArc >= Self.shortArc else {
                return .solved(
                    Solution(
                        distance: Earth.semiMajorAxis * scale * circle.arc,
                        azimuth1: circle.azimuth1,
                        azimuth2: circle.azimuth2(self, omega12: omega12, difference: difference)))
            }
            return .azimuth(circle.azimuth1)
        }

        let circle = GreatCircle(self, omega12: lambda12, difference: difference, sum: sum)
        let reach = 6 * Earth.thirdFlattening * .pi * beta1.cosine * beta1.cosine
        guard circle.cosineOfArc < 0, circle.sineOfArc < reach else {
            // Correcting the longitude's lag to first order leaves an error of f² and saves Newton's method an
            // iteration.
            let lag = Earth.flattening * circle.azimuth1.sine * beta1.cosine * circle.arc
            let improved = GreatCircle(self, omega12: lambda12.nudged(by: lag), difference: difference, sum: sum)
            return .azimuth(improved.azimuth1)
        }
        return .azimuth(nearlyAntipodalAzimuth(sum: sum))
    }

    /// Arcs shorter than this, in radians (0.6 m), are straight to the precision of a `Double`: the square of the arc
    /// times the flattening is below 1e-16 of its length.
    private static var shortArc: Double { 1e-7 }

    /// Returns the azimuth from the astroid, the envelope of the geodesics near the antipode (51-57).
    private func nearlyAntipodalAzimuth(sum: UnitAngle) -> UnitAngle {
        // Radians to the opposite meridian, negative; both axes in units of the astroid's size.
        let missing = UnitAngle(sine: -lambda12.sine, cosine: -lambda12.cosine).radians
        let series = GeodesicSeries(cosineOfEquatorialAzimuth: beta1.sine)
        let width = Earth.flattening * beta1.cosine * series.longitudeScale * .pi
        let x = missing / width
        let y = sum.sine / (width * beta1.cosine)

        if y > -4.4e-14, x > -1 - 1.5e-5 {
            // On the branch cut, where the quartic degenerates.
            let sine = min(1, -x)
            return UnitAngle(sine: sine, cosine: -(1 - sine * sine).squareRoot())
        }
        let root = Astroid.positiveRoot(x: x, y: y)
        let omega = UnitAngle(radians: -width * x * root / (1 + root))
        let sine = beta2.cosine * omega.sine
        let cosine = sum.sine - beta2.cosine * beta1.sine * omega.sine * omega.sine / (1 + omega.cosine)
        return sine > 0 ? UnitAngle(scaling: sine, cosine) : UnitAngle(sine: 1, cosine: 0)
    }

    /// The great circle on the auxiliary sphere for a trial value of the longitude difference.
    private struct GreatCircle {
        let azimuth1: UnitAngle
        let sineOfArc: Double
        let cosineOfArc: Double

        /// Creates the great circle by solving the spherical triangle, with the azimuth's cosine arranged to avoid
        /// cancellation (49).
        init(_ problem: InverseProblem, omega12: UnitAngle, difference: UnitAngle, sum: UnitAngle) {
            let (beta1, beta2) = (problem.beta1, problem.beta2)
            let east = beta2.cosine * omega12.sine
            let bend = beta2.cosine * beta1.sine * omega12.sine * omega12.sine
            let north =
                omega12.cosine >= 0
                ? difference.sine + bend / (1 + omega12.cosine)
                : sum.sine - bend / (1 - omega12.cosine)
            sineOfArc = (east * east + north * north).squareRoot()
            cosineOfArc = beta1.sine * beta2.sine + beta1.cosine * beta2.cosine * omega12.cosine
            azimuth1 =
                east > 0 ? UnitAngle(scaling: east, north) : UnitAngle(sine: 1, cosine: 0)
        }

        /// Radians.
        var arc: Double { UnitAngle(sine: sineOfArc, cosine: cosineOfArc).radians }

        /// Returns the azimuth at the second point of a short line (50).
        func azimuth2(_ problem: InverseProblem, omega12: UnitAngle, difference: UnitAngle) -> UnitAngle {
            let bend = omega12.sine * omega12.sine / (1 + omega12.cosine)
            return UnitAngle(
                scaling: problem.beta1.cosine * omega12.sine,
                difference.sine - problem.beta1.cosine * problem.beta2.sine * bend)
        }
    }
}

/// The envelope of the geodesics that start near a point's antipode, which is an astroid to first order in the flattening.
enum Astroid {
    /// Returns the positive root μ of μ⁴ + 2μ³ + (1 - x² - y²)μ² - 2y²μ - y² = 0 (Karney 2013, 55).
    ///
    /// Solves the quartic's resolvent cubic in closed form; every sum is arranged to avoid cancellation.
    static func positiveRoot(x: Double, y: Double) -> Double {
        let xSquared = x * x
        let ySquared = y * y
        let r = (xSquared + ySquared - 1) / 6
        // On the segment of the x axis inside the astroid, the root is zero.
        if ySquared == 0, r <= 0 { return 0 }

        let s = xSquared * ySquared / 4
        let rSquared = r * r
        let rCubed = r * rSquared
        let discriminant = s * (s + 2 * rCubed)
        var u = r
        if discriminant >= 0 {
            let sum = s + rCubed
            // Choose the sign that avoids cancellation; the other root follows from the product r² of the two.
            let t = cbrt(sum + (sum < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()))
            u += t + (t == 0 ? 0 : rSquared / t)
        } else {
            let angle = atan2((-discriminant).squareRoot(), -(s + rCubed))
            u += 2 * r * cos(angle / 3)
        }
        let v = (u * u + ySquared).squareRoot()
        let sum = u < 0 ? ySquared / (v - u) : u + v
        let w = (sum - ySquared) / (2 * v)
        return sum / ((sum + w * w).squareRoot() + w)
    }
}
