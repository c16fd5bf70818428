import LKThreads
import Testing

@testable import LKLifetime

@Suite struct CompletionMachineTests {
    /// The states, made by the events that lead there; the work is number 1 and has a handler.
    private enum Start: String, CaseIterable {
        case idle, working, stopping, stoppingIdle, told, saving, ended, shutdown, attended
    }

    private enum Event: String, CaseIterable {
        case begin, end, unknown, signal, shutdown, told, early, renewal, deadline, last, returned
    }

    private static let origin = MonotonicInstant.now

    private func machine(_ start: Start) -> CompletionMachine {
        var machine = CompletionMachine()
        machine.configuration.endsProcess = start != .attended
        if ![.idle, .stoppingIdle, .attended].contains(start) {
            _ = machine.begin(.init(name: "work", expiration: .handler))
        }
        switch start {
        case .idle, .working: break
        case .shutdown: _ = machine.stop(.shutdown, now: Self.origin)
        default: _ = machine.signal(.terminate, now: Self.origin)
        }
        if [.told, .saving, .shutdown, .attended].contains(start) { _ = machine.handlersReturned() }
        if start == .saving { _ = machine.tick(now: Self.origin + .seconds(30)) }
        if start == .ended { _ = machine.signal(.terminate, now: Self.origin) }
        return machine
    }

    private func apply(_ event: Event, to machine: inout CompletionMachine) -> [CompletionMachine.Action]? {
        switch event {
        case .begin: machine.begin(.init(name: "more", expiration: .cut))?.actions
        case .end: machine.end(1)
        case .unknown: machine.end(99)
        case .signal: machine.signal(.interrupt, now: Self.origin)
        case .shutdown: machine.stop(.shutdown, now: Self.origin)
        case .told: machine.handlersReturned()
        case .early: machine.tick(now: Self.origin + .seconds(4))
        case .renewal: machine.tick(now: Self.origin + .seconds(5))
        case .deadline: machine.tick(now: Self.origin + .seconds(30))
        case .last: machine.tick(now: Self.origin + .seconds(35))
        case .returned: machine.returned(1)
        }
    }

    private func text(_ machine: CompletionMachine, _ actions: [CompletionMachine.Action]?) -> String {
        let phase =
            switch machine.phase {
            case .running: "R"
            case .stopping: "S"
            case .expiring: "X"
            case .ended: "E"
            }
        guard let actions else { return phase + " refused" }
        let words = actions.map { action in
            switch action {
            case .stop: "stop"
            case .announceExpiration: "expired"
            case .expire(let ids): "save\(ids)"
            case .extend: "extend"
            case .wake(let instant): "\((instant - Self.origin).components.seconds)s"
            case .workChanged: "work"
            case .awaitEnd: "await"
            case .end(let status, let atOnce): "end\(status)\(atOnce ? "!" : "")"
            }
        }
        return ([phase] + words).joined(separator: " ")
    }

    // One row for each state, one column for each event, in the order of their declarations.
    private static let expected: [[String]] = [
        // idle
        [
            "R work", "R", "R", "S 30s 5s stop", "S 30s 5s stop", "R", "R", "R", "R", "R", "R",
        ],
        // working
        [
            "R", "R work", "R", "S 30s 5s stop", "S 30s 5s stop", "R", "R", "R", "R", "R", "R",
        ],
        // stopping: the stop handlers are at work
        [
            "S refused", "S work await", "S", "E end130!", "S", "S", "S", "S extend 10s", "X expired 35s save[1]",
            "X expired 40s save[1]", "S",
        ],
        // stoppingIdle: the same without work
        [
            "S refused", "S", "S", "E end130!", "S", "E end143", "S", "S extend 10s", "E expired end143",
            "E expired end143", "S",
        ],
        // told: the stop handlers have returned
        [
            "S refused", "E work end143", "S", "E end130!", "S", "S", "S", "S extend 10s", "X expired 35s save[1]",
            "X expired 40s save[1]", "S",
        ],
        // saving: the expiration handler is at work
        [
            "X refused", "X work await", "X", "E end130!", "X", "X", "X", "X extend 10s", "X extend 35s", "E end143",
            "E end143",
        ],
        // ended
        ["E refused", "E work await", "E", "E", "E", "E", "E", "E", "E", "E", "E"],
        // shutdown: announced by logind; the signal that follows is the first
        [
            "S refused", "E work end143", "S", "S", "S", "S", "S", "S extend 10s", "X expired 35s save[1]",
            "X expired 40s save[1]", "S",
        ],
        // attended: the program ends by itself
        [
            "S refused", "S", "S", "E end130!", "S", "S", "S", "S extend 10s", "E expired end143",
            "E expired end143", "S",
        ],
    ]

    @Test("Every event in every state leads where it should", arguments: 0..<Start.allCases.count)
    func matrix(row: Int) {
        let start = Start.allCases[row]
        for (column, event) in Event.allCases.enumerated() {
            var machine = machine(start)
            let actions = apply(event, to: &machine)
            #expect(text(machine, actions) == Self.expected[row][column], "\(start), \(event)")
        }
    }

    @Test("What was cancelled is waited for until it ends, what was cut is not waited for")
    func expirations() {
        var machine = CompletionMachine()
        for expiration in CompletionMachine.Expiration.allCases {
            _ = machine.begin(.init(name: "work", expiration: expiration))
        }
        _ = machine.signal(.hangUp, now: Self.origin)
        _ = machine.handlersReturned()
        #expect(machine.tick(now: Self.origin + .seconds(30)).contains(.expire([2, 3])))
        #expect(machine.returned(3).isEmpty)
        #expect(machine.returned(2).isEmpty)
        #expect(machine.waiting == [3])
        #expect(machine.end(3) == [.end(status: 129, atOnce: false)])
    }

    @Test("A signal after the announcement of a shutdown becomes the status, and the next one ends at once")
    func shutdownThenSignals() {
        var machine = machine(.shutdown)
        #expect(machine.signal(.interrupt, now: Self.origin).isEmpty)
        var other = machine
        #expect(other.end(1) == [.workChanged, .end(status: 130, atOnce: false)])
        #expect(machine.signal(.hangUp, now: Self.origin) == [.end(status: 129, atOnce: true)])
    }
}
