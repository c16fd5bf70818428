public import LKGeo

extension PhotoMap {
    /// A photo or video as a map shows it.
    public struct Photo: Sendable, Equatable {
        /// Where it was taken.
        public var coordinate: Coordinate

        /// The local time when it was taken, in seconds after 1970-01-01 00:00 on the same clock; `nil` if unknown.
        public var time: Int?

        /// Whether it is a video.
        public var isVideo: Bool

        /// Where a click on it leads: a URL relative to the page, percent-encoded; `nil` for nowhere.
        public var link: String?

        /// The name of its file, which is shown with the link; `nil` to withhold it.
        public var name: String?

        /// Creates a photo.
        ///
        /// - Parameters:
        ///   - coordinate: Where it was taken.
        ///   - time: The local time when it was taken.
        ///   - isVideo: Whether it is a video.
        ///   - link: Where a click on it leads.
        ///   - name: The name of its file.
        public init(
            _ coordinate: Coordinate, time: Int? = nil, isVideo: Bool = false, link: String? = nil, name: String? = nil
        ) {
            self.coordinate = coordinate
            self.time = time
            self.isVideo = isVideo
            self.link = link
            self.name = name
        }
    }
}

/// How exactly a map shows where something is.
public enum MapPrecision: String, Sendable, CaseIterable {
    /// To about a metre.
    case exact
    /// The middle of the city, town or village; away from all of them, tenths of a degree.
    case city
    /// The middle of the country; at sea, tens of degrees.
    case country
}

/// A circle around what is not to be shown.
public struct HiddenArea: Sendable, Equatable {
    /// The middle.
    public var center: Coordinate
    /// Metres.
    public var radius: Double

    /// Creates a circle.
    ///
    /// - Parameters:
    ///   - center: The middle.
    ///   - radius: Metres. NaN hides everything, rather than nothing.
    public init(_ center: Coordinate, radius: Double) {
        self.center = center
        self.radius = radius.isNaN ? .infinity : radius
    }

    /// Returns whether a point is in the circle, or so near its edge that a distance on the sphere cannot decide.
    public func contains(_ coordinate: Coordinate) -> Bool {
        center.sphericalDistance(to: coordinate) <= radius * 1.006
    }
}
