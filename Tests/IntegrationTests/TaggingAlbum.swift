import Foundation
import TestSupport
import Testing

/// A folder of photos, a track to place them, and the tool that changes them.
struct TaggingAlbum {
    static let judge = "/usr/bin/exiftool"
    static let absence: Comment = "the package libimage-exiftool-perl is not installed"
    static var hasJudge: Bool { FileManager.default.isExecutableFile(atPath: judge) }

    let folder = TemporaryFolder()
    private let cache = TemporaryFolder()
    var photos: String { folder.file("photos") }
    var track: String { folder.file("walk.gpx") }
    var hasJournal: Bool { FileManager.default.fileExists(atPath: photos + "/.locationkit-undo") }

    init() throws { try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: false) }

    func path(_ name: String) -> String { "\(photos)/\(name)" }

    func add(_ name: String, _ data: Data) throws { try data.write(to: URL(filePath: path(name))) }

    /// A track through points of latitude, longitude and seconds since 1970, all in one segment.
    func walk(_ points: [(Double, Double, Int)]) throws {
        var gpx = #"<gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>"#
        for (latitude, longitude, seconds) in points {
            let time = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
            gpx += #"<trkpt lat="\#(latitude)" lon="\#(longitude)"><ele>40</ele><time>\#(time)</time></trkpt>"#
        }
        try folder.write("walk.gpx", Data((gpx + "</trkseg></trk></gpx>").utf8))
    }

    /// Runs `locate photos` with the words, perhaps below another program.
    func locate(_ words: [String], below program: [String] = [], seconds: Double = 60) async throws -> ChildProcess.End
    {
        try await start(words, below: program).end(seconds: seconds)
    }

    /// Starts `locate photos` with the words.
    func start(_ words: [String], below program: [String] = []) throws -> ChildProcess {
        guard let path = LocateProgram.path else { throw ChildProcess.Failure(description: "locate is not built") }
        let environment = [
            "LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": "/nonexistent", "XDG_CACHE_HOME": cache.path,
            "XDG_STATE_HOME": cache.path, "XDG_DATA_HOME": "/nonexistent", "XDG_DATA_DIRS": "/nonexistent",
            "PATH": "/usr/bin:/bin",
        ]
        return try ChildProcess(program + [path, "photos"] + words, environment: environment)
    }

    func geotag(_ words: String..., seconds: Double = 60) async throws -> [[String: Any]] {
        try Self.objects(try await locate(["geotag", photos, "--track", track, "--json"] + words, seconds: seconds))
    }

    static func objects(_ end: ChildProcess.End) throws -> [[String: Any]] {
        try end.lines.map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
    }

    /// Contents, times of modification to the nanosecond and rights of all files below but the tool's own, by path.
    func state(of root: String? = nil) throws -> [String: String] {
        let root = root ?? photos
        var state: [String: String] = [:]
        for case let name as String in try #require(FileManager.default.enumerator(atPath: root)) {
            var status = stat()
            guard !name.contains(".locationkit"), lstat("\(root)/\(name)", &status) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { continue }
            let data = try Data(contentsOf: URL(filePath: "\(root)/\(name)"))
            let time = "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
            state[name] = "\(data.count) \(data.hashValue) \(time) \(status.st_mode)"
        }
        return state
    }

    /// What the judge prints, one line for each answer.
    func judged(_ words: [String], _ path: String) async throws -> [String] {
        try await ChildProcess([Self.judge] + words + [path]).end().lines
    }

    /// What the judge finds wrong.
    func complaints(_ path: String) async throws -> Set<String> {
        Set(try await judged(["-validate", "-warning", "-error", "-a", "-s3"], path).dropFirst())
    }
}
