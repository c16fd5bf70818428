import Foundation
import LKPersistence
import Testing

/// How an object goes to bytes and back.
enum Coder: CaseIterable {
    case json, propertyList, binaryPropertyList, archive

    func returned<Result: Codable>(_ value: some Encodable, as type: Result.Type) throws -> Result {
        switch self {
        case .json: return try JSONDecoder().decode(type, from: try JSONEncoder().encode(value))
        case .propertyList, .binaryPropertyList:
            let encoder = PropertyListEncoder()
            encoder.outputFormat = self == .propertyList ? .xml : .binary
            return try PropertyListDecoder().decode(type, from: try encoder.encode(value))
        case .archive:
            let sandbox = try ArchiveSandbox()
            try sandbox.archiver.archive(value, forKey: "value")
            return try #require(try sandbox.archiver.unarchive(type, forKey: "value"))
        }
    }

    func returned<Object: CodingObject>(_ object: Object) throws -> Object { try returned(object, as: Object.self) }
}

@Suite("CodingObject") struct CodingObjectTests {
    class Everything: CodingObject {
        enum Kind: String, Codable { case walk, ride }

        @Coded var truth = false
        @Coded var integer = 0
        @Coded var byte: UInt8 = 0
        @Coded var float: Float = 0
        @Coded var double = 0.0
        @Coded var text = ""
        @Coded var remark: String?
        @Coded var list: [String] = []
        @Coded var counts: [String: Int] = [:]
        @Coded var link: URL?
        @Coded var date = Date(timeIntervalSinceReferenceDate: 0)
        @Coded var data = Data()
        @Coded var kind = Kind.walk
        @Coded var child = Child()
        @Coded var children: [Child] = []

        func fill() {
            truth = true
            integer = -5
            byte = 255
            float = 0.1
            double = .pi
            text = "$"
            remark = "r"
            list = ["a", "b"]
            counts = ["a": 1]
            link = URL(string: "http://xcatsan.com/hello?a=1&b=1")
            // Property lists in XML keep whole seconds.
            date = Date(timeIntervalSinceReferenceDate: 1234)
            data = Data([1, 2])
            kind = .ride
            child.name = "first"
            children = [Child(name: "second")]
        }

        func expectSame(_ other: Everything) {
            #expect(truth == other.truth)
            #expect(integer == other.integer)
            #expect(byte == other.byte)
            #expect(float == other.float)
            #expect(double == other.double)
            #expect(text == other.text)
            #expect(remark == other.remark)
            #expect(list == other.list)
            #expect(counts == other.counts)
            #expect(link == other.link)
            #expect(date == other.date)
            #expect(data == other.data)
            #expect(kind == other.kind)
            #expect(child.name == other.child.name)
            #expect(children.map(\.name) == other.children.map(\.name))
        }
    }

    /// With an initializer of its own, and still none for coding.
    final class Child: CodingObject {
        @Coded var name = "unnamed"

        required init() {}

        init(name: String) {
            super.init()
            self.name = name
        }
    }

    final class More: Everything {
        @Coded var extra = 1
        @Coded("short") var aPropertyWithALongName = ""
    }

    @Test("Properties of all types come back, with every coder", arguments: Coder.allCases)
    func roundTrip(coder: Coder) throws {
        let object = Everything()
        object.fill()
        object.expectSame(try coder.returned(object))
    }

    @Test("So do those of the superclass", arguments: Coder.allCases) func inheritance(coder: Coder) throws {
        let object = More()
        object.fill()
        object.extra = 2
        object.aPropertyWithALongName = "l"
        let result = try coder.returned(object)
        object.expectSame(result)
        #expect(result.extra == 2)
        #expect(result.aPropertyWithALongName == "l")
    }

    @Test("An object that nobody touched has its declared defaults", arguments: Coder.allCases)
    func defaults(coder: Coder) throws {
        let result = try coder.returned(More())
        More().expectSame(result)
        #expect(result.remark == nil)
        #expect(result.child.name == "unnamed")
        #expect(result.extra == 1)
    }

    @Test("A nil in the place of another default comes back as nil", arguments: Coder.allCases)
    func storedNil(coder: Coder) throws {
        final class Note: CodingObject { @Coded var author: String? = "me" }
        let note = Note()
        #expect(try coder.returned(note).author == "me")
        note.author = nil
        #expect(try coder.returned(note).author == nil)
    }

    @Test("Keys are the properties' names or those that were chosen, without classes") func keys() throws {
        let json = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(More())) as? [String: Any]
        let keys = Set(try #require(json).keys)
        #expect(keys.isSuperset(of: ["truth", "remark", "extra", "short"]))
        #expect(!keys.contains("aPropertyWithALongName"))
    }

    @Test("An object archives itself") func archives() throws {
        let sandbox = try ArchiveSandbox()
        try Child(name: "n").archive(in: sandbox.archiver, forKey: "children/n")
        #expect(try sandbox.archiver.unarchive(Child.self, forKey: "children/n")?.name == "n")
    }
}
