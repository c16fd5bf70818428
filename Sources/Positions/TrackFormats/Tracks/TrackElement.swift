package import FoundationEssentials
public import LKGeo

/// An element of a track file, in file order.
///
/// A track is a ``trackStart(_:)``, then for each of its segments a ``segmentStart`` and the points; a route is a
/// ``routeStart(_:)`` and its points. There are no end markers: each start ends the previous part. Waypoints may occur
/// anywhere, also between the points of a track, which they do not interrupt.
package enum TrackElement: Hashable, Sendable {
    /// The file's metadata; if present, the first element.
    case metadata(TrackMetadata)
    /// A waypoint.
    case waypoint(TrackPoint)
    /// A planned route begins.
    case routeStart(TrackMetadata)
    /// A recorded track begins.
    case trackStart(TrackMetadata)
    /// An uninterrupted part of the track begins.
    case segmentStart
    /// The next point of the route or the segment.
    case point(TrackPoint)
    /// Foreign data of the current segment, after its points.
    case segmentExtensions([TrackPoint.Extension])
    /// Foreign data at the end of the file.
    case fileExtensions([TrackPoint.Extension])
}

/// A point of a track or route, or a waypoint: a location with additional data from a file.
public struct TrackPoint: Hashable, Sendable {
    /// The position and its measurements.
    public var location: Location

    /// The point's name.
    public var name: String?

    /// A description, in plain text.
    public var note: String?

    /// The name of the map symbol.
    public var symbol: String?

    /// The line of the file on which the point begins, counted from 1; `nil` for formats without lines.
    public var line: Int?

    /// Data of the file for which this type has no property.
    public var extensions: [TrackPoint.Extension]

    /// Creates a point from a location.
    public init(_ location: Location, name: String? = nil, note: String? = nil, symbol: String? = nil) {
        self.location = location
        self.name = name
        self.note = note
        self.symbol = symbol
        extensions = []
    }
}

/// The metadata of a file, a track or a route.
package struct TrackMetadata: Hashable, Sendable {
    /// Its name.
    package var name: String?

    /// A description, in plain text.
    package var note: String?

    /// The creation time.
    package var time: Date?

    /// Data of the file for which this type has no property.
    package var extensions: [TrackPoint.Extension]

    /// The namespace prefixes declared for the whole file, with their URIs.
    ///
    /// Only in a file's metadata. They are declared once at the beginning of a GPX file and need not be repeated in
    /// each extension.
    package var namespaces: [String: String]

    /// Creates metadata.
    package init(name: String? = nil, note: String? = nil, time: Date? = nil) {
        self.name = name
        self.note = note
        self.time = time
        extensions = []
        namespaces = [:]
    }

    /// Whether there is no metadata.
    package var isEmpty: Bool {
        name == nil && note == nil && time == nil && extensions.isEmpty && namespaces.isEmpty
    }
}

extension TrackPoint {
    /// An element of a GPX file that is kept unchanged, because ``TrackPoint`` has no property for
    /// it.
    ///
    /// Other formats drop it.
    public struct Extension: Hashable, Sendable {
        /// The position of the element.
        public enum Place: Sendable {
            /// Among GPX's own elements: `link`, `type`, `vdop`.
            case element
            /// Within `<extensions>`.
            case extensions
        }

        /// The element with its content, as XML.
        public let xml: String

        /// The namespaces of the prefixes that ``xml`` uses but does not declare; the empty prefix is the default
        /// namespace, absent if that is GPX 1.1.
        public let namespaces: [String: String]

        /// The position of the element.
        public let place: Place

        /// Creates an extension from text known to be well-formed.
        init(xml: String, namespaces: [String: String], place: Place) {
            self.xml = xml
            self.namespaces = namespaces
            self.place = place
        }

        /// Creates an extension; returns `nil` unless the text is one well-formed element that declares the prefixes it
        /// uses.
        ///
        /// - Parameters:
        ///   - xml: An element, for example `<a:mood xmlns:a="urn:example">good</a:mood>`.
        ///   - place: The position; nearly everything belongs within `<extensions>`, since GPX defines few elements.
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
}
