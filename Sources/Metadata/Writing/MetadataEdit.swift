/// What is to be written of a photo's position and place; all else in the file stays as it is.
public struct MetadataEdit: Sendable, Hashable {
    /// What happens to a fact.
    public enum Change<Value: Sendable & Hashable>: Sendable, Hashable {
        /// It stays as the file has it.
        case keep
        /// The file says this from now on.
        case set(Value)
        /// The file says nothing of it any more.
        case remove
    }

    /// Where the camera stood.
    public var location: Change<PhotoLocation> = .keep

    /// The names of the place that the picture shows, which most programs display.
    public var placeShown: Change<PhotoPlace> = .keep

    /// The names of the place where the camera stood.
    public var placeCreated: Change<PhotoPlace> = .keep

    /// Keywords that are added to those there are.
    public var keywords: [String] = []

    /// How far the local time of the shot is ahead of UTC, in seconds; `nil` leaves what there is.
    ///
    /// The local time itself is never changed.
    public var offset: Int?

    /// Makes an edit that changes nothing.
    public init() {}

    /// Whether nothing is to be changed.
    public var isEmpty: Bool { self == MetadataEdit() }
}

extension MetadataEdit {
    /// What of it removes something, which is done wherever it stands.
    package var removals: MetadataEdit {
        var edit = MetadataEdit()
        if location == .remove { edit.location = .remove }
        if placeShown == .remove { edit.placeShown = .remove }
        if placeCreated == .remove { edit.placeCreated = .remove }
        return edit
    }
}

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
