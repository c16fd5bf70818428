import FoundationEssentials
import LKGeo

/// Joins points with rising times to a track: phones export one feature for each fix.
///
/// A point with a name, a description or a symbol stays a waypoint, and so does a single one.
struct GeoJSONPointTrack {
    /// The first point, until a second one follows it in time.
    private var held: TrackElement?
    /// The time of the latest candidate.
    private var latest: Date?
    private var isInTrack = false

    /// Adds an element, and returns those that are known now.
    ///
    /// - Parameters:
    ///   - element: An element of a feature.
    ///   - isUnmarked: Whether the feature does not state its kind.
    /// - Returns: The elements to hand out next; often none.
    mutating func add(_ element: TrackElement, isUnmarked: Bool) -> [TrackElement] {
        guard isUnmarked, case .waypoint(var point) = element, let time = point.location.timestamp, point.name == nil,
            point.note == nil, point.symbol == nil
        else { return finish() + [element] }
        defer { latest = time }
        guard let latest, isInTrack ? time >= latest : held != nil && time > latest else {
            let before = finish()
            held = element
            return before
        }
        point.location.source = .track
        guard !isInTrack else { return [.point(point)] }
        isInTrack = true
        var first: [TrackElement] = []
        if case .waypoint(var point)? = held {
            point.location.source = .track
            first = [.point(point)]
        }
        held = nil
        return [.trackStart(TrackMetadata()), .segmentStart] + first + [.point(point)]
    }

    /// Returns what is held, at the end of the track or of the file.
    mutating func finish() -> [TrackElement] {
        defer { held = nil }
        isInTrack = false
        return held.map { [$0] } ?? []
    }
}
