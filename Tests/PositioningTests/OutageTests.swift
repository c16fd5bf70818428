import FoundationEssentials
import LKGeo
import LKThreads
import Synchronization
import TestSupport
import Testing

@testable import LKPositioning

@Suite("Outages of gpsd and of receivers") struct OutageTests {
    private let clock = ManualTimekeeper()
    private let source = ManualSource()
    private let manager: LocationManager
    private let log: Log

    /// The names of the outages that were announced, `back` for an end, `fix` for each update and `end` for the session's.
    private final class Log: Sendable {
        private let words = Mutex<[String]>([])

        init(_ manager: LocationManager) {
            manager.observers.add { [weak self] event in
                let word: String? =
                    switch event {
                    case .outageChanged(let snapshot): snapshot.outage?.name ?? "back"
                    case .updated: "fix"
                    case .finished: "end"
                    case .lapseChanged, .stateChanged, .location, .sky, .heading: nil
                    }
                if let word { self?.words.withLock { $0.append(word) } }
            }
        }

        /// What was announced since the last time.
        func take() -> [String] {
            words.withLock { words in
                defer { words = [] }
                return words
            }
        }
    }

    init() {
        manager = LocationManager(source: source, clock: clock)
        log = Log(manager)
        manager.desiredAccuracy = 0
        manager.timeout = nil
        manager.startUpdating()
    }

    private static let place = "localhost:2947"

    private func send(_ events: SourceEvent.Link...) { for event in events { source.send(.link(event)) } }

    private func greet(_ devices: [String] = ["/dev/ttyACM0"]) {
        send(.connected(endpoint: Self.place), .greeted(release: "3.22"), .devices(devices))
    }

    private func lose(_ detail: String = "gpsd closed the connection") {
        send(.disconnected(endpoint: Self.place, detail: detail))
    }

    private func fix() { source.send(.fix(.sample(accuracy: 10))) }

    @Test("A daemon that goes away and comes back is told once each, whatever is tried meanwhile")
    func daemon() {
        send(.connecting(endpoint: Self.place))
        greet()
        fix()
        #expect(log.take() == ["fix"])
        lose()
        #expect(manager.snapshot.outage?.name == "daemon-unreachable")
        for _ in 0..<20 {
            clock.advance(by: .seconds(2))
            lose("Connection refused")
        }
        #expect(log.take() == ["daemon-unreachable"])
        #expect(
            manager.snapshot.outage == .daemonUnreachable(endpoint: Self.place, detail: "Connection refused"))
        greet()
        #expect(log.take() == [])
        clock.advance(by: .milliseconds(499))
        #expect(log.take() == [])
        clock.advance(by: .milliseconds(1))
        #expect(log.take() == ["back"])
        fix()
        #expect(log.take() == ["fix"])
        #expect(manager.snapshot.outage == nil)
    }

    @Test("A fix is proof that the daemon is back, and is announced after that")
    func proof() {
        greet()
        lose()
        greet()
        fix()
        #expect(log.take() == ["daemon-unreachable", "back", "fix"])
    }

    @Test("A daemon that is restarted over and over is one outage")
    func flapping() {
        greet()
        fix()
        for _ in 0..<10 {
            lose()
            clock.advance(by: .milliseconds(250))
            greet()
            clock.advance(by: .milliseconds(100))
        }
        #expect(log.take() == ["fix", "daemon-unreachable"])
    }

    @Test("A silent receiver is reported after 3 s, and its return with its first report")
    func silence() {
        greet()
        for _ in 0..<30 {
            clock.advance(by: .seconds(1))
            fix()
        }
        #expect(log.take() == [String](repeating: "fix", count: 30))
        clock.advance(by: .milliseconds(2999))
        #expect(log.take() == [])
        clock.advance(by: .milliseconds(1))
        #expect(log.take() == ["device-silent"])
        #expect(manager.snapshot.outage == .deviceSilent(path: "/dev/ttyACM0"))
        send(.nudged, .devices(["/dev/ttyACM0"]))
        clock.advance(by: .seconds(60))
        #expect(log.take() == [])
        source.send(.noFix(device: "/dev/ttyACM0", time: nil))
        #expect(log.take() == ["back"])
    }

    @Test("A receiver that has never sent is reported after 12 s: its interval is not known yet")
    func mute() {
        greet()
        clock.advance(by: .milliseconds(11_999))
        #expect(log.take() == [])
        clock.advance(by: .milliseconds(1))
        #expect(log.take() == ["device-silent"])
    }

    @Test(
        "A slow receiver is never reported as silent between its reports, however many it sends at once",
        arguments: [5, 10])
    func slow(seconds: Int) {
        greet()
        for _ in 0..<20 {
            clock.advance(by: .seconds(seconds))
            fix()
            for _ in 0..<9 { source.send(.sky(SkyView())) }
        }
        #expect(log.take().filter { $0 != "fix" } == [])
        clock.advance(by: .milliseconds(seconds * 1500 - 1))
        #expect(log.take() == [])
        clock.advance(by: .milliseconds(1))
        #expect(log.take() == ["device-silent"])
    }

    @Test("A receiver that reports once a minute is reported as silent only until its interval is repeated")
    func verySlow() {
        greet()
        for _ in 0..<4 {
            fix()
            clock.advance(by: .seconds(60))
        }
        #expect(log.take().filter { $0 != "fix" } == ["device-silent", "back", "device-silent", "back"])
        for _ in 0..<10 {
            fix()
            source.send(.sky(SkyView()))
            clock.advance(by: .seconds(60))
        }
        #expect(log.take().filter { $0 != "fix" } == [])
    }

    @Test("After a slow receiver, a faster one is soon reported as silent after 3 s again")
    func faster() {
        greet()
        for _ in 0..<5 {
            clock.advance(by: .seconds(5))
            fix()
        }
        for _ in 0..<60 {
            clock.advance(by: .seconds(1))
            fix()
        }
        #expect(log.take().allSatisfy { $0 == "fix" })
        clock.advance(by: .seconds(3))
        #expect(log.take() == ["device-silent"])
    }

    @Test("A receiver that is unplugged is told at once, and so is one that gpsd loses and finds")
    func unplugged() {
        greet()
        clock.advance(by: .seconds(4))
        var location = Location.sample(accuracy: 10)
        location.device = "/dev/ttyACM0"
        source.send(.fix(location))
        _ = log.take()
        send(.deviceClosed("/dev/ttyACM0"))
        #expect(log.take() == ["device-silent"])
        send(.devices([]))
        #expect(log.take() == ["no-device"])
        send(.devices(["/dev/ttyACM0"]), .deviceAlive("/dev/ttyACM0"))
        #expect(log.take() == ["back"])
        #expect(manager.snapshot.outage == nil)
    }

    @Test("Nothing is reported while a first connection is made for 3 s, or a greeting is awaited for 10 s")
    func beginning() {
        send(.connecting(endpoint: Self.place))
        clock.advance(by: .milliseconds(2900))
        #expect(log.take() == [])
        clock.advance(by: .milliseconds(100))
        #expect(log.take() == ["daemon-unreachable"])
        manager.stopUpdating()
        #expect(log.take() == ["end"])
        manager.startUpdating()
        send(.connecting(endpoint: Self.place), .connected(endpoint: Self.place))
        // gpsd opens its receivers before it greets.
        clock.advance(by: .milliseconds(9_999))
        #expect(log.take() == [])
        clock.advance(by: .milliseconds(1))
        #expect(log.take() == ["daemon-silent"])
    }

    @Test("A search without a daemon has no outages, and none is told after the end")
    func none() {
        fix()
        clock.advance(by: .seconds(60))
        source.send(.noFix(device: nil, time: nil))
        #expect(log.take() == ["fix"])
        greet()
        manager.stopUpdating()
        clock.advance(by: .seconds(60))
        lose()
        #expect(log.take() == ["end"])
        #expect(manager.snapshot.outage == nil)
    }

    @Test("What can be over has words for it")
    func words() {
        let faults: [LocationManager.NoFixReason] = [
            .daemonUnreachable(endpoint: "h:1", detail: "x"), .daemonSilent(endpoint: "h:1"), .noDevice,
            .noSuchDevice(path: "/dev/x"), .deviceSilent(path: "/dev/x"), .deviceSilent(path: nil),
        ]
        for fault in faults {
            #expect(fault.isServiceFault)
            #expect((fault.recovery?.count ?? 0) > 15 && fault.recovery?.contains("  ") == false)
        }
        #expect(LocationManager.NoFixReason.noSatellites.recovery == nil)
    }
}
