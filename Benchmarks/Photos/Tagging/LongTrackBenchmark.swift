/// One photo and a track of 180,000 points, which decides the time and the memory.
struct LongTrackBenchmark {
    /// The tool, built in release.
    let tool: String
    var runs = 7
    /// ExifTool takes many seconds.
    var slowRuns = 1

    private let track = TagTrack(points: 180_000, interval: 1)

    /// Measures.
    ///
    /// - Parameter originals: A folder with photos, the first of which is taken.
    /// - Returns: Time and memory.
    /// - Throws: `BenchmarkError` when a program fails.
    func run(_ originals: String) throws(BenchmarkError) -> [Measurement] {
        let tracks = try TemporaryFolder()
        let path = tracks.path + "/long.gpx"
        try track.write(to: path)
        let hasExifTool = (try? Program(["exiftool", "-ver"]).finish()) != nil
        var (ours, exiftool): ([Resources], [Resources]) = ([], [])
        for run in 0..<runs {
            let folder = try TagFolder(of: originals, count: 1)
            ours.append(try folder.measure(tool, "geotag", ["--track", path]))
            guard hasExifTool, run < slowRuns else { continue }
            let other = try TagFolder(of: originals, count: 1)
            exiftool.append(
                try other.measure(["exiftool", "-q", "-geotag", path, "-overwrite_original", other.path]))
        }
        let time = Samples(ours.map { $0.wall * 1000 })
        let cpu = ResultTable.number(Samples(ours.map { $0.processor * 1000 }).median)
        let note =
            "1 photo, \(track.points) points; median of \(runs), CPU \(cpu) ms, "
            + "noise \(ResultTable.number(time.noise * 100)) %"
        var wall = Measurement("photos.tag.long", unit: "ms", ours: time.median, note: note)
        var memory = Measurement(
            "photos.tag.long.memory", unit: "MB", ours: Samples(ours.map(\.peakMemory)).median, note: "peak")
        if !exiftool.isEmpty {
            wall = wall.against("exiftool -geotag", Samples(exiftool.map { $0.wall * 1000 }).median)
            memory = memory.against("exiftool -geotag", Samples(exiftool.map(\.peakMemory)).median)
        }
        return [
            wall.goal("below 300 ms", isMet: wall.ours < 300), memory.goal("below 60 MB", isMet: memory.ours < 60),
        ]
    }
}
