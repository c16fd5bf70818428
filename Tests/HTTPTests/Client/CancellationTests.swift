import FoundationEssentials
import LKHTTP
import Synchronization
import TestSupport
import Testing

/// What nobody waits for any more.
@Suite struct CancellationTests {
    @Test("A task canceled before its request starts sends nothing")
    func aTaskThatIsCancelledBeforeSendsNothing() async throws {
        let server = try await TestWebServer(["/": .text("x")])
        let client = HTTPClient.testing()
        let gate = Gate()
        let task = Task { () -> HTTPError in
            while !Task.isCancelled { await Task.yield() }
            gate.open()
            return try await client.error(of: server.url("/"))
        }
        task.cancel()
        #expect(try await task.value.code == .canceled)
        #expect(gate.wait())
        _ = try await client.get(server.url("/other"))
        #expect(server.requests.map(\.target) == ["/other"])
    }

    @Test("Canceling a task closes its connection")
    func cancellingATaskClosesTheConnection() async throws {
        let server = try await TestWebServer(["/": .text("x", .held)])
        let client = HTTPClient.testing()
        let task = Task { try await client.error(of: server.url("/")) }
        let connection = try await server.request("/").connection
        task.cancel()
        #expect(try await task.value.code == .canceled)
        #expect(try await server.left(connection) == 0)
    }

    @Test("Canceling stops a download in progress, and its completion is not called")
    func cancellingEndsADocumentThatComes() async throws {
        let size = 10 << 30
        let server = try await TestWebServer(["/": .text("", .streaming(size))])
        let client = HTTPClient.testing { $0.maximumSize = .max }
        let hasBegun = Gate()
        let ends = Mutex(0)
        let transfer = try client.start(HTTPRequest(server.url("/"))) { progress in
            if progress.expected == size { hasBegun.open() }
        } completion: { _ in
            ends.withLock { $0 += 1 }
        }
        #expect(hasBegun.wait())
        transfer.cancel()
        #expect(try await server.left(1) < size)
        #expect(ends.withLock { $0 } == 0)
    }

    @Test("Canceling after the response has no effect, and the connection is reused")
    func cancellingAfterTheAnswerDoesNothing() async throws {
        let server = try await TestWebServer(["/": .text("x")])
        let client = HTTPClient.testing()
        let task = Task { try await client.get(server.url("/")) }
        #expect(try await task.value.status == 200)
        task.cancel()
        #expect(try await client.get(server.url("/")).status == 200)
        #expect(server.connections == 1)
    }

    @Test("No completion is called after cancel has returned")
    func afterCancelNoCompletionIsCalled() async throws {
        let server = try await TestWebServer(["/": .text("x", .held)])
        let client = HTTPClient.testing { $0.maximumConnectionsPerHost = 100 }
        let called = Mutex<Set<Int>>([])
        let transfers = try (0..<40).map { number in
            try client.start(HTTPRequest(server.url("/"))) { _ in called.withLock { _ = $0.insert(number) } }
        }
        // The answers race with the cancelling: whatever is called must have been called before `cancel` returned.
        server.release()
        for (number, transfer) in transfers.enumerated() {
            transfer.cancel()
            let was = called.withLock { $0.contains(number) }
            transfer.cancel()
            #expect(called.withLock { $0.contains(number) } == was)
        }
        let atTheEnd = called.withLock { $0 }
        _ = try await client.get(server.url("/other"))
        #expect(called.withLock { $0 } == atTheEnd)
    }

    @Test("A completion can cancel its own and another transfer, whose completion is then not called")
    func aCompletionCancelsAnotherTransferAndItself() async throws {
        let server = try await TestWebServer(["/": .text("x", .held)])
        let client = HTTPClient.testing()
        let calls = Mutex(0)
        let transfers = Mutex<[HTTPTransfer]>([])
        let done = Gate()
        for _ in 0..<2 {
            let transfer = try client.start(HTTPRequest(server.url("/"))) { _ in
                calls.withLock { $0 += 1 }
                for transfer in transfers.withLock({ $0 }) { transfer.cancel() }
                done.open()
            }
            transfers.withLock { $0.append(transfer) }
        }
        server.release()
        #expect(done.wait())
        _ = try await client.get(server.url("/other"))
        #expect(calls.withLock { $0 } == 1)
    }

    @Test("Cancel waits for a completion that is running")
    func cancelWaitsForACompletionThatRuns() async throws {
        let server = try await TestWebServer(["/": .text("x")])
        let client = HTTPClient.testing()
        let (isInside, mayLeave) = (Gate(), Gate())
        let hasLeft = Mutex(false)
        let transfer = try client.start(HTTPRequest(server.url("/"))) { _ in
            isInside.open()
            _ = mayLeave.wait()
            hasLeft.withLock { $0 = true }
        }
        #expect(isInside.wait())
        let left = Task.detached {
            mayLeave.open()
            transfer.cancel()
            return hasLeft.withLock { $0 }
        }
        #expect(await left.value)
    }

    @Test("Canceling at a random moment gives exactly one outcome, a response or the cancellation")
    func cancellingAtAnyMomentGivesOneEnd() async throws {
        let server = try await TestWebServer(["*": .text("x")])
        let client = HTTPClient.testing()
        var generator = SeededGenerator(seed: 11)
        var ends: Set<HTTPError.Code?> = []
        for number in 0..<300 {
            let task = Task { () -> HTTPError.Code? in
                do throws(HTTPError) {
                    _ = try await client.response(to: HTTPRequest(server.url("/\(number)")))
                    return nil
                } catch { return error.code }
            }
            for _ in 0..<Int.random(in: 0..<200, using: &generator) { await Task.yield() }
            task.cancel()
            ends.insert(await task.value)
        }
        #expect(ends.isSubset(of: [nil, .canceled]))
        #expect(ends.contains(.canceled))
        #expect(try await client.get(server.url("/end")).status == 200)
    }

    @Test("Closing a client cancels its transfers and refuses new ones")
    func closingEndsAllAndRefusesMore() async throws {
        let server = try await TestWebServer(["/": .text("x", .held)])
        let client = HTTPClient.testing()
        let task = Task { try await client.error(of: server.url("/")) }
        let connection = try await server.request("/").connection
        client.close()
        #expect(try await task.value.code == .canceled)
        #expect(try await server.left(connection) == 0)
        #expect(try await client.error(of: server.url("/")).code == .canceled)
        client.close()
    }

    @Test("Releasing a client cancels all its transfers")
    func aClientThatGoesTakesItsTransfersWithIt() async throws {
        let server = try await TestWebServer(["/": .text("x", .held)])
        let ends = Mutex<[HTTPError.Code?]>([])
        let gate = Gate()
        try {
            let client = HTTPClient.testing()
            for _ in 0..<10 {
                try client.start(HTTPRequest(server.url("/"))) { result in
                    ends.withLock { ends in
                        if case .failure(let error) = result { ends.append(error.code) } else { ends.append(nil) }
                    }
                    gate.open()
                }
            }
        }()
        #expect(gate.wait(times: 10))
        #expect(ends.withLock { $0 } == Array(repeating: .canceled, count: 10))
    }
}
