import Foundation
import LKGeo
import LKGeocoding
import LKStreets
import LocationKitStreetImport

/// A real Nominatim that imports an extract and names its points, run by `Scripts/real-nominatim`.
struct LiveNominatim {
    let extract: String
    /// The recorded answers, whose points are named.
    let recorded: String
    /// How often the points are named by us, and the extract imported.
    private static let rounds = 3

    /// Imports with both and names the points with both.
    func measure(
        _ benchmark: StreetsBenchmark, _ name: String, _ language: LanguageTag, in folder: String
    ) throws(BenchmarkError) -> [Measurement] {
        let output = try Program([try Self.script, "--measure", recorded, extract]).finish()
        var (points, theirs): ([RecordedPoint], [String: Double]) = ([], [:])
        for line in output.split(separator: "\n") {
            if let point = RecordedPoint(line: line) {
                points.append(point)
            } else {
                for case let (key, value as Double) in RecordedPoint.object(line) ?? [:] { theirs[key] = value }
            }
        }
        guard let importing = theirs["import"], let seconds = theirs["seconds"], !points.isEmpty else {
            throw BenchmarkError("\(name): Scripts/real-nominatim --measure printed no figures")
        }
        var (imports, namings): ([Double], [Double]) = ([], [])
        let index: StreetIndex
        do {
            let file = folder + "/live.streets"
            for _ in 0..<Self.rounds {
                let start = Clocks.monotonic
                try StreetImport.run(files: [extract], to: file)
                imports.append(Double(Clocks.monotonic - start) / 1e9)
            }
            index = try StreetIndex(path: file)
        } catch {
            throw BenchmarkError("\(name): \(error)")
        }
        var found = 0
        for _ in 0..<Self.rounds {
            let start = Clocks.monotonic
            for point in points where index.placemark(at: point.coordinate, languages: [language]) != nil { found += 1 }
            namings.append(Double(Clocks.monotonic - start) / 1e9)
        }
        let rate = Double(points.count) / Samples(namings).median
        let time = Samples(imports).median
        return [
            Measurement(
                "streets.\(name).nominatim.import", unit: "s", ours: time,
                note: "by the clock, median of \(imports.count), both in one run"
            ).against("nominatim import", importing).goal("at most a tenth", isMet: 10 * time <= importing),
            Measurement(
                "streets.\(name).nominatim.rate", unit: "/s", ours: rate,
                note: "\(points.count) points by the clock, one thread; \(found / Self.rounds) named by us"
            ).against("Nominatim's Python library", Double(points.count) / seconds).goal(
                "at least 200 times", isMet: rate >= 200 * Double(points.count) / seconds),
        ] + benchmark.agreement(index, points, "\(name).nominatim")
    }

    /// The script, in the checkout that the benchmarks were built in.
    private static var script: String {
        get throws(BenchmarkError) {
            var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            while folder.path != "/" {
                folder.deleteLastPathComponent()
                let script = folder.appendingPathComponent("Scripts/real-nominatim").path
                if access(script, X_OK) == 0 { return script }
            }
            throw BenchmarkError("Scripts/real-nominatim is not beside the benchmarks")
        }
    }
}
