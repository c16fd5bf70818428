import Foundation
import LKGeo
import LKTrackFormats

/// A page of a track of 1,000,000 points: made by the tool from a GPX file, then opened in a browser.
struct TrackMapBenchmark {
    /// The tool, built in release.
    let tool: String
    var points = 1_000_000
    var runs = 3

    func run() throws(BenchmarkError) -> [Measurement] {
        let folder = try TemporaryFolder()
        let (track, page) = (folder.path + "/track.gpx", folder.path + "/track.html")
        try write(to: track)
        let command = [tool, "track", "map", track, "-o", page, "--language", "en", "--quiet"]
        var made: [Resources] = []
        for _ in 0..<runs { made.append(try Resources.measure(command)) }
        let wall = Samples(made.map(\.wall))
        let size = Double((try? FileManager.default.attributesOfItem(atPath: page)[.size] as? Int) ?? 0) / 1e6
        let lines = [
            Measurement(
                "maps.track.make", unit: "s", ours: wall.median,
                note: "GPX of \(points) points, whole process; median of \(runs), noise "
                    + "\(ResultTable.number(wall.noise * 100)) %"),
            Measurement(
                "maps.track.memory", unit: "MB", ours: Samples(made.map(\.peakMemory)).median,
                note: "peak of the process"),
            Measurement("maps.track.size", unit: "MB", ours: size, note: "with base map, heights and times")
                .goal("at most 3 MB", isMet: size > 0 && size <= 3),
        ]
        guard MapBrowser.isInstalled else {
            BenchmarkCommand.say("maps: the track was not opened, since chromium-headless-shell is not installed")
            return lines
        }
        var opened: [Double] = []
        for _ in 0..<runs { opened.append(try MapBrowser.open(page, folder)[0][0]) }
        let open = Samples(opened).median
        return lines + [
            Measurement(
                "maps.track.open", unit: "ms", ours: open, note: "headless Chromium, 1280 x 800; median of \(runs)"
            ).goal("at most 1500 ms", isMet: open <= 1500)
        ]
    }

    /// Writes a ride of a point a second: it winds through the Alps, climbs and descends, and each value has a receiver's noise.
    private func write(to path: String) throws(BenchmarkError) {
        do {
            guard FileManager.default.createFile(atPath: path, contents: nil),
                let file = FileHandle(forWritingAtPath: path)
            else { throw BenchmarkError("cannot write \(path)") }
            defer { try? file.close() }
            var bytes: [UInt8] = []
            let writer = try TrackFormat.gpx.writer(to: TrackSink { bytes += $0 })
            try writer.write(.trackStart(TrackMetadata(name: "benchmark")))
            var random = SplitMix64(state: 1)
            func noise() -> Double { Double(random.next() >> 11) / Double(1 << 53) - 0.5 }
            var (latitude, longitude) = (46.0, 7.0)
            for index in 0..<points {
                let time = Double(index)
                let heading = 1.2 * sin(time / 900) + 0.8 * sin(time / 71) + 2 * sin(time / 40_000)
                let speed = 6 + 3 * sin(time / 333)
                latitude += speed * cos(heading) / 111_200 * (sin(time / 60_000) > 0 ? 1 : -1)
                longitude += speed * sin(heading) / 77_200
                guard
                    let coordinate = Coordinate(
                        latitude: latitude + noise() * 2e-5, longitude: longitude + noise() * 3e-5)
                else { continue }
                var location = Location(coordinate: coordinate, source: .track)
                location.altitude = 1200 + 600 * sin(time / 2500) + 80 * sin(time / 190) + 3 * noise()
                location.timestamp = Date(timeIntervalSince1970: 1_750_000_000 + time)
                try writer.write(.point(TrackPoint(location)))
                guard bytes.count > 1 << 20 else { continue }
                try file.write(contentsOf: Data(bytes))
                bytes.removeAll(keepingCapacity: true)
            }
            try writer.finish()
            try file.write(contentsOf: Data(bytes))
        } catch {
            throw BenchmarkError("\(error)")
        }
    }
}
