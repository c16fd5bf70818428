import LKStorage
import Synchronization
import TestSupport
import Testing

@testable import LKLifetime

@Suite struct TaskCompletionTests {
    private let process = TestProcess()
    private var completion: TaskCompletion { process.completion }

    private func end(_ status: Int32, atOnce: Bool = false) -> [TestProcess.End] {
        [.init(status: status, atOnce: atOnce)]
    }

    @Test("Setting up twice catches signals once, and the last tear-down gives them back")
    func setUpTwice() throws {
        try completion.setUp()
        try completion.setUp()
        #expect(process.watches == 1)
        completion.tearDown()
        #expect(process.isWatching)
        completion.tearDown()
        #expect(!process.isWatching)
        completion.tearDown()
        try completion.setUp()
        #expect(process.watches == 2)
        process.send(.terminate)
        #expect(process.ends == end(143))
    }

    @Test("Two that set up get what satisfies both")
    func mergedConfiguration() throws {
        var patient = TaskCompletion.Configuration()
        (patient.gracePeriod, patient.savingPeriod) = (.seconds(60), .seconds(1))
        var attended = TaskCompletion.Configuration()
        (attended.gracePeriod, attended.savingPeriod, attended.endsProcess) = (.seconds(2), .seconds(9), false)
        try completion.setUp(patient)
        try completion.setUp(attended)
        let configuration = completion.state.withLock { $0.machine.configuration }
        #expect(configuration.gracePeriod == .seconds(60))
        #expect(configuration.savingPeriod == .seconds(9))
        #expect(!configuration.endsProcess)
        completion.tearDown()
        completion.tearDown()
        try completion.setUp(attended)
        #expect(completion.state.withLock { $0.machine.configuration } == attended)
    }

    @Test("Without a set-up work is bookkeeping: no signal is caught, nothing ends")
    func notSetUp() throws {
        let token = try completion.begin("work")
        #expect(!process.isWatching)
        #expect(!completion.isStopping)
        #expect(completion.remainingTime == nil)
        #expect(completion.inhibitorState == .off)
        #expect(!completion.notifyReady())
        token.end()
        #expect(process.ends.isEmpty)
    }

    @Test("Work that begins while completion is disabled does not delay a stop, and is not notified of expiration")
    func disabled() async throws {
        try completion.setUp()
        #expect(completion.isEnabled)
        let counted = try completion.begin("begun before")
        completion.isEnabled = false
        let uncounted = try completion.begin("begun while disabled") { Issue.record("an expiration was announced") }
        let value = try await withTaskCompletion("asynchronous", in: completion) { @Sendable in 7 }
        #expect(value == 7 && completion.workCount == 1)
        completion.isEnabled = true
        process.send(.terminate)
        #expect(process.ends.isEmpty)
        counted.end()
        #expect(process.ends == end(143))
        uncounted.end()
        #expect(process.ends == end(143))
        // Nothing begins after a stop, disabled or not.
        completion.isEnabled = false
        #expect(throws: StorageError.self) { try completion.begin("late") }
    }

    @Test("With nothing but uncounted work the process ends at the signal")
    func disabledThroughout() throws {
        try completion.setUp()
        completion.isEnabled = false
        let token = try completion.begin("work")
        process.send(.interrupt)
        #expect(process.ends == end(130))
        token.end()
    }

    @Test("One piece of work that ends does not end it for all, and ending twice counts once")
    func referenceCount() throws {
        try completion.setUp()
        let first = try completion.begin("first")
        let second = try completion.begin("second")
        process.send(.interrupt)
        first.end()
        first.end()
        #expect(process.ends.isEmpty)
        second.end()
        #expect(process.ends == end(130))
    }

    @Test("The last work's thread is kept while handlers are at work, but not the handlers' own")
    func keptThread() throws {
        try completion.setUp()
        let outer = try completion.begin("outer")
        let inner = try completion.begin("inner")
        completion.onStop { _ in
            outer.end()
            inner.end()
        }
        process.send(.terminate)
        #expect(process.kept == 0)
        #expect(process.ends == end(143))

        let other = TestProcess()
        try other.completion.setUp()
        let token = try other.completion.begin("work")
        other.completion.onStop { _ in }
        other.holdBack(true)
        other.send(.terminate)
        token.end()
        #expect(other.kept == 1)
        #expect(other.ends.isEmpty)
        other.runDetached()
        #expect(other.ends == end(143))
    }

    @Test("An expiration handler that ends its own work is not kept; the work's thread is, until all have saved")
    func keptWhileSaving() throws {
        try completion.setUp()
        let saving = SavingToken()
        let first = try completion.begin("first") { saving.end() }
        saving.token.withLock { $0 = first }
        let second = try completion.begin("second") {}
        process.holdBack(true)
        process.send(.terminate)
        process.clock.advance(by: .seconds(30))
        process.runDetached()
        #expect(process.kept == 0)
        #expect(process.ends.isEmpty)
        second.end()
        #expect(process.kept == 1)
        process.runDetached()
        #expect(process.ends == end(143))
    }

    /// A token that its own expiration handler ends.
    private final class SavingToken: Sendable {
        let token = Mutex<TaskCompletion.Token?>(nil)
        func end() { token.withLock { $0 }?.end() }
    }

    @Test("A token that nobody holds has ended")
    func forgottenToken() throws {
        try completion.setUp()
        var token: TaskCompletion.Token? = try completion.begin("work")
        process.send(.hangUp)
        #expect(process.ends.isEmpty)
        #expect(token != nil)
        token = nil
        #expect(process.ends == end(129))
    }

    @Test("Nothing begins once a stop was asked for")
    func nothingNew() async throws {
        try completion.setUp()
        let token = try completion.begin("work")
        process.send(.terminate)
        #expect(completion.isStopping)
        let error = #expect(throws: StorageError.self) { _ = try completion.begin("late") }
        #expect(error?.code == .stopping)
        #expect(error?.message.contains("late") == true)
        #expect(throws: StorageError.self) {
            try bySync { Issue.record("the body ran") }
        }
        await #expect(throws: StorageError.self) {
            try await withTaskCompletion("late", in: completion) { () async in Issue.record("the body ran") }
        }
        token.end()
    }

    @Test("The grace period can be read, then expiration handlers are called once and waited for")
    func expiration() throws {
        try completion.setUp()
        let calls = Mutex<[String]>([])
        let first = try completion.begin("first") { calls.withLock { $0.append("first") } }
        let second = try completion.begin("second") { calls.withLock { $0.append("second") } }
        process.holdBack(true)
        process.send(.terminate)
        #expect(completion.remainingTime == .seconds(30))
        process.clock.advance(by: .seconds(29))
        #expect(completion.remainingTime == .seconds(1))
        #expect(!process.runDetached())
        process.clock.advance(by: .seconds(1))
        #expect(completion.remainingTime == .zero)
        process.runDetached()
        #expect(process.ends.isEmpty)
        process.runDetached()
        #expect(calls.withLock { $0 } == ["first", "second"])
        #expect(process.ends == end(143))
        process.clock.advance(by: .seconds(100))
        first.end()
        second.end()
        #expect(calls.withLock { $0.count } == 2)
        #expect(process.ends == end(143))
    }

    @Test("An expiration handler does not begin once its work has ended")
    func lateExpiration() throws {
        try completion.setUp()
        let token = try completion.begin("work") { Issue.record("called after the end") }
        process.holdBack(true)
        process.send(.terminate)
        process.clock.advance(by: .seconds(30))
        token.end()
        #expect(process.ends.isEmpty)
        process.runDetached()
        #expect(process.ends == end(143))
    }

    @Test("An expiration handler that hangs holds up the end for the saving period only")
    func hangingExpiration() throws {
        try completion.setUp()
        let token = try completion.begin("work") {}
        process.holdBack(true)
        process.send(.terminate)
        process.clock.advance(by: .seconds(34))
        #expect(process.ends.isEmpty)
        process.clock.advance(by: .seconds(1))
        #expect(process.ends == end(143))
        token.end()
    }

    @Test("Stop handlers are called in order, late ones at once, cancelled ones never; the end waits for them")
    func stopHandlers() throws {
        try completion.setUp()
        let calls = Mutex<[Int]>([])
        completion.onStop { _ in calls.withLock { $0.append(1) } }
        completion.onStop { _ in Issue.record("was cancelled") }.cancel()
        completion.onStop { cause in calls.withLock { $0.append(Int(cause.exitStatus)) } }
        process.holdBack(true)
        process.send(.terminate)
        #expect(process.ends.isEmpty)
        completion.onStop { _ in calls.withLock { $0.append(0) } }
        process.runDetached()
        #expect(calls.withLock { $0 } == [0, 1, 143])
        #expect(process.ends == end(143))
    }

    @Test("A stop continues although the last client tears down")
    func tearDownWhileStopping() throws {
        try completion.setUp()
        let token = try completion.begin("work")
        process.send(.terminate)
        completion.tearDown()
        #expect(process.isWatching)
        token.end()
        #expect(process.ends == end(143))
    }

    @Test("Events tell of the stop and the expiration; a late reader hears of the stop first")
    func events() async throws {
        try completion.setUp()
        let token = try completion.begin("work") {}
        var early = completion.events.makeAsyncIterator()
        process.send(.interrupt)
        var late = completion.events.makeAsyncIterator()
        process.clock.advance(by: .seconds(30))
        #expect(await early.next() == .stopping(.signal(.interrupt)))
        #expect(await early.next() == .expired)
        #expect(await late.next() == .stopping(.signal(.interrupt)))
        #expect(await late.next() == .expired)
        token.end()
    }

    // In an asynchronous function the other form would be meant.
    private func bySync<Result>(_ body: () throws -> Result) throws -> Result {
        try withTaskCompletion("work", in: completion, body: body)
    }

    @Test("The form with a body returns its result, passes its error on, and ends the work either way")
    func bodies() async throws {
        struct Failure: Error {}
        let isUnderWay: @Sendable () -> Bool = { [completion] in completion.state.withLock { !$0.machine.work.isEmpty }
        }
        let result = try bySync { isUnderWay() }
        #expect(result)
        #expect(!isUnderWay())
        #expect(throws: Failure.self) { try bySync { throw Failure() } }
        #expect(!isUnderWay())
        let completion = completion
        let wasUnderWay = try await withTaskCompletion("work", in: completion) { () async in
            completion.state.withLock { !$0.machine.work.isEmpty }
        }
        #expect(wasUnderWay)
        #expect(!isUnderWay())
        await #expect(throws: Failure.self) {
            try await withTaskCompletion("work", in: completion) { () async throws in throw Failure() }
        }
        #expect(!isUnderWay())
    }

    @Test("The body of the asynchronous form is cancelled when the grace period runs out", .timeLimit(.minutes(5)))
    func cancellation() async throws {
        try completion.setUp()
        let (process, completion) = (process, completion)
        let wasCanceled = try await withTaskCompletion("work", in: completion) { () async in
            process.send(.terminate)
            #expect(!Task.isCancelled)
            process.clock.advance(by: .seconds(30))
            // Cancelled as soon as the caller knows the task; it ends no other way.
            while !Task.isCancelled { await Task.yield() }
            return process.ends.isEmpty
        }
        #expect(wasCanceled)
        #expect(process.ends == end(143))
    }

    @Test("The caller's cancellation reaches the body", .timeLimit(.minutes(5)))
    func callersCancellation() async throws {
        let completion = completion
        let task = Task {
            try await withTaskCompletion("work", in: completion) { () async in
                while !Task.isCancelled { await Task.yield() }
            }
        }
        task.cancel()
        try await task.value
    }
}
