import Foundation

/// `locate reverse --input` on a file of points, against a Python program that does the same with the package
/// reverse_geocoder (PyPI): process start to end, CSV in to CSV out, in turns.
struct ReverseFileBenchmark {
    /// The tool, built in release.
    let tool: String
    /// How many points the file has.
    var points = 1_000_000
    /// How often each program names them.
    var runs = 3

    func run() throws(BenchmarkError) -> [Measurement] {
        guard access(tool, X_OK) == 0 else { throw BenchmarkError("\(tool) is missing; build the product locate") }
        let peer = GeocoderPeer.find()
        let folder = try TemporaryFolder()
        let (small, whole) = (folder.path + "/small.csv", folder.path + "/points.csv")
        let centres = try peer?.cities() ?? []
        try PointFileMaker(centres: centres).write(points, to: whole)
        try PointFileMaker(centres: centres).write(points / 10, to: small)
        let output = folder.path + "/out.csv"
        let tenth = try measure(small, output)
        // Once before counting, so that all find their files in memory.
        _ = try measure(whole, output)
        var (ours, theirs): ([Resources], [Resources]) = ([], [])
        for _ in 0..<runs {
            ours.append(try measure(whole, output))
            try check(output)
            if let peer { theirs.append(try Resources.measure([peer.python, peer.script, whole, output])) }
        }
        return results(ours, theirs, tenth: tenth)
    }

    private func results(_ ours: [Resources], _ theirs: [Resources], tenth: Resources) -> [Measurement] {
        let note = "median of \(runs), \(points) points"
        let memory = "\(Int(tenth.peakMemory)) MB for a tenth of the points"
        let figures = [
            Measurement("gazetteer.file.wall", unit: "s", ours: Samples(ours.map(\.wall)).median, note: note),
            Measurement("gazetteer.file.cpu", unit: "s", ours: Samples(ours.map(\.processor)).median, note: note),
            Measurement(
                "gazetteer.file.memory", unit: "MB", ours: Samples(ours.map(\.peakMemory)).median, note: memory),
        ]
        guard !theirs.isEmpty else { return figures }
        let name = "reverse_geocoder mode 1"
        let wall = figures[0].against(name, Samples(theirs.map(\.wall)).median)
        let processor = figures[1].against(name, Samples(theirs.map(\.processor)).median)
        let peak = figures[2].against(name, Samples(theirs.map(\.peakMemory)).median)
        return [
            wall.goal("ratio at most 0.333", isMet: (wall.ratio ?? 1) * 3 <= 1), processor,
            peak.goal("ratio below 0.2", isMet: (peak.ratio ?? 1) * 5 < 1),
        ]
    }

    /// Names the points of a file with our tool.
    private func measure(_ input: String, _ output: String) throws(BenchmarkError) -> Resources {
        // Into a file, as the peer does; the shell replaces itself.
        try Resources.measure([
            "sh", "-c", #"exec "$0" reverse --language en --input "$1" > "$2""#, tool, input, output,
        ])
    }

    /// Makes sure that every point has its row.
    private func check(_ output: String) throws(BenchmarkError) {
        let count = try Program(["wc", "-l", output]).finish().split(separator: " ").first.flatMap { Int($0) }
        guard count == points + 1 else { throw BenchmarkError("\(output) should have \(points + 1) lines") }
    }
}
