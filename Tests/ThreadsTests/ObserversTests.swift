import LKThreads
import Synchronization
import Testing

@Suite struct ObserversTests {
    @Test("Observers receive events in the order in which they were added, until they are removed") func order() {
        let observers = Observers<Int>()
        let log = Mutex<[String]>([])
        observers.add { event in log.withLock { $0.append("a\(event)") } }
        let second = observers.add { event in log.withLock { $0.append("b\(event)") } }
        observers.send(1)
        observers.remove(second)
        observers.remove(second)
        observers.send(2)
        #expect(log.withLock { $0 } == ["a1", "b1", "a2"])
    }

    @Test("An observer may send, add and remove") func reentrance() {
        let observers = Observers<Int>()
        let log = Mutex<[Int]>([])
        let number = Mutex<Int?>(nil)
        let first = observers.add { event in
            log.withLock { $0.append(event) }
            if let own = number.withLock({ $0 }) { observers.remove(own) }
            observers.add { later in log.withLock { $0.append(later * 10) } }
            if event == 1 { observers.send(2) }
        }
        number.withLock { $0 = first }
        observers.send(1)
        // Who was added meanwhile receives what is sent from then on.
        #expect(log.withLock { $0 } == [1, 20])
    }
}
