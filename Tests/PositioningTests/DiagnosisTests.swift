import LKGeo
import LKThreads
import Testing

@testable import LKPositioning

@Suite struct DiagnosisTests {
    private let start = MonotonicInstant.now
    private var diagnosis = Diagnosis()

    private mutating func note(_ event: SourceEvent, after seconds: Double = 0) {
        diagnosis.note(event, at: start + .seconds(seconds))
    }

    private func reason(after seconds: Double = 0) -> String { diagnosis.reason(at: start + .seconds(seconds)).name }

    @Test("Climbs the ladder from no daemon to acquiring")
    mutating func ladder() {
        #expect(reason() == "acquiring")
        note(.link(.connecting(endpoint: "localhost:2947")))
        #expect(reason() == "daemon-unreachable")
        note(.link(.disconnected(endpoint: "localhost:2947", detail: "Connection refused")))
        #expect(diagnosis.reason(at: start).description.hasSuffix("localhost:2947: Connection refused"))
        note(.link(.greeted(release: "3.22")))
        note(.link(.devices([])))
        #expect(reason() == "no-device")
        note(.link(.devices(["/dev/ttyACM0"])))
        #expect(reason() == "acquiring")
        #expect(reason(after: 3) == "device-silent")
        note(.noFix(device: "/dev/ttyACM0", time: nil), after: 3)
        #expect(reason(after: 4) == "acquiring")
        note(.sky(SkyView()), after: 4)
        #expect(reason(after: 4) == "no-satellites")
        note(.sky(SkyView(satellites: [SkyView.Satellite(id: 1, signal: 17), SkyView.Satellite(id: 2)])), after: 5)
        #expect(diagnosis.reason(at: start + .seconds(5)) == .weakSignals(seen: 1, best: 17))
        note(
            .sky(SkyView(satellites: [SkyView.Satellite(id: 1, signal: 40, isUsed: true), SkyView.Satellite(id: 2)])),
            after: 6)
        #expect(diagnosis.reason(at: start + .seconds(6)) == .acquiring(seen: 2, used: 1))
    }

    @Test("A daemon that says nothing is silent, also after further attempts")
    mutating func silent() {
        note(.link(.connecting(endpoint: "h:1")))
        note(.link(.connected(endpoint: "h:1")))
        #expect(reason() == "daemon-silent")
    }

    @Test("A daemon that keeps closing the connection stays unreachable between the attempts")
    mutating func closing() {
        note(.link(.disconnected(endpoint: "h:1", detail: "gpsd closed the connection")))
        note(.link(.connected(endpoint: "h:1")))
        #expect(reason() == "daemon-unreachable")
        // It stands, but nothing is said on it: now that is the matter.
        #expect(reason(after: 3) == "daemon-silent")
    }

    @Test("The receiver that was asked for is named when gpsd has none of that name")
    mutating func noSuchDevice() {
        note(.link(.greeted(release: "3.22")))
        note(.link(.deviceRefused("/dev/ttyUSB7")))
        #expect(diagnosis.reason(at: start) == .noSuchDevice(path: "/dev/ttyUSB7"))
        note(.link(.deviceAlive("/dev/ttyUSB7")))
        #expect(reason() == "acquiring")
    }

    @Test("Satellites that are only expected are not in view")
    func expectedSatellites() {
        #expect(!Diagnosis.isAnythingInView(SkyView(satellites: [SkyView.Satellite(id: 1, signal: 0)])))
        #expect(Diagnosis.isAnythingInView(SkyView(satellites: [SkyView.Satellite(id: 1, signal: 12)])))
        #expect(Diagnosis.isAnythingInView(SkyView(satellites: [SkyView.Satellite(id: 1)])))
        #expect(!Diagnosis.isAnythingInView(SkyView()))
    }

    @Test("Every rung says what is the matter and what to do")
    func texts() {
        let rungs: [LocationManager.NoFixReason] = [
            .daemonUnreachable(endpoint: "h:1", detail: "refused"), .daemonSilent(endpoint: "h:1"), .noDevice,
            .noSuchDevice(path: "/dev/x"), .deviceSilent(path: nil), .noSatellites, .weakSignals(seen: 1, best: 12),
            .daemonError("odd"), .invalidPosition(path: "/dev/x"), .acquiring(seen: 5, used: 0),
            .inaccurate(best: 42, wanted: 10), .inaccurate(best: nil, wanted: 10),
            .stale(age: .seconds(12)),
        ]
        for rung in rungs {
            #expect(rung.description.count > 15)
            #expect(rung.advice.count > 15)
            #expect(!rung.description.contains("  "))
        }
        let names = Set(rungs.map(\.name))
        #expect(names.count == 12)
        #expect(rungs.filter(\.isServiceFault).count == 6)
    }
}
