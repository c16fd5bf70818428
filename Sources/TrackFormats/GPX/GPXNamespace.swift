/// Namespaces that GPX files are written with.
enum GPXNamespace {
    static let gpx = "http://www.topografix.com/GPX/1/1"
    /// Garmin's, with speed and course in version 2.
    static let trackPoint = "http://www.garmin.com/xmlschemas/TrackPointExtension/v2"
    /// Our own, with one element `location`; see `Docs/Formats/GPX.md`.
    static let own = "urn:locationkit:gpx:1"
}
