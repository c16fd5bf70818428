import Foundation
import Geo
import Metadata
import Tracks

/// Photos of other folders that have positions, by when they were taken: the nearest one stands for a photo without.
///
/// Nothing is interpolated between them: the owner of a phone stays near it, and two of its photos may be hours apart.
struct PlacedPhotos: Sendable {
    /// A photo that says where it was taken.
    struct Photo: Sendable {
        var url: URL
        var location: Location
        /// Seconds since 1970; `nil` if nothing says how far its clock was from UTC.
        var instant: Double?
        /// The local time as if it were UTC, in seconds since 1970.
        var wall: Double?
    }

    private var byInstant: [(time: Double, photo: Photo)] = []
    /// Those of which only the local time is known.
    private var byWall: [(time: Double, photo: Photo)] = []
    /// All of them, for photos of which only the local time is known.
    private var all: [(time: Double, photo: Photo)] = []

    var isEmpty: Bool { byInstant.isEmpty && all.isEmpty }

    /// Adds a photo; one whose position was derived from its time, or that has none, places no other.
    ///
    /// - Parameters:
    ///   - photo: What it says, reconciled.
    ///   - times: What tells when it was taken where it states no offset.
    /// - Returns: When and where it was taken, where both are known for sure.
    mutating func add(_ photo: PhotoFacts, _ times: PlacedTime) -> Location? {
        guard let location = photo.location, !location.isVoid, !location.isDerived else { return nil }
        let sure = PhotoTracks.location(of: photo, times)
        var place = sure ?? Location(coordinate: location.coordinate, source: .photo)
        if sure == nil {
            place.horizontalAccuracy = location.horizontalAccuracy.flatMap {
                Accuracy(radius: $0, estimator: .receiver)
            }
        }
        let wall = photo.date.flatMap { date in
            date.isOfClock
                ? Double(date.wallTime.secondsSince1970) + Double(date.wallTime.nanosecond) / 1e9 : nil
        }
        let found = Photo(
            url: photo.url, location: place, instant: sure?.timestamp?.timeIntervalSince1970, wall: wall)
        if let instant = found.instant { byInstant.append((instant, found)) }
        if let wall {
            if found.instant == nil { byWall.append((wall, found)) }
            all.append((wall, found))
        }
        return sure
    }

    /// Sorts the photos by time.
    mutating func finish() {
        byInstant.sort { $0.time < $1.time }
        byWall.sort { $0.time < $1.time }
        all.sort { $0.time < $1.time }
    }

    /// Calls a closure for the place of each photo, in the order of time.
    func forEachPlace(_ body: (Coordinate) -> Void) {
        for entry in byInstant + byWall { body(entry.photo.location.coordinate) }
    }

    /// The photo that was taken nearest to a moment; local times count of photos of which nothing better is known.
    ///
    /// - Parameters:
    ///   - instant: The moment, in seconds since 1970; `nil` if only the local time is known.
    ///   - wall: The local time as if it were UTC.
    ///   - limit: The most seconds between them.
    ///   - url: The photo itself, which does not place itself.
    /// - Returns: The photo, and how many seconds it is away.
    func nearest(instant: Double?, wall: Double, within limit: Double, except url: URL) -> (photo: Photo, gap: Double)?
    {
        guard let instant else { return Self.nearest(in: all, to: wall, limit, url) }
        let found = [
            Self.nearest(in: byInstant, to: instant, limit, url), Self.nearest(in: byWall, to: wall, limit, url),
        ]
        return found.compactMap { $0 }.min { $0.gap < $1.gap }
    }

    /// - Complexity: O(log n), and what the photo itself takes.
    private static func nearest(
        in photos: [(time: Double, photo: Photo)], to time: Double, _ limit: Double, _ url: URL
    ) -> (photo: Photo, gap: Double)? {
        var (low, high) = (0, photos.count)
        while low < high {
            let middle = (low + high) / 2
            if photos[middle].time < time { low = middle + 1 } else { high = middle }
        }
        var best: (photo: Photo, gap: Double)?
        func consider(_ index: Int) -> Bool {
            guard photos[index].photo.url != url else { return false }
            let gap = abs(photos[index].time - time)
            if gap <= limit, gap < best?.gap ?? .infinity { best = (photos[index].photo, gap) }
            return true
        }
        var index = low
        while index < photos.count, !consider(index) { index += 1 }
        index = low - 1
        while index >= 0, !consider(index) { index -= 1 }
        return best
    }
}

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

    /// Adds a photo's position.
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
