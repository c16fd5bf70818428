import Gazetteer
import Geo
import Geocoding

/// One call of the library for one point, against one of reverse_geocoder in its default mode.
struct CallBenchmark {
    let world: World

    func run(_ points: [Coordinate], _ peers: PythonPeers) throws(BenchmarkError) -> [Measurement] {
        let seconds = try peers.secondsOfCall(points: peers.file(Array(points.prefix(20))))
        var times: [Double] = []
        for point in points.prefix(10_000) {
            let start = Clocks.monotonic
            do { _ = try world.placemark(at: point, languages: [.english]) } catch { throw BenchmarkError("\(error)") }
            times.append(Double(Clocks.monotonic - start) / 1e9)
        }
        let ours = Samples(times).median
        let name = "reverse_geocoder mode 2" + (seconds == nil ? ", quoted" : "")
        let peer = seconds ?? 0.32
        return [
            Measurement(
                "gazetteer.call", unit: "ms", ours: ours * 1000,
                note: "placemark of one point in English with border; \(Int(peer / ours)) times faster"
            )
            .against(name, peer * 1000).goal("ratio at most 0.001", isMet: ours * 1000 <= peer)
        ]
    }
}
