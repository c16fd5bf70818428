/// Why a file is not changed: it could not be done without losing something.
///
/// A sidecar can have what was to be written.
package struct EditRefusal: Error, Sendable, Hashable {
    /// A part of a sentence, such as `its EXIF has no room within 64 KB`.
    package var reason: String

    /// Whether something was found that cannot be removed; else a file may turn out to have nothing to be removed.
    package var isCertain = false

    /// Makes a refusal.
    ///
    /// - Parameters:
    ///   - reason: A part of a sentence.
    ///   - isCertain: Whether something was found that cannot be removed.
    package init(_ reason: String, isCertain: Bool = false) {
        self.reason = reason
        self.isCertain = isCertain
    }
}
