import Foundation
import LKImages

/// Small pictures of large ones, against vipsthumbnail; and such as the user's cache has already.
struct PhotoThumbnailBenchmark {
    var count = 40
    var side = 300
    var runs = 5
    var cached = 500

    func run() throws(BenchmarkError) -> [Measurement] {
        let folder = try PhotoFolder(large: count)
        return try fresh(folder.path) + known(folder.path)
    }

    private func fresh(_ folder: String) throws(BenchmarkError) -> [Measurement] {
        let hasVips = (try? Program(["vipsthumbnail", "--version"]).finish()) != nil
        if !hasVips { BenchmarkCommand.say("photos.thumbnails: without vipsthumbnail; install libvips-tools") }
        var (one, two, vips): ([Resources], [Resources], [Resources]) = ([], [], [])
        let output = try TemporaryFolder()
        let files = (0..<count).map { folder + String(format: "/IMG_%04d.jpg", $0) }
        for _ in 0..<runs {
            one.append(try thumbnails(folder, output, threads: 1))
            two.append(try thumbnails(folder, output, threads: 2))
            guard hasVips else { continue }
            let options = ["--size", "\(side)", "-o", output.path + "/%s.vips.jpg"]
            vips.append(try Resources.measure(["vipsthumbnail"] + files + options))
        }
        let note = "\(side) px of \(count) JPEGs of 12 MP, whole process, median of \(runs)"
        let core = Measurement("photos.thumbnails.core", unit: "per CPU second", ours: perCore(one), note: note)
        let both = Measurement(
            "photos.thumbnails.two", unit: "per s", ours: rate(two),
            note: note + ", noise \(ResultTable.number(Samples(two.map(\.wall)).noise * 100)) %")
        let memory = Measurement(
            "photos.thumbnails.memory", unit: "MB", ours: Samples(two.map(\.peakMemory)).median, note: "2 threads")
        guard hasVips else { return [core, both, memory] }
        let ours = core.against("vipsthumbnail", perCore(vips))
        let pair = both.against("vipsthumbnail per core", perCore(vips))
        let wall = both.against("vipsthumbnail, wall", rate(vips))
        return [
            ours.goal("ratio at least 1", isMet: (ours.ratio ?? 0) >= 1),
            pair.goal("ratio at least 2", isMet: (pair.ratio ?? 0) >= 2),
            wall,
            memory.against("vipsthumbnail", Samples(vips.map(\.peakMemory)).median),
        ]
    }

    private func thumbnails(
        _ folder: String, _ output: TemporaryFolder, threads: Int
    ) throws(BenchmarkError) -> Resources {
        let option = PhotoProgram.thumbnails.rawValue
        return try Resources.measure(["/proc/self/exe", option, folder, output.path, "\(side)", "\(threads)"])
    }

    private func perCore(_ values: [Resources]) -> Double { Double(count) / Samples(values.map(\.processor)).median }

    private func rate(_ values: [Resources]) -> Double { Double(count) / Samples(values.map(\.wall)).median }

    private func known(_ folder: String) throws(BenchmarkError) -> [Measurement] {
        let cache = try TemporaryFolder()
        let thumbnailer = Thumbnailer(cache: ThumbnailCache(folder: cache.path))
        return try [128, 256, 300, 512].map { side throws(BenchmarkError) in
            var times: [Double] = []
            for index in 0..<cached + 5 {
                let path = folder + String(format: "/IMG_%04d.jpg", index % 5)
                let start = Clocks.monotonic
                do throws(ImageError) { _ = try thumbnailer.thumbnail(of: path, side: side) } catch {
                    throw BenchmarkError(error.message)
                }
                // The first five are made.
                if index >= 5 { times.append(Double(Clocks.monotonic - start) / 1e6) }
            }
            let all = Samples(times)
            let slow = ResultTable.number(all.quantile(0.99))
            let note = "from the freedesktop cache; median of \(cached), p99 \(slow) ms"
            return Measurement("photos.thumbnails.cached.\(side)", unit: "ms", ours: all.median, note: note)
                .goal("below 1 ms", isMet: all.median < 1)
        }
    }
}
