import FoundationEssentials
import Geo
import Metadata
import Tracks

/// The positions that photos have already, as tracks: one for each camera.
struct PhotoTracks: Sendable {
    private var points: [CameraKey: [Point]] = [:]
    private(set) var timeline: TrackTimeline
    private(set) var names: [String] = []

    /// Makes it with the limits of another timeline.
    init(limitsOf other: TrackTimeline) {
        timeline = TrackTimeline(
            maximumGap: other.maximumGap, maximumExtrapolation: other.maximumExtrapolation,
            maximumDistance: other.maximumDistance)
    }

    /// Whether a photo places others: it says where and when it was taken, and a receiver knew it.
    ///
    /// A derived position is no better than the time it was derived from.
    static func location(of photo: PhotoFacts) -> Location? {
        guard let location = photo.location, !location.isVoid, !location.isDerived,
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
        points[CameraKey(photo.camera), default: []].append(Point(location))
    }

    /// Makes the timeline of what was learnt.
    mutating func finish() {
        for (camera, found) in points.sorted(by: { $0.key.name < $1.key.name }) {
            let sorted = found.sorted { $0.seconds < $1.seconds }
            timeline.append(Track(name: camera.name, segments: [.init(sorted.map(\.location))]))
            names.append(camera.name)
        }
        points = [:]
    }
}

/// What counts of a photo's position, in the form in which a hundred thousand of them wait.
private struct Point: Sendable {
    /// Since the reference date.
    var seconds: Double
    var coordinate: Coordinate
    var altitude: Float?
    var ellipsoidalAltitude: Float?
    var radius: Float?

    init(_ location: Location) {
        seconds = location.timestamp?.timeIntervalSinceReferenceDate ?? 0
        coordinate = location.coordinate
        altitude = location.altitude.map { Float($0) }
        ellipsoidalAltitude = location.ellipsoidalAltitude.map { Float($0) }
        radius = location.horizontalAccuracy.map { Float($0.radius) }
    }

    var location: Location {
        var location = Location(coordinate: coordinate, source: .photo)
        location.timestamp = Date(timeIntervalSinceReferenceDate: seconds)
        location.altitude = altitude.map { Double($0) }
        location.ellipsoidalAltitude = ellipsoidalAltitude.map { Double($0) }
        location.horizontalAccuracy = radius.flatMap { Accuracy(radius: Double($0), estimator: .receiver) }
        return location
    }
}
