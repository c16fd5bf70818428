import Foundation
import FoundationPersistence
import Persistence
import Testing

@Suite("Archiver: objects with secure coding") struct ArchiveObjectTests {
    private let sandbox: ArchiveSandbox
    private var archiver: DocumentArchiver { sandbox.archiver }

    init() throws { sandbox = try ArchiveSandbox() }

    @Test("an object comes back with what it contains") func roundTrip() throws {
        let list = NSArray(array: [NSString("one"), NSNumber(value: 2.5), NSDate(timeIntervalSinceReferenceDate: 0.1)])
        try archiver.archiveObject(list, forKey: "list")
        let classes: [AnyClass] = [NSString.self, NSNumber.self, NSDate.self]
        let result = try archiver.unarchiveObject(of: NSArray.self, containing: classes, forKey: "list")
        #expect(result == list)
        #expect(try archiver.unarchiveObject(of: NSArray.self, forKey: "missing") == nil)
    }

    @Test("another class than the one asked for, at the top or inside, is a wrong type") func wrongClass() throws {
        try archiver.archiveObject(NSString("text"), forKey: "text")
        #expect { try archiver.unarchiveObject(of: NSNumber.self, forKey: "text") } throws: { .wrongType ~= $0 }
        try archiver.archiveObject(NSArray(array: [NSArray(array: [NSDate()])]), forKey: "list")
        #expect {
            try archiver.unarchiveObject(of: NSArray.self, containing: [NSNumber.self], forKey: "list")
        } throws: { .wrongType ~= $0 && "\($0)".contains("NSDate") }
    }

    @Test("values and objects are not taken for each other") func kinds() throws {
        try archiver.archive("text", forKey: "value")
        #expect { try archiver.unarchiveObject(of: NSString.self, forKey: "value") } throws: { .wrongType ~= $0 }
        try archiver.archiveObject(NSString("text"), forKey: "object")
        #expect { try archiver.unarchive(String.self, forKey: "object") } throws: { .wrongType ~= $0 }
    }

    @Test("an object of an older version can be migrated to a value, one of a newer is refused") func versions() throws
    {
        try archiver.archiveObject(NSString("text"), forKey: "text", version: 1)
        #expect { try archiver.unarchiveObject(of: NSString.self, forKey: "text") } throws: { .newerVersion ~= $0 }
        let migrated = try archiver.unarchive(String.self, forKey: "text", version: 2) { older in
            "\(try older.decodeObject(of: NSString.self))"
        }
        #expect(migrated == "text")
    }
}
