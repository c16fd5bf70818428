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
        /// No provider could answer: the kind of failure, and what happened.
        case fail(GeocodingError.Code, message: String)
        /// Its file could not be read.
        case unreadable(TaggingError)
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

    /// The provider that knew them.
    public var provider: String?

    /// Where a photo of a library was taken: by its file or sidecar, else by its companions; `nil` if none of them says.
    public var location: PhotoLocation?

    /// For a photo of a library, what is written into its own file and into companions without names; give them all to one
    /// ``PhotoTagger``.
    public var edits: [PhotoEdit] = []

    /// The edit, where there is one.
    public var edit: MetadataEdit? {
        guard case .write(let edit) = action else { return nil }
        return edit
    }
}

extension PlannedPlace: CustomStringConvertible {
    /// The names that are written, or a sentence without its end that says why none are: `it has names already`.
    public var description: String {
        switch action {
        case .write: place?.placeString ?? "names"
        case .keep: "it has names already"
        case .skip(let reason): reason.description
        case .fail(_, let message): message
        case .unreadable(let error): error.message
        }
    }
}

extension PlannedPlace.Reason: CustomStringConvertible {
    /// A sentence without its end: `it has no position`.
    public var description: String {
        switch self {
        case .noPosition: "it has no position"
        case .doubtfulPosition: "its position is marked as void, or is exactly 0, 0"
        case .nothingThere: "nothing there has a name"
        }
    }
}

extension PhotoPlace {
    /// The names that a geocoder has for a point, as photos have them.
    ///
    /// The part of the city is a sight where the point belongs to one, else the quarter, else the water it is on.
    ///
    /// - Parameter placemark: What the geocoder says.
    public init(_ placemark: Placemark) {
        self.init()
        sublocation =
            placemark.areasOfInterest.first ?? placemark.subLocality ?? placemark.inlandWater ?? placemark.ocean
        city = placemark.locality
        state = placemark.administrativeArea
        country = placemark.country
        countryCode = placemark.isoCountryCode
    }

    /// The names from the smallest to the country, without those that say the same again: `Asakusa, Taito, Tokyo, Japan`.
    public var placeString: String {
        var names: [String] = []
        for case let name? in [sublocation, city, state, country] where !name.isEmpty && !names.contains(name) {
            names.append(name)
        }
        return names.joined(separator: ", ")
    }
}
