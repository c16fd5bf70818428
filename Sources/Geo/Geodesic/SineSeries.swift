/// A sum of up to six sines of the even multiples of an angle: Σ cₗ sin 2lσ.
struct SineSeries {
    var c1 = 0.0
    var c2 = 0.0
    var c3 = 0.0
    var c4 = 0.0
    var c5 = 0.0
    var c6 = 0.0

    /// The sum at an angle, by Clenshaw's recurrence.
    ///
    /// C. W. Clenshaw, "A note on the summation of Chebyshev series", Math. Comp. 9 (1955).
    func sum(at angle: UnitAngle) -> Double {
        let twice = 2 * (angle.cosine - angle.sine) * (angle.cosine + angle.sine)
        let b5 = c5 + twice * c6
        let b4 = c4 + twice * b5 - c6
        let b3 = c3 + twice * b4 - b5
        let b2 = c2 + twice * b3 - b4
        let b1 = c1 + twice * b2 - b3
        return 2 * angle.sine * angle.cosine * b1
    }
}
