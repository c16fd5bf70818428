import Foundation
import LKGeo
import LKTrackFormats
import Testing

@testable import LKTracks

@Suite("Impossible values of receivers and loggers") struct ImpossibleValueTests {
    /// A fix each second, 11 m further north, at 520 m.
    private static func gpx(
        _ count: Int, heights: [Int: Double] = [:], times: [Int: String] = [:], zeros: Set<Int> = [],
        isTimed: Bool = true
    ) -> String {
        let points = (0..<count).map { index in
            let place =
                zeros.contains(index) ? "lat=\"0\" lon=\"0\"" : "lat=\"\(48 + Double(index) * 1e-4)\" lon=\"11\""
            let clock = "2024-05-11T08:\(10 + index / 60):\(index % 60 < 10 ? "0" : "")\(index % 60)Z"
            let time = isTimed ? "<time>\(times[index] ?? clock)</time>" : ""
            return "<trkpt \(place)><ele>\(heights[index] ?? 520)</ele>\(time)</trkpt>"
        }
        return "<gpx version=\"1.1\" creator=\"t\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>"
            + points.joined(separator: "\n") + "</trkseg></trk></gpx>"
    }

    private static func read(_ text: String) throws -> (locations: [Location], reader: JumpReader) {
        let reader = JumpReader(try GPXReader(FileChunks(bytes: Array(text.utf8), name: "in")))
        var locations: [Location] = []
        while let element = try reader.next() {
            if case .point(let point) = element { locations.append(point.location) }
        }
        return (locations, reader)
    }

    @Test(
        "A height that means unknown or is out of line is left out, its fix stays",
        arguments: [65_535, -32_768, 32_767, 0, -9999, 1520, 424] as [Double], [0, 1, 10, 19])
    func heights(height: Double, index: Int) throws {
        let (locations, reader) = try Self.read(Self.gpx(20, heights: [index: height]))
        let isLast = index == 19 && [0, 1520, 424].contains(height)
        // Nothing follows the last one that shows where the track goes on.
        #expect(reader.altitudeCount == (isLast ? 0 : 1))
        #expect(locations.count == 20 && (locations[index].altitude == nil) == !isLast)
        #expect(locations.count { $0.altitude == 520 } == 19)
    }

    @Test("Long tracks lose single heights, times and positions wherever they are, and nothing else")
    func longTracks() throws {
        let places = [0, 1, 62, 63, 64, 65, 71, 72, 73, 127, 128, 135, 136, 198]
        for place in places {
            let (locations, reader) = try Self.read(Self.gpx(200, heights: [place: 65_535]))
            #expect(reader.altitudeCount == 1 && reader.timeCount == 0 && reader.count == 0)
            #expect(locations.indices.filter { locations[$0].altitude == nil } == [place])
            #expect(locations.map(\.coordinate.latitude) == locations.indices.map { 48 + Double($0) * 1e-4 })
            let (others, zeros) = try Self.read(Self.gpx(200, zeros: [place]))
            #expect(zeros.count == 1 && zeros.altitudeCount == 0)
            let expected = (0..<200).filter { $0 != place }.map { 48 + Double($0) * 1e-4 }
            #expect(others.map(\.coordinate.latitude) == expected)
            let (timed, times) = try Self.read(Self.gpx(200, times: [place: "1970-01-01T00:00:00Z"]))
            #expect(times.timeCount == 1 && timed.indices.filter { timed[$0].timestamp == nil } == [place])
        }
        let (locations, reader) = try Self.read(
            Self.gpx(200, heights: [64: -32_768], times: [64: "1970-01-01T00:00:00Z"], zeros: [70, 71]))
        #expect(reader.altitudeCount == 1 && reader.timeCount == 1 && reader.count == 2 && locations.count == 198)
        #expect(locations[64].altitude == nil && locations[64].timestamp == nil)
        #expect(reader.firstTime?.altitude == -32_768 && reader.firstAltitude?.timestamp == nil)
    }

    @Test("Heights that stay, rise step by step, or belong to a fast climb are kept")
    func possibleHeights() throws {
        let lift = Dictionary(uniqueKeysWithValues: (10..<20).map { ($0, 620.0) })
        let flight = Dictionary(uniqueKeysWithValues: (0..<20).map { ($0, 520 + Double($0) * 14) })
        let sea = Dictionary(uniqueKeysWithValues: (0..<20).map { ($0, $0 % 2 == 0 ? 0.0 : 3) })
        for heights in [lift, flight, sea, [5: 530, 6: 0.5]] {
            let (_, reader) = try Self.read(Self.gpx(20, heights: heights))
            #expect(reader.altitudeCount == (heights.count == 2 ? 1 : 0))
        }
    }

    @Test("Positions at 0, 0 beside others far away are left out, with and without times", arguments: [true, false])
    func zeros(isTimed: Bool) throws {
        for zeros in [[0], [0, 1, 2], [3], [4], [2, 3]] as [Set<Int>] {
            let (locations, reader) = try Self.read(Self.gpx(5, zeros: zeros, isTimed: isTimed))
            #expect(locations.count == 5 - zeros.count && reader.count == zeros.count)
            #expect(locations.allSatisfy { $0.coordinate.latitude >= 48 })
        }
        let (all, reader) = try Self.read(Self.gpx(5, zeros: [0, 1, 2, 3, 4], isTimed: isTimed))
        #expect(all.count == 5 && reader.count == 0)
    }

    @Test("A route between a position at 0, 0 and others far away keeps its points")
    func route() throws {
        let text = Self.gpx(3).replacing(
            "<trk>",
            with: "<trk><trkseg><trkpt lat=\"0\" lon=\"0\"/></trkseg></trk>"
                + "<rte><rtept lat=\"10\" lon=\"10\"/></rte><trk>")
        let (locations, reader) = try Self.read(text)
        #expect(locations.map(\.coordinate.latitude).first == 10 && locations.count == 4 && reader.count == 1)
    }

    @Test(
        "The time of an unset clock among others, and one days away, are left out",
        arguments: ["1970-01-01T00:00:00Z", "1980-01-06T00:00:13Z", "2044-05-11T08:10:00Z"], [0, 5])
    func times(time: String, index: Int) throws {
        let (locations, reader) = try Self.read(Self.gpx(20, times: [index: time]))
        guard index > 0 || time < "2000" else { return #expect(reader.timeCount <= 1) }
        #expect(reader.timeCount == 1 && locations.count == 20)
        #expect(locations[index].timestamp == nil && locations.count { $0.timestamp == nil } == 1)
    }

    @Test("Stale fixes and then others elsewhere at the beginning are left out")
    func twoJumps() throws {
        var points: [TrackElement] = [.segmentStart]
        for index in 0..<72 {
            let latitude = index < 10 ? 48.2 : index < 12 ? 48.15 : 48.1 + Double(index) * 1e-5
            var location = Location(
                coordinate: try #require(Coordinate(latitude: latitude, longitude: 11)), source: .track)
            location.timestamp = Date(timeIntervalSince1970: 1_715_415_300 + Double(index))
            points.append(.point(TrackPoint(location)))
        }
        var bytes: [UInt8] = []
        let writer = try TrackFormat.gpx.writer(to: TrackSink { bytes += $0 })
        for element in points { try writer.write(element) }
        try writer.finish()
        let (locations, reader) = try Self.read(String(decoding: bytes, as: UTF8.self))
        #expect(reader.count == 12 && locations.count == 60)
        #expect(locations.allSatisfy { $0.coordinate.latitude < 48.11 })
    }

    @Test("Times that differ by less than a hundredth of a second make no speed")
    func shortTimes() throws {
        var statistics = TrackStatistics()
        for (index, seconds) in [0.207, 0.2073, 0.2068, 0.2071].enumerated() {
            var location = Location(
                coordinate: try #require(Coordinate(latitude: 46.5 + Double(index) * 1e-4, longitude: 13.8)))
            location.timestamp = Date(timeIntervalSince1970: 1_715_415_300 + seconds)
            statistics.add(location)
        }
        #expect(statistics.maximumSpeed == nil && abs(statistics.distance - 33.4) < 0.2)
    }

    @Test("Photos are not placed by impossible values")
    func timeline() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).gpx")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(Self.gpx(20, heights: [10: 65_535], zeros: [5]).utf8).write(to: file)
        var timeline = TrackTimeline()
        let warnings = try timeline.append(contentsOf: file.path)
        #expect(warnings.count == 0 && warnings.notes.count == 2)
        let start = try Date("2024-05-11T08:10:00Z", strategy: .iso8601)
        let place = try #require(timeline.position(at: start + 5))
        #expect(place.location.coordinate.latitude > 48)
        #expect(timeline.position(at: start + 10)?.location.altitude.map { $0 < 600 } ?? true)
    }

    @Test("A FIT file with pages like those of a log is not taken for one")
    func fit() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).fit")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data([14, 16, 0, 0, 0, 0, 0, 0] + Array(".FIT".utf8) + [UInt8](repeating: 0, count: 12_276)).write(to: file)
        #expect(!TrackFile.isLog(file.path))
        let error = #expect(throws: TrackFormatError.self) { try TrackFile.reader(path: file.path) }
        #expect(error?.message.contains("is a FIT file") == true)
    }

    @Test("A bare & is named, and read as text when salvaging")
    func ampersand() throws {
        let text = Self.gpx(5).replacing("<trk>", with: "<trk><name>Tom & Jerry &amp; Co &#38; R&D</name>")
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).gpx")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        let plain = try TrackFile.reader(path: file.path)
        let error = #expect(throws: TrackFormatError.self) { while try plain.next() != nil {} }
        #expect(error?.message.contains("a bare &; write it as &amp;") == true)
        let reader = try TrackFile.reader(path: file.path, salvaging: true)
        var (names, count) = ([String?](), 0)
        while let element = try reader.next() {
            if case .trackStart(let metadata) = element { names.append(metadata.name) }
            if case .point = element { count += 1 }
        }
        #expect(names == ["Tom & Jerry & Co & R&D"] && count == 5)
        #expect(reader.warnings.map(\.message) == ["2 bare & are read as text"])
    }
}
