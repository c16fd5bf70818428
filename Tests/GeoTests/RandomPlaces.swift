import Foundation
import LKGeo
import TestSupport

/// Seeded points and pairs of points, evenly spread or where geodesics are difficult.
enum RandomPlaces {
    /// A point; every area is as likely as any other of its size.
    static func anywhere(using random: inout SeededGenerator) -> Coordinate {
        let latitude = asin(Double.random(in: -1...1, using: &random)) * 180 / .pi
        return place(latitude, Double.random(in: -180..<180, using: &random))
    }

    /// Two points: 0 anywhere, 1 close together, 2 nearly opposite, 3 on poles, equator and antimeridian, 4 on the cut
    /// of opposite latitudes, 5 nearly on the equator and far apart.
    static func pair(kind: Int, using random: inout SeededGenerator) -> (Coordinate, Coordinate) {
        let start = anywhere(using: &random)
        switch kind {
        case 1, 2:
            let spread = pow(10, Double.random(in: -12 ... -0.3, using: &random))
            let latitude = start.latitude + Double.random(in: -spread...spread, using: &random)
            let longitude = start.longitude + Double.random(in: -spread...spread, using: &random)
            return (start, kind == 1 ? place(latitude, longitude) : place(-latitude, longitude + 180))
        case 3:
            let latitudes = [-90, -89.9999999, -45, -1e-10, 0, 1e-10, 45, 90]
            let longitudes = [0, 1e-10, 90, 179.4, 179.5, 179.9999999, 180, -179.5]
            func special(_ random: inout SeededGenerator) -> Coordinate {
                place(latitudes.randomElement(using: &random) ?? 0, longitudes.randomElement(using: &random) ?? 0)
            }
            return (special(&random), special(&random))
        case 4:
            let longitude = start.longitude + 180 + Double.random(in: -0.7...0.7, using: &random)
            return (start, place(-start.latitude, longitude))
        case 5:
            let spread = pow(10, Double.random(in: -18 ... -1, using: &random))
            let longitude = start.longitude + Double.random(in: 90...180, using: &random)
            return (
                place(Double.random(in: -spread...spread, using: &random), start.longitude),
                place(Double.random(in: -spread...spread, using: &random), longitude)
            )
        default:
            return (start, anywhere(using: &random))
        }
    }

    private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
        guard let place = Coordinate(latitude: min(max(latitude, -90), 90), longitude: longitude) else {
            fatalError("latitude \(latitude) and longitude \(longitude) are clamped and finite")
        }
        return place
    }
}
