import Foundation

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
