import Synchronization
import TestSupport
import Testing

@testable import LKLifetime

@Suite struct TaskCompletionWalkTests {
    /// How often each expiration was called.
    private final class Calls: Sendable {
        let counts = Mutex<[Int: Int]>([:])
    }

    /// What must hold however events follow one another.
    private final class Walk {
        var random: SeededGenerator
        let process = TestProcess()
        let expired = Calls()
        var tokens: [(number: Int, token: TaskCompletion.Token)] = []
        var ended: Set<Int> = []
        var signals: [TaskCompletion.StopSignal] = []
        var wasStopping = false
        var begun = 0
        let isAttended: Bool

        init(seed: UInt64) throws {
            random = SeededGenerator(seed: seed)
            isAttended = Bool.random(using: &random)
            var configuration = TaskCompletion.Configuration()
            configuration.gracePeriod = .seconds(Int.random(in: 0...20, using: &random))
            configuration.savingPeriod = .seconds(Int.random(in: 0...5, using: &random))
            configuration.endsProcess = !isAttended
            try process.completion.setUp(configuration)
            process.holdBack(true)
        }

        func step() {
            switch Int.random(in: 0..<12, using: &random) {
            case 0...2: begin()
            case 3...5: end()
            case 6: send()
            case 7, 8: process.clock.advance(by: .milliseconds(Int.random(in: 0...6000, using: &random)))
            case 9: process.completion.onStop { _ in }
            default: process.runDetached { [self] count in Int.random(in: 0..<count, using: &random) }
            }
            check()
        }

        private func begin() {
            begun += 1
            let number = begun
            let counted: @Sendable () -> Void = { [expired] in expired.counts.withLock { $0[number, default: 0] += 1 } }
            let expiration = CompletionMachine.Expiration.allCases.randomElement(using: &random) ?? .cut
            let token = try? process.completion.begin(
                "work \(number)", expiration, expiration == .cut ? nil : counted)
            #expect((token == nil) == wasStopping)
            if let token { tokens.append((number, token)) }
        }

        private func end() {
            guard let index = tokens.indices.randomElement(using: &random) else { return }
            let (number, token) = tokens.remove(at: index)
            token.end()
            #expect(expired.counts.withLock { $0[number, default: 0] } <= 1)
            ended.insert(number)
        }

        private func send() {
            let signal = TaskCompletion.StopSignal.allCases.randomElement(using: &random) ?? .terminate
            if process.ends.isEmpty { signals.append(signal) }
            process.send(signal)
            wasStopping = true
        }

        private func check() {
            #expect(process.completion.isStopping == wasStopping)
            #expect(process.ends.count <= 1)
            #expect(expired.counts.withLock { $0.values.allSatisfy { $0 == 1 } })
            guard let end = process.ends.first else { return }
            #expect(wasStopping)
            #expect(end.atOnce == (signals.count == 2))
            #expect(end.status == signals.last?.exitStatus)
        }

        /// Whatever hangs, the process ends when all periods have run out.
        func finish() {
            if !wasStopping { send() }
            check()
            process.clock.advance(by: .seconds(26))
            check()
            #expect(process.ends.count == 1)
            tokens.removeAll()
            while process.runDetached() {}
            check()
        }
    }

    @Test("10,000 random walks keep the rules", .timeLimit(.minutes(5)), arguments: 0..<10)
    func walks(part: UInt64) throws {
        for seed in part * 1000..<(part + 1) * 1000 {
            let walk = try Walk(seed: seed)
            for _ in 0..<30 { walk.step() }
            walk.finish()
        }
    }
}
