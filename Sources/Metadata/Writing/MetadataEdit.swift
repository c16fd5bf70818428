/// A change to a photo's position, place names, keywords or UTC offset; everything else in the file stays as it is.
public struct MetadataEdit: Sendable, Hashable {
    /// What happens to a value.
    public enum Change<Value: Sendable & Hashable>: Sendable, Hashable {
        /// It stays unchanged.
        case keep
        /// The file gets this value.
        case set(Value)
        /// It is removed from the file.
        case remove
    }

    /// The position of the camera.
    public var location: Change<PhotoLocation> = .keep

    /// The place names that the image shows, which most programs display.
    public var placeShown: Change<PhotoPlace> = .keep

    /// The names of the place where the camera was.
    public var placeCreated: Change<PhotoPlace> = .keep

    /// Keywords to add to the existing ones.
    public var keywords: [String] = []

    /// How far the local time of the shot is ahead of UTC, in seconds; `nil` keeps it.
    ///
    /// The local time itself is never changed.
    public var offset: Int?

    /// Makes an edit that changes nothing.
    public init() {}

    /// Whether nothing is to be changed.
    public var isEmpty: Bool { self == MetadataEdit() }
}

extension MetadataEdit {
    /// The part of the edit that removes something, wherever it is stored.
    package var removals: MetadataEdit {
        var edit = MetadataEdit()
        if location == .remove { edit.location = .remove }
        if placeShown == .remove { edit.placeShown = .remove }
        if placeCreated == .remove { edit.placeCreated = .remove }
        return edit
    }
}

/// Why a file is not changed: a change would lose something.
///
/// The edit can go to a sidecar instead.
package struct EditRefusal: Error, Sendable, Hashable {
    /// A part of a sentence, such as `its EXIF does not fit into 64 KB`.
    package var reason: String

    /// Whether something was found that cannot be removed; otherwise the file may turn out to have nothing to remove.
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
