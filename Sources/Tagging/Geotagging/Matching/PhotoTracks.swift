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

    /// Where and when a photo was taken, if it says where and a receiver knew it: such a photo places others.
    ///
    /// A derived position is no better than the time it was derived from.
    ///
    /// - Parameters:
    ///   - photo: The photo, reconciled.
    ///   - times: What tells when it was taken where it states no offset.
    /// - Returns: The location with its time, or `nil` for a photo that places no others.
    static func location(of photo: PhotoFacts, _ times: PlacedTime) -> Location? {
        guard let location = photo.location, !location.isVoid, !location.isDerived,
            let moment = times.instant(of: photo)
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

    /// Takes in a photo's position.
    ///
    /// - Parameters:
    ///   - location: Its position and time.
    ///   - camera: What took it.
    mutating func learn(_ location: Location, _ camera: CameraKey) {
        points[camera, default: []].append(Point(location))
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
