import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKTrackFormats

@Suite("GPXResumption") struct GPXResumptionTests {
    private static let root =
        "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n"

    /// A segment of points at the latitudes, each on a line of its own.
    private static func segment(_ latitudes: ClosedRange<Int>) -> String {
        let points = latitudes.map { "<trkpt lat=\"\($0)\" lon=\"11\"><ele>5</ele></trkpt>\n" }
        return "<trkseg>\n\(points.joined())</trkseg>\n"
    }

    private struct Reading: Equatable {
        /// The latitudes of points, by track and segment.
        var tracks: [[[Int]]] = []
        var names: [String?] = []
        var waypoints = 0
        var warnings: [TrackWarnings.Warning] = []
        var failure: TrackFormatError.Code?
    }

    private static func read(_ bytes: [UInt8], size: Int = 65_536, isSalvaged: Bool = true) throws -> Reading {
        let chunks = FileChunks(bytes: bytes, name: "in.gpx", size: size)
        chunks.isSalvaged = isSalvaged
        let reader = try GPXReader(chunks)
        var reading = Reading()
        do throws(TrackFormatError) {
            while let element = try reader.next() {
                switch element {
                case .trackStart(let metadata), .routeStart(let metadata):
                    reading.tracks.append([])
                    reading.names.append(metadata.name)
                case .segmentStart: reading.tracks[reading.tracks.count - 1].append([])
                case .point(let point):
                    let track = reading.tracks.count - 1
                    if reading.tracks[track].isEmpty { reading.tracks[track].append([]) }
                    let segment = reading.tracks[track].count - 1
                    reading.tracks[track][segment].append(Int(point.location.coordinate.latitude))
                case .waypoint: reading.waypoints += 1
                default: break
                }
            }
        } catch { reading.failure = error.code }
        reading.warnings = reader.warnings
        return reading
    }

    /// Bodies of files with damage, and what is to be read of them.
    private static let damaged: [(body: String, tracks: [[[Int]]], names: [String?], line: Int)] = [
        ("<trk><name>I <3 it</name>\(segment(1...3))</trk></gpx>", [[[1, 2, 3]]], [nil], 3),
        ("<trk><name>a</name><desc>1<br>2</desc>\(segment(1...3))</trk></gpx>", [[[1, 2, 3]]], ["a"], 3),
        ("<trk><name>a\u{8}b</name>\(segment(1...3))</trk></gpx>", [[[1, 2, 3]]], [nil], 3),
        (
            "<trk><name>a</name>\(segment(1...2))<trkseg><trkpt lat=3 lon=11/>\n</trkseg>\n\(segment(4...5))</trk></gpx>",
            [[[1, 2], [], [4, 5]]], ["a"], 7
        ),
        (
            "<trk><trkseg>\n<trkpt lat=\"1\" lon=\"11\"/>\n<trkpt lat=\"2\0\0\0\0\n\0\0\n<trkpt lat=\"4\" lon=\"11\"/></trkseg></trk></gpx>",
            [[[1], [4]]], [nil], 5
        ),
        (
            "<trk><name>a</name>\(segment(1...2))</trk></gpx>\n\(root)<trk>\(segment(3...4))</trk></gpx>",
            [[[1, 2]], [[3, 4]]], ["a", nil], 8
        ),
        (
            "<rte><name>r</name><rtept lat=\"1\" lon=\"1\"><name>&</name></rtept><rtept lat=\"2\" lon=\"1\"><x></rtept>"
                + "<rtept lat=\"3\" lon=\"1\"/></rte></gpx>", [[[1, 3]]], ["r"], 3
        ),
    ]

    @Test("Resumes behind the damage, in the same track, and names the lines", arguments: damaged.indices)
    func resumption(index: Int) throws {
        let (body, tracks, names, line) = Self.damaged[index]
        let bytes = Array((Self.root + body).utf8)
        for size in [65_536, 64, 7, 1] {
            let reading = try Self.read(bytes, size: size)
            #expect(reading.tracks == tracks && reading.names == names, "pieces of \(size) bytes")
            #expect(reading.failure == nil && reading.warnings.count == 1, "pieces of \(size) bytes")
            #expect(reading.warnings.first?.line == line, "pieces of \(size) bytes")
            #expect(reading.warnings.first?.message.contains("what follows is lost up to line") == true)
        }
        #expect(try Self.read(bytes, isSalvaged: false).failure == .malformed)
    }

    @Test(
        "An element whose end is lost costs only itself",
        arguments: [
            "<trkpt lat=\"2", "<trkpt lat=\"2\" lon=\"11\" ", "<trkpt lat=\"2\" lon=\"11\"><ele>5",
            "<trkpt lat=\"2\" lon=\"11\"><ele>5</e", "<trkpt lat=\"2\" lon=\"11\"><ele>5</ele>",
            "<trkpt lat=\"2\" lon=\"11\"><extensions>", "<trkpt lat=\"2\" lon=\"11\"><extensions><x><hr>140",
        ])
    func lostEnd(start: String) throws {
        let points = (3...5).map { "<trkpt lat=\"\($0)\" lon=\"11\"><ele>5</ele></trkpt>\n" }.joined()
        let body = "<trk><trkseg><trkpt lat=\"1\" lon=\"11\"/>\n\(start)\(points)</trkseg></trk></gpx>"
        let reading = try Self.read(Array((Self.root + body).utf8))
        #expect(reading.tracks == [[[1], [3, 4, 5]]] && reading.failure == nil)
        #expect(reading.warnings.map(\.line) == [4])
        let name = "<trk><name>a\(Self.segment(1...3))</trk></gpx>"
        #expect(try Self.read(Array((Self.root + name).utf8)).tracks.last?.last == [1, 2, 3])
    }

    @Test("An element of another namespace in a point is not damage, whatever its name")
    func foreignPoint() throws {
        let point =
            "<trkpt lat=\"1\" lon=\"11\"><extensions><x:trkpt xmlns:x=\"urn:x\"><x:wpt/></x:trkpt></extensions></trkpt>"
        let reading = try Self.read(Array((Self.root + "<trk><trkseg>\(point)</trkseg></trk></gpx>").utf8))
        #expect(reading.tracks == [[[1]]] && reading.warnings.isEmpty && reading.failure == nil)
    }

    @Test("A declared encoding holds behind the damage")
    func encoding() throws {
        let head = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><gpx version=\"1.1\">"
        let body = "<trk><name>\u{1}</name></trk><trk><name>Caf\u{E9}</name>\(Self.segment(1...1))</trk></gpx>"
        let bytes = (head + body).unicodeScalars.map { UInt8($0.value) }
        let reading = try Self.read(bytes)
        #expect(reading.tracks.last == [[1]] && reading.names.last == "Caf\u{E9}")
    }

    @Test("A file that ends too early, or has no tag of a track behind the damage, ends with the error")
    func end() throws {
        for body in [
            "<trk>\(Self.segment(1...2))<trkseg>", "<trk>\(Self.segment(1...2))<trkseg><trkpt lat=3 lon",
            "<trk>\(Self.segment(1...2))<\0</trk></gpx>",
        ] {
            let reading = try Self.read(Array((Self.root + body).utf8))
            #expect(reading.tracks == [[[1, 2]]] || reading.tracks == [[[1, 2], []]])
            #expect(reading.failure == .malformed && reading.warnings.isEmpty)
        }
    }

    @Test("A file that is damaged everywhere ends with the error after a fixed number of resumptions")
    func bound() throws {
        let bytes = Array((Self.root + String(repeating: "<trkpt lat=>", count: GPXResumption.maximumCount + 10)).utf8)
        let reading = try Self.read(bytes)
        #expect(reading.failure == .malformed && reading.warnings.count == 100)
    }

    @Test("No corruption traps, and each point is one of the file", arguments: 0..<40)
    func corruption(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bytes = Array(
            (Self.root + "<trk><name>a</name>\(Self.segment(1...20))\(Self.segment(21...40))</trk></gpx>").utf8)
        for _ in 0..<8 {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        let reading = try Self.read(bytes, size: 97)
        #expect(reading.tracks.joined().joined().count <= 40)
    }
}
