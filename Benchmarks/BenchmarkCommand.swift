import Foundation
import Glibc

/// The command line: `benchmarks [--json] [--locate PATH]`, then some of ``names``.
struct BenchmarkCommand {
    static let names = [
        "start", "latency", "throughput", "memory", "archive", "settings", "gazetteer", "reverse", "geocoder", "http",
        "tracks.parse", "tracks.record", "photos", "streets", "maps",
    ]
    /// Parts of `gazetteer`, `photos` and `streets`, by themselves.
    private static let parts =
        GazetteerBenchmark.Part.allCases.map { "gazetteer.\($0.rawValue)" }
        + PhotosBenchmark.Part.allCases.map { "photos.\($0.rawValue)" }
        + StreetsBenchmark.Part.allCases.map { "streets.\($0.rawValue)" }
    static let usage =
        "usage: benchmarks [--json] [--locate PATH] [\(names.joined(separator: "|"))]...\n"
        + "Parts of these: \(parts.joined(separator: ", ")).\n"
        + "Prints figures beside those of other programs on this machine. The exit status is 0 whether or not the goals\n"
        + "are met, and 1 when something could not be measured.\n"

    private var wantsJSON = false
    /// The tool, which is built beside this program, or as it is shipped by `Scripts/benchmark`.
    private var tool = Self.findTool()
    private var chosen: [String] = []

    /// - Throws: `BenchmarkError` for words that are not understood.
    init(_ arguments: [String]) throws(BenchmarkError) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--json": wantsJSON = true
            case "--locate":
                guard let path = rest.popFirst() else { throw BenchmarkError("--locate needs a path") }
                tool = path
            case _ where (Self.names + Self.parts).contains(word): chosen.append(word)
            default: throw BenchmarkError("\"\(word)\" is not a measure\n\(Self.usage)")
            }
        }
        // All of the gazetteer has the points of a file among it.
        if chosen.isEmpty { chosen = Self.names.filter { $0 != "reverse" } }
    }

    /// Measures and prints; `false` when something could not be measured.
    func run() throws -> Bool {
        var measurements: [Measurement] = []
        var isComplete = true
        for name in chosen {
            do throws(BenchmarkError) {
                measurements += try measure(name)
            } catch {
                Self.say("\(name): \(error.message)")
                isComplete = false
            }
        }
        let text = wantsJSON ? try ResultTable.json(measurements) : ResultTable.text(measurements)
        FileHandle.standardOutput.write(Data(text.utf8))
        return isComplete
    }

    private static func findTool() -> String {
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let shipped = folder.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("locate-static").path
        return access(shipped, X_OK) == 0 ? shipped : folder.appendingPathComponent("locate").path
    }

    static func say(_ message: String) { FileHandle.standardError.write(Data("benchmarks: \(message)\n".utf8)) }

    private func measure(_ name: String) throws(BenchmarkError) -> [Measurement] {
        switch name {
        case "start": try StartBenchmark(tool: tool).run()
        case "latency": try LatencyBenchmark().run()
        case "throughput": try ThroughputBenchmark().run()
        case "memory": try MemoryBenchmark().run()
        case "settings": try SettingsBenchmark().run()
        case "archive": try ArchiveBenchmark().run() + CodingObjectBenchmark().run()
        case "tracks.parse": try TrackParseBenchmark().run()
        case "http": try HTTPBenchmark().run()
        case "reverse": try ReverseFileBenchmark(tool: tool).run()
        case "geocoder": try GeocoderBenchmark().run()
        case "tracks.record": try RecordBenchmark().run()
        case "gazetteer": try GazetteerBenchmark(tool: tool).run()
        case "photos": try PhotosBenchmark(tool: tool).run()
        case "streets": try StreetsBenchmark().run()
        case "maps": try MapsBenchmark(tool: tool).run() + TrackMapBenchmark(tool: tool).run()
        case _ where name.hasPrefix("streets."):
            try StreetsBenchmark().run(StreetsBenchmark.Part.allCases.filter { name == "streets.\($0.rawValue)" })
        case _ where name.hasPrefix("photos."):
            try PhotosBenchmark(tool: tool).run(
                PhotosBenchmark.Part.allCases.filter { name == "photos.\($0.rawValue)" })
        default:
            try GazetteerBenchmark(tool: tool).run(
                GazetteerBenchmark.Part.allCases.filter { name == "gazetteer.\($0.rawValue)" })
        }
    }
}

/// Why a measurement could not be made, in words.
struct BenchmarkError: Error {
    var message: String

    init(_ message: String) { self.message = message }

    /// What was tried, and the system's word for why it failed.
    init(_ what: String, errno code: Int32) { message = "\(what): \(String(cString: strerror(code)))" }
}
