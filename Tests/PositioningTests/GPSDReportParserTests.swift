import LKGeo
import TestSupport
import Testing

@testable import LKPositioning

@Suite struct GPSDReportParserTests {
    private let parser: GPSDReportParser

    init() throws { parser = try GPSDReportParser() }

    private func parse(_ text: String) -> GPSDMessage { parse(Array(text.utf8)) }

    private func parse(_ bytes: [UInt8]) -> GPSDMessage {
        var line = bytes + [0]
        return line.withUnsafeMutableBufferPointer { parser.parse($0) }
    }

    private func fix(_ text: String) throws -> GPSDFix {
        guard case .fix(let fix) = parse(text) else { throw PositioningError(.malformed, "no fix: \(text)") }
        return fix
    }

    static let report =
        #"{"class":"TPV","device":"/dev/ttyACM0","status":2,"mode":3,"time":"2026-11-21T06:30:00.500Z","lat":35.681236,"#
        + #""lon":139.767125,"altHAE":77.1,"altMSL":40.1,"epx":2.0,"epy":3.0,"epv":8.0,"track":12.5,"speed":1.5,"#
        + #""climb":-0.25,"eps":0.5,"eph":4.75}"#

    @Test("Reads a whole fix")
    func wholeFix() throws {
        let fix = try fix(Self.report)
        let location = try #require(fix.location)
        #expect(location.coordinate == Coordinate(latitude: 35.681236, longitude: 139.767125))
        #expect(location.fix == .threeDimensional)
        #expect(location.correction == .dgps)
        #expect(location.altitude == 40.1)
        #expect(location.ellipsoidalAltitude == 77.1)
        #expect(location.course == 12.5)
        #expect(location.speed == 1.5)
        #expect(location.verticalSpeed == -0.25)
        #expect(location.device == "/dev/ttyACM0")
        #expect(fix.time == 1_795_242_600.5)
        #expect(fix.eph == 4.75)
        // Half of a 95 % interval of a normal distribution is 1.96 standard deviations.
        #expect(abs((location.verticalAccuracy ?? 0) - 8 / 1.96) < 0.001)
    }

    @Test("What a report leaves out is unknown, not what the one before said")
    func nothingIsKept() throws {
        _ = try fix(Self.report)
        let fix = try fix(#"{"class":"TPV","mode":2,"lat":1.5,"lon":2.5}"#)
        #expect(fix.location?.altitude == nil)
        #expect(fix.location?.speed == nil)
        #expect(fix.location?.timestamp == nil)
        #expect(fix.location?.device == nil)
        #expect(fix.location?.correction == nil)
        #expect(fix.location?.verticalAccuracy == nil)
    }

    @Test(
        "A report without a valid position gives no location",
        arguments: [
            #"{"class":"TPV","mode":3,"lat":0.000000000,"lon":0.000000000}"#,
            #"{"class":"TPV","mode":2,"lat":-0.0,"lon":0}"#,
            #"{"class":"TPV","mode":1}"#, #"{"class":"TPV","mode":0,"lat":1,"lon":2}"#,
            #"{"class":"TPV","mode":3,"lat":null,"lon":4}"#, #"{"class":"TPV","mode":3,"lat":4}"#,
            #"{"class":"TPV","mode":3,"lat":95,"lon":4}"#, #"{"class":"TPV","mode":3,"lat":4,"lon":400}"#,
            #"{"class":"TPV","mode":7,"lat":4,"lon":4}"#, #"{"class":"TPV","mode":-3,"lat":4,"lon":4}"#,
            #"{"class":"TPV"}"#, #"{"class":"TPV","jam":[1,2],"mode":3,"lat":4,"lon":4}"#,
        ])
    func noLocation(text: String) throws { #expect(try fix(text).location == nil) }

    @Test(
        "Half lines, lines that ran together and other text are no reports",
        arguments: [
            "", "{", "}", "{}", "[]", "$GPRMC,,V", #"{"class":"TPV","mode":3,"lat":35.6"#,
            #"{"class":"TPV","mode":3,"lat":35.6,"lon":13{"class":"TPV","mode":3,"lat":35.6,"lon":139.7}"#,
            #"{"class":"AIS","mmsi":1}"#, #"{"class":"SUBFRAME"}"#,
        ])
    func noReport(text: String) {
        guard case .other = parse(text) else {
            Issue.record("taken for a report: \(text)")
            return
        }
    }

    @Test("A device list of any length is read, and a closed receiver is told from an open one")
    func devices() {
        let list = (1...9).map { #"{"class":"DEVICE","path":"/dev/ttyUSB\#($0)","driver":"NMEA0183"}"# }
        guard case .devices(let devices) = parse(#"{"class":"DEVICES","devices":[\#(list.joined(separator: ","))]}"#)
        else {
            Issue.record("not read")
            return
        }
        #expect(devices.map(\.path) == (1...9).map { "/dev/ttyUSB\($0)" })
        guard case .device(let closed) = parse(#"{"class":"DEVICE","path":"udp://127.0.0.1:4","activated":0}"#),
            case .device(let open) = parse(#"{"class":"DEVICE","path":"a","activated":"2026-11-21T06:30:00.000Z"}"#)
        else {
            Issue.record("not read")
            return
        }
        #expect(closed.isClosed)
        #expect(!open.isClosed)
    }

    @Test("A report with optional JSON white space is parsed like one without") func spaces() throws {
        let spaced = Self.report.replacing("\":", with: "\" : ").replacing(",\"", with: ", \"").replacing(
            "{", with: "{ ")
        #expect(spaced != Self.report)
        #expect(try fix(spaced).location == fix(Self.report).location)
        // Not within strings.
        #expect(try fix(spaced.replacing("/dev/ttyACM0", with: "a \\\" : b")).location?.device != "a\\\":b")
        for text in [
            "{ }", "{ \"class\" : 5 }", "{ \"x\" : \"class\" }", "{ \"class\": \"TPV", "{ \"class\": \"TPV\" ",
        ] {
            if case .other = parse(text) { continue }
            Issue.record("\(text) is read")
        }
    }

    @Test("A sky with more satellites than libgps knows of is not half believed")
    func crowdedSky() {
        let satellites = (1...200).map { #"{"PRN":\#($0),"el":10,"az":20,"ss":30,"used":true}"# }
        let text = #"{"class":"SKY","hdop":0.9,"satellites":[\#(satellites.joined(separator: ","))]}"#
        if case .sky = parse(text) { Issue.record("taken for a whole sky") }
        guard
            case .sky(let view) = parse(
                #"{"class":"SKY","satellites":[{"PRN":5,"el":10,"az":20,"ss":0,"used":false}]}"#)
        else {
            Issue.record("not read")
            return
        }
        #expect(view.satellites == [SkyView.Satellite(id: 5, elevation: 10, azimuth: 20, signal: 0)])
        #expect(!Diagnosis.isAnythingInView(view))
    }

    @Test("Half a sky that runs into the next is passed over, wherever it was cut; libgps alone would never return")
    func mergedSkies() {
        let sky =
            #"{"class":"SKY","device":"/dev/ttyACM0","hdop":1.0,"satellites":[{"PRN":1,"el":45.0,"az":10.0,"ss":40.0,"used":true}]}"#
        for length in 1..<sky.utf8.count {
            if case .sky = parse(String(sky.prefix(length)) + sky) { Issue.record("cut at \(length)") }
        }
    }

    @Test("Every truncation and ten thousand corruptions of a report give no location off the Earth and no crash")
    func corruption() throws {
        let bytes = Array(Self.report.utf8)
        for length in 0..<bytes.count {
            if case .fix(let fix) = parse(Array(bytes[..<length])) { #expect(fix.location == nil, "length \(length)") }
        }
        var random = SeededGenerator(seed: 7)
        var read = 0
        for _ in 0..<10_000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if case .fix(let fix) = parse(damaged), let location = fix.location {
                read += 1
                #expect(abs(location.coordinate.latitude) <= 90)
                #expect(location.altitude?.isFinite != false)
            }
        }
        // Most corruptions touch one value and leave the rest a report.
        #expect(read > 1000)
    }
}
