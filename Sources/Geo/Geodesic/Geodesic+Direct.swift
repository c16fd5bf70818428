extension Geodesic {
    /// The line that leaves a point in a direction and runs for a distance.
    ///
    /// It may run around the Earth as often as the distance says; a line longer than half way around is no longer the
    /// shortest between its ends. The end is within nanometres of the truth for lines up to once around.
    ///
    /// Source: C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87 (2013), section 3,
    /// https://doi.org/10.1007/s00190-012-0578-z.
    ///
    /// - Parameters:
    ///   - start: Where the line begins.
    ///   - bearing: The direction at the start in degrees clockwise from true north, any finite number.
    ///   - distance: The length in metres, any finite number; a negative one runs backwards.
    /// - Returns: The line, or `nil` when the bearing or the distance is not finite.
    public static func direct(from start: Coordinate, bearing: Double, distance: Double) -> Geodesic? {
        guard bearing.isFinite, distance.isFinite else { return nil }
        let azimuth1 = UnitAngle(degrees: bearing)
        let beta1 = UnitAngle(reducedLatitude: start.latitude)

        // The equator crossing (5), and the start as arc length from there (11).
        let sineOfEquatorialAzimuth = azimuth1.sine * beta1.cosine
        let cross = azimuth1.sine * beta1.sine
        let cosineOfEquatorialAzimuth = (azimuth1.cosine * azimuth1.cosine + cross * cross).squareRoot()
        let isEquatorial = beta1.sine == 0 && azimuth1.cosine == 0
        let sigma1 =
            isEquatorial
            ? UnitAngle(sine: 0, cosine: 1) : UnitAngle(scaling: beta1.sine, azimuth1.cosine * beta1.cosine)
        let series = GeodesicSeries(cosineOfEquatorialAzimuth: cosineOfEquatorialAzimuth)

        // From distance to arc length (7, 20).
        let distanceTerms = series.distanceTerms.sum(at: sigma1)
        let tau1 = sigma1.plus(UnitAngle(radians: distanceTerms))
        let tau12 = distance / (Earth.semiMinorAxis * series.distanceScale)
        let tau2 = tau1.plus(UnitAngle(radians: tau12))
        let sigma12 = tau12 + (series.arcTerms.sum(at: tau2) + distanceTerms)
        let sigma2 = sigma1.plus(UnitAngle(radians: sigma12))

        // The end on the auxiliary sphere (10, 13, 14); at a pole the direction is kept by the limit.
        let forward2 = cosineOfEquatorialAzimuth * sigma2.cosine
        var cosineOfBeta2 =
            (sineOfEquatorialAzimuth * sineOfEquatorialAzimuth + forward2 * forward2).squareRoot()
        var sigma2Limit = sigma2
        if cosineOfBeta2 == 0 {
            cosineOfBeta2 = UnitAngle.almostZero
            sigma2Limit.cosine = UnitAngle.almostZero
        }
        let azimuth2 = UnitAngle(
            sine: sineOfEquatorialAzimuth, cosine: cosineOfEquatorialAzimuth * sigma2Limit.cosine)
        let latitude2 = UnitAngle(
            sine: cosineOfEquatorialAzimuth * sigma2.sine, cosine: Earth.axisRatio * cosineOfBeta2
        ).degrees

        // And its longitude (8, 12, 23).
        let omega1 = UnitAngle(sine: sineOfEquatorialAzimuth * sigma1.sine, cosine: sigma1.cosine)
        let omega2 = UnitAngle(sine: sineOfEquatorialAzimuth * sigma2Limit.sine, cosine: sigma2Limit.cosine)
        let longitudeTerms = series.longitudeTerms
        let lag =
            series.longitudeScale
            * (sigma12 + (longitudeTerms.sum(at: sigma2) - longitudeTerms.sum(at: sigma1)))
        let omega12 = omega2.minus(omega1)
        let longitude12 = omega12.radians - Earth.flattening * sineOfEquatorialAzimuth * lag
        let end = Coordinate(
            latitude: latitude2, longitude: start.longitude + longitude12 * .degreesPerRadian)
        // Lines of more than 1e16 turns lose their end in rounding, but never leave the Earth.
        guard let end else { return nil }
        return Geodesic(
            start: start, end: end, distance: distance,
            initialBearing: Bearing.normalized(bearing),
            finalBearing: Bearing.normalized(azimuth2.degrees))
    }
}
