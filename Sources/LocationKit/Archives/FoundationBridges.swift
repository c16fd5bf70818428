import Foundation

/// Foundation's conversions of Swift values to objects, which property lists and `NSKeyedArchiver` look up at run time.
///
/// The linker takes from a static library only the files that something refers to by name. Nothing refers to the files with
/// these conversions, so that in a program with `--static-swift-stdlib` Foundation did not find them: it wrote property lists
/// without their arrays and did not report it. The reference here puts them into every program that archives objects.
enum FoundationBridges {
    private static var types: [any _ObjectiveCBridgeable.Type] {
        [
            [Int].self, [Int: Int].self, Set<Int>.self, AnyHashable.self, String.self, Substring.self, Data.self,
            Date.self, Bool.self, Int.self, UInt.self, Int8.self, UInt8.self, Int16.self, UInt16.self, Int32.self,
            UInt32.self, Int64.self, UInt64.self, Float.self, Double.self, Decimal.self, URL.self,
            URLComponents.self, URLQueryItem.self, UUID.self, IndexSet.self, IndexPath.self, CharacterSet.self,
            DateComponents.self, DateInterval.self, Calendar.self, TimeZone.self, Locale.self,
            PersonNameComponents.self, Notification.self, Measurement<Unit>.self, AffineTransform.self,
        ]
    }

    /// Does nothing; a call keeps the optimizer from removing the references.
    @inline(never) @_optimize(none) static func link() { _ = types.count }
}
