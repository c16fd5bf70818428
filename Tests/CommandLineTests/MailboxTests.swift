import Foundation
import LKThreads
import Testing

@testable import LKCommandLine

@Suite("Mailbox")
struct MailboxTests {
    @Test("The thread that receives never waits for itself, however full the box is")
    func ownItems() {
        let box = Mailbox<Int>(capacity: 2)
        for number in 0..<10 { box.send(number) }
        #expect(box.receive(until: nil) == Array(0..<10))
        #expect(box.receive(until: .distantPast).isEmpty)
    }

    @Test("Other threads wait for room, and lose nothing")
    func room() {
        let box = Mailbox<Int>(capacity: 2)
        let code = SystemThread.start("sender") { for number in 0..<1000 { box.send(number) } }
        #expect(code == 0)
        var received: [Int] = []
        while received.count < 1000 {
            let items = box.receive(until: nil)
            #expect(items.count <= 2)
            received += items
        }
        #expect(received == Array(0..<1000))
    }

    @Test("A closed box takes nothing and lets nobody wait")
    func closed() {
        let box = Mailbox<Int>(capacity: 1)
        box.close()
        box.send(1, urgent: true)
        #expect(box.receive(until: .distantPast).isEmpty)
    }
}
