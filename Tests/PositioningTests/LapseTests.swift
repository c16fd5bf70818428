import LKGeo
import LKThreads
import Synchronization
import TestSupport
import Testing

@testable import LKPositioning

@Suite("Lost fixes of a receiver that sends") struct LapseTests {
    private let clock = ManualTimekeeper()
    private let source = ManualSource()
    private let manager: LocationManager
    private let words = Words()

    /// The announcements in order: the name of a lapse or outage, `again` for the end of a lapse, `back` of an outage.
    private final class Words: Sendable {
        private let list = Mutex<[String]>([])

        func add(_ word: String) { list.withLock { $0.append(word) } }

        /// Returns what was announced since the last call.
        func take() -> [String] {
            list.withLock { list in
                defer { list = [] }
                return list
            }
        }
    }

    init() {
        manager = LocationManager(source: source, clock: clock)
        manager.observers.add { [words] event in
            switch event {
            case .lapseChanged(let snapshot): words.add(snapshot.lapse?.name ?? "again")
            case .outageChanged(let snapshot): words.add(snapshot.outage?.name ?? "back")
            case .updated: words.add("fix")
            case .finished: words.add("end")
            case .stateChanged, .location, .sky, .heading: break
            }
        }
        manager.desiredAccuracy = 0
        manager.timeout = nil
        manager.startUpdating()
        source.send(.link(.connected(endpoint: "h:1")))
        source.send(.link(.greeted(release: "3.22")))
        source.send(.link(.devices(["/dev/ttyACM0"])))
    }

    private func fix(_ fix: Location.Fix = .threeDimensional) {
        var location = Location.sample(accuracy: 10)
        location.fix = fix
        source.send(.fix(location))
    }

    private func noFix() { source.send(.noFix(device: nil, time: nil)) }

    private func repeated(_ seconds: Int, every interval: Int = 1, _ report: () -> Void) {
        for _ in 0..<seconds / interval {
            clock.advance(by: .seconds(interval))
            report()
        }
    }

    @Test("A lost fix is announced once after 5 s with the receiver's reason, and its return before the next fix")
    func lost() {
        repeated(10) { fix() }
        #expect(words.take() == [String](repeating: "fix", count: 10))
        repeated(4) { noFix() }
        #expect(words.take() == [])
        #expect(manager.snapshot.lapse == nil)
        repeated(60) { noFix() }
        #expect(words.take() == ["acquiring"])
        #expect(manager.snapshot.lapse == .acquiring(seen: nil, used: nil))
        fix()
        #expect(words.take() == ["again", "fix"])
        #expect(manager.snapshot.lapse == nil)
    }

    @Test("A search that never had a fix announces that too")
    func never() {
        repeated(30) { noFix() }
        #expect(words.take() == ["acquiring"])
    }

    @Test("A receiver that reports rarely has two and a half of its intervals", arguments: [5, 10])
    func slow(interval: Int) {
        repeated(200, every: interval) { fix() }
        #expect(words.take().allSatisfy { $0 == "fix" })
        repeated(2 * interval, every: interval) { noFix() }
        #expect(words.take() == [])
        repeated(interval, every: interval) { noFix() }
        #expect(words.take() == ["acquiring"])
    }

    @Test("Fixes below the required quality are no return, and are the reason")
    func quality() {
        manager.stopUpdating()
        manager.requirement = .threeDimensional
        manager.startUpdating()
        source.send(.link(.connected(endpoint: "h:1")))
        source.send(.link(.greeted(release: "3.22")))
        repeated(10) { fix() }
        _ = words.take()
        repeated(10) { fix(.twoDimensional) }
        #expect(words.take() == ["inaccurate"])
        fix()
        #expect(words.take() == ["again", "fix"])
    }

    @Test("A receiver that falls silent is an outage and not a lapse")
    func silent() {
        repeated(10) { fix() }
        _ = words.take()
        clock.advance(by: .seconds(60))
        #expect(words.take() == ["device-silent"])
        noFix()
        #expect(words.take() == ["back"])
        repeated(3) { noFix() }
        #expect(words.take() == ["acquiring"])
    }

    @Test("A source without a daemon has no lapses, and a new session begins without one")
    func sessions() {
        repeated(30) { noFix() }
        manager.stopUpdating()
        #expect(words.take() == ["acquiring", "end"])
        #expect(manager.snapshot.lapse == nil)
        manager.startUpdating()
        fix()
        clock.advance(by: .seconds(60))
        noFix()
        #expect(words.take() == ["fix"])
    }
}
