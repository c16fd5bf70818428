import Foundation
import Testing

@testable import LKGeo

/// The series against the integrals that they expand, summed by Simpson's rule.
@Suite struct GeodesicSeriesTests {
    private static let azimuths = [0, 0.1, 0.5, 0.9, 0.99, 1]
    private static let arcs = [0.1, 1, 1.5, 2.5, 3.1]

    private func integral(to end: Double, _ function: (Double) -> Double) -> Double {
        let steps = 2000
        let width = end / Double(steps)
        var sum = function(0) + function(end)
        for step in 1..<steps { sum += function(Double(step) * width) * (step.isMultiple(of: 2) ? 2 : 4) }
        return sum * width / 3
    }

    @Test("Distance along a geodesic is the integral of Karney's equation 7", arguments: azimuths, arcs)
    func distance(cosine: Double, arc: Double) {
        let series = GeodesicSeries(cosineOfEquatorialAzimuth: cosine)
        let expected = integral(to: arc) { (1 + series.kSquared * sin($0) * sin($0)).squareRoot() }
        let sum = series.distanceScale * (arc + series.distanceTerms.sum(at: UnitAngle(radians: arc)))
        #expect(abs(sum - expected) < 2e-15 * 3)
    }

    @Test("The lag of longitude is the integral of Karney's equation 8", arguments: azimuths, arcs)
    func longitude(cosine: Double, arc: Double) {
        let series = GeodesicSeries(cosineOfEquatorialAzimuth: cosine)
        let f = Earth.flattening
        let expected = integral(to: arc) {
            (2 - f) / (1 + (1 - f) * (1 + series.kSquared * sin($0) * sin($0)).squareRoot())
        }
        let sum = series.longitudeScale * (arc + series.longitudeTerms.sum(at: UnitAngle(radians: arc)))
        // A hundred times coarser than the distance is still exact: the lag is multiplied by the flattening.
        #expect(abs(sum - expected) < 1e-13)
    }

    @Test("The terms of the arc length undo those of the distance", arguments: azimuths, arcs)
    func reversion(cosine: Double, arc: Double) {
        let series = GeodesicSeries(cosineOfEquatorialAzimuth: cosine)
        let scaled = arc + series.distanceTerms.sum(at: UnitAngle(radians: arc))
        #expect(abs(scaled + series.arcTerms.sum(at: UnitAngle(radians: scaled)) - arc) < 2e-15)
    }

    @Test("The terms of the reduced length are the integral of Karney's equation 39", arguments: azimuths, arcs)
    func reducedLength(cosine: Double, arc: Double) {
        let series = GeodesicSeries(cosineOfEquatorialAzimuth: cosine)
        let expected = integral(to: arc) {
            let square = series.kSquared * sin($0) * sin($0)
            return square / (1 + square).squareRoot()
        }
        let (scale, terms) = series.reducedLengthTerms
        #expect(abs(scale * arc + terms.sum(at: UnitAngle(radians: arc)) - expected) < 1e-10)
    }
}
