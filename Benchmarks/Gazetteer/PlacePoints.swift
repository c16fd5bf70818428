import Foundation
import Glibc
import LKGazetteer
import LKGeo

/// The points that places are asked for, the same in each run: where people are.
struct PlacePoints {
    /// The seed of the points; another one changes the figures in the third digit.
    private static let seed: UInt64 = 20_261_121

    let places: [World.Place]

    /// - Throws: `BenchmarkError` when the gazetteer cannot be read.
    init(_ world: World) throws(BenchmarkError) {
        guard let globe = BoundingBox(south: -90, west: -180, north: 90, east: 180) else {
            throw BenchmarkError("there is no globe")
        }
        do { places = try world.places(in: globe) } catch { throw BenchmarkError("\(error)") }
    }

    /// Points about places picked at random, with a standard deviation of 0.05 degrees north and east.
    func scattered(_ count: Int) -> [Coordinate] {
        var generator = SplitMix64(state: Self.seed)
        func uniform() -> Double { Double(generator.next() >> 11) / 0x1p53 }
        return (0..<count).compactMap { _ in
            let center = places[Int(uniform() * Double(places.count))].coordinate
            // Box and Muller 1958.
            let radius = 0.05 * (-2 * log(1 - uniform())).squareRoot()
            let angle = 2 * Double.pi * uniform()
            return Coordinate(
                latitude: center.latitude + radius * cos(angle), longitude: center.longitude + radius * sin(angle))
        }
    }

    /// The biggest cities, the biggest first.
    func cities(_ count: Int) -> [World.Place] {
        Array(places.sorted { ($1.population ?? 0, $0.id) < ($0.population ?? 0, $1.id) }.prefix(count))
    }

    /// Whether a city's centre lies in the disc that the people of a bigger one of the same division fill at 10,000 to the
    /// square kilometre.
    ///
    /// Such are Brooklyn, Puxi and Kotō, which the source lists like cities, without a mark.
    func isDistrict(_ city: World.Place) -> Bool {
        places.contains { other in
            guard let people = other.population, people > city.population ?? 0,
                other.divisionCode == city.divisionCode, other.countryCode == city.countryCode
            else { return false }
            let radius = 1000 * (Double(people) / 10_000 / .pi).squareRoot()
            return abs(other.coordinate.latitude - city.coordinate.latitude) < 1
                && other.coordinate.sphericalDistance(to: city.coordinate) < radius
        }
    }

    /// Towns of 20,000 to 200,000 people, 12 to 25 km from a city of 500,000 people and more.
    func towns() -> [World.Place] {
        let cities = places.filter { ($0.population ?? 0) >= 500_000 }
        return places.filter { town in
            guard (20_000...200_000).contains(town.population ?? 0) else { return false }
            let nearest = cities.lazy
                .filter { abs($0.coordinate.latitude - town.coordinate.latitude) < 0.25 }
                .map { $0.coordinate.sphericalDistance(to: town.coordinate) }.min()
            return nearest.map { (12_000...25_000).contains($0) } ?? false
        }
    }
}

/// Writes files of points as people have them: near settlements, 5 km away on average.
///
/// They are the same each time.
struct PointFileMaker {
    /// The settlements; with none, points are anywhere on the Earth.
    let centres: [(latitude: Double, longitude: Double)]

    /// Writes a file of CSV with a header and three columns.
    func write(_ count: Int, to path: String) throws(BenchmarkError) {
        guard let file = fopen(path, "w") else { throw BenchmarkError("cannot write \(path)", errno: errno) }
        var random = SplitMix64(state: 1)
        fputs("id,latitude,longitude\n", file)
        for index in 0..<count {
            let (latitude, longitude) = point(&random)
            fputs(String(format: "%d,%.6f,%.6f\n", index, latitude, longitude), file)
        }
        guard fclose(file) == 0 else { throw BenchmarkError("cannot write \(path)", errno: errno) }
    }

    private func point(_ random: inout SplitMix64) -> (Double, Double) {
        guard !centres.isEmpty else {
            let height = Double.random(in: -1...1, using: &random)
            return (asin(height) * 180 / .pi, Double.random(in: -180...180, using: &random))
        }
        let centre = centres[Int.random(in: centres.indices, using: &random)]
        // A normal distribution of 0.05 degrees in both directions (Box and Muller, 1958).
        let radius = 0.05 * (-2 * log(Double.random(in: 1e-12...1, using: &random))).squareRoot()
        let angle = Double.random(in: 0...(2 * .pi), using: &random)
        let longitude = (centre.longitude + radius * cos(angle)).remainder(dividingBy: 360)
        return (min(max(centre.latitude + radius * sin(angle), -90), 90), longitude)
    }
}
