/// The elliptic integrals along one geodesic as series in ε, for the WGS 84 ellipsoid.
///
/// The geodesic is described on the auxiliary sphere, where it is a great circle: σ is the arc length there from its
/// northward crossing of the equator and α₀ its azimuth at that crossing. After C. F. F. Karney, "Algorithms for
/// geodesics", J. Geodesy 87 (2013), 43-55; numbers in brackets are that paper's equations. Sixth order exceeds the
/// precision of a `Double`: ε is below 0.0017 on the Earth.
struct GeodesicSeries {
    /// The small parameter of the expansions, 0...0.0017.
    let epsilon: Double

    /// k², from which ε is computed.
    let kSquared: Double

    /// Creates the series of the geodesic with this azimuth at the equator (9, 16).
    init(cosineOfEquatorialAzimuth cosine: Double) {
        kSquared = Earth.secondEccentricitySquared * cosine * cosine
        epsilon = kSquared / (2 * (1 + (1 + kSquared).squareRoot()) + kSquared)
    }

    // MARK: Distance

    /// A₁: distance in units of b per radian of arc, on average (17).
    var distanceScale: Double {
        let square = epsilon * epsilon
        return (1 + square * (1.0 / 4 + square * (1.0 / 64 + square / 256))) / (1 - epsilon)
    }

    /// C₁: the correction from arc length to distance, before scaling (18).
    var distanceTerms: SineSeries {
        let e = epsilon
        let e2 = e * e
        let e3 = e2 * e
        let e4 = e2 * e2
        return SineSeries(
            c1: e * (-1.0 / 2 + e2 * (3.0 / 16 - e2 / 32)),
            c2: e2 * (-1.0 / 16 + e2 * (1.0 / 32 - e2 * (9.0 / 2048))),
            c3: e3 * (-1.0 / 48 + e2 * (3.0 / 256)),
            c4: e4 * (-5.0 / 512 + e2 * (3.0 / 512)),
            c5: e4 * e * (-7.0 / 1280),
            c6: e3 * e3 * (-7.0 / 2048))
    }

    /// C₁′: the reversion of ``distanceTerms``, from scaled distance to arc length (21).
    var arcTerms: SineSeries {
        let e = epsilon
        let e2 = e * e
        let e3 = e2 * e
        let e4 = e2 * e2
        return SineSeries(
            c1: e * (1.0 / 2 + e2 * (-9.0 / 32 + e2 * (205.0 / 1536))),
            c2: e2 * (5.0 / 16 + e2 * (-37.0 / 96 + e2 * (1335.0 / 4096))),
            c3: e3 * (29.0 / 96 - e2 * (75.0 / 128)),
            c4: e4 * (539.0 / 1536 - e2 * (2391.0 / 2560)),
            c5: e4 * e * (3467.0 / 7680),
            c6: e3 * e3 * (38081.0 / 61440))
    }

    // MARK: Longitude

    /// A₃: the mean lag of the longitude behind that on the auxiliary sphere, per radian of arc and f sin α₀ (24).
    var longitudeScale: Double {
        let n = Earth.thirdFlattening
        let e = epsilon
        let order5 = -3.0 / 128
        let order4 = -3.0 / 64 - n / 32
        let order3 = -1.0 / 16 - n * (3.0 / 16 + n / 16)
        let order2 = -1.0 / 4 - n * (1.0 / 8 - n * (3.0 / 8))
        let order1 = -1.0 / 2 + n / 2
        return 1 + e * (order1 + e * (order2 + e * (order3 + e * (order4 + e * order5))))
    }

    /// C₃: the periodic part of the longitude's lag (25).
    var longitudeTerms: SineSeries {
        let n = Earth.thirdFlattening
        let e = epsilon
        let e2 = e * e
        let e4 = e2 * e2

        let c1order1 = 1.0 / 4 - n / 4
        let c1order2 = 1.0 / 8 - n * n / 8
        let c1order3 = 3.0 / 64 + n * (3.0 / 64 - n / 64)
        let c1order4 = 5.0 / 128 + n / 64
        let c2order2 = 1.0 / 16 - n * (3.0 / 32 - n / 32)
        let c2order3 = 3.0 / 64 - n * (1.0 / 32 + n * (3.0 / 64))
        let c2order4 = 3.0 / 128 + n / 128
        let c3order3 = 5.0 / 192 - n * (3.0 / 64 - n * (5.0 / 192))
        let c3order4 = 3.0 / 128 - n * (5.0 / 192)
        let c4order4 = 7.0 / 512 - n * (7.0 / 256)

        return SineSeries(
            c1: e * (c1order1 + e * (c1order2 + e * (c1order3 + e * (c1order4 + e * (3.0 / 128))))),
            c2: e2 * (c2order2 + e * (c2order3 + e * (c2order4 + e * (5.0 / 256)))),
            c3: e2 * e * (c3order3 + e * (c3order4 + e * (7.0 / 512))),
            c4: e4 * (c4order4 + e * (7.0 / 512)),
            c5: e4 * e * (21.0 / 2560))
    }

    // MARK: Reduced length

    /// The mean slope of J = I₁ - I₂ and its periodic terms, to the third order (40, with 17, 18, 42 and 43 multiplied out).
    ///
    /// They only provide the slope for Newton's method, where a relative error of 1e-11 makes no difference.
    var reducedLengthTerms: (scale: Double, terms: SineSeries) {
        let e = epsilon
        let e2 = e * e
        return (
            e * (2 + e * (1 + e * 1.5)),
            SineSeries(c1: -e * (1 + e2 * (5.0 / 8)), c2: e2 * (-1.0 / 4 + e / 8), c3: -e2 * e / 8)
        )
    }
}

/// A sum of up to six sines of the even multiples of an angle: Σ cₗ sin 2lσ.
struct SineSeries {
    var c1 = 0.0
    var c2 = 0.0
    var c3 = 0.0
    var c4 = 0.0
    var c5 = 0.0
    var c6 = 0.0

    /// Returns the sum at an angle, by Clenshaw's recurrence.
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
