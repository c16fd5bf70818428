import Foundation
import LKPersistence
import LocationKit
import Synchronization

// Archives objects over older ones and reads them back, and prints what differs. The tests link it a second time, with
// Swift's runtime and Foundation inside.
guard CommandLine.arguments.count == 2 else { fatalError("usage: ObjectArchiveProgram FOLDER") }
let archiver = try DocumentArchiver(application: "Objects", base: URL(filePath: CommandLine.arguments[1]))
let differences = Mutex(0)

func check<Object: NSObject & NSSecureCoding>(_ object: Object, containing others: [AnyClass] = []) {
    let name = "\(type(of: object))"
    do {
        try archiver.archiveObject(NSString("older"), forKey: name)
        try archiver.archiveObject(object, forKey: name)
        let found = try archiver.unarchiveObject(of: Object.self, containing: others, forKey: name)
        guard let found, found.isEqual(object) else {
            print("\(name): \(String(describing: found)) instead of \(object)")
            differences.withLock { $0 += 1 }
            return
        }
    } catch {
        print("\(name): \(error)")
        differences.withLock { $0 += 1 }
    }
}

let classes: [AnyClass] = [
    NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
]
check(NSString("text"))
check(NSNumber(value: 2.5))
check(NSDate(timeIntervalSinceReferenceDate: 0.1))
check(NSData(data: Data([0, 1, 255])))
check(NSURL(string: "https://example.org/a?b")!, containing: classes)
check(NSUUID())
check(NSLocale(localeIdentifier: "de_CH"), containing: classes)
check(NSTimeZone(name: "Europe/Paris")!, containing: classes)
check(NSIndexSet(indexesIn: NSRange(location: 3, length: 4)), containing: classes)
check(NSOrderedSet(array: [NSString("b"), NSString("a")]), containing: classes)
check(NSSet(array: [NSNumber(value: 1), NSNumber(value: 2)]), containing: classes)
check(
    NSArray(array: [NSString("one"), NSNumber(value: true), NSDate(), NSArray(array: [NSDate()])]),
    containing: classes)
check(
    NSDictionary(dictionary: ["list": NSArray(array: [NSString("x")]), "set": NSSet(array: [NSData(data: Data([7]))])]),
    containing: classes)
check(Journey(title: "Lisbon", stops: ["Porto", "Coimbra"], lengths: ["walk": 3.5]), containing: classes)

// The module that posts it is found at run time.
let settings = Walks(store: SettingsStore(path: CommandLine.arguments[1] + "/settings.plist"))
let posted = Mutex<[String]>([])
let observer = NotificationCenter.default.addObserver(forName: Settings.didChange, object: settings, queue: nil) {
    let names = $0.userInfo?[Settings.propertiesKey] as? [String] ?? []
    posted.withLock { $0 += names }
}
settings.count = 3
try settings.synchronize()
if posted.withLock({ $0 }) != ["count"] {
    print("settings: no notification")
    differences.withLock { $0 += 1 }
}
NotificationCenter.default.removeObserver(observer)
exit(differences.withLock { $0 } == 0 ? 0 : 1)
