import Foundation
import LKGeo
import LKMetadata

/// Positions written into photos from a track, names of their places, and both taken back: whole processes, which take turns.
///
/// Ours is durable and verified when it ends; the others neither synchronize nor read again what they have written. All
/// pictures are in the system's memory, and all that was written before is on the disk when a program begins.
struct PhotoTagBenchmark {
    /// The tool, built in release.
    let tool: String
    var count = 2000
    var fewCount = 200
    var runs = 3
    /// ExifTool takes more than a minute each time.
    var slowRuns = 1

    /// Seconds between two pictures.
    private let interval = 87
    private let track = TagTrack(points: 36_000, interval: 5)

    /// What programs needed, by what they did.
    private struct Rounds {
        var geotag: [Resources] = []
        var tag: [Resources] = []
        var undoTag: [Resources] = []
        var undo: [Resources] = []
        var copy: [Resources] = []
        var gpscorrelate: [Resources] = []
        var exiftool: [Resources] = []
        var few: [Resources] = []
    }

    func run() throws(BenchmarkError) -> [Measurement] {
        guard PhotoTool.canTag(tool) else { throw BenchmarkError("\(tool) cannot write into photos") }
        let originals = try PhotoFolder(count: count, isPlaced: false, interval: interval)
        let tracks = try TemporaryFolder()
        let path = tracks.path + "/walk.gpx"
        try track.write(to: path)
        let lines = results(try rounds(originals.path, path))
        return try lines + LongTrackBenchmark(tool: tool).run(originals.path)
    }

    private func rounds(_ originals: String, _ track: String) throws(BenchmarkError) -> Rounds {
        var rounds = Rounds()
        // In the shell that runs it the link would be the shell's.
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        let hasExifTool = Self.isThere(["exiftool", "-ver"], "libimage-exiftool-perl")
        let hasGPSCorrelate = Self.isThere(["gpscorrelate", "--version"], "gpscorrelate")
        for run in 0..<runs {
            let folder = try TagFolder(of: originals)
            rounds.geotag.append(try folder.measure(tool, "geotag", ["--track", track]))
            if run == 0 { try check(folder) }
            rounds.tag.append(try folder.measure(tool, "tag"))
            rounds.undoTag.append(try folder.measure(tool, "undo"))
            rounds.undo.append(try folder.measure(tool, "undo"))
            if run == 0, !folder.isSame(as: originals) { throw BenchmarkError("undo has not restored all photos") }
            rounds.copy.append(try folder.measure([program, PhotoProgram.copy.rawValue, folder.path]))
            if hasGPSCorrelate {
                let command = ["gpscorrelate", "-g", track, "-z", "+0:00"]
                rounds.gpscorrelate.append(try folder.measure(command + folder.pictures))
            }
            let few = try TagFolder(of: originals, count: fewCount)
            rounds.few.append(try few.measure(tool, "geotag", ["--track", track]))
            if hasExifTool, run < slowRuns {
                let slow = try TagFolder(of: originals)
                let command = ["exiftool", "-q", "-geotag", track, "-overwrite_original", slow.path]
                rounds.exiftool.append(try slow.measure(command))
            }
        }
        return rounds
    }

    private func results(_ rounds: Rounds) -> [Measurement] {
        let note = "\(count) JPEGs of 290 KB, \(track.points) points, whole process, warm; median of \(runs)"
        let ours = rate("photos.tag.geotag", rounds.geotag, note + ", durable and verified")
        var lines: [Measurement] = []
        if !rounds.exiftool.isEmpty {
            var line = ours.against("exiftool -geotag", rate("", rounds.exiftool, "").ours)
            line.note += "; peer once"
            lines.append(line.goal("ratio at least 20", isMet: (line.ratio ?? 0) >= 20))
        }
        if !rounds.gpscorrelate.isEmpty {
            let line = ours.against("gpscorrelate", rate("", rounds.gpscorrelate, "").ours)
            lines.append(line.goal("ratio at least 1.3", isMet: (line.ratio ?? 0) >= 1.3))
        }
        if lines.isEmpty { lines = [ours] }
        let wall = { (values: [Resources]) in Samples(values.map { $0.wall * 1000 }) }
        let processor = { (values: [Resources]) in Samples(values.map { $0.processor * 1000 }).median }
        let cpu = Measurement(
            "photos.tag.geotag.cpu", unit: "ms", ours: processor(rounds.geotag), note: "user and system"
        ).against("copy + rename, 1 thread", processor(rounds.copy))
        lines.append(cpu.goal("ratio at most 1.8", isMet: (cpu.ratio ?? 9) <= 1.8))
        let geotag = wall(rounds.geotag).median
        for (name, values, most, what) in [
            ("photos.tag.names", rounds.tag, 1.3, "names of places from the embedded world"),
            ("photos.tag.undo", rounds.undo, 1, "positions taken back"),
            ("photos.tag.undo.names", rounds.undoTag, 1, "names taken back"),
        ] {
            let samples = wall(values)
            let more =
                "\(what), CPU \(ResultTable.number(processor(values))) ms, "
                + "noise \(ResultTable.number(samples.noise * 100)) %"
            let line = Measurement(name, unit: "ms", ours: samples.median, note: more).against("geotag", geotag)
            let words = "ratio at most \(most == 1 ? "1" : "\(most)")"
            lines.append(line.goal(words, isMet: (line.ratio ?? 9) <= most))
        }
        let memory = { (values: [Resources]) in Samples(values.map(\.peakMemory)).median }
        let flat = Measurement(
            "photos.tag.memory", unit: "MB", ours: memory(rounds.geotag), note: "peak of the process"
        ).against("with \(fewCount) photos", memory(rounds.few))
        lines.append(flat.goal("ratio at most 1.1", isMet: (flat.ratio ?? 9) <= 1.1))
        return lines
    }

    private func rate(_ name: String, _ values: [Resources], _ note: String) -> Measurement {
        let wall = Samples(values.map(\.wall))
        let cpu = ResultTable.number(Samples(values.map { $0.processor * 1000 }).median)
        return Measurement(
            name, unit: "per s", ours: Double(count) / wall.median,
            note: note + ", CPU \(cpu) ms, noise \(ResultTable.number(wall.noise * 100)) %")
    }

    /// Whether all pictures are where the walker was.
    private func check(_ folder: TagFolder) throws(BenchmarkError) {
        let reader = MetadataReader()
        for (number, path) in folder.pictures.enumerated() {
            let place = TagTrack.place(at: Double(number * interval))
            guard let wanted = Coordinate(latitude: place.latitude, longitude: place.longitude),
                let found = try? reader.metadata(of: path).location?.coordinate,
                found.sphericalDistance(to: wanted) < 1
            else { throw BenchmarkError("\(path) has not got the position of the track") }
        }
    }

    private static func isThere(_ command: [String], _ package: String) -> Bool {
        if (try? Program(command).finish()) != nil { return true }
        BenchmarkCommand.say("photos.tag: without \(command[0]); install \(package)")
        return false
    }
}
