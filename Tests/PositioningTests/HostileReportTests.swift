import Foundation
import LKGeo
import LKThreads
import Testing

@testable import LKPositioning

/// Reports in every form that JSON allows, and values that cannot be.
@Suite("Hostile reports") struct HostileReportTests {
    private let parser: GPSDReportParser

    init() throws { parser = try GPSDReportParser() }

    private func parse(_ text: String) -> GPSDMessage {
        var line = Array(text.utf8) + [0]
        return line.withUnsafeMutableBufferPointer { parser.parse($0) }
    }

    private func events(_ texts: [String]) -> [SourceEvent] {
        var interpreter = GPSDInterpreter(isLive: false, isSimulated: false, source: .replay)
        var events: [SourceEvent] = []
        for text in texts { interpreter.interpret(parse(text), at: .now) { events.append($0) } }
        return events
    }

    private func reason(_ texts: String...) -> LocationManager.NoFixReason {
        var diagnosis = Diagnosis()
        let now = MonotonicInstant.now
        diagnosis.note(.link(.connected(endpoint: "h:1")), at: now)
        diagnosis.note(.link(.greeted(release: "3.25")), at: now)
        for event in events(texts) { diagnosis.note(event, at: now) }
        return diagnosis.reason(at: now)
    }

    @Test(
        "A report counts in whatever form",
        arguments: [
            #"{"class": "TPV","mode":3,"lat":47.5,"lon":8.5,"device":"/dev/x"}"#,
            #"{"class":"TPV","mode": 3,"lat":47.5,"lon":8.5,"device":"/dev/x"}"#,
            #"{"class":"TPV", "mode":3, "lat":47.5, "lon":8.5, "device":"/dev/x"}"#,
            #"{ "class" : "TPV" , "mode" : 3 , "lat" : 47.5 , "lon" : 8.5 , "device" : "/dev/x" }"#,
            "{\t\"class\":\t\"TPV\",\"mode\":3,\"lat\":47.5,\"lon\":8.5,\"device\":\"/dev/x\"}",
            #"  {"class":"TPV","mode":3,"lat":47.5,"lon":8.5,"device":"/dev/x"}  "#,
            "{\"class\":\"TPV\",\"mode\":3,\"lat\":47.5,\"lon\":8.5,\"device\":\"/dev/x\"}\r",
            #"{"mode":3,"lat":47.5,"lon":8.5,"device":"/dev/x","class":"TPV"}"#,
            #"{"device":"/dev/x","class":"TPV","lon":8.5,"lat":47.5,"mode":3}"#,
            #"{"class":"TPV","mode":3,"lat":4.75e1,"lon":8.5E0,"device":"/dev/x"}"#,
            #"{"class":"TPV","mode":3,"lat":4.75e+1,"lon": 85e-1,"device":"/dev/x"}"#,
            #"{"class":"TPV","mode":3.0,"lat": 47.50,"lon":8.500,"device":"/dev/x"}"#,
            #"{"class":"TPV","mode":3,"lat":47.5,"lon":8.5, "device":"\/dev\/x"}"#,
            #"{"\u0063lass":"TPV","mode":3,"lat":47.5,"lon":8.5,"device":"/dev/x"}"#,
            #"{"class":"\u0054PV","mode":3,"l\u0061t":47.5,"lon":8.5,"device":"/dev/\u0078"}"#,
            #"{"class":"TPV","mode":3,"lat":47.5,"lon":8.5,"altMSL":null,"speed":null,"device":"/dev/x"}"#,
            #"{"class":"TPV","altMSL":null,"mode":3,"lat":47.5,"lon":8.5,"device":"/dev/x"}"#,
            #"{"class":"TPV","mode":3,"ecef":{"x":1},"lat":47.5,"lon":8.5,"device":"/dev/x"}"#,
            #"{"class":"TPV","mode":3,"x":{"lat":1,"lon":2},"lat":47.5,"lon":8.5,"device":"/dev/x"}"#,
            #"{"class":"TPV","mode":3,"lat":47.5,"lon":8.5,"new":true,"newer":"a, b: c","device":"/dev/x"}"#,
        ])
    func forms(text: String) throws {
        guard case .fix(let fix) = parse(text) else {
            Issue.record("no fix")
            return
        }
        #expect(fix.mode == 3 && fix.location?.coordinate == Coordinate(latitude: 47.5, longitude: 8.5))
        #expect(fix.device == "/dev/x" && fix.location?.altitude == nil && fix.location?.speed == nil)
    }

    @Test(
        "Satellites count in whatever form",
        arguments: [
            #"{"class": "SKY","satellites": [ {"PRN": 1, "ss": 30, "used": true} , {"PRN":2,"ss":20,"used":false} ]}"#,
            #"{"satellites":[{"used":true,"PRN":1,"ss":30},{"PRN":2,"ss":20,"used":false}],"class":"SKY"}"#,
            #"{"class":"SKY","hdop":null,"satellites":[{"PRN":1,"ss":30,"el":null,"used":true},{"PRN":2,"ss":20,"used":false}]}"#,
            #"{"class":"SKY","nSat": 2,"satellites":[{"PRN":1,"ss":30,"used":true},{"PRN":2,"ss":20,"used":false}]}"#,
        ])
    func skies(text: String) throws {
        guard case .sky(let view) = parse(text) else {
            Issue.record("no view")
            return
        }
        #expect(view.satellites.map(\.id) == [1, 2] && view.satellites.map(\.isUsed) == [true, false])
    }

    @Test(
        "What is no report is none",
        arguments: [
            "", "{", "}", "{}", "[]", "null", " ", "{ }", #"{"class":5,"mode":3}"#, #"{"class":null}"#,
            #"{"class":["TPV"]}"#,
            #"{"class": "TPV""#, #"{"class": "TPV" "mode":3}"#, #"{'class':'TPV'}"#,
            #"{"class": "TPV","lat":NaN}"#, #"{"class": "TPV","lat":Infinity}"#, #"{"class": "TPV","mode":03}"#,
            #"{"class": "TPV","mode":3}{"class":"TPV"}"#,
            "{\"class\": \"TPV\",\"a\":" + String(repeating: "[", count: 9_000) + "}",
            #"{ "class":"TPV","a":"# + String(repeating: #"{"a":"#, count: 5_000) + "}", #"{"class": "tpv","mode":3}"#,
        ])
    func nonsense(text: String) {
        guard case .other = parse(text) else {
            Issue.record("\(parse(text))")
            return
        }
    }

    @Test(
        "No position that cannot be",
        arguments: [
            #""lat":95,"lon":8"#, #""lat":-90.1,"lon":8"#, #""lat":47,"lon":180.5"#, #""lat":47"#, #""lon":8"#, "",
            #""lat":null,"lon":null"#, #""lat":null,"lon":8"#, #""lat":1e300,"lon":8"#, #""lat":47,"lon":-1e300"#,
        ])
    func impossible(members: String) {
        for mode in [2, 3] {
            let text = #"{"class":"TPV","device":"/dev/x","mode":\#(mode)\#(members.isEmpty ? "" : ",")\#(members)}"#
            #expect(reason(text) == .invalidPosition(path: "/dev/x"), "\(text)")
        }
        // Without a fix nothing is wrong with that, and a later report counts.
        #expect(reason(#"{"class":"TPV","device":"/dev/x","mode":1}"#) == .acquiring(seen: nil, used: nil))
        let bad = #"{"class":"TPV","device":"/dev/x","mode":3,"lat":95,"lon":8}"#
        #expect(reason(bad, #"{"class":"TPV","device":"/dev/x","mode":1}"#) == .acquiring(seen: nil, used: nil))
    }

    @Test("What cannot be is absent", arguments: [1e300, 1.7e308, -1e300, 1e12, -1e12])
    func values(value: Double) throws {
        let names = ["altMSL", "altHAE", "speed", "climb", "track", "epv", "eps", "epd", "eph", "epx", "epy"]
        let members = names.map { #""\#($0)":\#(value)"# }.joined(separator: ",")
        guard case .fix(let fix) = parse(#"{"class":"TPV","mode":3,"lat":47.5,"lon":8.5,\#(members)}"#),
            let location = fix.location
        else {
            Issue.record("no fix")
            return
        }
        #expect(location.altitude == nil && location.ellipsoidalAltitude == nil && location.verticalAccuracy == nil)
        #expect(location.speed == nil && location.speedAccuracy == nil && location.verticalSpeed == nil)
        #expect(location.course == nil && location.courseAccuracy == nil)
        let event = events([#"{"class":"TPV","mode":3,"lat":47.5,"lon":8.5,\#(members)}"#]).first
        guard case .fix(let told)? = event else { throw PositioningError(.malformed, "no fix") }
        #expect(told.horizontalAccuracy == nil && told.verticalAccuracy == nil)
    }

    @Test(
        "An error of the daemon is said in its words, cleaned, until a receiver is heard of",
        arguments: [
            (#"{"class":"ERROR","message":"can't open"}"#, "can't open"),
            (#"{"message": "odd", "class": "ERROR"}"#, "odd"),
            (#"{"class":"ERROR","message":"a\u001b[31mb\r\n\u009b\u202ec"}"#, "a [31mb   c"),
        ])
    func complaints(text: String, words: String) {
        #expect(reason(text) == .daemonError(words))
        #expect(
            reason(text, #"{"class":"TPV","device":"/dev/x","mode":1}"#) == .acquiring(seen: nil, used: nil))
        #expect(
            reason(#"{"class":"ERROR","message":"No such device as /dev/y"}"#, text)
                == .noSuchDevice(path: "No such device as /dev/y"))
    }
}
