#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The envelope of the geodesics that start near a point's antipode, which is an astroid to first order in the flattening.
enum Astroid {
    /// The positive root μ of μ⁴ + 2μ³ + (1 - x² - y²)μ² - 2y²μ - y² = 0 (Karney 2013, 55).
    ///
    /// It is the solution in closed form of the quartic's resolvent cubic; every sum is arranged so that nothing
    /// cancels.
    static func positiveRoot(x: Double, y: Double) -> Double {
        let xSquared = x * x
        let ySquared = y * y
        let r = (xSquared + ySquared - 1) / 6
        // On the segment of the x axis inside the astroid the root has gone to zero.
        if ySquared == 0, r <= 0 { return 0 }

        let s = xSquared * ySquared / 4
        let rSquared = r * r
        let rCubed = r * rSquared
        let discriminant = s * (s + 2 * rCubed)
        var u = r
        if discriminant >= 0 {
            let sum = s + rCubed
            // The sign that adds up; the other root follows from the product r² of the two.
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
