public import Geocoding
public import Metadata

/// What tagging by place would do with a photo, and why.
public struct PlannedPlace: Sendable, Hashable {
    /// What is to be done.
    public enum Action: Sendable, Hashable {
        /// The photo gets names: those of an edit that changes nothing else.
        case write(MetadataEdit)
        /// It has names of both places, or these already, and keeps them.
        case keep
        /// It gets none.
        case skip(Reason)
        /// Nobody could answer: the kind of failure, and what happened.
        case fail(GeocodingError.Code, message: String)
    }

    /// Why a photo gets no names.
    public enum Reason: Sendable, Hashable {
        /// It has no position.
        case noPosition
        /// Its position is marked as void, or is exactly 0, 0.
        case doubtfulPosition
        /// Nothing there has a name.
        case nothingThere
    }

    /// What is to be done.
    public var action: Action

    /// The names that were found.
    public var place: PhotoPlace?

    /// Who knew them.
    public var provider: String?

    /// The edit, where there is one.
    public var edit: MetadataEdit? {
        guard case .write(let edit) = action else { return nil }
        return edit
    }
}
