import FoundationEssentials
import Geo
import Metadata
import Tracks

/// The positions that photos have already, as tracks: one for each camera.
struct PhotoTracks: Sendable {
    private var locations: [CameraKey: [Location]] = [:]
    private(set) var timeline: TrackTimeline
    private(set) var names: [String] = []

    /// Makes it with the limits of another timeline.
    init(limitsOf other: TrackTimeline) {
        timeline = TrackTimeline(
            maximumGap: other.maximumGap, maximumExtrapolation: other.maximumExtrapolation,
            maximumDistance: other.maximumDistance)
    }

    /// Whether a photo places others: it says where and when it was taken.
    static func location(of photo: PhotoFacts) -> Location? {
        guard let location = photo.location, !location.isVoid,
            let moment = photo.date.flatMap(Self.moment) ?? location.timestamp
        else { return nil }
        var result = Location(coordinate: location.coordinate, source: .photo)
        result.timestamp = moment
        switch location.altitudeReference {
        case .seaLevel: result.altitude = location.altitude
        case .ellipsoid: result.ellipsoidalAltitude = location.altitude
        }
        result.horizontalAccuracy = location.horizontalAccuracy.flatMap { Accuracy(radius: $0, estimator: .receiver) }
        return result
    }

    private static func moment(_ date: PhotoDate) -> Date? { date.isOfClock ? date.instant : nil }

    mutating func learn(_ photo: PhotoFacts) {
        guard let location = Self.location(of: photo) else { return }
        locations[CameraKey(photo.camera), default: []].append(location)
    }

    /// Makes the timeline of what was learnt.
    mutating func finish() {
        for (camera, found) in locations.sorted(by: { $0.key.name < $1.key.name }) {
            let sorted = found.sorted { ($0.timestamp ?? .distantPast) < ($1.timestamp ?? .distantPast) }
            timeline.append(Track(name: camera.name, segments: [.init(sorted)]))
            names.append(camera.name)
        }
        locations = [:]
    }
}
