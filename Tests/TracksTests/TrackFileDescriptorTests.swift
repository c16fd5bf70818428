import FoundationEssentials
import Glibc
import LKTrackFormats
import TestSupport
import Testing

@testable import LKTracks

@Suite("Tracks from a descriptor") struct TrackFileDescriptorTests {
    private let gpx = Array(
        #"<gpx version="1.1"><trk><trkseg><trkpt lat="1" lon="2"/><trkpt lat="3" lon="4"/></trkseg></trk></gpx>"#.utf8)

    /// How many points are read from a pipe that gives the bytes.
    private func count(_ bytes: [UInt8], salvaging: Bool = false) throws(TrackFormatError) -> Int {
        var ends: [Int32] = [-1, -1]
        // What is written fits into the pipe.
        guard pipe(&ends) == 0, write(ends[1], bytes, bytes.count) == bytes.count else { return -1 }
        close(ends[1])
        defer { close(ends[0]) }
        let reader = try TrackFile.reader(fileDescriptor: ends[0], name: "standard input", salvaging: salvaging)
        var count = 0
        while let element = try reader.next() { if case .point = element { count += 1 } }
        return count
    }

    @Test("The content tells the format, and each beginning gives points or an error that names the input")
    func formats() throws {
        #expect(try count(gpx) == 2)
        #expect(try count(Array("lat;lon\n1,5;2,5\n".utf8)) == 1)
        for length in gpx.indices {
            do throws(TrackFormatError) {
                #expect(try count(Array(gpx.prefix(length))) == -2)
            } catch {
                #expect(error.message.hasPrefix("standard input"), "\(error)")
            }
            if length > 90 { #expect(try count(Array(gpx.prefix(length)), salvaging: true) >= 1) }
        }
    }

    @Test("A track log is refused whatever follows its first bytes", arguments: [false, true])
    func log(salvaging: Bool) {
        let beginning = Array("SQLite format 3\0".utf8)
        for more in [[], [UInt8](repeating: 0, count: 4096), Array("<gpx/>".utf8)] {
            let error = #expect(throws: TrackFormatError.self) { try count(beginning + more, salvaging: salvaging) }
            #expect(error?.code == .unreadable && error?.message.contains("is a track log") == true)
        }
    }
}
