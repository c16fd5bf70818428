import Testing

@testable import LKHTTP

@Suite struct ServerQueueTests {
    @Test("The queue starts no more requests than it has connections")
    func noMoreStartThanThereAreConnections() {
        var queue = ServerQueue<Int>(connections: 2)
        for number in 0..<4 { queue.append(number) }
        #expect(queue.start() == 0)
        #expect(queue.start() == 1)
        #expect(queue.start() == nil)
        #expect(queue.waiting == [2, 3])
        queue.end()
        #expect(queue.start() == 2)
        #expect(queue.start() == nil)
    }

    @Test("A multiplexed connection carries a hundred requests, and falls back to one at a time")
    func aSharedConnectionCarriesAHundred() {
        var queue = ServerQueue<Int>(connections: 1)
        for number in 0..<150 { queue.append(number) }
        #expect(queue.start() == 0)
        queue.isMultiplexed = true
        queue.end()
        #expect((0..<150).compactMap { _ in queue.start() } == Array(1...100))
        // Should the server change to HTTP/1, none starts until those that run have ended.
        queue.isMultiplexed = false
        for _ in 0..<99 {
            queue.end()
            #expect(queue.start() == nil)
        }
        queue.end()
        #expect(queue.start() == 101)
    }

    @Test("A redirected request starts before all that wait")
    func aRedirectedOneIsNext() {
        var queue = ServerQueue<String>(connections: 1)
        queue.append("a")
        #expect(queue.start() == "a")
        queue.append("b")
        queue.prepend("redirected a")
        #expect(queue.next == "redirected a")
        queue.end()
        #expect(queue.start() == "redirected a")
        // Behind elements that have been removed, too.
        queue.append("c")
        queue.end()
        #expect(queue.start() == "b")
        queue.prepend("redirected b")
        #expect(queue.waiting == ["redirected b", "c"])
    }

    @Test("A queue is idle only while no request waits or runs, and always allows one connection")
    func itIsIdleWithoutAny() {
        var queue = ServerQueue<Int>(connections: 0)
        #expect(queue.isIdle)
        queue.append(1)
        #expect(!queue.isIdle)
        #expect(queue.start() == 1, "at least one connection")
        #expect(!queue.isIdle)
        queue.end()
        #expect(queue.isIdle)
        #expect(queue.next == nil)
        #expect(queue.removeFirst() == nil)
    }
}
