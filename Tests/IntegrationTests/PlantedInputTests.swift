import Foundation
import TestSupport
import Testing

/// Inputs that one user, Ann, plants as links in a folder that all may write, to private files of another, Bob, who runs
/// `locate`.
@Suite(
    "locate, with inputs behind links",
    .enabled(if: LocateProgram.path != nil, "locate is not built"),
    .enabled(if: geteuid() == 0, "only root can be two users"))
struct PlantedInputTests {
    private static let ann: uid_t = 2001
    private static let bob: uid_t = 2002
    private static let files = [
        "t.gpx": """
        <?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
        <trkpt lat="48.1" lon="11.6"><time>2026-07-01T11:00:00Z</time></trkpt>
        <trkpt lat="48.11" lon="11.61"><time>2026-07-01T11:10:00Z</time></trkpt></trkseg></trk></gpx>
        """,
        "p.csv": "lat,lon\n48.1,11.6\n",
        "c.json": """
        {"type":"Feature","properties":{"city":"SECRET"},"geometry":{"type":"Point","coordinates":[11.6,48.1]}}
        """,
        "list": "photo.jpg\n",
        "a.json": #"{"road":"Marienplatz","house_number":"1","city":"SECRET","country_code":"de"}"#,
        "m.osm": """
        <osm version="0.6"><node id="1" lat="48.1" lon="11.6"/><node id="2" lat="48.2" lon="11.6"/>
        <way id="3"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="name" v="SECRET"/></way></osm>
        """,
    ]

    private let folder = TemporaryFolder()
    private var share: String { folder.file("share") }
    private var home: String { folder.file("home") }

    /// Bob's home with private files, an index and a log made of them, and a folder for all with Ann's links to them.
    init() async throws {
        chmod(folder.path, 0o755)
        for (name, owner, mode) in [
            ("share", 0, 0o777), ("home", Self.bob, 0o755), ("home/Private", Self.bob, 0o700),
        ] as [(String, uid_t, mode_t)] {
            #expect(mkdir(folder.file(name), 0o755) == 0)
            chown(folder.file(name), owner, owner)
            chmod(folder.file(name), mode)
        }
        for (name, text) in Self.files {
            let path = folder.file("home/Private/\(name)")
            try Data(text.utf8).write(to: URL(filePath: path))
            chown(path, Self.bob, Self.bob)
        }
        for name in Self.files.keys + ["m.streets", "t.track"] {
            link("\(share)/\(name)", to: "\(home)/Private/\(name)", of: Self.ann)
        }
    }

    private func link(_ path: String, to target: String, of owner: uid_t) {
        #expect(symlink(target, path) == 0)
        lchown(path, owner, owner)
    }

    /// Runs it as Bob; `nil` if Bob cannot run what root has built.
    private func asBob(_ words: [String]) async throws -> ChildProcess.End? {
        guard let path = LocateProgram.path else { return nil }
        let bob = ["/usr/bin/setpriv", "--reuid=2002", "--regid=2002", "--clear-groups"]
        guard try await ChildProcess(bob + [path, "--version"]).end().status == 0 else {
            print("skipped: another user cannot run what root has built")
            return nil
        }
        return try await ChildProcess(
            bob + words,
            environment: [
                "LC_ALL": "C.UTF-8", "HOME": home, "XDG_CONFIG_HOME": "/nonexistent", "XDG_CACHE_HOME": "\(home)/cache",
                "XDG_STATE_HOME": "\(home)/state", "XDG_DATA_HOME": "/nonexistent", "XDG_DATA_DIRS": "/nonexistent",
            ]
        ).end()
    }

    private func locate(_ words: String) async throws -> ChildProcess.End? {
        try await asBob([LocateProgram.path ?? ""] + words.split(separator: " ").map(String.init))
    }

    /// Makes a street index and a track log of the private files.
    private func makeDataFiles() async throws {
        for command in [
            "data import-osm \(home)/Private/m.osm -o \(home)/Private/m.streets",
            "track record \(home)/Private/t.track --replay \(home)/Private/t.gpx --speed 0 --quiet",
        ] {
            let end = try await locate(command)
            #expect(end == nil || end?.status == 0, "\(String(describing: end))")
        }
    }

    @Test("Commands do not read through another user's link, and name it, its owner and what to do")
    func planted() async throws {
        try await makeDataFiles()
        let before = try FileManager.default.contentsOfDirectory(atPath: home).sorted()
        for (command, input) in [
            ("track info", "t.gpx"), ("track info", "t.track"), ("track export --format csv", "t.gpx"),
            ("track export --format csv --salvage", "t.track"), ("track map -o \(home)/o.html", "t.gpx"),
            ("track plot -o \(home)/o.svg", "t.gpx"), ("track repair -o \(home)/o.track", "t.track"),
            ("track repair -o \(home)/o.gpx", "t.gpx"), ("reverse --input", "p.csv"), ("format --input", "a.json"),
            ("search --input", "list"), ("reverse 48.1 11.6 --corrections", "c.json"),
            ("reverse 48.1 11.6 --streets", "m.streets"), ("--speed 0 --no-address --replay", "t.gpx"),
            ("photos list --files-from", "list"), ("photos geotag \(home) --track", "t.gpx"),
            ("data import-osm -o \(home)/o.streets", "m.osm"),
        ] {
            guard let end = try await locate("\(command) \(share)/\(input)") else { return }
            #expect(end.status != 0, "\(command): \(end)")
            #expect(!end.output.contains("48.1"), "\(command): \(end)")
            let words = "\(share)/\(input) is a symbolic link of another user (uid 2001) to \(home)/Private/\(input)"
            #expect(end.errors.contains(words + "; name what it leads to itself"), "\(command): \(end)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home).sorted() == before)
    }

    @Test("Commands follow the user's own links and root's, also in a folder that others can write")
    func trusted() async throws {
        try await makeDataFiles()
        for (name, owner) in [("own", Self.bob), ("roots", 0)] {
            link("\(share)/\(name)", to: "\(home)/Private", of: owner)
            link("\(home)/\(name)", to: "Private", of: owner)
        }
        for place in [share, home] {
            for name in ["own", "roots"] {
                for command in [
                    "track info \(place)/\(name)/t.gpx", "track info \(place)/\(name)/t.track",
                    "reverse --input \(place)/\(name)/p.csv", "format --input \(place)/\(name)/a.json",
                    "reverse 48.1 11.6 --streets \(place)/\(name)/m.streets",
                    "reverse 48.1 11.6 --corrections \(place)/\(name)/c.json",
                ] {
                    guard let end = try await locate(command) else { return }
                    #expect(end.status == 0, "\(command): \(end)")
                }
            }
        }
    }

    @Test("Commands read pipes, process substitutions, /dev/stdin and descriptors")
    func streams() async throws {
        guard let path = LocateProgram.path else { return }
        let program = "'\(path)'"
        let (track, points) = ("\(home)/Private/t.gpx", "\(home)/Private/p.csv")
        link("\(home)/pipe", to: "fifo", of: Self.bob)
        #expect(mkfifo("\(home)/fifo", 0o600) == 0)
        chown("\(home)/fifo", Self.bob, Self.bob)
        for script in [
            "cat \(track) | \(program) track info /dev/stdin", "\(program) track info /dev/stdin < \(track)",
            "\(program) track info /proc/self/fd/0 < \(track)", "\(program) track info /dev/fd/5 5< \(track)",
            "\(program) track info <(cat \(track))", "cat \(track) | \(program) track export --format csv -",
            "cat \(points) | \(program) reverse --input /dev/stdin", "\(program) reverse --input <(cat \(points))",
            "cat \(track) > \(home)/fifo & \(program) track info \(home)/pipe",
            "cat \(points) > \(home)/fifo & \(program) reverse --input \(home)/pipe",
            "cat \(points) | setpriv --no-new-privs \(program) reverse --input /proc/self/fd/0",
        ] {
            guard let end = try await asBob(["/bin/bash", "-c", script]) else { return }
            #expect(end.status == 0, "\(script): \(end)")
            #expect(end.output.contains("48.1") || end.output.contains("km"), "\(script): \(end)")
        }
    }
}
