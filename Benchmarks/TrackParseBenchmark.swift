import Foundation
import LKGeo
import LKTrackFormats

/// A GPX file of 200,000 points read point by point, against gpsbabel (the whole program, writing nothing) and gpxpy (parsing alone).
///
/// The points have position, height and time, as recorders of the most common kind write them.
struct TrackParseBenchmark {
    var points = 200_000
    var runs = 5

    func run() throws(BenchmarkError) -> [Measurement] {
        let folder = try TemporaryFolder()
        let path = folder.path + "/track.gpx"
        try write(to: path)
        let python = GPXPyPeer.find()
        let hasBabel = access("/usr/bin/gpsbabel", X_OK) == 0
        if !hasBabel { BenchmarkCommand.say("tracks.parse: without gpsbabel, which is not installed") }
        var (ours, babel, gpxpy): ([Double], [Double], [Double]) = ([], [], [])
        _ = try read(path)
        for run in 0..<runs {
            ours.append(try read(path))
            if hasBabel { babel.append(try gpsbabel(path)) }
            // It takes many seconds.
            if let python, run == 0 { gpxpy.append(try python.secondsOfParse(path)) }
        }
        return results(ours, babel, gpxpy)
    }

    private func results(_ ours: [Double], _ babel: [Double], _ gpxpy: [Double]) -> [Measurement] {
        let rates = { (seconds: [Double]) in Double(points) / Samples(seconds).median / 1e6 }
        let note = "median of \(runs), \(points) points"
        let ours = Measurement("tracks.parse", unit: "Mpoints/s", ours: rates(ours), note: note)
        var all: [Measurement] = []
        if !babel.isEmpty {
            let figure = ours.against("gpsbabel", rates(babel))
            all.append(figure.goal("ratio above 1", isMet: (figure.ratio ?? 0) > 1))
        }
        if !gpxpy.isEmpty {
            let figure = ours.against("gpxpy", rates(gpxpy))
            all.append(figure.goal("ratio at least 20", isMet: (figure.ratio ?? 0) >= 20))
        }
        return all.isEmpty ? [ours] : all
    }

    private func write(to path: String) throws(BenchmarkError) {
        do {
            var bytes: [UInt8] = []
            let writer = try TrackFormat.gpx.writer(to: TrackSink { bytes += $0 })
            try writer.write(.trackStart(TrackMetadata(name: "benchmark")))
            for index in 0..<points {
                let step = Double(index)
                guard let coordinate = Coordinate(latitude: 35.6 + step * 1.37e-6, longitude: 139.7 + step * 0.91e-6)
                else { continue }
                var location = Location(coordinate: coordinate, source: .track)
                location.altitude = Double(400 + index % 100) / 10
                location.timestamp = Date(timeIntervalSince1970: 1_795_242_590 + step)
                try writer.write(.point(TrackPoint(location)))
            }
            try writer.finish()
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        } catch { throw BenchmarkError("\(error)") }
    }

    /// Seconds of reading all points.
    private func read(_ path: String) throws(BenchmarkError) -> Double {
        let start = Clocks.monotonic
        var count = 0
        do throws(TrackFormatError) {
            let reader = try TrackFormat.reader(path: path)
            while let element = try reader.next() {
                if case .point = element { count += 1 }
            }
        } catch { throw BenchmarkError(error.message) }
        guard count == points else { throw BenchmarkError("\(count) points of \(points) were read") }
        return Double(Clocks.monotonic - start) / 1e9
    }

    /// Seconds of gpsbabel, less those that it needs for a file without points.
    private func gpsbabel(_ path: String) throws(BenchmarkError) -> Double {
        let whole = try Resources.measure(["gpsbabel", "-t", "-i", "gpx", "-f", path]).wall
        let empty = path + ".empty"
        let text = "<gpx version=\"1.1\" creator=\"x\" xmlns=\"http://www.topografix.com/GPX/1/1\"/>"
        do { try Data(text.utf8).write(to: URL(fileURLWithPath: empty)) } catch { throw BenchmarkError("\(error)") }
        return max(whole - (try Resources.measure(["gpsbabel", "-t", "-i", "gpx", "-f", empty]).wall), 1e-3)
    }
}

/// The package gpxpy of PyPI, in the environment that `Scripts/benchmark` makes.
struct GPXPyPeer {
    private let python: String

    /// Looks for it; `nil`, with a message, where it is not installed.
    static func find() -> GPXPyPeer? {
        var candidates = [ProcessInfo.processInfo.environment["LOCATE_PEER_PYTHON"] ?? ""]
        var parent = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        while parent.path != "/" {
            parent.deleteLastPathComponent()
            candidates.append(parent.appendingPathComponent(".build/peers/bin/python3").path)
        }
        for python in candidates where access(python, X_OK) == 0 {
            if (try? Program([python, "-c", "import gpxpy"]).finish()) != nil { return GPXPyPeer(python: python) }
        }
        BenchmarkCommand.say("tracks.parse: without gpxpy, which is not installed; Scripts/benchmark does it")
        return nil
    }

    /// Seconds of parsing a file, without those of starting Python; it uses lxml where that is there.
    func secondsOfParse(_ path: String) throws(BenchmarkError) -> Double {
        let program = """
            import gpxpy, sys, time
            text = open(sys.argv[1], encoding="utf-8").read()
            start = time.monotonic()
            gpx = gpxpy.parse(text)
            print(time.monotonic() - start)
            """
        let text = try Program([python, "-c", program, path]).finish()
        guard let seconds = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw BenchmarkError("gpxpy printed no number")
        }
        return seconds
    }
}
