import Foundation

/// The listing of folders with date and place, whole processes: the first time, and with the catalog that the first left.
///
/// Everything is read from the system's memory, as the pictures have just been written. Programs take turns.
struct PhotoListBenchmark {
    /// The tool, built in release; this program stands in for one that cannot list photos.
    let tool: String
    var count = 2000
    var runs = 9
    /// ExifTool takes a quarter of a minute each time.
    var slowRuns = 3
    var largeCount = 100_000

    func run() throws(BenchmarkError) -> [Measurement] { try small() + large() }

    private func small() throws(BenchmarkError) -> [Measurement] {
        let folder = try PhotoFolder(count: count)
        let exiv2 = Exiv2Peer.find()
        let hasExifTool = (try? Program(["exiftool", "-ver"]).finish()) != nil
        if !hasExifTool { BenchmarkCommand.say("photos.list: without exiftool, which is not installed") }
        try check(folder.path)
        var (first, second): ([Resources], [Resources]) = ([], [])
        var (loop, exiftool): ([Resources], [Resources]) = ([], [])
        for run in 0..<runs {
            let cache = try TemporaryFolder()
            first.append(try list(folder.path, cache))
            second.append(try list(folder.path, cache))
            if let exiv2 { loop.append(try Resources.measure(exiv2.command(folder.path))) }
            if hasExifTool, run < slowRuns {
                exiftool.append(try Resources.measure(["exiftool", "-r", "-json", folder.path]))
            }
        }
        let note = "\(count) JPEGs of 290 KB, whole process, warm; median of \(runs), "
        let ours = line("photos.list.first", first, note)
        var lines: [Measurement] = []
        if !exiftool.isEmpty {
            var against = ours.against("exiftool -r -json", Samples(exiftool.map(\.wall)).median * 1000)
            against.note += "; peer's CPU \(cpu(exiftool)) ms"
            lines.append(against.goal("ratio at most 1/150", isMet: (against.ratio ?? 1) * 150 <= 1))
        }
        if !loop.isEmpty {
            var against = ours.against("libexiv2 loop in C++, 1 thread", Samples(loop.map(\.wall)).median * 1000)
            against.note += "; peer's CPU \(cpu(loop)) ms"
            lines.append(against.goal("ratio at most 1/8", isMet: (against.ratio ?? 1) * 8 <= 1))
        }
        if lines.isEmpty { lines = [ours] }
        let again = line("photos.list.second", second, "from the catalog; median of \(runs), ")
            .against("first listing", ours.ours)
        return lines + [again.goal("ratio at most 1", isMet: again.ours <= ours.ours)]
    }

    private func large() throws(BenchmarkError) -> [Measurement] {
        let folder = try PhotoFolder(count: largeCount, perFolder: 1000, isWhole: false)
        var (first, second): ([Resources], [Resources]) = ([], [])
        for _ in 0..<3 {
            let cache = try TemporaryFolder()
            first.append(try list(folder.path, cache))
            second.append(try list(folder.path, cache))
            second.append(try list(folder.path, cache))
        }
        var lines: [Measurement] = []
        for (name, values, note) in [
            ("photos.list.100000.first", first, "headers alone, 11 KB each, warm; median of 3, "),
            ("photos.list.100000", second, "from the catalog, warm; median of 6, "),
        ] {
            let time = line(name, values, note)
            lines.append(time.goal("at most 3000 ms", isMet: time.ours <= 3000))
            let memory = Samples(values.map(\.peakMemory)).median
            lines.append(
                Measurement(name + ".memory", unit: "MB", ours: memory, note: "peak of the process")
                    .goal("below 150 MB", isMet: memory < 150))
        }
        return lines
    }

    private func line(_ name: String, _ values: [Resources], _ note: String) -> Measurement {
        let wall = Samples(values.map { $0.wall * 1000 })
        return Measurement(
            name, unit: "ms", ours: wall.median,
            note: note + "CPU \(cpu(values)) ms, noise \(ResultTable.number(wall.noise * 100)) %")
    }

    private func cpu(_ values: [Resources]) -> String {
        ResultTable.number(Samples(values.map { $0.processor * 1000 }).median)
    }

    private func list(_ folder: String, _ cache: TemporaryFolder) throws(BenchmarkError) -> Resources {
        try Resources.measure(command(folder, cache))
    }

    private func command(_ folder: String, _ cache: TemporaryFolder) -> [String] {
        if PhotoTool.canList(tool) {
            return ["env", "XDG_CACHE_HOME=\(cache.path)", tool, "photos", "list", folder, "--json"]
        }
        return ["/proc/self/exe", PhotoProgram.list.rawValue, folder, cache.path + "/photos.sqlite"]
    }

    /// Whether all pictures are listed, with what they say.
    private func check(_ folder: String) throws(BenchmarkError) {
        let cache = try TemporaryFolder()
        let lines = try Program(command(folder, cache)).finish().split(separator: "\n")
        let wanted = CameraEXIF.time(count - 1).prefix(10).replacing(":", with: "-")
        guard lines.count == count, lines.last?.contains("\"\(wanted)T") == true,
            lines.last?.contains("\"latitude\":35.") == true
        else { throw BenchmarkError("\(lines.count) photos of \(count) were listed; the last: \(lines.last ?? "")") }
    }
}
