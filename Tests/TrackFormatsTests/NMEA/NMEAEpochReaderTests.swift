import Foundation
import LKFormats
import LKGeo
import Testing

@testable import LKTrackFormats

@Suite("NMEAEpochReader") struct NMEAEpochReaderTests {
    private static let count = 30

    private static func time(_ index: Int) -> String {
        "08\(15 + index / 60)\((index % 60).padded(to: 2)).00"
    }

    /// A position that moves 3.7 m north each second.
    private static func position(_ index: Int) -> String { "4806.\((index * 20).padded(to: 4)),N,01130.0000,E" }

    private static func gga(
        _ index: Int, talker: String = "GP", quality: Int = 1, used: String = "08", heights: String = "520.0,M,47.0,M"
    ) -> String {
        "\(talker)GGA,\(time(index)),\(position(index)),\(quality),\(used),1.0,\(heights),,"
    }

    private static func rmc(
        _ index: Int, talker: String = "GP", date: String = "110524", validity: String = "A", mode: String = "A"
    ) -> String {
        "\(talker)RMC,\(time(index)),\(validity),\(position(index)),7.0,0.0,\(date),,,\(mode)"
    }

    private struct Track {
        var locations: [Location] = []
        var segments = 0
        var notes: [String] = []
        var warnings = 0
    }

    private static func track(_ bodies: [String], size: Int = 65_536) throws -> Track {
        let text = bodies.map { Sentences.sentence($0) + "\r\n" }.joined()
        let reader = NMEATrackReader(FileChunks(bytes: Array(text.utf8), name: "in", size: size))
        var track = Track()
        while let element = try reader.next() {
            if case .point(let point) = element { track.locations.append(point.location) }
            if element == .segmentStart { track.segments += 1 }
        }
        (track.notes, track.warnings) = (reader.notes.map(\.message), reader.warningCount)
        return track
    }

    private static func epochs(_ body: (Int) -> [String]) -> [String] { (0..<count).flatMap(body) }

    /// Recordings in which every epoch has a valid fix, some of which gpsd 3.22 or a reader of single sentences loses.
    private static let whole: [(String, [String])] = [
        (
            "empty GNS of single systems",
            epochs { index in
                let time = time(index)
                return [
                    rmc(index), "GNGNS,\(time),\(position(index)),AAN,08,1.0,520.0,47.0,,",
                    "GPGNS,\(time),,,,,,6,,,,,", "GLGNS,\(time),,,,,,4,,,,,",
                ]
            }
        ),
        ("empty GNS before the last sentence", epochs { [gga($0), "GLGNS,\(time($0)),,,,,,0,,,,,", rmc($0)] }),
        ("GNS of GLONASS alone", epochs { ["GNGNS,\(time($0)),\(position($0)),NA,08,1.0,520.0,47.0,,,V", rmc($0)] }),
        ("no count of satellites", epochs { [rmc($0), gga($0, used: "00")] }),
        ("no count of satellites and no RMC", epochs { [gga($0, used: "00"), "GPZDA,\(time($0)),11,05,2024,00,00"] }),
        ("dead reckoning", epochs { [rmc($0, mode: "E"), gga($0, quality: 6, used: "00")] }),
        (
            "dead reckoning beyond the limits",
            epochs { [gga($0, quality: 6, used: "00"), rmc($0, validity: "V", mode: "E")] }
        ),
        ("an invalid GLL between", epochs { [gga($0), "GPGLL,,,,,\(time($0)),V,N", rmc($0)] }),
        (
            "a compass with a time between",
            epochs { [gga($0), "PASHR,\(time($0).dropLast(2))50,90.0,T,0,0,0,0,0,0,1", rmc($0)] }
        ),
        ("a last epoch without RMC", epochs { $0 < count - 1 ? [gga($0), rmc($0)] : [gga($0)] }),
        ("an epoch without RMC", epochs { $0 != 10 ? [gga($0), rmc($0)] : [gga($0)] }),
        ("a date at the end", epochs { [gga($0)] } + ["GPZDA,\(time(count - 1)),11,05,2024,00,00"]),
        ("QZSS as talker", epochs { [gga($0, talker: "GQ"), rmc($0, talker: "GQ")] }),
        ("NavIC as talker", epochs { [gga($0, talker: "GI"), rmc($0, talker: "GI")] }),
        ("heights in feet", epochs { [gga($0, heights: "1706.0,F,154.2,F"), rmc($0)] }),
        ("a plotter that repeats late", epochs { [gga($0), rmc($0)] + ($0 < 2 ? [] : [rmc($0 - 2, talker: "II")]) }),
        ("a plotter that comes first", epochs { ($0 < 2 ? [] : [rmc($0 - 2, talker: "II")]) + [gga($0), rmc($0)] }),
        ("two receivers of one kind", epochs { [rmc($0)] + ($0 < 3 ? [] : [rmc($0 - 2)]) }),
    ]

    @Test("A valid fix of each epoch becomes a point of one segment, with its time", arguments: whole.indices)
    func complete(index: Int) throws {
        let (name, bodies) = Self.whole[index]
        for size in [100, 65_536] {
            let track = try Self.track(bodies, size: size)
            let start = try Date("2024-05-11T08:15:00Z", strategy: .iso8601)
            let times: [Date?] = (0..<Self.count).map { start + Double($0) }
            #expect(track.locations.map(\.timestamp) == times, "\(name)")
            #expect(track.segments == 1 && track.warnings == 0, "\(name)")
            for (index, location) in track.locations.enumerated() {
                #expect(abs(location.coordinate.latitude - (48.1 + Double(index) * 0.002 / 60)) < 1e-6, "\(name)")
                if let altitude = location.altitude { #expect(abs(altitude - 520) < 0.1, "\(name)") }
            }
        }
    }

    @Test("A period without a fix ends the segment, however many sentences state it")
    func loss() throws {
        let track = try Self.track(
            Self.epochs { index in
                guard (10..<13).contains(index) else { return [Self.gga(index), Self.rmc(index)] }
                return [
                    "GPGGA,\(Self.time(index)),,,,,0,00,99.9,,,,,,", "GPRMC,\(Self.time(index)),V,,,,,,,110524,,,N",
                ]
            })
        #expect(track.locations.count == 27 && track.segments == 2)
    }

    @Test("Positions at rest without a date are a point for each epoch, and a note says that the date is missing")
    func undated() throws {
        let track = try Self.track(
            (0..<30).map { "GPGGA,\(Self.time($0)),\(Self.position(0)),1,08,1.0,520.0,M,47.0,M,," })
        #expect(track.locations.count == 30 && track.segments == 1)
        #expect(track.locations.allSatisfy { $0.timestamp == nil })
        #expect(track.notes == ["the file states no date, so times are unknown"] && track.warnings == 0)
    }

    @Test("A date beyond the beginning of a long file is found, and midnights before it count")
    func lateDate() throws {
        let bodies = (0..<2_000).map { index in
            let second = 86_390 + index
            let clock = CivilTime(secondsSince1970: second).clockText.filter { $0 != ":" }
            return "GPGGA,\(clock).00,\(Self.position(index)),1,08,1.0,520.0,M,47.0,M,,"
        }
        let text = (bodies + ["GPZDA,003309.00,12,05,2024,00,00"]).map { Sentences.sentence($0) + "\r\n" }.joined()
        let file = try TemporaryFile(text.utf8)
        let reader = try TrackFormat.reader(path: file.path)
        var times: [Date?] = []
        while let element = try reader.next() {
            if case .point(let point) = element { times.append(point.location.timestamp) }
        }
        #expect(text.utf8.count > 1 << 16 && times.count == 2_000)
        #expect(times.first == (try Date("2024-05-11T23:59:50Z", strategy: .iso8601)))
        #expect(times.last == (try Date("2024-05-12T00:33:09Z", strategy: .iso8601)))
    }

    @Test("A second source is named, and takes over where the first one has no positions any more")
    func sources() throws {
        let mixed = try Self.track(Self.epochs { [Self.gga($0), Self.rmc($0), Self.rmc($0, talker: "II")] })
        #expect(mixed.notes == ["the positions of a second source (II) are left out"])
        let bodies = Self.epochs { [Self.gga($0), Self.rmc($0)] } + (30..<300).map { Self.rmc($0, talker: "II") }
        let track = try Self.track(bodies)
        #expect(track.locations.count == 30 + 270 - 100)
        // A plotter alone is read.
        #expect(try Self.track((0..<30).map { Self.rmc($0, talker: "II") }).locations.count == 30)
    }

    @Test(
        "A date that can come from a wrapped week number is used as it is, with a note; a later one without",
        arguments: [("250904", true), ("311216", false), ("110524", false)])
    func rollover(date: String, isDoubtful: Bool) throws {
        let text = (0..<10).map { Sentences.sentence(Self.rmc($0, date: date)) + "\r\n" }.joined()
        let now = try Date("2026-11-26T12:00:00Z", strategy: .iso8601)
        let reader = try NMEAEpochReader(FileChunks(bytes: Array(text.utf8), name: "in"), now: now)
        var locations: [Location] = []
        while let step = try reader.next() {
            for case (.fix(let location), _) in step.reports { locations.append(location) }
        }
        let calendar = Calendar(identifier: .gregorian)
        let year = try #require(Int(date.suffix(2))) + 2000
        #expect(locations.allSatisfy { $0.timestamp.map { calendar.component(.year, from: $0) } == year })
        #expect(locations.count == 10 && locations.allSatisfy { ($0.timestampDoubt != nil) == isDoubtful })
        #expect(reader.notes.count == (isDoubtful ? 1 : 0))
    }

    @Test("Of points only some of which have times each keeps its position and its own time")
    func someTimes() throws {
        var elements: [TrackElement] = [.trackStart(TrackMetadata()), .segmentStart]
        for index in 0..<12 {
            let coordinate = try #require(Coordinate(latitude: 48 + Double(index) * 0.001, longitude: 11))
            var location = Location(coordinate: coordinate, source: .track)
            location.altitude = 520
            if index % 3 != 1 { location.timestamp = Date(timeIntervalSince1970: 1_715_415_300 + Double(index)) }
            elements.append(.point(TrackPoint(location)))
        }
        let back = TrackRoundTripTests.points(try Tracks.roundTrip(elements, .nmea)).map(\.location)
        let written = TrackRoundTripTests.points(elements).map(\.location)
        #expect(back.map(\.timestamp) == written.map(\.timestamp))
        #expect(back.count == 12 && zip(back, written).allSatisfy { $0.coordinate.distance(to: $1.coordinate) < 0.01 })
    }
}
