import Foundation
import TestSupport
import Testing

@Suite("locate reverse with input of any kind", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct ReverseInputTests {
    /// A value as it is written, and as messages name it.
    private static let values = [
        ("NaN", "NaN"), ("inf", "inf"), ("-Infinity", "-Infinity"), ("1e999", "1e999"), ("91", "latitude 91 is not"),
        ("-90.00000000001", "-90.00000000001"), ("1e300", "1e+300"),
    ]

    @Test("Names a latitude that is none, whatever the form", arguments: values)
    func wrongLatitude(written: String, named: String) async throws {
        let folder = TemporaryFolder()
        let feature = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2,LAT]},"properties":{}}"#
        let features = [feature.replacing("LAT", with: "1"), feature.replacing("LAT", with: written)]
        let files: [(String, String)] = [
            ("csv", "lat,lon\n1,2\n\(written),2\n"),
            ("ndjson", #"{"lat":1,"lon":2}"# + "\n{\"lat\":\(written),\"lon\":2}\n"),
            ("geojson", #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",\n") + "]}"),
            ("gpx", "<gpx version=\"1.1\"><wpt lat=\"1\" lon=\"2\"/>\n<wpt lat=\"\(written)\" lon=\"2\"/></gpx>"),
        ]
        for (format, text) in files {
            let file = folder.file("points.\(format)")
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            let end = try await LocateProgram.run("reverse", "--input", file, "--format", "text")
            #expect(end.status == 1)
            // GPX has no rows that could be kept.
            #expect(end.output.count { $0 == "\n" } == (format == "gpx" ? 1 : 2))
            let lines = end.errors.split(separator: "\n")
            #expect(lines.count == 2, "\(end.errors)")
            let line = try #require(lines.first)
            #expect(line.hasPrefix("locate: reverse: \(file):"), "\(line)")
            #expect(line.contains(format == "gpx" ? written : named), "\(line)")
        }
        let end = try await LocateProgram.run("reverse", "--", written, "2")
        #expect(end.status == 64)
        #expect(end.errors.contains(named), "\(end.errors)")
    }

    @Test("Is quiet about all but errors with --quiet, and keeps the status")
    func quiet() async throws {
        let folder = TemporaryFolder()
        let file = folder.file("points.csv")
        try "0,-30\nx,1\n".write(toFile: file, atomically: true, encoding: .utf8)
        let loud = try await LocateProgram.run("reverse", "--input", file)
        #expect(loud.status == 1)
        #expect(loud.errors.hasSuffix("locate: reverse: 1 of 2 points could not be used\n"))
        let quiet = try await LocateProgram.run("reverse", "--quiet", "--input", file)
        #expect(quiet.status == 1)
        #expect(quiet.errors == "locate: reverse: \(file):2: latitude \"x\" is not a number\n")
        #expect(quiet.output == loud.output)
        #expect(try await LocateProgram.run("reverse", "0", "-30").errors.contains("no place is known there"))
        #expect(try await LocateProgram.run("reverse", "0", "-30", "--quiet").errors.isEmpty)
    }

    @Test("Says that a file became too large, and ends with 74")
    func sizeLimit() async throws {
        let path = try #require(LocateProgram.path)
        let folder = TemporaryFolder()
        let line = #"ulimit -f 8; yes 35.68,139.77 | head -n 5000 | "$0" reverse --input - > "$1""#
        let end = try await ChildProcess(
            ["/bin/sh", "-c", line, path, folder.file("out")], environment: ["XDG_CONFIG_HOME": "/nonexistent"]
        ).end(seconds: 60)
        #expect(end.status == 74)
        #expect(end.errors.contains("File too large"), "\(end.errors)")
    }

    /// With the kernel as judge: what is kept of a process's peak may be that of the program that started it.
    @Test(
        "Names 160 MB of points in 120 MB of memory", .enabled(if: Fixtures.isThorough, "\(Fixtures.absence)"),
        .timeLimit(.minutes(10)))
    func memory() async throws {
        let path = try #require(LocateProgram.path)
        let folder = TemporaryFolder()
        let row = folder.file("row")
        try "35.68,139.77,\(String(repeating: "x", count: 20_000))".write(
            toFile: row, atomically: true, encoding: .utf8)
        let line =
            #"ulimit -d 120000; { echo lat,lon,note; yes "$(cat "$1")" | head -n 8000; } | "$0" reverse --input - | wc -l"#
        let end = try await ChildProcess(
            ["/bin/sh", "-c", line, path, row], environment: ["XDG_CONFIG_HOME": "/nonexistent"]
        ).end(seconds: 120)
        #expect(end.output.trimmingCharacters(in: .whitespaces) == "8001\n", "\(end.errors)")
    }
}
