import LocationKit
import TestSupport
import Testing

/// What a sick gpsd says after its greeting, before the first good report.
struct SickReport: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var step: FakeGPSD.Step

    init(_ name: String, _ text: String) { self.init(name, .send(text)) }

    init(_ name: String, _ step: FakeGPSD.Step) {
        testDescription = name
        self.step = step
    }

    static let half = #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"lat":1.5,"lon":2.5,"#
    static let nest = String(repeating: "[", count: 15_000)

    static let unnest = String(repeating: "]", count: 15_000)

    static let all: [SickReport] = [
        .init("text", "hello\r\n\r\n\n$GPGGA,,,*00\n"),
        .init("binary junk", .flood((0...255).map { UInt8($0) } + [10], times: 40)),
        .init("zero bytes", .flood([0, 0, 10, 123, 0, 125, 10], times: 100)),
        .init("half a report run into the next", half),
        .init("half a report and a line end", half + "\n"),
        .init("an unfinished string", #"{"class":"TPV","device":"/dev/ttyA\u00zz}"# + "\n"),
        .init("10 MB without a line end", .flood([UInt8](repeating: 0x61, count: 100_000), times: 105)),
        .init("10 MB of an open report", .flood(Array(#"{"class":"TPV","lat":1.5,"#.utf8), times: 430_000)),
        .init("five receivers", GPSDLines.devices((0..<5).map { "/dev/ttyUSB\($0)" })),
        .init("100 receivers", GPSDLines.devices((0..<100).map { "/dev/ttyUSB\($0)" })),
        .init("receivers without end", #"{"class":"DEVICES","devices":\#(nest)"# + "\n"),
        .init("receivers nested deeply", #"{"class":"DEVICES","devices":\#(nest)\#(unnest)}"# + "\n"),
        .init("a latitude of 95", GPSDLines.fix(latitude: "95.0")),
        .init("a longitude of 400", GPSDLines.fix(longitude: "400.0")),
        .init("no latitude", GPSDLines.fix(latitude: nil)),
        .init("no longitude", GPSDLines.fix(longitude: nil)),
        .init("a latitude of null", GPSDLines.fix(latitude: "null")),
        .init("coordinates of null", GPSDLines.fix(latitude: "null", longitude: "null")),
        .init("coordinates that are texts", GPSDLines.fix(latitude: #""north""#, longitude: "true")),
        .init("infinite coordinates", GPSDLines.fix(latitude: "1e999", longitude: "-1e999")),
        .init("coordinates that are not numbers", GPSDLines.fix(latitude: "nan", longitude: "NaN")),
        .init("mode 1 with coordinates", GPSDLines.fix(mode: "1")),
        .init("mode 7", GPSDLines.fix(mode: "7")),
        .init("a mode beyond all integers", GPSDLines.fix(mode: "99999999999999999999")),
        .init("an unknown list before the values", #"{"class":"TPV","x":[1,2],"mode":3,"lat":1.5,"lon":2.5}"# + "\n"),
        .init("141 satellites", GPSDLines.sky(count: 141)),
        .init("300 satellites", GPSDLines.sky(count: 300)),
        .init("a name of 20 kB", GPSDLines.fix(device: String(repeating: "d", count: 20_000))),
        .init("an error", #"{"class":"ERROR","message":"Unrecognized request '\#(nest)'"}"# + "\n"),
        .init(
            "unknown classes", [#"{"class":"AIS","x":{}}"#, #"{"class":"TPVX"}"#, "{}", "[]\n"].joined(separator: "\n")),
    ]
}

@Suite("LocationManager with a gpsd out of its mind", .serialized)
struct ProtocolFaultTests {
    @Test("What is not a valid position is passed over, and the next good report counts", arguments: SickReport.all)
    func recovers(report: SickReport) async throws {
        // A report run into the next takes that with it; and errors are believed from a fix's second epoch on.
        let good = (1...3).map { GPSDLines.fix(latitude: "35.5", time: "\"2026-11-21T06:30:0\($0).000Z\"") }
        let fake = try FakeGPSD(FakeGPSD.Step.greeting() + [report.step] + good.map { .send($0) })
        let session = ObservedSession(port: fake.port, accuracy: 50)
        let end = try await session.run()
        #expect(end.status == .updated)
        #expect(end.finishReason == .accuracy)
        #expect(session.updates.allSatisfy { $0.coordinate.latitude == 35.5 && $0.coordinate.longitude == 139.5 })
        #expect(fake.connections == 1)
    }

    @Test("Without a good report the session ends in time", arguments: Fixtures.some(SickReport.all))
    func endsInTime(report: SickReport) async throws {
        // On a busy machine less may have come by then.
        let isReceiver = { (end: LocationManager.Snapshot) in
            switch end.reason {
            case .acquiring, .invalidPosition: true
            default: false
            }
        }
        let end = try await patiently(0.4, until: isReceiver) { seconds in
            let fake = try FakeGPSD(FakeGPSD.Step.greeting() + [report.step])
            let session = ObservedSession(port: fake.port, accuracy: 50, timeout: .seconds(seconds))
            let end = try await session.run()
            #expect(session.updates.isEmpty)
            return end
        }
        #expect(end.status == .failed)
        #expect(end.finishReason == .timeout)
        #expect(isReceiver(end), "\(end.reason as Any)")
    }

    @Test("A report that arrives byte by byte counts")
    func dribble() async throws {
        let line = GPSDLines.fix()
        let fake = try FakeGPSD(FakeGPSD.Step.greeting() + line.map { .send(String($0)) })
        let end = try await ObservedSession(port: fake.port).run()
        #expect(end.finishReason == .accuracy)
        #expect(end.location?.coordinate.latitude == 35.5)
    }

    @Test("Reports damaged at random neither trap nor hang", arguments: 0..<4 as Range<UInt64>)
    func corruption(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let lines = [
            GPSDLines.fix(), GPSDLines.sky(count: 12, used: 7), GPSDLines.version,
            GPSDLines.devices(["/dev/a", "/dev/b"]),
            #"{"class":"GST","device":"/dev/a","time":"2026-11-21T06:30:00.000Z","lat":0.8,"lon":0.7}"# + "\n",
            #"{"class":"DEVICE","path":"/dev/a","activated":0}"# + "\n",
        ].map { Array($0.utf8) }
        var bytes: [UInt8] = []
        for _ in 0..<3000 {
            var line = lines[Int.random(in: 0..<lines.count, using: &random)]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<line.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: line[place] = UInt8.random(in: 0...255, using: &random)
                case 1: line.remove(at: place)
                case 2: line.insert(contentsOf: line[..<min(place, 40)], at: place)
                default: line.removeSubrange(place..<min(line.count - 1, max(place, place + 9)))
                }
                if line.isEmpty { line = [10] }
            }
            bytes += line
        }
        let end = "\n" + GPSDLines.fix(latitude: "-12.25", time: #""2026-11-21T07:30:00.000Z""#, device: "/dev/last")
        let fake = try FakeGPSD(FakeGPSD.Step.greeting() + [.flood(bytes, times: 1), .send(end)])
        let session = ObservedSession(port: fake.port, accuracy: 0)
        session.manager.startUpdating()
        try await session.update { $0.device == "/dev/last" && $0.coordinate.latitude == -12.25 }
        for location in session.updates {
            #expect((-90...90).contains(location.coordinate.latitude))
            #expect((-180...180).contains(location.coordinate.longitude))
        }
        session.manager.stopUpdating()
    }

    @Test("A time that cannot be right is labelled, and the position counts", arguments: ["1980-01-06", "2137-11-21"])
    func impossibleTime(date: String) async throws {
        let fake = try FakeGPSD(FakeGPSD.Step.greeting() + [.send(GPSDLines.fix(time: "\"\(date)T00:00:12.000Z\""))])
        let end = try await ObservedSession(port: fake.port).run()
        #expect(end.finishReason == .accuracy)
        #expect(end.location?.timestampDoubt == .implausible)
        let program = try await LocateProgram.run(port: fake.port, "--timeout", "100")
        #expect(program.status == 0)
        #expect(try program.last().timestamp == date + "T00:00:12.000Z")
        #expect(try program.last().timestampDoubt == "implausible")
    }

    @Test("A fix without a time counts")
    func noTime() async throws {
        let fake = try FakeGPSD(FakeGPSD.Step.greeting() + [.send(GPSDLines.fix(time: nil))])
        let end = try await ObservedSession(port: fake.port).run()
        #expect(end.finishReason == .accuracy)
        #expect(end.location?.timestamp == nil)
    }
}
