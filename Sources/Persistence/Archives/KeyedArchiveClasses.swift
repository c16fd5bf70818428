import Foundation

/// The classes of the objects in what `NSKeyedArchiver` wrote.
///
/// On Linux `NSKeyedUnarchiver` checks the class at the top and not those in collections, so it is done here, before
/// any object is made. Texts, numbers and data have no class in such an archive.
struct KeyedArchiveClasses {
    private let names: [String]

    /// Finds them.
    ///
    /// - Parameter data: A property list as `NSKeyedArchiver` writes it.
    /// - Throws: What `PropertyListSerialization` throws.
    init(_ data: Data) throws {
        let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        let objects = list?["$objects"] as? [Any] ?? []
        names = objects.compactMap { ($0 as? [String: Any])?["$classname"] as? String }
    }

    /// The first that is none of `classes` and no subclass of one.
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
