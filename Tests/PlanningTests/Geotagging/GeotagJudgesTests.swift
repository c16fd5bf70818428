import Foundation
import LKGeo
import LKMetadata
import LKTracks
import TestSupport
import Testing

@testable import LKPlanning

/// exiftool and gpscorrelate are the judges of where photos were taken.
@Suite struct GeotagJudgesTests {
    private static func isThere(_ program: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
    }

    /// A trip of several segments, fixes seconds to minutes apart, and photos in it, between its segments and beside it.
    private struct Trip {
        let folder = TemporaryFolder()
        var gpx =
            "<?xml version=\"1.0\"?><gpx version=\"1.1\" creator=\"t\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk>"
        var names: [String] = []

        init(seed: UInt64, from place: Coordinate, photos: Int) throws {
            var random = SeededGenerator(seed: seed)
            var place = place
            var time = Walk.utc(2026, 5, 1, 22)
            let start = time
            for _ in 0..<6 {
                gpx += "<trkseg>"
                let step = [1, 5, 20, 60, 240].randomElement(using: &random) ?? 1
                for _ in 0..<(3600 / step) {
                    let speed = Double.random(in: 0...8, using: &random)
                    let course = Double.random(in: 40...140, using: &random)
                    place = place.destination(bearing: course, distance: speed * Double(step)) ?? place
                    gpx += "<trkpt lat=\"\(place.latitude)\" lon=\"\(place.longitude)\"><ele>100</ele>"
                    gpx += "<time>\(Self.text(time, "-", "T"))Z</time></trkpt>"
                    time += Double(step)
                }
                gpx += "</trkseg>"
                time += Double(Int.random(in: 300...2000, using: &random))
            }
            gpx += "</trk></gpx>"
            try folder.write("track.gpx", Data(gpx.utf8))
            try FileManager.default.createDirectory(atPath: folder.file("photos"), withIntermediateDirectories: true)
            for number in 0..<photos {
                let moment = Double(Int.random(in: Int(start) - 3000...Int(time) + 3000, using: &random))
                names.append("\(folder.path)/photos/\(1000 + number).jpg")
                let bytes = DatedPhoto.bytes(Self.text(moment, ":", " "))
                try folder.write("photos/\(1000 + number).jpg", Data(bytes))
            }
        }

        static func text(_ time: Double, _ first: String, _ second: String) -> String {
            let text = PhotoDate.WallTime(secondsSince1970: Int(time))?.description ?? ""
            let parts = text.split(separator: "T")
            return parts[0].replacingOccurrences(of: "-", with: first) + second + parts[1]
        }

        /// Where exiftool sees the photos now.
        func positions() async throws -> [String: Coordinate] {
            let program = try ChildProcess(
                ["/usr/bin/exiftool", "-j", "-n", "-GPSLatitude", "-GPSLongitude", folder.file("photos")])
            let output = try await program.end(seconds: 120).output
            let list = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]] ?? []
            var found: [String: Coordinate] = [:]
            for tags in list {
                guard let path = tags["SourceFile"] as? String, let latitude = tags["GPSLatitude"] as? NSNumber,
                    let longitude = tags["GPSLongitude"] as? NSNumber
                else { continue }
                found[path] = Coordinate(latitude: latitude.doubleValue, longitude: longitude.doubleValue)
            }
            return found
        }

        /// Our plan.
        func plan() throws -> [PlannedPhoto] {
            var tracks = TrackTimeline(maximumGap: .seconds(1800), maximumExtrapolation: .seconds(1800))
            try tracks.append(contentsOf: folder.file("track.gpx"))
            var configuration = Geotagger.Configuration()
            configuration.timeZone = .offset(0)
            var geotagger = Geotagger(tracks: tracks, configuration: configuration)
            let reader = MetadataReader()
            return geotagger.plan(
                for: try names.map { try PhotoFacts(contentsOf: URL(filePath: $0), reader: reader) }
            ).photos
        }
    }

    private func compare(_ trip: Trip, _ plan: [PlannedPhoto], minimumCompared: Int) async throws {
        let theirs = try await trip.positions()
        var compared = 0
        for planned in plan {
            let isInside = planned.match.map { $0.position.kind != .extrapolated } ?? false
            guard isInside else { continue }
            let ours = try #require(planned.written).coordinate
            guard let other = theirs[planned.url.path] else {
                Issue.record("\(planned.url.path) is inside a segment, and the judge places it nowhere")
                continue
            }
            let distance = ours.distance(to: other)
            #expect(distance < 1, "\(planned.url.path): \(distance) m apart, \(planned.moment?.instant as Any)")
            compared += 1
        }
        #expect(compared >= minimumCompared)
    }

    @Test(
        "Positions agree with ExifTool to within a meter",
        .enabled(if: isThere("exiftool"), "the package libimage-exiftool-perl is not installed"),
        arguments: Fixtures.isThorough ? [1, 2] : [1], [47.1, -33.9])
    func withinAMetreOfExiftool(seed: UInt64, latitude: Double) async throws {
        let trip = try Trip(seed: seed, from: Walk.place(latitude, 18.4), photos: Fixtures.isThorough ? 60 : 30)
        let plan = try trip.plan()
        let program = try ChildProcess(
            [
                "/usr/bin/exiftool", "-q", "-overwrite_original", "-geotag", trip.folder.file("track.gpx"),
                trip.folder.file("photos"),
            ], environment: ["TZ": "UTC"])
        _ = try await program.end(seconds: 120)
        try await compare(trip, plan, minimumCompared: Fixtures.isThorough ? 30 : 12)
        // Before the first and after the last fix exiftool takes the same half hour.
        let theirs = try await trip.positions()
        #expect(plan.allSatisfy { $0.written == nil || theirs[$0.url.path] != nil })
    }

    @Test(
        "Positions agree with gpscorrelate to within a meter",
        .enabled(if: isThere("gpscorrelate") && isThere("exiftool"), "the package gpscorrelate is not installed"),
        arguments: [3, 4], [47.1, -33.9])
    func withinAMetreOfGpscorrelate(seed: UInt64, latitude: Double) async throws {
        let trip = try Trip(seed: seed, from: Walk.place(latitude, 18.4), photos: Fixtures.isThorough ? 60 : 30)
        let plan = try trip.plan()
        let program = try ChildProcess(
            ["/usr/bin/gpscorrelate", "-g", trip.folder.file("track.gpx"), "-z", "+0:00"] + trip.names,
            environment: ["TZ": "UTC"])
        _ = try await program.end(seconds: 120)
        try await compare(trip, plan, minimumCompared: Fixtures.isThorough ? 30 : 12)
        // It places nothing outside of segments.
        let theirs = try await trip.positions()
        for planned in plan where planned.match?.position.kind == .extrapolated || planned.match == nil {
            #expect(theirs[planned.url.path] == nil)
        }
    }
}
