import Foundation
import LKPersistence
import LKStorage
import LocationKit
import Testing

@Suite("Archiver: objects with secure coding") struct ArchiveObjectTests {
    private let sandbox: ArchiveSandbox
    private var archiver: DocumentArchiver { sandbox.archiver }

    init() throws { sandbox = try ArchiveSandbox() }

    @Test("An object is restored with its contents") func roundTrip() throws {
        let list = NSArray(array: [NSString("one"), NSNumber(value: 2.5), NSDate(timeIntervalSinceReferenceDate: 0.1)])
        try archiver.archiveObject(list, forKey: "list")
        let classes: [AnyClass] = [NSString.self, NSNumber.self, NSDate.self]
        let result = try archiver.unarchiveObject(of: NSArray.self, containing: classes, forKey: "list")
        #expect(result == list)
        #expect(try archiver.unarchiveObject(of: NSArray.self, forKey: "missing") == nil)
    }

    @Test("Another class than the one asked for, at the top or inside, is a wrong type") func wrongClass() throws {
        try archiver.archiveObject(NSString("text"), forKey: "text")
        #expect { try archiver.unarchiveObject(of: NSNumber.self, forKey: "text") } throws: { .wrongType ~= $0 }
        try archiver.archiveObject(NSArray(array: [NSArray(array: [NSDate()])]), forKey: "list")
        #expect {
            try archiver.unarchiveObject(of: NSArray.self, containing: [NSNumber.self], forKey: "list")
        } throws: { .wrongType ~= $0 && "\($0)".contains("NSDate") }
    }

    @Test("Values and objects are not taken for each other") func kinds() throws {
        try archiver.archive("text", forKey: "value")
        #expect { try archiver.unarchiveObject(of: NSString.self, forKey: "value") } throws: { .wrongType ~= $0 }
        try archiver.archiveObject(NSString("text"), forKey: "object")
        #expect { try archiver.unarchive(String.self, forKey: "object") } throws: { .wrongType ~= $0 }
    }

    @Test("An object of an older version can be migrated to a value, one of a newer is refused") func versions() throws
    {
        try archiver.archiveObject(NSString("text"), forKey: "text", version: 1)
        #expect { try archiver.unarchiveObject(of: NSString.self, forKey: "text") } throws: {
            StorageError.Code.newerVersion ~= $0
        }
        let migrated = try archiver.unarchive(String.self, forKey: "text", version: 2) { older in
            "\(try older.decodeObject(of: NSString.self))"
        }
        #expect(migrated == "text")
    }

    @Test("An object that decodes to another one does not replace the older archive") func lossy() throws {
        try archiver.archiveObject(NSString("older"), forKey: "key")
        #expect { try archiver.archiveObject(Forgetful(number: 3), forKey: "key") } throws: { .notEncodable ~= $0 }
        #expect { try archiver.archiveObject(Undecodable(), forKey: "key") } throws: {
            .notEncodable ~= $0 && "\($0)".contains("Undecodable")
        }
        let nested = NSArray(array: [NSString("text"), Forgetful(number: 3)])
        #expect { try archiver.archiveObject(nested, forKey: "key") } throws: { .notEncodable ~= $0 }
        #expect(try archiver.unarchiveObject(of: NSString.self, forKey: "key") == "older")
    }

    @Test("A private class is not encodable, since Foundation cannot find it by its name") func hidden() throws {
        #expect { try archiver.archiveObject(Hidden(), forKey: "key") } throws: { .notEncodable ~= $0 }
        #expect(try !archiver.exists(forKey: "key"))
    }

    @Test("An object without isEqual is archived if decoding it gives the same content") func identity() throws {
        let numbers = Set((0..<40).map { "\($0)" })
        try archiver.archiveObject(Tagged(tags: numbers), forKey: "key")
        let classes: [AnyClass] = [NSSet.self, NSString.self]
        let found = try archiver.unarchiveObject(of: Tagged.self, containing: classes, forKey: "key")
        #expect(found?.tags == numbers)
    }
}

// NSKeyedArchiver takes only classes that are neither private nor nested.

/// A class that encodes less than it has, and notices it.
final class Forgetful: NSObject, NSSecureCoding {
    static let supportsSecureCoding = true
    let number: Int
    init(number: Int) { self.number = number }
    init?(coder: NSCoder) { number = coder.decodeInteger(forKey: "nothing") }
    func encode(with coder: NSCoder) { coder.encode(number, forKey: "number") }
}

/// A class that cannot be decoded.
final class Undecodable: NSObject, NSSecureCoding {
    static let supportsSecureCoding = true
    override init() {}
    init?(coder: NSCoder) { nil }
    func encode(with coder: NSCoder) {}
}

/// A class without `isEqual(_:)`, whose content has no order.
final class Tagged: NSObject, NSSecureCoding {
    static let supportsSecureCoding = true
    let tags: Set<String>
    init(tags: Set<String>) { self.tags = tags }
    init?(coder: NSCoder) {
        tags = coder.decodeObject(of: [NSSet.self, NSString.self], forKey: "tags") as? Set<String> ?? []
    }
    func encode(with coder: NSCoder) { coder.encode(NSSet(set: tags), forKey: "tags") }
}

/// A class that has no name of its own at run time.
private final class Hidden: NSObject, NSSecureCoding {
    static let supportsSecureCoding = true
    override init() {}
    init?(coder: NSCoder) {}
    func encode(with coder: NSCoder) {}
}
