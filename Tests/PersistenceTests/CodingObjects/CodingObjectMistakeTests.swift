import Foundation
import LKPersistence
import LKStorage
import Synchronization
import TestSupport
import Testing

@Suite("CodingObject: mistakes") struct CodingObjectMistakeTests {
    private final class Cache {}

    private func expectNotEncodable(_ object: CodingObject, naming words: String...) {
        #expect {
            try JSONEncoder().encode(object)
        } throws: { error in .notEncodable ~= error && words.allSatisfy { "\(error)".contains($0) } }
    }

    @Test("A stored property that is not marked is an error and not skipped") func unmarked() throws {
        class Parent: CodingObject { var cache = Cache() }
        final class Child: Parent { @Coded var name = "" }
        final class Constant: CodingObject { let number = 1 }
        final class Lazy: CodingObject { lazy var length = 5 }
        final class Weak: CodingObject { weak var owner: CodingObject? }
        expectNotEncodable(Parent(), naming: "Parent.cache", "@Coded", "transientProperties")
        expectNotEncodable(Child(), naming: "Parent.cache")
        expectNotEncodable(Constant(), naming: "Constant.number")
        expectNotEncodable(Lazy(), naming: "Lazy.length")
        expectNotEncodable(Weak(), naming: "Weak.owner")
    }

    @Test("Transient properties are those of all classes, and begin with their defaults") func transient() throws {
        class Parent: CodingObject {
            override class var transientProperties: Set<String> { ["cache"] }
            var cache = Cache()
        }
        final class Child: Parent {
            override class var transientProperties: Set<String> { ["length", "_draft", "limit"] }
            lazy var length = name.count
            @Coded var name = "ab"
            var _draft = ""
            @Clamped var limit = 5
            var computed: Int { 3 }
        }
        let child = Child()
        child.name = "abc"
        child._draft = "d"
        child.limit = 50
        let result = try Coder.json.returned(child)
        #expect(result.name == "abc")
        #expect(result.length == 3)
        #expect(result._draft == "")
        #expect(result.limit == 5)
    }

    @Test("Two properties never share a key, whether current, chosen or former") func sharedKeys() throws {
        class Parent: CodingObject { @Coded private var name = "parent" }
        final class Child: Parent { @Coded var name = "child" }
        final class Chosen: CodingObject {
            @Coded var a = 1
            @Coded("a") var b = 2
        }
        final class Former: CodingObject {
            @Coded var a = 1
            @Coded(formerly: "a") var b = 2
        }
        final class Apart: Parent { @Coded("childName") var name = "child" }
        expectNotEncodable(Child(), naming: "Parent.name", "Child.name")
        expectNotEncodable(Chosen(), naming: "Chosen.a", "Chosen.b")
        expectNotEncodable(Former(), naming: "Former.a", "Former.b")
        #expect { try JSONDecoder().decode(Child.self, from: Data("{}".utf8)) } throws: { .notEncodable ~= $0 }
        let json = String(decoding: try JSONEncoder().encode(Apart()), as: UTF8.self)
        #expect(json.contains(#""name":"parent""#))
        #expect(json.contains(#""childName":"child""#))
    }

    @Test("A value that cannot be encoded is named by class and property, all the way") func value() throws {
        final class Leaf: CodingObject { @Coded var size = Double.nan }
        final class Tree: CodingObject { @Coded var leaves = [Leaf()] }
        expectNotEncodable(Tree(), naming: "Tree.leaves", "Leaf.size")
    }

    @Test(
        "A value of another type is named by class and property", arguments: ["{\"size\":\"big\"}", "{\"size\":null}"])
    func decoding(json: String) throws {
        class Leaf: CodingObject { @Coded var size = 1 }
        final class OakLeaf: Leaf { @Coded var isBrown = false }
        #expect {
            try JSONDecoder().decode(OakLeaf.self, from: Data(json.utf8))
        } throws: { .wrongType ~= $0 && "\($0)".contains("Leaf.size") }
        #expect(throws: (any Error).self) { try JSONDecoder().decode(OakLeaf.self, from: Data("[]".utf8)) }
    }

    @Test("An object that contains itself is an error") func cycle() throws {
        final class Node: CodingObject { @Coded var next: Node? }
        let (first, second) = (Node(), Node())
        first.next = second
        #expect(try Coder.json.returned(first).next?.next == nil)
        second.next = first
        expectNotEncodable(first, naming: "Node.next", "itself")
        second.next = nil
        #expect(try Coder.json.returned(first).next != nil)
    }

    @Test("An object that another thread encodes meanwhile does not contain itself") func twoThreads() throws {
        final class Shared: CodingObject, @unchecked Sendable { @Coded var meeting = Meeting() }
        let object = Shared()
        let hasEnded = Gate()
        let results = Mutex<[String]>([])
        object.meeting.meet = {
            // The other thread's encoding comes by here too.
            let isFirst = results.withLock { results in
                results.append("")
                return results.count == 1
            }
            guard isFirst else { return }
            let thread = Thread { @Sendable in
                let text = Result { String(decoding: try JSONEncoder().encode(object), as: UTF8.self) }
                results.withLock { $0 = [(try? text.get()) ?? "\(text)"] }
                hasEnded.open()
            }
            thread.start()
            #expect(hasEnded.wait())
        }
        let json = String(decoding: try JSONEncoder().encode(object), as: UTF8.self)
        #expect(json == #"{"meeting":0}"#)
        #expect(results.withLock { $0 } == [json])
    }

    @Test("A property that is declared as a Coded has its name as its key") func declaredWrapper() throws {
        final class Account: CodingObject { let amount = Coded(wrappedValue: 3) }
        let json = String(decoding: try JSONEncoder().encode(Account()), as: UTF8.self)
        #expect(json == #"{"amount":3}"#)
        #expect(try JSONDecoder().decode(Account.self, from: Data(#"{"amount":5}"#.utf8)).amount.wrappedValue == 5)
    }

    @Test("A mirror of one's own would hide properties and is an error") func mirror() throws {
        final class Hiding: CodingObject, CustomReflectable {
            @Coded var name = "n"
            var customMirror: Mirror { Mirror(self, children: [:]) }
        }
        expectNotEncodable(Hiding(), naming: "Hiding", "mirror")
    }
}

/// Calls somebody while it is being encoded.
private struct Meeting: Codable {
    var meet: (@Sendable () -> Void)?

    init() {}

    init(from decoder: any Decoder) throws {}

    func encode(to encoder: any Encoder) throws {
        meet?()
        var container = encoder.singleValueContainer()
        try container.encode(0)
    }
}

@propertyWrapper private struct Clamped {
    var wrappedValue: Int
}
