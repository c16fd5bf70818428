import Foundation

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
