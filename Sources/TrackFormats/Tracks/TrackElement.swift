public import FoundationEssentials
public import Geo

/// One thing of a file of tracks, in the order of the file.
///
/// A track is a ``trackStart(_:)``, then for each of its segments a ``segmentStart`` and the points; a route is a
/// ``routeStart(_:)`` and its points. Nothing marks an end: what begins ends what was before it. Waypoints may stand anywhere,
/// also between the points of a track, which they do not interrupt.
public enum TrackElement: Hashable, Sendable {
    /// What the file says of itself; the first element, if it is there.
    case metadata(TrackMetadata)
    /// A place of its own.
    case waypoint(TrackPoint)
    /// A planned route begins.
    case routeStart(TrackMetadata)
    /// A recorded track begins.
    case trackStart(TrackMetadata)
    /// A part of the track without interruption begins.
    case segmentStart
    /// The next point of the route or the segment.
    case point(TrackPoint)
    /// Foreign data of the current segment, after its points.
    case segmentExtensions([TrackExtension])
    /// Foreign data of the file that stands at its end.
    case fileExtensions([TrackExtension])
}

/// A point of a track or route, or a waypoint: a location and what a file says beside it.
public struct TrackPoint: Hashable, Sendable {
    /// The position and what is known of it.
    public var location: Location

    /// The point's name.
    public var name: String?

    /// A description, in plain text.
    public var note: String?

    /// The name of the symbol that maps show for it.
    public var symbol: String?

    /// The line of the file on which the point begins, counted from 1; `nil` for points that come from no file of lines.
    public var line: Int?

    /// What the file has and this type does not.
    public var extensions: [TrackExtension]

    /// Makes a point of a location.
    public init(_ location: Location, name: String? = nil, note: String? = nil, symbol: String? = nil) {
        self.location = location
        self.name = name
        self.note = note
        self.symbol = symbol
        extensions = []
    }
}

/// What a file, a track or a route says of itself.
public struct TrackMetadata: Hashable, Sendable {
    /// Its name.
    public var name: String?

    /// A description, in plain text.
    public var note: String?

    /// When it was made.
    public var time: Date?

    /// What the file has and this type does not.
    public var extensions: [TrackExtension]

    /// Prefixes of XML namespaces that are declared for the whole file, with their URIs.
    ///
    /// Only of a file's metadata. Written once at the head of a GPX file, they need not be repeated at each extension.
    public var namespaces: [String: String]

    /// Makes a description of which nothing but what is given is known.
    public init(name: String? = nil, note: String? = nil, time: Date? = nil) {
        self.name = name
        self.note = note
        self.time = time
        extensions = []
        namespaces = [:]
    }

    /// Whether nothing is known.
    public var isEmpty: Bool {
        name == nil && note == nil && time == nil && extensions.isEmpty && namespaces.isEmpty
    }
}

/// An element of a GPX file that is kept as it was found, because ``TrackPoint`` and ``TrackMetadata`` have no place for it.
///
/// Other formats have no place for it either and drop it.
public struct TrackExtension: Hashable, Sendable {
    /// Where the element stands.
    public enum Place: Sendable {
        /// Beside the elements of GPX, being one itself: `link`, `type`, `vdop`.
        case element
        /// Within `<extensions>`.
        case extensions
    }

    /// The element with everything in it, as XML.
    public let xml: String

    /// The namespaces of the prefixes that ``xml`` uses and does not declare; the empty prefix is that of names without one,
    /// and absent where they belong to GPX 1.1.
    public let namespaces: [String: String]

    /// Where the element stands.
    public let place: Place

    /// Takes over what is known to be well-formed.
    init(xml: String, namespaces: [String: String], place: Place) {
        self.xml = xml
        self.namespaces = namespaces
        self.place = place
    }

    /// Makes an extension, or `nil` when the text is not one well-formed element that declares the prefixes it uses.
    ///
    /// - Parameters:
    ///   - xml: An element, for example `<a:mood xmlns:a="urn:example">good</a:mood>`.
    ///   - place: Where it stands; GPX knows few elements, so that nearly everything stands within `<extensions>`.
    public init?(xml: String, place: Place = .extensions) {
        guard let found = try? XMLFragmentReader.read(xml) else { return nil }
        self.init(xml: found.xml, namespaces: found.namespaces, place: place)
    }

    /// The element's name without prefix.
    var localName: Substring {
        let name = xml.dropFirst().prefix { !" \t\r\n/>".contains($0) }
        return name.firstIndex(of: ":").map { name[name.index(after: $0)...] } ?? name
    }
}
