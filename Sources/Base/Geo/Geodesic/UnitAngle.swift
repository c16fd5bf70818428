import Glibc

/// An angle as its sine and cosine: adding and comparing such angles needs no trigonometric functions and keeps full
/// precision near quarter turns.
struct UnitAngle {
    var sine: Double
    var cosine: Double

    /// Replaces a cosine of zero at ±90°, so that directions at the poles stay defined; its square does not underflow.
    static var almostZero: Double { 1e-150 }

    /// Creates an angle from a normalised sine and cosine.
    init(sine: Double, cosine: Double) {
        self.sine = sine
        self.cosine = cosine
    }

    /// Creates the angle of a vector with components proportional to sine and cosine.
    init(scaling sine: Double, _ cosine: Double) {
        let factor = 1 / (sine * sine + cosine * cosine).squareRoot()
        self.init(sine: sine * factor, cosine: cosine * factor)
    }

    /// Creates an angle within -90...90 degrees, exact at 0 and ±90; angles within 1e-16 degrees of these are rounded
    /// to them.
    ///
    /// - Parameters:
    ///   - degrees: The angle, -90...90.
    ///   - residue: A part below the precision of `degrees`, added after the reduction.
    init(acute degrees: Double, residue: Double = 0) {
        let magnitude = abs(degrees)
        if magnitude <= 45 {
            let radians = Self.perceptible(degrees + residue) * .radiansPerDegree
            self.init(sine: sin(radians), cosine: cos(radians))
        } else {
            // 90 - magnitude is exact here, so angles near a quarter turn keep full precision.
            let rest = Self.perceptible((90 - magnitude) - (degrees < 0 ? -residue : residue)) * .radiansPerDegree
            let sine = cos(rest)
            self.init(sine: degrees < 0 ? -sine : sine, cosine: sin(rest))
        }
    }

    /// Returns the angle, or zero below 1e-16 degrees: a hundredth of a nanometre on the Earth, whose square might
    /// underflow.
    private static func perceptible(_ degrees: Double) -> Double { abs(degrees) < 1e-16 ? 0 : degrees }

    /// Creates an angle from any finite number of degrees.
    init(degrees: Double) {
        // The remainder and the complements are exact.
        let turned = degrees.remainder(dividingBy: 360)
        if turned > 90 {
            let supplement = UnitAngle(acute: 180 - turned)
            self.init(sine: supplement.sine, cosine: -supplement.cosine)
        } else if turned < -90 {
            let supplement = UnitAngle(acute: -180 - turned)
            self.init(sine: supplement.sine, cosine: -supplement.cosine)
        } else {
            self.init(acute: turned)
        }
    }

    /// Creates the reduced latitude β of a geodetic latitude φ in degrees: tan β = (1 - f) tan φ.
    init(reducedLatitude degrees: Double) {
        let latitude = UnitAngle(acute: degrees)
        self.init(scaling: latitude.sine * Earth.axisRatio, latitude.cosine)
        cosine = max(cosine, Self.almostZero)
    }

    /// The angle in radians, -π...π; the components need not be normalized.
    var radians: Double { atan2(sine, cosine) }

    /// The angle in degrees, -180...180; the components need not be normalized.
    var degrees: Double {
        let magnitude = abs(sine)
        let unsigned: Double
        // Measured from the nearest axis, which keeps full precision near 90 and 180.
        if magnitude > abs(cosine) {
            unsigned = 90 - atan2(cosine, magnitude) * .degreesPerRadian
        } else if cosine < 0 {
            unsigned = 180 - atan2(magnitude, -cosine) * .degreesPerRadian
        } else {
            unsigned = atan2(magnitude, cosine) * .degreesPerRadian
        }
        return sine < 0 ? -unsigned : unsigned
    }

    /// Returns the difference of this angle and another.
    func minus(_ other: UnitAngle) -> UnitAngle {
        UnitAngle(
            sine: sine * other.cosine - cosine * other.sine,
            cosine: cosine * other.cosine + sine * other.sine)
    }

    /// Returns the sum of this angle and another.
    func plus(_ other: UnitAngle) -> UnitAngle {
        UnitAngle(
            sine: sine * other.cosine + cosine * other.sine,
            cosine: cosine * other.cosine - sine * other.sine)
    }

    /// Returns this angle turned by 2 atan(`radians` / 2), which equals `radians` up to third order; keeps the norm
    /// exactly and needs no trigonometric functions.
    func nudged(by radians: Double) -> UnitAngle {
        let half = radians / 2
        let factor = 1 / (1 + half * half)
        return plus(UnitAngle(sine: radians * factor, cosine: (1 - half * half) * factor))
    }

    /// Creates an angle from radians.
    init(radians: Double) { self.init(sine: sin(radians), cosine: cos(radians)) }
}

extension Double {
    static var radiansPerDegree: Double { .pi / 180 }
    static var degreesPerRadian: Double { 180 / .pi }
}
