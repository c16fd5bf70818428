import Glibc
import LKGazetteer
import LKGeo
import LKGeocoding

/// One answer from nothing: process start to end, time and memory, beside other programs that name a place offline.
struct ColdStartBenchmark {
    /// The tool, built in release.
    let tool: String
    var runs = 50
    var peerRuns = 5

    func run(_ peers: PythonPeers) throws(BenchmarkError) -> [Measurement] {
        guard access(tool, X_OK) == 0 else { throw BenchmarkError("\(tool) is missing; build the product locate") }
        let command = [tool, "reverse", "48.8566", "2.3522"]
        guard try Program(command).finish().contains("Paris") else {
            throw BenchmarkError("locate reverse does not know Paris")
        }
        guard let paris = Coordinate(latitude: 48.8566, longitude: 2.3522) else { return [] }
        // Time and memory by themselves: what reads the peak of memory forks this process, which is big, and stops the program
        // at its end; that costs three times what is measured.
        var ours: [Double] = []
        var (sizes, theirs): ([Resources], [Resources]) = ([], [])
        for run in 0..<runs {
            ours.append(try StartBenchmark.milliseconds(command))
            guard run % (runs / peerRuns) == 0 else { continue }
            sizes.append(try Resources.measure(command))
            if let peer = try peers.start(.reverseGeocoder, at: paris) { theirs.append(peer) }
        }
        let wall = Samples(ours)
        let memory = Samples(sizes.map(\.peakMemory)).median
        let note = "locate reverse 48.8566 2.3522, process start to end; median of \(runs), p95 "
        let time = Measurement(
            "gazetteer.start", unit: "ms", ours: wall.median, note: note + ResultTable.number(wall.quantile(0.95)))
        let size = Measurement("gazetteer.start.memory", unit: "MB", ours: memory, note: "peak")
        var lines = [
            time.against("ExifTool 13.58 geolocation, quoted", 169)
                .goal("at most 10 ms", isMet: wall.median <= 10),
            size.against("ExifTool 13.58 geolocation, quoted", 34.5 * 1.048576)
                .goal("at most 20 MB", isMet: memory <= 20),
        ]
        let name = "reverse_geocoder mode 1" + (theirs.isEmpty ? ", quoted" : "")
        let wallOfPeer = theirs.isEmpty ? 1230 : Samples(theirs.map { $0.wall * 1000 }).median
        let memoryOfPeer = theirs.isEmpty ? 180 : Samples(theirs.map(\.peakMemory)).median
        lines.append(beside(time, name, wallOfPeer, "start.python"))
        lines.append(beside(size, name, memoryOfPeer, "start.python.memory"))
        return lines
    }

    private func beside(
        _ line: Measurement, _ peer: String, _ figure: Double, _ name: String
    ) -> Measurement {
        var line = line.against(peer, figure)
        line.name = "gazetteer." + name
        line.note = ""
        return line
    }
}

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

/// Places found by the beginning of their name in any language.
struct SearchBenchmark {
    let world: World
    var rounds = 5

    func run() throws(BenchmarkError) -> [Measurement] {
        let queries = ["Paris, Texas", "san fra", "東京", "Sao Paulo", "springfield, il", "Москва", "a"]
        var medians: [Double] = []
        for query in queries {
            var times: [Double] = []
            for _ in 0..<rounds {
                let start = Clocks.processor
                do { _ = try world.search(name: query) } catch { throw BenchmarkError("\(error)") }
                times.append(Double(Clocks.processor - start) / 1e6)
            }
            medians.append(Samples(times).median)
        }
        return [
            Measurement(
                "gazetteer.search", unit: "ms", ours: Samples(medians).median,
                note: "a name in any language, slowest \(ResultTable.number(medians.max() ?? 0))")
        ]
    }
}
