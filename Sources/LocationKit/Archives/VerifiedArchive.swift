import Foundation

/// The archive of an object, decoded once and compared with the object.
///
/// `NSKeyedArchiver` can report success for data that holds less than the object, or that `NSKeyedUnarchiver` cannot read.
struct VerifiedArchive {
    /// The property list.
    let data: Data

    /// Creates an archive of an object and decodes it for comparison.
    ///
    /// - Throws: ``Mismatch`` if the data does not give the object back; the errors of `NSKeyedArchiver` and
    ///   `NSKeyedUnarchiver`.
    init<Object: NSObject & NSSecureCoding>(of object: Object) throws {
        FoundationBridges.link()
        // For other classes NSKeyedArchiver ends the process.
        let name = String(reflecting: type(of: object))
        guard name.count(where: { $0 == "." }) == 1, !name.contains(where: { $0 == "(" || $0 == "<" }) else {
            throw Mismatch(
                description: "\(name) is private, nested or generic, so that it could not be found by its name")
        }
        data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        guard !data.isEmpty else { throw Mismatch(description: "Foundation wrote no data for \(type(of: object))") }
        var classes: [AnyClass] = [type(of: object)]
        for name in try KeyedArchiveClasses(data).names {
            guard let found = NSClassFromString(name) else {
                throw Mismatch(description: "it contains a \(name), a class that cannot be found by its name")
            }
            classes.append(found)
        }
        let decoded = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
        guard let decoded = decoded as? Object else {
            throw Mismatch(description: "what was encoded cannot be decoded as \(type(of: object))")
        }
        guard try object.isEqual(decoded) || isContent(encodedFrom: decoded) else {
            throw Mismatch(description: "decoding gives another \(type(of: object)) than was encoded")
        }
    }

    /// Returns whether another object encodes to the same content, for classes without `isEqual(_:)`.
    private func isContent<Object: NSObject & NSSecureCoding>(encodedFrom other: Object) throws -> Bool {
        let again = try NSKeyedArchiver.archivedData(withRootObject: other, requiringSecureCoding: true)
        return try again == data || Self.content(of: again) == Self.content(of: data)
    }

    /// Returns the archived objects as text without their numbers, sorted because sets and dictionaries have no order
    /// of their own.
    private static func content(of data: Data) throws -> [String] {
        let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        return (list?["$objects"] as? [Any] ?? []).map(text).sorted()
    }

    private static func text(of value: Any) -> String {
        switch value {
        case let value as [String: Any]: "{\(value.map { "\($0): \(text(of: $1))" }.sorted().joined(separator: ", "))}"
        case let value as [Any]: "[\(value.map(text).joined(separator: ", "))]"
        case let value as Data: value.base64EncodedString()
        case is String, is NSNumber, is Date: "\(type(of: value)) \(value)"
        // The number of another archived object.
        default: "\(type(of: value))"
        }
    }

    /// Why data does not stand for its object.
    struct Mismatch: Error, CustomStringConvertible {
        let description: String
    }
}
