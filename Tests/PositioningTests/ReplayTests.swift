import Foundation
import LKGeo
import LKTrackFormats
import Synchronization
import TestSupport
import Testing

@testable import LKPositioning

@Suite struct ReplayPacerTests {
    @Test("Follows the recorded times, and counts odd steps as one second")
    func steps() {
        var pacer = ReplayPacer(speed: 1)
        let times: [Double?] = [100, 101, 101, 103.5, 90, 91, 200, nil, nil, 201]
        let due = times.map { pacer.due(time: $0) / .seconds(1) }
        #expect(due == [0, 1, 1, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5])
    }

    @Test("Is faster as asked, and does not wait at all at 0")
    func speed() {
        var tenfold = ReplayPacer(speed: 10)
        _ = tenfold.due(time: 0)
        #expect(tenfold.due(time: 5) == .seconds(0.5))
        var unpaced = ReplayPacer(speed: 0)
        _ = unpaced.due(time: 0)
        #expect(unpaced.due(time: 5) == .zero)
    }
}

@Suite struct RecordingFormatTests {
    @Test(
        "Tells recordings by their content",
        arguments: [
            ("# a log\n$GPRMC,,V,,,,,,,,,,N*53\r\n", RecordingFormat.nmea), ("!AIVDM,1,1,,A,x*00", .nmea),
            ("$GPRMC,,V\n{\"class\":\"TPV\",\"mode\":1}\n", .gpsdJSON), ("<?xml version=\"1.0\"?><gpx/>", .gpx),
            ("\u{FEFF}<gpx>", .gpx), ("", .unknown), ("hello\nworld", .unknown), ("$,", .unknown),
            ("\u{1}\u{2}\u{3}", .unknown),
        ])
    func detect(text: String, format: RecordingFormat) {
        #expect(RecordingFormat.detect(head: Array(text.utf8)[...]) == format)
    }

    @Test("Knows GPX in UTF-16", arguments: [false, true])
    func wide(isBigEndian: Bool) {
        for (text, format) in [
            ("\u{FEFF}<gpx/>", RecordingFormat.gpx), ("\u{FEFF}\n <gpx>", .gpx), ("\u{FEFF}a<", .unknown),
        ] {
            let bytes = text.utf16.flatMap { unit in
                let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
                return isBigEndian ? [high, low] : [low, high]
            }
            #expect(RecordingFormat.detect(head: bytes[...]) == format)
        }
    }
}

@Suite struct ReplaySourceTests {
    private final class Events: Sendable {
        let all = Mutex<[SourceEvent]>([])
        let end = Gate()

        func take(_ event: SourceEvent) {
            all.withLock { $0.append(event) }
            switch event {
            case .ended, .failed: end.open()
            default: break
            }
        }

        var fixes: [Location] {
            all.withLock { $0.compactMap { if case .fix(let location) = $0 { location } else { nil } } }
        }

        var error: PositioningError? {
            all.withLock { $0.compactMap { if case .failed(let error) = $0 { error } else { nil } }.first }
        }
    }

    @Test("What of a recording cannot be read is counted, with its line")
    func losses() throws {
        func warnings(_ text: String, _ name: String) throws -> [String] {
            let folder = TemporaryFolder()
            let file = folder.file(name)
            try Data(text.utf8).write(to: URL(filePath: file))
            let events = Events()
            let source = ReplaySource(path: file, speed: 0)
            source.start { events.take($0) }
            #expect(events.end.wait())
            #expect(source.warnings.count == source.warnings.first.count)
            return source.warnings.first.map { "\($0.line): \($0.message)" }
        }
        let report = #"{"class":"TPV","mode":2,"time":"2026-01-02T03:04:05.000Z","lat":1,"lon":2}"#
        #expect(
            try warnings(
                "# a log\n\(report)\n{\"class\":\"TPV\",,}\n\n$GPRMC,,V,,,,,,,,,,N*53\njunk\n"
                    + "{ \"class\" : \"POLL\", \"tpv\" : [] }\n{\"class\":\"WATCH\",\"enable\":true}\n",
                "a.json")
                == ["3: \"{\"class\":\"TPV\",,}\" is not a report of gpsd", "6: \"junk\" is not a report of gpsd"])
        let sentences = try warnings("$GPRMC,,V,,,,,,,,,,N*53\n$GPRMC,,V,,,,,,,,,,N*54\n", "a.nmea")
        #expect(sentences.count == 1 && sentences[0].hasPrefix("2: the checksum of "))
        let points = try warnings(
            "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>\n<trkpt lat=\"99\" lon=\"2\"/>"
                + "<trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx>", "a.gpx")
        #expect(points.count == 1 && points[0].hasPrefix("2: "))
    }

    private func play(_ text: String, name: String) throws -> Events {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        let events = Events()
        let source = ReplaySource(path: file.path, speed: 0)
        source.start { events.take($0) }
        #expect(events.end.wait())
        return events
    }

    @Test("Plays gpsd JSON: the last report of an epoch wins, a step back is labelled, the last line needs no newline")
    func gpsdJSON() throws {
        let events = try play(
            """
            {"class":"TPV","mode":2,"time":"2026-01-02T03:04:05.000Z","lat":1,"lon":2}
            {"class":"TPV","mode":3,"time":"2026-01-02T03:04:05.000Z","lat":1,"lon":2,"altMSL":5}
            junk
            {"class":"TPV","mode":3,"time":"2026-01-02T03:04:04.000Z","lat":3,"lon":4}
            """, name: "a.json")
        let fixes = events.fixes
        #expect(fixes.map(\.coordinate.latitude) == [1, 3])
        #expect(fixes.first?.altitude == 5)
        #expect(fixes.map(\.timestampDoubt) == [nil, .backwards])
        #expect(fixes.allSatisfy { !$0.isSimulated && $0.source == .replay })
    }

    @Test("Plays GPX track points and passes waypoints over")
    func gpx() throws {
        let events = try play(
            """
            <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1">
            <wpt lat="9" lon="9"/>
            <trk><trkseg><trkpt lat="1" lon="2"><time>2026-01-02T03:04:05Z</time></trkpt>
            <trkpt lat="1.5" lon="2"><time>2026-01-02T03:04:06Z</time></trkpt></trkseg></trk></gpx>
            """, name: "a.txt")
        #expect(events.fixes.map(\.coordinate.latitude) == [1, 1.5])
    }

    @Test("Dates of NMEA are not moved into the future, and an epoch has one fix, also before the first date")
    func nmeaDates() throws {
        func sentence(_ body: String) -> String {
            let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
            return "$\(body)*\(sum.count < 2 ? "0" : "")\(sum)\r\n"
        }
        let position = "4806.0000,N,01130.0000,E"
        let text = (50...55).map { second in
            let fix = sentence("GPGGA,2359\(second).00,\(position),1,00,1.0,520.0,M,47.0,M,,")
            return second < 52 ? fix : fix + sentence("GPRMC,2359\(second).00,A,\(position),0.0,,311216,,,A")
        }
        let fixes = try play(text.joined(), name: "old.nmea").fixes
        let times: [Date?] = (0..<6).map { Date(timeIntervalSince1970: 1_483_228_790 + Double($0)) }
        #expect(fixes.map(\.timestamp) == times)
        #expect(fixes.allSatisfy { $0.timestampDoubt == nil })
    }

    @Test("A file that is no recording is an error that names it, and so is one that is not there")
    func errors() throws {
        let error = try #require(try play("nothing of the kind", name: "notes.txt").error)
        #expect(error.code == .malformed)
        #expect(error.message.contains("notes.txt"))
        let events = Events()
        let source = ReplaySource(path: "/nonexistent/walk.nmea", speed: 0)
        source.start { events.take($0) }
        #expect(events.end.wait())
        #expect(events.error?.code == .unreadable)
        #expect(events.error?.message.contains("/nonexistent/walk.nmea") == true)
    }
}

@Suite struct TimestampValidatorTests {
    private let now = 1_795_242_600.0

    @Test("Labels what cannot be right, and leaves the rest alone")
    func doubts() {
        func live(_ time: Double, previous: Double? = nil) -> Location.TimestampDoubt? {
            TimestampValidator.doubt(time: time, previous: previous, wallClock: now, isLive: true)
        }
        #expect(live(now - 3600) == nil)
        #expect(live(now - TimestampValidator.rollover + 60) == .weekRollover)
        #expect(live(now + 2 * TimestampValidator.rollover) == .weekRollover)
        #expect(live(315_964_800) == .implausible)
        #expect(live(now, previous: now + 1) == .backwards)
        func recorded(_ time: Double) -> Location.TimestampDoubt? {
            TimestampValidator.doubt(time: time, previous: nil, wallClock: now, isLive: false)
        }
        #expect(recorded(1_119_000_000) == nil)
        #expect(recorded(now + 30 * 86_400) == .weekRollover)
    }
}

@Suite struct GPSDEndpointTests {
    @Test("Reads hosts, ports and IPv6 addresses")
    func read() {
        #expect(GPSDSource.Endpoint("boat") == GPSDSource.Endpoint(host: "boat"))
        #expect(GPSDSource.Endpoint("boat:4000") == GPSDSource.Endpoint(host: "boat", port: 4000))
        #expect(GPSDSource.Endpoint("::1") == GPSDSource.Endpoint(host: "::1"))
        #expect(GPSDSource.Endpoint("fe80::1%eth0") == GPSDSource.Endpoint(host: "fe80::1%eth0"))
        #expect(GPSDSource.Endpoint("[::1]:4000") == GPSDSource.Endpoint(host: "::1", port: 4000))
        for wrong in [
            "", ":1", "a:", "a:0", "a:70000", "a:b", "[::1", "[]", "[::1]x", "a b", "a:b:c", "[a]:1", "::1%",
            "1:2:3:4:5:6:7:8:9",
        ] {
            #expect(GPSDSource.Endpoint(wrong) == nil, "\(wrong)")
        }
        #expect(GPSDSource.Endpoint(host: "::1", port: 5).description == "[::1]:5")
    }

    @Test("A device's name cannot break out of the command")
    func watchCommand() {
        let command = GPSDConversation.watchCommand(device: "a\"b\\c\nd")
        #expect(command == #"?WATCH={"enable":true,"json":true,"device":"a\"b\\cd"};"# + "\n")
    }
}
