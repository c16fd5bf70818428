import Foundation
import LKGeocoding
import LKThreads
import TestSupport
import Testing

@testable import LKWebGeocoding

@Suite struct RequestLimiterTests {
    private func limiter(_ keeper: any Timekeeper, folder: String? = nil) -> RequestLimiter {
        RequestLimiter(keeper: keeper, file: folder.map { RequestPaceFile(host: "host:1", in: $0, keeper: keeper) })
    }

    /// Sends `count` requests one after the other and returns when.
    private func run(_ count: Int, _ limiter: RequestLimiter, _ keeper: any Timekeeper) async throws
        -> [MonotonicInstant]
    {
        var moments: [MonotonicInstant] = []
        for _ in 0..<count {
            try await limiter.begin(.publicServer)
            moments.append(keeper.now)
            limiter.end(.publicServer)
        }
        return moments
    }

    @Test("Requests to a public server are a second apart")
    func requestsAreASecondApart() async throws {
        let keeper = LeapingTimekeeper()
        let moments = try await run(4, limiter(keeper), keeper)
        let pauses: [Duration] = zip(moments, moments.dropFirst()).map { $1 - $0 }
        #expect(pauses == [.seconds(1), .seconds(1), .seconds(1)])
    }

    @Test("A request that comes more than a second later does not wait")
    func whoComesLaterThanThatDoesNotWait() async throws {
        let keeper = LeapingTimekeeper()
        let limiter = limiter(keeper)
        _ = try await run(1, limiter, keeper)
        keeper.advance(by: .seconds(1))
        _ = try await run(1, limiter, keeper)
        #expect(keeper.waits.isEmpty)
    }

    @Test("Requests to a private server do not wait")
    func anOwnServerIsNotWaitedFor() async throws {
        let keeper = LeapingTimekeeper()
        let limiter = limiter(keeper)
        for _ in 0..<100 { try await limiter.begin(.ownServer) }
        #expect(keeper.waits.isEmpty)
    }

    @Test("Tasks are served in the order of their arrival")
    func tasksAreServedInTheOrderTheyCame() async throws {
        let keeper = LeapingTimekeeper()
        let limiter = limiter(keeper)
        let order = EventLog<Int>()
        try await limiter.begin(.publicServer)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    try await limiter.begin(.publicServer)
                    order.append(number)
                    limiter.end(.publicServer)
                }
                while limiter.waiting <= number { await Task.yield() }
            }
            limiter.end(.publicServer)
            try await group.waitForAll()
        }
        #expect(order.events == Array(0..<8))
    }

    @Test("A canceled task leaves the queue immediately")
    func aCancelledTaskLeavesTheQueueAtOnce() async throws {
        let limiter = limiter(LeapingTimekeeper())
        try await limiter.begin(.publicServer)
        let task = Task { try await limiter.begin(.publicServer) }
        while limiter.waiting == 0 { await Task.yield() }
        task.cancel()
        await #expect(throws: GeocodingError.self) { try await task.value }
        #expect(limiter.waiting == 0)
        limiter.end(.publicServer)
        try await limiter.begin(.publicServer)
    }

    @Test("A task waiting for its turn in time is canceled immediately and frees the turn")
    func aTaskThatWaitsForItsTimeIsCancelledAtOnce() async throws {
        let keeper = WatchedTimekeeper()
        let limiter = limiter(keeper)
        try await limiter.begin(.publicServer)
        limiter.end(.publicServer)
        let task = Task { try await limiter.begin(.publicServer) }
        var calls = keeper.calls.makeAsyncIterator()
        #expect(await calls.next() == keeper.now + .seconds(1))
        task.cancel()
        await #expect(throws: GeocodingError.self) { try await task.value }
        // The turn is free again: the next one gets as far as waiting.
        let next = Task { try await limiter.begin(.publicServer) }
        #expect(await calls.next() != nil)
        next.cancel()
        _ = await next.result
    }

    @Test("A hold delays requests to private servers too")
    func patienceHoldsForAll() async throws {
        let keeper = LeapingTimekeeper()
        let limiter = limiter(keeper)
        limiter.hold(until: keeper.now + .seconds(9))
        try await limiter.begin(.ownServer)
        #expect(keeper.waits == [.seconds(9)])
    }

    @Test("Two processes share the pace of one host")
    func twoProcessesShareOnePace() async throws {
        let folder = TemporaryFolder()
        let keeper = LeapingTimekeeper()
        let (one, other) = (limiter(keeper, folder: folder.path), limiter(keeper, folder: folder.path))
        var moments: [MonotonicInstant] = []
        for _ in 0..<3 {
            moments += try await run(1, one, keeper)
            moments += try await run(1, other, keeper)
        }
        for (earlier, later) in zip(moments, moments.dropFirst()) {
            #expect(later - earlier >= .seconds(1))
            #expect(later - earlier <= .seconds(1.06))
        }
        #expect(folder.names == ["host_1.pace", "host_1.pace.lock"])
    }

    @Test(
        "A damaged pace file does not disturb the pace",
        arguments: ["", "garbage", String(repeating: "x", count: 10_000), "unknown 99999999999999999 1e300\n"])
    func aDamagedFileIsNoObstacle(_ text: String) async throws {
        let folder = TemporaryFolder()
        try Data(text.utf8).write(to: URL(filePath: folder.file("host_1.pace")))
        let keeper = LeapingTimekeeper()
        let moments = try await run(3, limiter(keeper, folder: folder.path), keeper)
        #expect(zip(moments, moments.dropFirst()).allSatisfy { $1 - $0 >= .seconds(1) && $1 - $0 < .seconds(2) })
    }

    @Test("Without a folder for the pace file the process still keeps the pace")
    func withoutAFolderThisProcessKeepsItsPace() async throws {
        let folder = TemporaryFolder()
        try Data().write(to: URL(filePath: folder.file("file")))
        let keeper = LeapingTimekeeper()
        let moments = try await run(3, limiter(keeper, folder: folder.file("file/below")), keeper)
        let pauses: [Duration] = zip(moments, moments.dropFirst()).map { $1 - $0 }
        #expect(pauses == [.seconds(1), .seconds(1)])
    }

    /// A process that was stopped holds the lock: the task that waits for it can still be cancelled.
    @Test("A task waiting for the lock of another process is canceled immediately")
    func aTaskThatWaitsForTheLockIsCancelledAtOnce() async throws {
        let folder = TemporaryFolder()
        let lock = open(folder.file("host_1.pace.lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        let keeper = LeapingTimekeeper()
        let file = RequestPaceFile(host: "host:1", in: folder.path, keeper: keeper, lockTimeout: .seconds(3600))
        let limiter = RequestLimiter(keeper: keeper, file: file)
        let task = Task { try await limiter.begin(.publicServer) }
        // It waits once it has the file open as well.
        #expect(try await eventually { try Self.descriptors(of: folder.file("host_1.pace.lock")) == 2 })
        task.cancel()
        let error = await #expect(throws: GeocodingError.self) { try await task.value }
        #expect(error?.code == .canceled)
    }

    /// How many descriptors of this process are of a file.
    private static func descriptors(of path: String) throws -> Int {
        let name = URL(filePath: path).pathComponents.suffix(2)
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { descriptor in
            let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
            return file.map { URL(filePath: $0).pathComponents.suffix(2) } == name
        }
    }

    @Test("A symbolic link in place of the pace file is not followed")
    func aLinkInThePlaceOfTheFileIsNotFollowed() async throws {
        let folder = TemporaryFolder()
        try Data("mine".utf8).write(to: URL(filePath: folder.file("target")))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("host_1.pace"), withDestinationPath: folder.file("target"))
        let keeper = LeapingTimekeeper()
        _ = try await run(2, limiter(keeper, folder: folder.path), keeper)
        #expect(try Data(contentsOf: URL(filePath: folder.file("target"))) == Data("mine".utf8))
    }
}
