import Foundation
import LKPersistence

/// An existing class of a program, with collections.
final class Journey: NSObject, NSSecureCoding {
    static let supportsSecureCoding = true
    let title: String
    let stops: [String]
    let lengths: [String: Double]

    init(title: String, stops: [String], lengths: [String: Double]) {
        (self.title, self.stops, self.lengths) = (title, stops, lengths)
    }

    init?(coder: NSCoder) {
        guard let title = coder.decodeObject(of: NSString.self, forKey: "title"),
            let stops = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "stops") as? [String],
            let lengths = coder.decodeObject(of: [NSDictionary.self, NSString.self, NSNumber.self], forKey: "lengths")
                as? [String: Double]
        else { return nil }
        (self.title, self.stops, self.lengths) = ("\(title)", stops, lengths)
    }

    func encode(with coder: NSCoder) {
        coder.encode(NSString(string: title), forKey: "title")
        coder.encode(NSArray(array: stops), forKey: "stops")
        coder.encode(NSDictionary(dictionary: lengths), forKey: "lengths")
    }

    override func isEqual(_ other: Any?) -> Bool {
        guard let other = other as? Journey else { return false }
        return (title, stops, lengths) == (other.title, other.stops, other.lengths)
    }
}

/// Settings whose changes are announced.
final class Walks: Settings, @unchecked Sendable {
    @Setting var count = 0
}
