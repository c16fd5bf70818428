import FoundationEssentials
import Geo
import Geocoding
import Metadata

/// The times of photos that have positions: the zone at the position tells the offset that the photo does not state, and the
/// local time tells the day that some cameras write wrongly beside the receiver's time of day.
struct PlacedTime {
    let zones: TimeZones
    /// The zone that was given for clocks of photos without offset.
    let given: ClockZone?

    private static let day = 86_400

    /// The offsets of the zone at a photo's own position when its clock showed its time: two where the clocks were set back.
    ///
    /// - Parameters:
    ///   - photo: A photo; one without a position that a receiver found has none.
    ///   - correction: Seconds that are added to its clock's time first.
    /// - Returns: The zone and its offsets in seconds east of UTC.
    func offsets(of photo: PhotoFacts, correction: Int = 0) -> (name: String, seconds: [Int])? {
        guard let location = photo.location, !location.isVoid, !location.isDerived, let date = photo.date,
            date.isOfClock,
            let name = zones.name(at: location.coordinate),
            let found = zones.offsets(of: .named(name), atWallTime: date.wallTime.secondsSince1970 + correction)
        else { return nil }
        // At a time that was skipped, the clock was not set forward yet.
        return (name, found.isSkipped ? Array(found.offsets.prefix(1)) : found.offsets)
    }

    /// A photo whose receiver's day agrees with its local time.
    ///
    /// Some cameras (Nikon's COOLPIX P6000 among them) write a `GPSDateStamp` that is a day late. A receiver's time that is about a
    /// day from the local time is moved by that day; what differs otherwise stays.
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
            // -11:00 may be +13:00 with the wrong day.
            let other = offset + (there > offset ? Self.day : -Self.day)
            if abs(other - there) <= 7200, (-12 * 3600...14 * 3600).contains(other) { result.date?.offset = other }
        }
        guard let received = location.timestamp else { return result }
        // Without any zone: the middle of all of them.
        let offset = result.date?.offset ?? there
        let difference = received.timeIntervalSince(date.with(offset: offset ?? 3600))
        let range = offset == nil ? 48_600.0...124_200 : 43_200...129_600
        if range.contains(abs(difference)) {
            result.location?.timestamp = received.addingTimeInterval(Double(difference > 0 ? -Self.day : Self.day))
        }
        return result
    }

    /// When a photo with a position was taken; `nil` if that is not sure enough to place other photos by it.
    ///
    /// - Parameter photo: A photo, reconciled.
    /// - Returns: The moment.
    func instant(of photo: PhotoFacts) -> Date? {
        guard let date = photo.date, date.isOfClock else { return photo.location?.timestamp }
        if let instant = date.instant { return instant }
        // A clock that was near no zone was wrong.
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
