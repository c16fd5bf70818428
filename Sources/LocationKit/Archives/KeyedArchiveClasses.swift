import Foundation

/// The classes of the objects in an archive of `NSKeyedArchiver`.
///
/// On Linux `NSKeyedUnarchiver` checks the class of the root object but not of those in collections, so this checks
/// them before any object is created. Strings, numbers and data have no class in such an archive.
struct KeyedArchiveClasses {
    let names: [String]

    /// Creates a list of the class names in an archive.
    ///
    /// - Parameter data: A property list written by `NSKeyedArchiver`.
    /// - Throws: The errors of `PropertyListSerialization`.
    init(_ data: Data) throws {
        let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        let objects = list?["$objects"] as? [Any] ?? []
        names = objects.compactMap { ($0 as? [String: Any])?["$classname"] as? String }
    }

    /// Returns the first class that is neither one of `classes` nor a subclass of one.
    func first(outside classes: [AnyClass]) -> String? {
        names.first { name in
            guard let found = NSClassFromString(name) else { return true }
            return !classes.contains { Self.isClass(found, orSubclassOf: $0) }
        }
    }

    private static func isClass(_ found: AnyClass, orSubclassOf wanted: AnyClass) -> Bool {
        func isSubclass<Wanted>(of type: Wanted.Type) -> Bool { found is Wanted.Type }
        return _openExistential(wanted, do: isSubclass)
    }
}
