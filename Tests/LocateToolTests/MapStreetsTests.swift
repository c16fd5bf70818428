import CommandTestSupport
import Foundation
import LKGeo
import LKGeocoding
import LKOfflineGeocoding
import LKTracks
import TestSupport
import Testing

@testable import LKCommandLine
@testable import LKPhotoCommands
@testable import LKPositionCommands
@testable import LKPositioning
@testable import LKSharedOptions
@testable import LocationKitMaps

/// `--streets` of `locate track map`, `locate photos map` and `locate --watch --map`.
@Suite("streets on pages") struct MapStreetsTests {
    private let folder = TemporaryFolder()
    /// Of a page with streets.
    private static let source = "streets: © OpenStreetMap contributors"

    /// A track along some positions, ten seconds apart.
    private func track(_ points: [(latitude: Double, longitude: Double)]) throws -> String {
        let text = points.enumerated().map { index, point in
            let time = "2026-07-14T06:\(String(10 + index / 6)):\(index % 6)0Z"
            return "<trkpt lat=\"\(point.latitude)\" lon=\"\(point.longitude)\"><time>\(time)</time></trkpt>"
        }
        try folder.write(
            "t.gpx", Data("<gpx version=\"1.1\"><trk><trkseg>\(text.joined())</trkseg></trk></gpx>".utf8))
        return folder.file("t.gpx")
    }

    private func page(_ words: [String]) throws -> String {
        let options = try TrackMapOptions(
            try ParsedArguments(words + ["-o", "-", "--quiet", "--language", "en"], for: .trackMap))
        return try written { output in _ = try TrackMapCommand.run(options, output: output) }
    }

    @Test("Streets are on a page of exact positions, and neither with images, of cities, nor with none")
    func page() throws {
        let streets = try StreetFile()
        let points = (0..<20).map { (latitude: 47.0, longitude: 9 + Double($0) * 0.0002) }
        let walk = try track(points)
        let own = ["--streets", streets.path, "--streets", "none"]
        #expect(try page([walk] + own).contains(Self.source))
        #expect(try !page([walk, "--streets", "none"]).contains(Self.source))
        #expect(try !page([walk, "--precision", "city"] + own).contains(Self.source))
        #expect(
            try !page([walk, "--tiles", "https://tiles.example.org/{z}/{x}/{y}.png"] + own).contains(Self.source))
        #expect(throws: ToolError.self) { try page([walk, "--streets", folder.file("missing.streets")]) }
    }

    @Test("The page and the picture of the commands are those that a few lines of Swift make")
    func library() throws {
        let streets = try StreetFile()
        let walk = try track((0..<40).map { (latitude: 47.0, longitude: 9 + Double($0 / 2) * 0.0002) })
        let own = ["--streets", streets.path, "--streets", "none"]
        for precision in [MapPrecision.exact, .city] {
            var tracks = TrackMap(
                with: try OfflineProvider(streets: [URL(filePath: streets.path)]), languages: [.english],
                precision: precision)
            try tracks.add(TrackFile(URL(filePath: walk)))
            let page = try page([walk, "--title", "Walk", "--precision", precision.rawValue] + own)
            #expect(page == String(decoding: try MapPage(tracks, title: "Walk").html(), as: UTF8.self))
            #expect(page.contains(Self.source) == (precision == .exact))
            let svg = folder.file("\(precision).svg")
            let options = try TrackPlotOptions(
                try ParsedArguments(
                    [
                        walk, "-o", svg, "--quiet", "--title", "Walk", "--language", "en", "--precision",
                        precision.rawValue,
                    ]
                        + own, for: .trackPlot))
            _ = try written { output in _ = try TrackPlotCommand.run(options, output: output) }
            var plot = TrackPlot(tracks)
            plot.title = "Walk"
            #expect(try Data(contentsOf: URL(filePath: svg)) == Data(plot.svg()))
        }
    }

    @Test("What --hide leaves out draws no streets")
    func hidden() throws {
        let streets = try StreetFile()
        // Some 60 km from the street; a line leads there.
        let away = (0..<20).map { (latitude: 47.5, longitude: 9.3 + Double($0) * 0.0002) }
        let walk = try track((0..<20).map { (47.0, 9 + Double($0) * 0.0002) } + away)
        let words = [walk, "--streets", streets.path, "--streets", "none"]
        #expect(try page(words).contains(Self.source))
        #expect(try !page(words + ["--hide", "47.0,9.002,2000"]).contains(Self.source))
    }

    @Test("The note names the regions around the positions whose streets are drawn")
    func note() throws {
        let streets = try StreetFile()
        let words = ["x.gpx", "-o", "x.html", "--streets", streets.path, "--streets", "none"]
        let options = try TrackMapOptions(try ParsedArguments(words, for: .trackMap))
        let provider = try #require(try options.tracks.streets.open(for: nil))
        let (here, there) = (
            try #require(Coordinate(latitude: 47, longitude: 9.001)),
            try #require(Coordinate(latitude: -30, longitude: 9))
        )
        let world = try ToolGeocoder.openWorld()
        var base = try BaseMap(world, around: [here], streets: provider, languages: [.english])
        #expect(MapOutput.regions(provider, around: [there, here], on: base) == "streets of town")
        #expect(MapOutput.regions(nil, around: [here], on: base) == nil)
        base.drawStreets(of: provider, around: [there], languages: [])
        #expect(MapOutput.regions(provider, around: [there], on: base) == nil)
    }

    @Test("Photos map and a watch take the option, with any provider of names")
    func options() throws {
        let photos = try PhotoMapOptions(
            try ParsedArguments(["/", "-o", "x.html", "--streets", "a", "--streets", "none"], for: .photosMap))
        #expect(photos.streets.paths == ["a"] && !photos.streets.usesRegions && photos.drawsStreets)
        let city = try PhotoMapOptions(
            try ParsedArguments(["/", "-o", "x.html", "--precision", "city"], for: .photosMap))
        #expect(!city.drawsStreets && city.streets.usesRegions)
        let watch = try LocateOptions(
            try ParsedArguments(["--watch", "--map", "x.html", "--provider", "world"], for: .locate))
        #expect(!watch.streets.usesRegions && watch.drawnStreets.usesRegions)
    }

    @Test("The page of a watch has the streets around the position, and others once that has moved on")
    func watch() throws {
        let streets = try StreetFile()
        let path = folder.file("live.html")
        let provider = try StreetFiles(
            ParsedArguments(["--streets", streets.path, "--streets", "none"], for: .locate), StreetFiles.streets
        ).open(for: nil)
        let map = try LiveMap(path, languages: [.english], streets: provider, corrections: nil)
        func page(at latitude: Double) throws -> String {
            var snapshot = LocationManager.Snapshot()
            snapshot.location = Location(
                coordinate: try #require(Coordinate(latitude: latitude, longitude: 9.001)))
            map.update(snapshot, nil)
            #expect(map.finish(snapshot))
            return try String(contentsOfFile: path, encoding: .utf8)
        }
        #expect(try page(at: 47).contains(Self.source))
        // Within the reach of the base map, but not of the streets.
        #expect(try !page(at: 47.3).contains(Self.source))
        #expect(try page(at: 47.001).contains(Self.source))
    }
}
