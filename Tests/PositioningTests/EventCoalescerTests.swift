import Foundation
import LKGeo
import LKThreads
import Testing

@testable import LKPositioning

@Suite struct EventCoalescerTests {
    private let start = MonotonicInstant.now
    private var given: [String] = []

    private func fix(_ second: Double?, _ accuracy: Double, device: String? = nil) -> SourceEvent {
        var location = Location.sample(accuracy: accuracy)
        location.timestamp = second.map { Date(timeIntervalSince1970: 1_795_000_000 + $0) }
        location.device = device
        return .fix(location)
    }

    private mutating func take(_ event: SourceEvent, _ coalescer: inout EventCoalescer, at seconds: Double = 0) {
        coalescer.add(event, at: start + .seconds(seconds)) { given.append(Self.text($0)) }
    }

    private static func text(_ event: SourceEvent) -> String {
        switch event {
        case .fix(let location): "fix \(Int(location.horizontalAccuracy?.radius ?? 0))"
        case .noFix: "none"
        default: "other"
        }
    }

    @Test("A receiver with one report an epoch is not held back once that is known")
    mutating func single() {
        var coalescer = EventCoalescer(waitsForNextEpoch: false)
        take(fix(0, 1), &coalescer)
        #expect(given.isEmpty)
        coalescer.flush(at: start + EpochCoalescer.maximumDelay) { given.append(Self.text($0)) }
        for second in 1..<5 {
            take(fix(Double(second), Double(second + 1)), &coalescer, at: Double(second))
            #expect(given.count == second + 1)
            #expect(coalescer.deadline == nil)
        }
    }

    @Test("Once the rhythm is known, one fix an epoch is given, the last, without waiting for the next")
    mutating func rhythm() {
        var coalescer = EventCoalescer(waitsForNextEpoch: false)
        for second in 0..<4 {
            for report in 1...3 {
                take(fix(Double(second), Double(second * 10 + report)), &coalescer, at: Double(second))
            }
        }
        #expect(given == ["fix 3", "fix 13", "fix 23", "fix 33"])
    }

    @Test("What is held is given out in time when the rhythm breaks off")
    mutating func deadline() {
        var coalescer = EventCoalescer(waitsForNextEpoch: false)
        for report in 1...3 { take(fix(0, Double(report)), &coalescer) }
        take(fix(1, 11), &coalescer, at: 1)
        #expect(given.last == "fix 3")
        let deadline = start + .seconds(1) + EpochCoalescer.maximumDelay
        #expect(coalescer.deadline == deadline)
        coalescer.flush(at: start + .seconds(1)) { _ in Issue.record("too early") }
        coalescer.flush(at: start + .seconds(1.3)) { given.append(Self.text($0)) }
        #expect(given.last == "fix 11")
        #expect(coalescer.deadline == nil)
    }

    @Test("Reports without a time are never dropped")
    mutating func timeless() {
        var coalescer = EventCoalescer(waitsForNextEpoch: false)
        for second in 1...3 {
            take(fix(nil, Double(second)), &coalescer, at: Double(second))
            coalescer.flush(at: start + .seconds(second) + EpochCoalescer.maximumDelay) { given.append(Self.text($0)) }
        }
        #expect(given == ["fix 1", "fix 2", "fix 3"])
    }

    @Test("The first fix of a receiver whose date is not known yet is given once, not after each sentence")
    mutating func firstReports() {
        var coalescer = EventCoalescer(waitsForNextEpoch: false)
        for report in 1...3 { take(fix(nil, Double(report)), &coalescer, at: 0.05 * Double(report)) }
        #expect(given.isEmpty && coalescer.deadline == start + .seconds(0.05) + EpochCoalescer.maximumDelay)
        coalescer.flush(at: start + .seconds(0.4)) { given.append(Self.text($0)) }
        #expect(given == ["fix 3"] && coalescer.deadline == nil)
        // The same with the date, which the last sentence brought.
        take(fix(nil, 4), &coalescer, at: 1)
        take(fix(1, 5), &coalescer, at: 1.1)
        coalescer.flush(at: start + .seconds(1.5)) { given.append(Self.text($0)) }
        #expect(given == ["fix 3", "fix 5"])
    }

    @Test("A replay gives the last report of each epoch, also where the time steps back")
    mutating func replay() {
        var coalescer = EventCoalescer(waitsForNextEpoch: true)
        for (second, accuracy) in [(0.0, 1.0), (0, 2), (5, 3), (5, 4), (1, 5)] {
            take(fix(second, accuracy), &coalescer)
        }
        take(.noFix(device: nil, time: nil), &coalescer)
        take(.ended, &coalescer)
        #expect(given == ["fix 2", "fix 4", "fix 5", "none", "other"])
    }

    @Test("Of a recording, reports without a time give way to one at the same place that has it, and to no other")
    mutating func replayedWithoutTime() {
        var coalescer = EventCoalescer(waitsForNextEpoch: true)
        for accuracy in [1.0, 2] { take(fix(nil, accuracy), &coalescer) }
        #expect(given.isEmpty)
        take(fix(0, 3), &coalescer)
        for accuracy in [4.0, 5] { take(fix(nil, accuracy), &coalescer) }
        var elsewhere = Location.sample(accuracy: 6)
        elsewhere.timestamp = nil
        elsewhere.coordinate = Coordinate(latitude: 1, longitude: 1) ?? elsewhere.coordinate
        take(.fix(elsewhere), &coalescer)
        take(fix(1, 7), &coalescer)
        take(.ended, &coalescer)
        #expect(given == ["fix 3", "fix 4", "fix 5", "fix 6", "fix 7", "other"])
        // One that never has a time is heard of all the same.
        given = []
        for accuracy in 1...20 { take(fix(nil, Double(accuracy)), &coalescer) }
        #expect(given == (1...16).map { "fix \($0)" })
        take(.ended, &coalescer)
        #expect(given.count == 21)
    }

    @Test("Receivers do not disturb each other")
    mutating func twoReceivers() {
        var coalescer = EventCoalescer(waitsForNextEpoch: true)
        take(fix(0, 1, device: "a"), &coalescer)
        take(fix(0.5, 2, device: "b"), &coalescer)
        take(fix(0, 3, device: "a"), &coalescer)
        take(.noFix(device: "b", time: nil), &coalescer)
        #expect(given == ["fix 2", "none"])
        take(.ended, &coalescer)
        #expect(given == ["fix 2", "none", "fix 3", "other"])
    }
}
