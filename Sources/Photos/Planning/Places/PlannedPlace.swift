public import LKGeocoding
public import LKMetadata

/// The plan for writing the place names of one photo, with the reason.
package struct PlannedPlace: Sendable, Hashable {
    /// The planned action.
    package enum Action: Sendable, Hashable {
        /// The photo gets names; the edit changes nothing else.
        case write(MetadataEdit)
        /// It has names for both places, or already these, and keeps them.
        case keep
        /// It gets no names.
        case skip(Reason)
        /// No provider could answer: ``TaggingError/Code/unanswered`` with the geocoder's error as the underlying one, and without
        /// a path.
        case fail(TaggingError)
        /// Its file could not be read.
        case unreadable(TaggingError)
    }

    /// Why a photo gets no names.
    package enum Reason: Sendable, Hashable {
        /// It has no position.
        case noPosition
        /// Its position is marked as void, or is exactly 0, 0.
        case doubtfulPosition
        /// The geocoder has no name for the position.
        case nothingThere
    }

    /// The planned action.
    package var action: Action

    /// The names that were found.
    package var place: PhotoPlace?

    /// The provider of the names.
    package var provider: String?

    /// Present names that stay although they are those of a place far from the position.
    package var farPlace: PhotoPlace?

    /// Present names that the edits replace because they are those of a place far from the position.
    package var formerPlace: PhotoPlace?

    /// Keywords of a photo of a library that are names of ``formerPlace``; they stay.
    package var formerKeywords: [String] = []

    /// Where a photo of a library was taken, according to its file or sidecar, else its companions; `nil` if none has a
    /// position.
    package var location: PhotoLocation?

    /// For a photo of a library, the edits of its own file and of companions without names; pass them all to one
    /// ``PhotoTagger``.
    package var edits: [PhotoEdit] = []

    /// The edit, if names are to be written.
    package var edit: MetadataEdit? {
        guard case .write(let edit) = action else { return nil }
        return edit
    }
}

extension PlannedPlace: CustomStringConvertible {
    /// The names to write, or a clause that says why none are: `it has names already`.
    package var description: String {
        switch action {
        case .write: place?.placeString ?? "names"
        case .keep:
            farPlace.map { "its names stay \($0.shortName), which is far from its position" } ?? "it has names already"
        case .skip(let reason): reason.description
        case .fail(let error): error.message
        case .unreadable(let error): error.message
        }
    }
}

extension PlannedPlace.Action: CustomStringConvertible {
    /// The action, with what is written or the reason: `skip: it has no position`.
    package var description: String {
        switch self {
        case .write(let edit): "write: \(edit)"
        case .keep: "keep"
        case .skip(let reason): "skip: \(reason)"
        case .fail(let error): "fail: \(error)"
        case .unreadable(let error): "unreadable: \(error)"
        }
    }
}

extension PlannedPlace.Reason: CustomStringConvertible {
    /// A clause without a full stop: `it has no position`.
    package var description: String {
        switch self {
        case .noPosition: "it has no position"
        case .doubtfulPosition: "its position is marked as void, or is exactly 0, 0"
        case .nothingThere: "nothing there has a name"
        }
    }
}

extension PhotoPlace {
    /// Creates the place names used in photos from a placemark.
    ///
    /// The sublocation is the place of interest at the point, else the street within `streetReach`, else the quarter, else
    /// the body of water. It has no house number: a receiver is often a house off.
    ///
    /// - Parameter placemark: The placemark.
    public init(_ placemark: Placemark) {
        self.init()
        // Providers that tell no distance answer for the point itself.
        let isAtStreet = (placemark.place?.distance ?? 0) <= Self.streetReach
        sublocation =
            placemark.areasOfInterest.first ?? (isAtStreet ? placemark.thoroughfare : nil) ?? placemark.subLocality
            ?? placemark.inlandWater ?? placemark.ocean
        city = placemark.locality
        state = placemark.administrativeArea
        country = placemark.country
        countryCode = placemark.isoCountryCode
    }

    /// Metres within which a photo is said to be taken in a street: an alp has one half a kilometre away.
    package static let streetReach = 100.0

    /// The names from the smallest place to the country, without repetitions: `Asakusa, Taito, Tokyo, Japan`.
    public var placeString: String {
        var names: [String] = []
        for case let name? in [sublocation, city, state, country] where !name.isEmpty && !names.contains(name) {
            names.append(name)
        }
        return names.joined(separator: ", ")
    }

    /// The names for a message: as ``placeString``, or else the country code.
    package var shortName: String { placeString.isEmpty ? countryCode ?? "" : placeString }
}
