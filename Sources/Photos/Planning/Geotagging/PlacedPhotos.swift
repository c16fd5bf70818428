import FoundationEssentials
import LKFormats
import LKGeo
import LKGeocoding
import LKMetadata
import LKTracks

/// Photos with positions from outside the set, by time; a photo without a position gets that of the nearest one.
///
/// Positions are not interpolated: the owner of a phone stays near it, and two of its photos may be hours apart.
struct PlacedPhotos: Sendable {
    /// A photo with a position.
    struct Photo: Sendable {
        var url: URL
        var location: Location
        /// Seconds since 1970; `nil` if the UTC offset of its clock is unknown.
        var instant: Double?
        /// The local time as if it were UTC, in seconds since 1970.
        var wall: Double?
    }

    private var byInstant: [(time: Double, photo: Photo)] = []
    /// Photos with a known local time only.
    private var byWall: [(time: Double, photo: Photo)] = []
    /// All photos, by local time, for photos with a known local time only.
    private var all: [(time: Double, photo: Photo)] = []

    var isEmpty: Bool { byInstant.isEmpty && all.isEmpty }

    /// Adds a photo unless it has no position or one derived from its time.
    ///
    /// - Parameters:
    ///   - photo: The reconciled facts of the photo.
    ///   - times: Determines its UTC time if it states no offset.
    /// - Returns: Its position and time if both are reliable.
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

    /// Calls a closure with the position of each photo, in order of time.
    func forEachPlace(_ body: (Coordinate) -> Void) {
        for entry in byInstant + byWall { body(entry.photo.location.coordinate) }
    }

    /// Returns the photo taken nearest to an instant; photos without a UTC time are compared by local time.
    ///
    /// - Parameters:
    ///   - instant: The time in seconds since 1970; `nil` if only the local time is known.
    ///   - wall: The local time as if it were UTC.
    ///   - maximumDifference: The maximum time difference, in seconds.
    ///   - url: The photo itself, which is excluded.
    /// - Returns: The photo, and the time difference in seconds.
    func nearest(instant: Double?, wall: Double, within maximumDifference: Double, except url: URL) -> (
        photo: Photo, gap: Double
    )? {
        guard let instant else { return Self.nearest(in: all, to: wall, maximumDifference, url) }
        let found = [
            Self.nearest(in: byInstant, to: instant, maximumDifference, url),
            Self.nearest(in: byWall, to: wall, maximumDifference, url),
        ]
        return found.compactMap { $0 }.min { $0.gap < $1.gap }
    }

    /// Returns the photo nearest to a time within a limit, except the one at a URL.
    ///
    /// - Complexity: O(log n), plus the entries of the photo itself.
    private static func nearest(
        in photos: [(time: Double, photo: Photo)], to time: Double, _ maximumDifference: Double, _ url: URL
    ) -> (photo: Photo, gap: Double)? {
        let next = photos.countBefore { $0.time < time }
        var best: (photo: Photo, gap: Double)?
        func consider(_ index: Int) -> Bool {
            guard photos[index].photo.url != url else { return false }
            let gap = abs(photos[index].time - time)
            if gap <= maximumDifference, gap < best?.gap ?? .infinity { best = (photos[index].photo, gap) }
            return true
        }
        var index = next
        while index < photos.count, !consider(index) { index += 1 }
        index = next - 1
        while index >= 0, !consider(index) { index -= 1 }
        return best
    }
}

/// The positions of photos of the set, as one track for each camera.
struct PhotoTracks: Sendable {
    private var points: [CameraKey: [Point]] = [:]
    private(set) var timeline: TrackTimeline
    private(set) var names: [String] = []

    /// Creates it with the limits of another timeline.
    init(limitsOf other: TrackTimeline) {
        timeline = TrackTimeline(
            maximumGap: other.maximumGap, maximumExtrapolation: other.maximumExtrapolation,
            maximumDistance: other.maximumDistance)
    }

    /// Returns when and where a photo was taken if the position was measured by a receiver, so that it can serve other
    /// photos.
    ///
    /// A derived position is no more accurate than the time it was derived from.
    ///
    /// - Parameters:
    ///   - photo: The photo, reconciled.
    ///   - times: Determines its UTC time if it states no offset.
    /// - Returns: The location with its time, or `nil` if it cannot be used for others.
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
    ///   - camera: The camera that took it.
    mutating func learn(_ location: Location, _ camera: CameraKey) {
        points[camera, default: []].append(Point(location))
    }

    /// Builds the timeline from the positions added.
    mutating func finish() {
        for (camera, found) in points.sorted(by: { $0.key.name < $1.key.name }) {
            let sorted = found.sorted { $0.seconds < $1.seconds }
            timeline.append(Track(name: camera.name, segments: [.init(sorted.map(\.location))]))
            names.append(camera.name)
        }
        points = [:]
    }
}

/// A compact form of a photo's position, since hundreds of thousands may be kept.
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

/// Determines the UTC times of photos with positions: the time zone at the position supplies a missing UTC offset, and
/// the local time corrects the GPS date that some cameras write wrongly.
struct PlacedTime {
    let zones: TimeZones
    /// The zone configured for the clocks of photos without an offset.
    let given: ClockZone?

    private static let day = 86_400

    /// Returns the UTC offsets at a photo's own position for its local time: two if clocks were set back then.
    ///
    /// - Parameters:
    ///   - photo: A photo; without a position from a receiver, the result is `nil`.
    ///   - correction: Seconds to add to its camera's time first.
    /// - Returns: The zone and its offsets in seconds east of UTC.
    func offsets(of photo: PhotoFacts, correction: Int = 0) -> (name: String, seconds: [Int])? {
        guard let location = photo.location, !location.isVoid, !location.isDerived, let date = photo.date,
            date.isOfClock,
            let name = zones.name(at: location.coordinate),
            let found = zones.offsets(of: .named(name), atWallTime: date.wallTime.secondsSince1970 + correction)
        else { return nil }
        // If the local time was skipped, the clock had not been set forward yet.
        return (name, found.isSkipped ? Array(found.offsets.prefix(1)) : found.offsets)
    }

    /// Returns a photo with a GPS date that agrees with its local time.
    ///
    /// Some cameras (Nikon's COOLPIX P6000 among them) write a `GPSDateStamp` that is a day late. If the GPS time
    /// differs from the local time by about a day, that day is subtracted; other differences remain.
    ///
    /// - Parameter photo: A photo.
    /// - Returns: The photo.
    func reconciled(_ photo: PhotoFacts) -> PhotoFacts {
        guard let location = photo.location, !location.isVoid, !location.isDerived, let date = photo.date,
            date.isOfClock
        else { return photo }
        var result = photo
        let there = offsets(of: photo)?.seconds.first
        if date.offsetRule == .gps, let offset = date.offset, let there, abs(offset - there) > 7200 {
            // -11:00 may be +13:00 with a wrong date.
            let other = offset + (there > offset ? Self.day : -Self.day)
            if abs(other - there) <= 7200, (-12 * 3600...14 * 3600).contains(other) { result.date?.offset = other }
        }
        guard let received = location.timestamp else { return result }
        // Without any zone, use the middle of all zones.
        let offset = result.date?.offset ?? there
        let difference = received.timeIntervalSince(date.with(offset: offset ?? 3600))
        let range = offset == nil ? 48_600.0...124_200 : 43_200...129_600
        if range.contains(abs(difference)) {
            result.location?.timestamp = received.addingTimeInterval(Double(difference > 0 ? -Self.day : Self.day))
        }
        return result
    }

    /// Returns when a photo with a position was taken; `nil` if that is too uncertain to place other photos by it.
    ///
    /// - Parameter photo: A photo, reconciled.
    /// - Returns: The time in UTC.
    func instant(of photo: PhotoFacts) -> Date? {
        guard let date = photo.date, date.isOfClock else { return photo.location?.timestamp }
        if let instant = date.instant { return instant }
        // A clock that matches no zone was wrong.
        if let received = photo.location?.timestamp { return received }
        let stated = given.flatMap { zones.offsets(of: $0, atWallTime: date.wallTime.secondsSince1970)?.offsets }
        guard let there = offsets(of: photo)?.seconds else {
            guard let stated, stated.count == 1 else { return nil }
            return date.with(offset: stated[0])
        }
        guard there.count == 1, stated.map({ $0.contains(there[0]) }) ?? true else { return nil }
        return date.with(offset: there[0])
    }
}
