/// Why a file is not changed: it could not be done without losing something.
///
/// A sidecar can have what was to be written.
package struct EditRefusal: Error, Sendable, Hashable {
    /// A part of a sentence, such as `its EXIF has no room within 64 KB`.
    package var reason: String

    /// Makes a refusal.
    package init(_ reason: String) { self.reason = reason }
}
